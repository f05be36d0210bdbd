package import Foundation

/// A folder of its own below TMPDIR, or else /tmp, gone with the object.
package final class TestFolder: Sendable {
  /// The absolute path, with no slash at the end.
  package let path: String

  package init() {
    let named = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    let parent = named.hasPrefix("/") ? named : "/tmp"
    var template = Array("\(parent)/segclock.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { fatalError("\(parent): \(lastError())") }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  package var names: [String] { TestSupport.names(in: path).sorted() }

  package func names(in name: String) -> [String] { TestSupport.names(in: file(name)).sorted() }

  package func removeFile(_ name: String) { unlink(file(name)) }

  package func move(_ name: String, to other: String) { rename(file(name), file(other)) }

  package func makePipe(_ name: String) { mkfifo(file(name), 0o600) }

  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Makes a file of this text; returns its path.
  @discardableResult
  package func make(_ name: String, _ text: String, mode: mode_t = 0o644) throws -> String {
    try write(name, Array(text.utf8))
    guard chmod(file(name), mode) == 0 else { throw lastError() }
    return file(name)
  }

  /// What the file `name` holds; nil where it is not there.
  package func text(of name: String) -> String? {
    bytes(of: name).map { String(decoding: $0, as: UTF8.self) }
  }

  package func bytes(of name: String) -> [UInt8]? { contents(of: file(name)) }

  /// Writes a new file of these bytes, in place of one that is there.
  package func write(_ name: String, _ bytes: [UInt8]) throws {
    try TestSupport.write(bytes, to: file(name))
  }

  /// What the system says of the file `name`, or of the link.
  package func status(of name: String) throws -> stat {
    var status = stat()
    guard lstat(file(name), &status) == 0 else { throw lastError() }
    return status
  }
}

/// Everything in the file at `path`, or nil when it cannot be read.
package func contents(of path: String) -> [UInt8]? {
  // Files of /proc have no size, so they are read to their end.
  guard let stream = fopen(path, "re") else { return nil }
  defer { fclose(stream) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 65536)
  while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 {
    bytes += chunk[..<count]
  }
  return ferror(stream) == 0 ? bytes : nil
}

/// Writes `text` to a new file at `path`, or in place of what that held, and makes the folders that lead there.
package func write(_ text: String, to path: String) throws {
  try write(Array(text.utf8), to: path)
}

/// Writes `bytes` to a new file at `path`, or in place of what that held, and makes the folders that lead there.
package func write(_ bytes: [UInt8], to path: String) throws {
  try FileManager.default.createDirectory(
    atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw lastError() }
  defer { close(descriptor) }
  guard write(descriptor, bytes, bytes.count) == bytes.count else { throw lastError() }
}

package func names(in path: String) -> [String] {
  (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
}

/// The folder of the project, two above that of this file.
private let projectRoot = #filePath.split(separator: "/", omittingEmptySubsequences: false)
  .dropLast(3).joined(separator: "/")

/// The text of a file of the project, by its path from the project's root.
package func projectFile(_ path: String) throws -> String {
  try String(contentsOfFile: "\(projectRoot)/\(path)", encoding: .utf8)
}

/// The name of the project's desktop file, without its extension.
package let desktopEntry =
  names(in: "\(projectRoot)/assets").first { $0.hasSuffix(".desktop") }?.dropLast(8)
  .description ?? ""

private func lastError() -> any Error { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
