import CFiles
import Glibc

/// What a file keeps when another takes its place: owner, group, mode, access lists and other extended attributes.
enum FileAttributes {
  /// Gives `copy` those of `original`; false where the system does not let it have them all.
  ///
  /// The bits that run a file with its owner's or group's rights are left out, as the kernel takes them away when
  /// somebody writes; so are the attributes of security modules, which go by the new contents.
  static func copy(from original: Descriptor, to copy: Descriptor) -> Bool {
    guard let wanted = try? original.status(), let own = try? copy.status() else { return false }
    if wanted.st_uid != own.st_uid || wanted.st_gid != own.st_gid {
      guard fchown(copy.number, wanted.st_uid, wanted.st_gid) == 0 else { return false }
    }
    guard copyAttributes(from: original, to: copy) else { return false }
    // After the access list, whose mask is the group's part of the mode. Some file systems take a mode and keep
    // another.
    let mode = wanted.st_mode & 0o1777
    guard fchmod(copy.number, mode) == 0, let result = try? copy.status() else { return false }
    return result.st_mode & 0o1777 == mode
  }

  /// Applies the umask to a new file without a name, which older kernels leave out. A folder's default access
  /// list takes the place of the umask.
  static func applyUmask(to file: Descriptor) throws(ErrorNumber) {
    let mask = try umask()
    let mode = try file.status().st_mode & 0o7777
    guard mode & mask != 0, value(of: accessList, on: file) == nil else { return }
    guard fchmod(file.number, mode & ~mask) == 0 else { throw .last }
  }

  /// The process's umask. umask(2) would have to change it to return it, also for a child that forks meanwhile.
  private static func umask() throws(ErrorNumber) -> mode_t {
    let file = try Descriptor(opening: "/proc/self/status", O_RDONLY)
    // The second line of the file, behind a name of at most 64 bytes.
    let text = String(unsafeUninitializedCapacity: 256) {
      max(0, Glibc.read(file.number, $0.baseAddress, $0.count))
    }
    let line = text.split(separator: "\n").first { $0.hasPrefix("Umask:\t") }
    guard let digits = line?.split(separator: "\t").last, let mask = mode_t(digits, radix: 8) else {
      throw ErrorNumber(code: ENOTSUP)
    }
    return mask
  }

  private static let accessList = "system.posix_acl_access"

  private static func copyAttributes(from original: Descriptor, to copy: Descriptor) -> Bool {
    guard let names = names(on: original), let inherited = Self.names(on: copy) else {
      return false
    }
    // The folder may have given the new file an access list that the original does not have.
    for name in inherited where !names.contains(name) {
      guard fremovexattr(copy.number, name) == 0 else { return false }
    }
    for name in names {
      guard let value = value(of: name, on: original) else { return false }
      if value == Self.value(of: name, on: copy) { continue }
      guard fsetxattr(copy.number, name, value, value.count, 0) == 0 else { return false }
    }
    return true
  }

  /// The names of the extended attributes of `file`, but for those of security modules; nil where they cannot be read.
  private static func names(on file: Descriptor) -> [String]? {
    let text = read { flistxattr(file.number, $0, $1) }
    // Many file systems have none.
    guard let text else { return errno == ENOTSUP ? [] : nil }
    return text.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
      .filter { !$0.hasPrefix("security.") }
  }

  private static func value(of name: String, on file: Descriptor) -> [UInt8]? {
    read { fgetxattr(file.number, name, $0, $1) }
  }

  /// What `call` writes into a buffer of which it is told the size, and which it is asked for first.
  private static func read(_ call: (UnsafeMutablePointer<CChar>?, Int) -> Int) -> [UInt8]? {
    let size = call(nil, 0)
    guard size >= 0 else { return nil }
    var result = -1
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      result =
        size == 0 ? 0 : buffer.withMemoryRebound(to: CChar.self) { call($0.baseAddress, $0.count) }
      count = max(result, 0)
    }
    return result >= 0 ? bytes : nil
  }
}
