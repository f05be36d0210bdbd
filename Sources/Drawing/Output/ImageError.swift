import Glibc

/// Why a picture could not be made, read or written.
public enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be read or written; `code` is an `errno`.
  case file(path: String, code: Int32)
  /// The file is no picture of the kind expected.
  case unreadable(path: String, reason: String)
  /// The picture of this many pixels does not fit into memory.
  case outOfMemory(width: Int, height: Int)
  /// The picture has no pixels, or more on a side than cairo can draw (32767).
  case unsupportedSize(width: Int, height: Int)
  /// Cairo gave up, for this reason.
  case drawing(path: String, reason: String)

  /// One line that names the file and the reason.
  public var description: String {
    switch self {
    case .file(let path, let code): "\(path): \(String(cString: strerror(code)))"
    case .unreadable(let path, let reason): "\(path): \(reason)"
    case .outOfMemory(let width, let height): "not enough memory for a picture of \(width) x \(height) pixels"
    case .unsupportedSize(let width, let height): "cannot make a picture of \(width) x \(height) pixels"
    case .drawing(let path, let reason): "\(path): \(reason)"
    }
  }
}
