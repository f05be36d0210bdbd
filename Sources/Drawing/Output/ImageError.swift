import CCairo
package import Files

package enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  case file(FileError)
  case unreadable(path: String, reason: String)
  case outOfMemory(width: Int, height: Int)
  /// A side is empty, or longer than cairo can draw (32767 pixels).
  case unsupportedSize(width: Int, height: Int)
  case drawing(reason: String)

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

  /// Throws `outOfMemory` if the number of refused allocations has grown since `refusals`.
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

  static func file<Value>(_ body: () throws(FileError) -> Value) throws(ImageError) -> Value {
    do throws(FileError) {
      return try body()
    } catch {
      throw .file(error)
    }
  }
}
