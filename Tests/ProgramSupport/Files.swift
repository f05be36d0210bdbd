import Glibc

/// A directory of its own under that of TMPDIR, or else /tmp, that goes, with all it holds, when the value does.
package final class TemporaryDirectory: Sendable {
  /// The absolute path, with no slash at the end.
  package let path: String

  /// A new empty directory that only this user may enter.
  package init() throws {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = named.hasPrefix("/") ? named : "/tmp"
    var template = Array("\(parent)/segclock.XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer {
      $0.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard made else { throw Failure("no directory can be made in \(parent): \(errnoText())") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    removeTree(path)
  }
}

/// Everything in the file at `path`, or nil when it cannot be read.
package func contents(of path: String) -> [UInt8]? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { continue }
    guard count >= 0 else { return nil }
    if count == 0 { return bytes }
    bytes.append(contentsOf: chunk[..<count])
  }
}

/// Writes `text` to a new file at `path`, or in place of what that held.
package func write(_ text: String, to path: String) throws {
  try write(Array(text.utf8), to: path)
}

/// Writes `bytes` to a new file at `path`, or in place of what that held.
package func write(_ bytes: [UInt8], to path: String) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw Failure("\(path): \(errnoText())") }
  defer { close(descriptor) }
  guard write(descriptor, bytes, bytes.count) == bytes.count else {
    throw Failure("\(path): \(errnoText())")
  }
}

/// The names in the directory `path`, without `.` and `..`; empty when it cannot be read.
package func names(in path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    if name != "." && name != ".." { names.append(name) }
  }
  return names
}

/// Where `name` is found on PATH, if it is installed.
package func executable(_ name: String) -> String? {
  let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
  return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
}

/// Where `name` is found on PATH; throws where it is not installed.
package func installed(_ name: String) throws -> String {
  guard let path = executable(name) else { throw Failure("\(name) is not installed") }
  return path
}

/// Whether a program is to be tried: installed, or to be complained about because this is continuous integration.
package func isExpected(_ name: String) -> Bool {
  executable(name) != nil || getenv("CI") != nil
}

/// The text of the current errno.
func errnoText() -> String {
  String(cString: strerror(errno))
}

private func removeTree(_ path: String) {
  if unlink(path) == 0 { return }
  for name in names(in: path) { removeTree("\(path)/\(name)") }
  rmdir(path)
}
