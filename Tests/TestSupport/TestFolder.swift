package import Glibc

/// A folder of its own, gone with the test.
package final class TestFolder {
  package let path: String

  package init() throws {
    var template = Array("/tmp/segclock-test-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer {
      $0.baseAddress.map { mkdtemp($0) != nil } ?? false
    }
    guard made else { throw Trouble(what: "mkdtemp", code: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { TestFolder.remove(path) }

  private static func remove(_ path: String) {
    for name in names(in: path) {
      let entry = "\(path)/\(name)"
      if unlink(entry) != 0 { remove(entry) }
    }
    rmdir(path)
  }

  /// What is in it, sorted.
  package var names: [String] { TestFolder.names(in: path) }

  /// What is in the folder `name` in it, sorted.
  package func names(in name: String) -> [String] { TestFolder.names(in: file(name)) }

  /// Removes the file `name`.
  package func removeFile(_ name: String) { unlink(file(name)) }

  /// Gives the file `name` another name.
  package func move(_ name: String, to other: String) { rename(file(name), file(other)) }

  /// Makes a pipe called `name`.
  package func makePipe(_ name: String) { mkfifo(file(name), 0o600) }

  private static func names(in path: String) -> [String] {
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
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// A new file of these bytes; its path.
  @discardableResult
  package func make(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    let path = file(name)
    try write(name, Array(text.utf8))
    guard chmod(path, mode) == 0 else { throw Trouble(what: path, code: errno) }
    return path
  }

  /// What the file `name` holds; nil where it is not there.
  package func text(of name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  /// A new file of these bytes, in place of one that is there.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    let descriptor = open(file(name), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Trouble(what: name, code: errno) }
    defer { close(descriptor) }
    guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw Trouble(what: name, code: errno)
    }
  }

  /// The bytes of the file `name`; nil where it is not there.
  package func bytes(of name: String) -> [UInt8]? {
    guard let stream = fopen(file(name), "re") else { return nil }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// What the system says of the file `name`, or of the link.
  package func status(of name: String) throws -> stat {
    var status = stat()
    guard lstat(file(name), &status) == 0 else { throw Trouble(what: name, code: errno) }
    return status
  }
}

/// What a test itself could not do.
package struct Trouble: Error {
  package let what: String
  package let code: Int32

  package init(what: String, code: Int32) { (self.what, self.code) = (what, code) }
}
