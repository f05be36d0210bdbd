import CCairo
package import DisplayLists
import Files

/// Writes a frame as a file.
package enum ImageFile {
  /// A kind of file.
  package enum Format: String, CaseIterable, Sendable {
    case png
    /// Shapes and text; shadows and rings as pictures.
    case svg
    /// Shapes and text on one page; shadows and rings as pictures.
    case pdf

    /// The kind that the end of `path` names, in capitals or not; nil for any other.
    package init?(path: String) {
      let name = path.lowercased()
      guard let format = Format.allCases.first(where: { name.hasSuffix("." + $0.rawValue) }) else {
        return nil
      }
      self = format
    }
  }

  /// Writes `list` to `path`, which holds all of it or, after an error, what it held before; `-` is standard output.
  ///
  /// `scale` is the number of the list's pixels that make one unit of an SVG or PDF page; a PNG has all pixels.
  package static func write(
    _ list: DisplayList, to path: String, format: Format, scale: Double = 1
  ) throws(ImageError) {
    let file = try ImageError.file { () throws(FileError) in try OutputFile(path: path) }
    let bytes = try contents(of: list, format: format, scale: scale)
    try ImageError.file { () throws(FileError) in try file.write(bytes.parts) }
  }

  private static func contents(
    of list: DisplayList, format: Format, scale: Double
  ) throws(ImageError) -> ByteStore {
    if format == .png { return try Raster(painting: list).png() }
    guard list.width > 0, list.height > 0, list.width <= Raster.longestSide,
      list.height <= Raster.longestSide
    else { throw .unsupportedSize(width: list.width, height: list.height) }
    let refusals = MemoryBudget.refusals
    let factor = scale.isFinite && scale > 0.01 ? scale : 1
    let bytes = ByteStore()
    let width = Double(list.width) / factor
    let height = Double(list.height) / factor
    let surface =
      format == .svg
      ? cairo_svg_surface_create_for_stream(ByteStore.append, bytes.pointer, width, height)
      : cairo_pdf_surface_create_for_stream(ByteStore.append, bytes.pointer, width, height)
    guard let surface else { throw .outOfMemory(width: list.width, height: list.height) }
    defer { cairo_surface_destroy(surface) }
    if format == .svg { cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX) }
    guard let context = cairo_create(surface) else {
      throw .outOfMemory(width: list.width, height: list.height)
    }
    cairo_scale(context, 1 / factor, 1 / factor)
    let canvas = Canvas(context: context)
    var painter = VectorPainter(canvas: canvas)
    painter.paint(list)
    var status = canvas.status
    cairo_surface_finish(surface)
    if status == CAIRO_STATUS_SUCCESS { status = cairo_surface_status(surface) }
    try ImageError.check(status, width: list.width, height: list.height, since: refusals)
    return bytes
  }
}
