import CCairo
import Glibc

/// A still picture: 0x00RRGGBB pixels, row by row.
package struct Picture: Equatable, Sendable {
  package let width: Int
  package let height: Int
  package let pixels: [UInt32]

  /// The rows of 32-bit pixels at `rows`; what stands above the low 24 bits is dropped.
  package init(width: Int, height: Int, rows: UnsafeRawPointer, bytesPerRow: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](unsafeUninitializedCapacity: width * height) { buffer, count in
      for y in 0..<height {
        let row = (rows + y * bytesPerRow).assumingMemoryBound(to: UInt32.self)
        for x in 0..<width { buffer[y * width + x] = row[x] & 0xff_ffff }
      }
      count = width * height
    }
  }

  /// The PNG file at `path`; one that is not opaque is read as it would lie on `paper`, by default on black.
  package init(png path: String, on paper: Pixel = Pixel(0)) throws {
    guard let surface = cairo_image_surface_create_from_png(path) else {
      throw Failure("no surface")
    }
    defer { cairo_surface_destroy(surface) }
    let status = cairo_surface_status(surface)
    guard status == CAIRO_STATUS_SUCCESS else {
      throw Failure("\(path): \(String(cString: cairo_status_to_string(status)))")
    }
    let (width, height) = (
      cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface)
    )
    guard let page = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height),
      let context = cairo_create(page)
    else { throw Failure("no surface") }
    defer {
      cairo_destroy(context)
      cairo_surface_destroy(page)
    }
    cairo_set_source_rgb(
      context, Double(paper.red) / 255, Double(paper.green) / 255, Double(paper.blue) / 255)
    cairo_paint(context)
    cairo_set_source_surface(context, surface, 0, 0)
    cairo_paint(context)
    cairo_surface_flush(page)
    guard let pixels = cairo_image_surface_get_data(page) else { throw Failure("no pixels") }
    self.init(
      width: Int(width), height: Int(height), rows: pixels,
      bytesPerRow: Int(cairo_image_surface_get_stride(page)))
  }

  package subscript(point: (x: Double, y: Double)) -> Pixel? {
    let column = Int(point.x.rounded(.down))
    let row = Int(point.y.rounded(.down))
    guard (0..<width).contains(column), (0..<height).contains(row) else { return nil }
    return Pixel(pixels[row * width + column])
  }

  /// A part of the picture, which has to lie inside.
  package func part(x: Int, y: Int, width: Int, height: Int) -> Picture {
    var part: [UInt32] = []
    for row in y..<y + height {
      part += pixels[row * self.width + x..<row * self.width + x + width]
    }
    return Picture(width: width, height: height, pixels: part)
  }

  init(width: Int, height: Int, pixels: [UInt32]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// How the picture differs from `other`: nothing when no channel of any pixel differs by more than `tolerance`, of those whose
  /// place in `pixels` counts.
  package func difference(
    from other: Picture, tolerance: Int = 0, where counts: (Int) -> Bool = { _ in true }
  ) -> String? {
    guard width == other.width, height == other.height else {
      return "\(width)x\(height) against \(other.width)x\(other.height)"
    }
    if pixels == other.pixels { return nil }
    var count = 0
    var worst = 0
    var left = width
    var right = 0
    var top = height
    var bottom = 0
    for index in pixels.indices where pixels[index] != other.pixels[index] && counts(index) {
      count += 1
      worst = max(worst, Pixel(pixels[index]).distance(to: Pixel(other.pixels[index])))
      left = min(left, index % width)
      right = max(right, index % width)
      top = min(top, index / width)
      bottom = max(bottom, index / width)
    }
    guard worst > tolerance else { return nil }
    return "\(count) pixels within x \(left)...\(right), y \(top)...\(bottom), by up to \(worst)"
  }

  package var showsSomething: Bool {
    pixels.contains { $0 != pixels.first }
  }
}

/// One colour of a picture, 0...255 a channel.
package struct Pixel: Equatable, Sendable, CustomStringConvertible {
  package let red: Int
  package let green: Int
  package let blue: Int

  package var value: UInt32 { UInt32(red << 16 | green << 8 | blue) }

  package init(_ value: UInt32) {
    red = Int(value >> 16 & 0xff)
    green = Int(value >> 8 & 0xff)
    blue = Int(value & 0xff)
  }

  package func distance(to other: Pixel) -> Int {
    max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
  }

  package var description: String { "(\(red), \(green), \(blue))" }
}
