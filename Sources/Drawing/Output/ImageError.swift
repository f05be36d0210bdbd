import CCairo
package import Files

/// Why a picture could not be made, read or written.
package enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  case file(FileError)
  /// The file is no picture of the kind expected.
  case unreadable(path: String, reason: String)
  /// The picture of this many pixels does not fit into memory.
  case outOfMemory(width: Int, height: Int)
  /// The picture has no pixels, or more on a side than cairo can draw (32767).
  case unsupportedSize(width: Int, height: Int)
  case drawing(reason: String)

  /// One line that names the file, where it has to do with that, and the reason.
  package var description: String {
    switch self {
    case .file(let error): error.description
    case .unreadable(let path, let reason):
      "\(path.escaped.elided(to: FileError.longestPath)): \(reason)"
    case .outOfMemory(let width, let height):
      "not enough memory for a picture of \(width) x \(height) pixels"
    case .unsupportedSize(let width, let height):
      "cannot make a picture of \(width) x \(height) pixels"
    case .drawing(let reason): "cannot draw the picture: \(reason)"
    }
  }

  /// Throws what went wrong with a picture: cairo's last word, or memory that was refused since there were so many
  /// `refusals`.
  static func check(_ status: cairo_status_t, width: Int, height: Int, since refusals: Int)
    throws(ImageError)
  {
    guard status != CAIRO_STATUS_NO_MEMORY, MemoryBudget.refusals == refusals else {
      throw .outOfMemory(width: width, height: height)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .drawing(reason: String(cString: cairo_status_to_string(status)))
    }
  }

  /// What `body` does with a file.
  static func file<Value>(_ body: () throws(FileError) -> Value) throws(ImageError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
