import CCairo
package import DisplayLists
import Files
import Glibc

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

package final class FilmFile {
  private let raster: Raster
  private let compositor = Compositor()

  package init(width: Int, height: Int) throws(ImageError) {
    raster = try Raster(width: width, height: height)
  }

  /// Appends to standard output for `-`. On error the file is unchanged.
  package func write(_ list: DisplayList, to path: String) throws(ImageError) {
    let file = try ImageError.file { () throws(FileError) in try OutputFile(path: path) }
    let refusals = MemoryBudget.refusals
    compositor.paint(list, into: raster.buffer)
    try ImageError.check(
      CAIRO_STATUS_SUCCESS, width: raster.width, height: raster.height, since: refusals)
    let bytes = try raster.png()
    try ImageError.file { () throws(FileError) in try file.write(bytes.parts) }
  }
}

/// The bytes of a file written by cairo, in blocks.
final class ByteStore {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []
  private var filled = ByteStore.blockSize
  private static let blockSize = 1 << 20

  deinit {
    for block in blocks { free(block) }
  }

  /// The closure argument of `append`; valid as long as the store.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let append: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let store = Unmanaged<ByteStore>.fromOpaque(closure).takeUnretainedValue()
    return store.add(data, count: Int(length)) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY
  }

  /// All bytes in order; valid until the next append.
  var parts: [UnsafeRawBufferPointer] {
    blocks.enumerated().map { index, block in
      UnsafeRawBufferPointer(
        start: block, count: index == blocks.count - 1 ? filled : ByteStore.blockSize)
    }
  }

  private func add(_ data: UnsafePointer<UInt8>, count: Int) -> Bool {
    var taken = 0
    while taken < count {
      if filled == ByteStore.blockSize {
        guard let block = MemoryBudget.zeroed(UInt8.self, count: ByteStore.blockSize) else {
          return false
        }
        blocks.append(block)
        filled = 0
      }
      let piece = min(count - taken, ByteStore.blockSize - filled)
      (blocks[blocks.count - 1] + filled).update(from: data + taken, count: piece)
      filled += piece
      taken += piece
    }
    return true
  }
}
