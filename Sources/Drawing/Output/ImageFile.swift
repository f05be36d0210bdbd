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
    let (file, bytes) = (try OutputFile(path: path), ByteStore())
    try ImageError.checkSize(width: list.width, height: list.height)
    try ImageError.check(width: list.width, height: list.height) {
      let factor = scale.isFinite && scale > 0.01 ? scale : 1
      let (width, height) = (Double(list.width) / factor, Double(list.height) / factor)
      let surface =
        format == .pdf
        ? cairo_pdf_surface_create_for_stream(ByteStore.append, bytes.pointer, width, height)
        : cairo_svg_surface_create_for_stream(ByteStore.append, bytes.pointer, width, height)
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
    try bytes.write(to: file)
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

/// The bytes of a file written by cairo.
final class ByteStore {
  private var bytes: [UInt8] = []

  /// The closure argument of `append`; valid as long as the store.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let append: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let store = Unmanaged<ByteStore>.fromOpaque(closure).takeUnretainedValue()
    let count = store.bytes.count + Int(length)
    if count > store.bytes.capacity {
      guard MemoryBudget.permits(2 * count) else { return CAIRO_STATUS_NO_MEMORY }
      store.bytes.reserveCapacity(2 * count)
    }
    store.bytes.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
    return CAIRO_STATUS_SUCCESS
  }

  func write(to file: OutputFile) throws {
    try bytes.withUnsafeBytes { try file.write([$0]) }
  }
}
