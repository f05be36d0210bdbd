import CCairo
package import DisplayLists
package import Geometry

/// A picture in memory: owned, premultiplied 0xAARRGGBB pixels.
package final class Raster {
  package let width: Int
  package let height: Int
  private let block: PixelBlock

  package init(width: Int, height: Int) throws(ImageError) {
    try ImageError.checkSize(width: width, height: height)
    let rect = PixelRect(x: 0, y: 0, width: width, height: height)
    guard let block = PixelBlock(rect: rect) else {
      throw .outOfMemory(width: width, height: height)
    }
    (self.width, self.height, self.block) = (width, height, block)
  }

  package convenience init(painting list: DisplayList) throws(ImageError) {
    try self.init(width: list.width, height: list.height)
    try ImageError.check(width: width, height: height) {
      Compositor().paint(list, into: buffer)
      return CAIRO_STATUS_SUCCESS
    }
  }

  /// Rows without gaps; valid as long as the picture.
  package var base: UnsafeMutablePointer<UInt32> { block.base }

  /// The picture as a paint target; valid as long as the picture.
  package var buffer: PixelBuffer { block.buffer }

  /// Paints `list` into a PNG file, or appends that to standard output for `-`. On error the file is
  /// unchanged.
  package func write(_ list: DisplayList, with compositor: Compositor, to path: String) throws {
    try ImageFile.write(to: path, width: width, height: height) { bytes in
      compositor.paint(list, into: buffer)
      guard let canvas = Canvas(block) else { return CAIRO_STATUS_NO_MEMORY }
      return cairo_surface_write_to_png_stream(
        cairo_get_target(canvas.context), ImageFile.append, bytes)
    }
  }
}
