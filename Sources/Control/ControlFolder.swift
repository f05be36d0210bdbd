import Files
import Glibc

/// The folder of the sockets, which nobody but its owner may enter.
///
/// ```
///   $XDG_RUNTIME_DIR/segclock/    /tmp/segclock-UID/ where that is not set
///     NAME.sock     where the widget called NAME listens
///     NAME.lock     locked (flock) by that widget
/// ```
package struct ControlFolder {
  /// Where it is, as an absolute path.
  package let path: String

  /// The folder by `environment`.
  package init(environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
    // A relative path is to be ignored, says the XDG Base Directory Specification.
    if let home = environment("XDG_RUNTIME_DIR"), home.hasPrefix("/") {
      path = "\(home)/segclock"
    } else {
      path = "/tmp/segclock-\(geteuid())"
    }
  }

  /// The folder, opened; made first where it `isMade` and not there. Refuses what is no folder, or another's (EPERM).
  func open(isMade: Bool) throws(FileError) -> Descriptor {
    do throws(ErrorNumber) {
      if isMade, mkdir(path, 0o700) != 0, errno != EEXIST { throw .last }
      // A symbolic link that somebody has put there is not followed.
      let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      let status = try folder.status()
      guard status.st_uid == geteuid() else { throw ErrorNumber(code: EPERM) }
      if status.st_mode & 0o077 != 0, fchmod(folder.number, 0o700) != 0 { throw .last }
      return folder
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// The names of those that listen in it, or have not been able to clear up; none where it is not there, or another's.
  package func names() -> [String] {
    guard let folder = try? open(isMade: false) else { return [] }
    // What is opened is read, whatever the path leads to by now.
    let copy = dup(folder.number)
    guard copy >= 0, let list = fdopendir(copy) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".sock") { names.append(String(name.dropLast(5))) }
    }
    return names.sorted()
  }

  package func socket(_ name: String) -> String { "\(path)/\(name).sock" }
  func lock(_ name: String) -> String { "\(path)/\(name).lock" }

  /// The path of the socket of `name` as an address takes it: one that is too long is taken by way of the open folder.
  func address(_ name: String, in folder: Descriptor) -> String {
    let path = socket(name)
    return path.utf8.count <= ControlFolder.longestAddress
      ? path : "/proc/self/fd/\(folder.number)/\(name).sock"
  }

  /// The most bytes of a path in an address (unix(7)).
  private static let longestAddress = 107
}
