package import CX11

extension Connection {
  /// A picture of a window's visible content in eight bits a channel, whatever the depth, or nil when it is not wholly on the
  /// screen or gone.
  package func colors(of window: Window) -> Picture? {
    var attributes = XWindowAttributes()
    guard XGetWindowAttributes(display, window, &attributes) != 0,
      attributes.map_state == IsViewable,
      let image = XGetImage(
        display, window, 0, 0, UInt32(attributes.width), UInt32(attributes.height), .max, ZPixmap),
      let visual = attributes.visual
    else { return nil }
    defer { _ = image.pointee.f.destroy_image?(image) }
    let masks = [visual.pointee.red_mask, visual.pointee.green_mask, visual.pointee.blue_mask]
    let palette =
      masks.contains(0) ? self.palette(attributes.colormap, visual.pointee.map_entries) : [:]
    var pixels: [UInt32] = []
    for y in 0..<Int32(attributes.height) {
      for x in 0..<Int32(attributes.width) {
        let value = image.pointee.f.get_pixel?(image, x, y) ?? 0
        pixels.append(
          masks.contains(0)
            ? palette[value] ?? 0
            : masks.reduce(0) { $0 << 8 | Connection.channel(value, $1) })
      }
    }
    return Picture(width: Int(attributes.width), height: Int(attributes.height), pixels: pixels)
  }

  /// What `mask` has of a pixel, in eight bits.
  private static func channel(_ value: UInt, _ mask: UInt) -> UInt32 {
    let most = mask >> UInt(mask.trailingZeroBitCount)
    return UInt32((value & mask) >> UInt(mask.trailingZeroBitCount)) * 255 / UInt32(max(most, 1))
  }

  private func palette(_ map: Colormap, _ count: Int32) -> [UInt: UInt32] {
    var palette: [UInt: UInt32] = [:]
    for pixel in 0..<UInt(max(count, 0)) {
      var color = XColor()
      color.pixel = pixel
      XQueryColor(display, map, &color)
      palette[pixel] =
        UInt32(color.red >> 8) << 16 | UInt32(color.green >> 8) << 8 | UInt32(color.blue >> 8)
    }
    return palette
  }
}
