import CCairo
package import Drawing

package struct PNGError: Error {
  let path: String
  let reason: String
}

extension Raster {
  /// Reads a PNG file in true colour.
  package convenience init(png path: String) throws {
    let surface = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface) else {
      throw PNGError(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
    let format = cairo_image_surface_get_format(surface)
    guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24 else {
      throw PNGError(path: path, reason: "not in true colour")
    }
    let width = Int(cairo_image_surface_get_width(surface))
    let height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    try self.init(width: width, height: height)
    for y in 0..<height {
      let row = UnsafeRawPointer(data + y * stride).assumingMemoryBound(to: UInt32.self)
      for x in 0..<width {
        self[x, y] = format == CAIRO_FORMAT_RGB24 ? row[x] | 0xFF00_0000 : row[x]
      }
    }
  }

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

  package func write(png path: String) throws {
    let pixels = UnsafeMutableRawPointer(base).assumingMemoryBound(to: UInt8.self)
    let surface = cairo_image_surface_create_for_data(
      pixels, CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(width * 4))
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_write_to_png(surface, path)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw PNGError(path: path, reason: String(cString: cairo_status_to_string(status)))
    }
  }
}
