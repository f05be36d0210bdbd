import Glibc

/// A folder of its own, gone with the test.
final class Folder {
  let path: String

  init() throws {
    var template = Array("/tmp/segclock-files-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkdtemp($0) != nil } ?? false }
    guard made else { throw Trouble(what: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  /// What is in it, sorted.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The path of the file `name` in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// A new file of these bytes; its path.
  @discardableResult
  func make(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let path = file(name)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Trouble(what: path, code: errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard write(descriptor, bytes, bytes.count) == bytes.count, fchmod(descriptor, mode) == 0 else {
      throw Trouble(what: path, code: errno)
    }
    return path
  }

  /// What the file `name` holds; nil where it is not there.
  func text(of name: String) -> String? {
    guard let stream = fopen(file(name), "re") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// What the system says of the file `name`, or of the link.
  func status(of name: String) throws -> stat {
    var status = stat()
    guard lstat(file(name), &status) == 0 else { throw Trouble(what: name, code: errno) }
    return status
  }
}

/// What a test itself could not do.
struct Trouble: Error {
  let what: String
  let code: Int32
}
