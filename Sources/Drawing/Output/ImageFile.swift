import CCairo
package import DisplayLists
import Files

package enum ImageFile {
  package enum Format: String, CaseIterable, Sendable {
    case png
    /// Shapes and text; shadows and rings as pictures.
    case svg
    /// On one page; otherwise like `svg`.
    case pdf

    /// The format of the extension of `path`, ignoring case; nil for any other.
    package init?(path: String) {
      let name = path.lowercased()
      guard let format = Format.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else {
        return nil
      }
      self = format
    }
  }

  /// Writes `list` to `path`, or to standard output for `-`. On error the file is unchanged.
  ///
  /// `scale` is the number of the list's pixels per unit of an SVG or PDF page.
  package static func write(
    _ list: DisplayList, to path: String, format: Format, scale: Double = 1
  ) throws {
    if format == .png {
      return try Raster(width: list.width, height: list.height).write(
        list, with: Compositor(), to: path)
    }
    try ImageError.checkSize(width: list.width, height: list.height)
    try write(to: path, width: list.width, height: list.height) { bytes in
      let factor = scale.isFinite && scale > 0.01 ? scale : 1
      let (width, height) = (Double(list.width) / factor, Double(list.height) / factor)
      let surface =
        format == .pdf
        ? cairo_pdf_surface_create_for_stream(append, bytes, width, height)
        : cairo_svg_surface_create_for_stream(append, bytes, width, height)
      guard let surface, let context = cairo_create(surface) else { return CAIRO_STATUS_NO_MEMORY }
      defer { cairo_surface_destroy(surface) }
      if format == .svg { cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX) }
      cairo_scale(context, 1 / factor, 1 / factor)
      let canvas = Canvas(context: context)
      var painter = VectorPainter(canvas: canvas)
      painter.paint(list)
      let status = canvas.status
      cairo_surface_finish(surface)
      return status == CAIRO_STATUS_SUCCESS ? cairo_surface_status(surface) : status
    }
  }

  /// Writes the file that `draw` makes with `append` and its argument.
  static func write(
    to path: String, width: Int, height: Int,
    _ draw: (UnsafeMutablePointer<[UInt8]>) -> cairo_status_t
  ) throws {
    let file = try OutputFile(path: path)
    var bytes: [UInt8] = []
    try ImageError.check(width: width, height: height) { draw(&bytes) }
    try file.write(bytes)
  }

  static let append: cairo_write_func_t = { closure, data, length in
    guard let bytes = closure?.assumingMemoryBound(to: [UInt8].self), let data else {
      return CAIRO_STATUS_WRITE_ERROR
    }
    // An array doubles its storage.
    guard MemoryBudget.permits(2 * (bytes.pointee.count + Int(length))) else {
      return CAIRO_STATUS_NO_MEMORY
    }
    bytes.pointee.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
    return CAIRO_STATUS_SUCCESS
  }
}

package enum ImageError: Error, Equatable, Sendable, CustomStringConvertible {
  case outOfMemory(width: Int, height: Int)
  case unsupportedSize(width: Int, height: Int)
  case drawing(reason: String)

  package var description: String {
    switch self {
    case .outOfMemory(let width, let height):
      "not enough memory for a picture of \(width) x \(height) pixels"
    case .unsupportedSize(let width, let height):
      "cannot make a picture of \(width) x \(height) pixels"
    case .drawing(let reason): "cannot draw the picture: \(reason)"
    }
  }

  /// Cairo can draw sides of up to 32767 pixels.
  static func checkSize(width: Int, height: Int) throws(ImageError) {
    guard (1...32767).contains(width), (1...32767).contains(height) else {
      throw .unsupportedSize(width: width, height: height)
    }
  }

  /// Throws `outOfMemory` also if an allocation is refused in `draw`.
  static func check(width: Int, height: Int, _ draw: () -> cairo_status_t) throws(ImageError) {
    let refusals = MemoryBudget.refusals
    let status = draw()
    guard status != CAIRO_STATUS_NO_MEMORY, MemoryBudget.refusals == refusals else {
      throw .outOfMemory(width: width, height: height)
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .drawing(reason: String(cString: cairo_status_to_string(status)))
    }
  }
}
