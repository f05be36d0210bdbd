import Glibc

/// Why a file of the project cannot be read.
package struct UnreadableFile: Error {
  package let path: String
}

/// The text of a file of the project, by its path from the project's root.
package func projectFile(_ path: String) throws -> String {
  // This file lies two folders below the root.
  let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(
    separator: "/")
  let full = "\(root)/\(path)"
  guard let file = fopen(full, "re") else { throw UnreadableFile(path: full) }
  defer { fclose(file) }
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 16)
  while case let count = fread(&chunk, 1, chunk.count, file), count > 0 {
    bytes.append(contentsOf: chunk[..<count])
  }
  return String(decoding: bytes, as: UTF8.self)
}
