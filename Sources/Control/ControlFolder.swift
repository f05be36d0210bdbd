import Files
import Glibc
import Platform

/// The folder of the sockets, NAME.sock, and of the files that their widgets lock (flock), NAME.lock. Only its owner may
/// enter it.
package struct ControlFolder {
  /// An absolute path.
  package let path: String

  package init(runtime: String? = UserEnvironment.variable("XDG_RUNTIME_DIR")) {
    // The XDG Base Directory Specification says to ignore a relative path.
    let absolute = runtime.flatMap { $0.hasPrefix("/") ? $0 : nil }
    path = absolute.map { "\($0)/segclock" } ?? "/tmp/segclock-\(geteuid())"
  }

  /// Opens the folder; with `isMade`, creates it if it does not exist. Refuses the folder of another user (EPERM).
  func open(isMade: Bool) throws(FileError) -> Descriptor {
    if isMade, mkdir(path, 0o700) != 0, errno != EEXIST { throw FileError(path: path, code: errno) }
    // Another user may have put a symbolic link there.
    let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let status = try folder.status()
    guard status.st_uid == geteuid() else { throw FileError(path: path, code: EPERM) }
    if status.st_mode & 0o077 != 0, fchmod(folder.number, 0o700) != 0 { throw folder.failure }
    return folder
  }

  /// The names of all sockets, including those of windows that crashed; none if the folder cannot be opened.
  package func names() -> [String] {
    guard (try? open(isMade: false)) != nil, let list = opendir(path) else { return [] }
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

  /// The socket of `name` by way of the open folder: an address has room for 107 bytes (unix(7)).
  func address(_ name: String, in folder: Descriptor) -> String {
    "/proc/self/fd/\(folder.number)/\(name).sock"
  }
}

/// Returns a socket that does not block; -1 if none could be made.
func localSocket() -> Int32 {
  let type = [SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK].reduce(0) { $0 | $1.rawValue }
  return socket(AF_UNIX, Int32(type), 0)
}
