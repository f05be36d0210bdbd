import CCairo
package import DisplayLists
import Files
package import Geometry
import Glibc

/// A picture in memory: owned, premultiplied 0xAARRGGBB pixels.
package final class Raster {
  package let width: Int
  package let height: Int
  /// Rows without gaps.
  package let base: UnsafeMutablePointer<UInt32>

  /// The longest side that cairo can draw, in pixels.
  static let longestSide = 32767

  package init(width: Int, height: Int) throws(ImageError) {
    guard width > 0, height > 0, width <= Raster.longestSide, height <= Raster.longestSide else {
      throw .unsupportedSize(width: width, height: height)
    }
    guard let memory = MemoryBudget.zeroed(UInt32.self, count: width * height) else {
      throw .outOfMemory(width: width, height: height)
    }
    base = memory
    self.width = width
    self.height = height
  }

  package convenience init(painting list: DisplayList) throws(ImageError) {
    try self.init(width: list.width, height: list.height)
    let refusals = MemoryBudget.refusals
    Compositor().paint(list, into: buffer)
    try ImageError.check(CAIRO_STATUS_SUCCESS, width: width, height: height, since: refusals)
  }

  package convenience init(png path: String) throws(ImageError) {
    // Cairo does not distinguish missing files from broken ones.
    guard access(path, R_OK) == 0 else { throw .file(FileError(path: path, code: errno)) }
    guard let surface = cairo_image_surface_create_from_png(path) else {
      throw .unreadable(path: path, reason: "no PNG picture")
    }
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw .unreadable(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let format = cairo_image_surface_get_format(surface)
    try self.init(width: width, height: height)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
      let data = cairo_image_surface_get_data(surface)
    else { throw .unreadable(path: path, reason: "not in true colour") }
    for y in 0..<height {
      memcpy(base + y * width, data + y * stride, width * MemoryLayout<UInt32>.stride)
    }
    if format == CAIRO_FORMAT_RGB24 {
      for index in 0..<width * height { base[index] |= 0xFF00_0000 }
    }
  }

  deinit { free(base) }

  package subscript(x: Int, y: Int) -> UInt32 {
    get {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "a pixel outside of the picture")
      return base[y * width + x]
    }
    set {
      precondition(x >= 0 && x < width && y >= 0 && y < height, "a pixel outside of the picture")
      base[y * width + x] = newValue
    }
  }

  /// The picture as a paint target; valid as long as the picture.
  package var buffer: PixelBuffer {
    PixelBuffer(
      base: base, stride: width, rect: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Writes a PNG file atomically, or to standard output for `-`.
  package func write(png path: String) throws(ImageError) {
    let bytes = try png()
    try ImageError.file { () throws(FileError) in try OutputFile(path: path).write(bytes.parts) }
  }

  func png() throws(ImageError) -> ByteStore {
    let bytes = ByteStore()
    let refusals = MemoryBudget.refusals
    let pixels = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self)
    let surface = cairo_image_surface_create_for_data(
      pixels, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_write_to_png_stream(surface, ByteStore.append, bytes.pointer)
    try ImageError.check(status, width: width, height: height, since: refusals)
    return bytes
  }
}
