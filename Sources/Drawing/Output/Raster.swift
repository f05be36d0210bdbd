import CCairo
package import DisplayLists
package import Geometry
import Glibc

/// A picture in memory: owned, premultiplied 0xAARRGGBB pixels.
package final class Raster {
  package let width: Int
  package let height: Int
  /// Rows without gaps.
  package let base: UnsafeMutablePointer<UInt32>

  package init(width: Int, height: Int) throws(ImageError) {
    try ImageError.checkSize(width: width, height: height)
    guard let memory = MemoryBudget.zeroed(UInt32.self, count: width * height) else {
      throw .outOfMemory(width: width, height: height)
    }
    base = memory
    self.width = width
    self.height = height
  }

  package convenience init(painting list: DisplayList) throws(ImageError) {
    try self.init(width: list.width, height: list.height)
    try ImageError.check(width: width, height: height) {
      Compositor().paint(list, into: buffer)
      return CAIRO_STATUS_SUCCESS
    }
  }

  deinit { free(base) }

  /// The picture as a paint target; valid as long as the picture.
  package var buffer: PixelBuffer {
    PixelBuffer(
      base: base, stride: width, rect: PixelRect(x: 0, y: 0, width: width, height: height))
  }

  /// Paints `list` into a PNG file, or appends that to standard output for `-`. On error the file is
  /// unchanged.
  package func write(_ list: DisplayList, with compositor: Compositor, to path: String) throws {
    try ImageFile.write(to: path, width: width, height: height) { bytes in
      compositor.paint(list, into: buffer)
      let pixels = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self)
      let surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(surface) }
      return cairo_surface_write_to_png_stream(surface, ImageFile.append, bytes)
    }
  }
}
