import Glibc

/// Where a path leads: symbolic links at its end are followed, so that they go on pointing to the file.
struct FilePlace {
  /// The file's own name; it may not be there yet.
  let target: String

  /// The folder that it lies in.
  var folder: String { FilePlace.folder(of: target) }

  /// As many links in a row as the kernel follows.
  private static let mostLinks = 40

  /// The place that `path` leads to.
  init(_ path: String) throws(ErrorNumber) {
    var place = path
    for _ in 0..<FilePlace.mostLinks {
      guard let link = try FilePlace.link(at: place) else {
        target = place
        return
      }
      place = link.hasPrefix("/") ? link : "\(FilePlace.folder(of: place))/\(link)"
    }
    throw ErrorNumber(code: ELOOP)
  }

  /// What the symbolic link at `path` says; nil where there is none.
  private static func link(at path: String) throws(ErrorNumber) -> String? {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let length = buffer.withMemoryRebound(to: CChar.self) { text in
        text.baseAddress.map { readlink(path, $0, text.count) } ?? -1
      }
      if length < 0 { failure = errno }
      count = max(length, 0)
    }
    if failure == EINVAL || failure == ENOENT { return nil }
    guard failure == 0 else { throw ErrorNumber(code: failure) }
    let text = String(decoding: bytes, as: UTF8.self)
    guard Array(text.utf8) == bytes else { throw ErrorNumber(code: EILSEQ) }
    return text
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
