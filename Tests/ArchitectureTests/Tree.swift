import Glibc

/// A file of the project.
struct SourceFile {
  /// Its path from the root of the project, as in `Sources/Geometry/Path.swift`.
  var path: String
  var text: String

  /// The folder under Sources that it lies in.
  var room: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }
}

/// What could not be read.
struct Unreadable: Error {
  var path: String
}

/// The files of the project as they lie on the disk.
struct Tree {
  /// The folder that holds Package.swift.
  let root: String

  /// The project that the file `path` of this test target belongs to.
  init(holding path: String = #filePath) {
    root = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
  }

  /// The file at `path` from the root.
  func file(_ path: String) throws -> SourceFile {
    guard let stream = fopen(root + "/" + path, "r") else { throw Unreadable(path: path) }
    defer { fclose(stream) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = fread(&chunk, 1, chunk.count, stream)
      if count == 0 { break }
      bytes += chunk[..<count]
    }
    guard ferror(stream) == 0 else { throw Unreadable(path: path) }
    return SourceFile(path: path, text: String(decoding: bytes, as: UTF8.self))
  }

  /// All Swift files under the folder `path`.
  func swiftFiles(under path: String) throws -> [SourceFile] {
    guard let directory = opendir(root + "/" + path) else { throw Unreadable(path: path) }
    defer { closedir(directory) }
    var files: [SourceFile] = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasPrefix(".") { continue }
      if name.hasSuffix(".swift") {
        files.append(try file(path + "/" + name))
      } else if entry.pointee.d_type == UInt8(DT_DIR) {
        files += try swiftFiles(under: path + "/" + name)
      }
    }
    return files
  }
}
