import CX11

/// The picture formats of the RENDER extension that frames are composed in.
struct RenderFormats {
  /// That of the window, whose pixels are 0xRRGGBB or 0xAARRGGBB.
  let window: UnsafeMutablePointer<XRenderPictFormat>
  /// Premultiplied 0xAARRGGBB.
  let pixels: UnsafeMutablePointer<XRenderPictFormat>
  /// Coverage, one byte a pixel.
  let coverage: UnsafeMutablePointer<XRenderPictFormat>
  /// The extension's major opcode, by which its errors are known.
  let opcode: Int32

  /// Asks the server in a few round trips; nil where it has no RENDER of 0.10 or later (which brought plain colours
  /// as pictures), or where the window's pixels are not made of 8-bit channels.
  init?(_ connection: Connection, format: VisualFormat) {
    let display = connection.display
    var opcode: Int32 = 0
    var firstEvent: Int32 = 0
    var firstError: Int32 = 0
    var major: Int32 = 0
    var minor: Int32 = 0
    guard format.layout.isDirect, connection.isAlive,
      XQueryExtension(display, "RENDER", &opcode, &firstEvent, &firstError) != 0,
      XRenderQueryVersion(display, &major, &minor) != 0, major > 0 || minor >= 10,
      let window = XRenderFindVisualFormat(display, format.visual),
      let pixels = XRenderFindStandardFormat(display, PictStandardARGB32),
      let coverage = XRenderFindStandardFormat(display, PictStandardA8)
    else { return nil }
    self.window = window
    self.pixels = pixels
    self.coverage = coverage
    self.opcode = opcode
  }

  /// The core requests that composing needs: an error of one of them says that the server will not have it.
  ///
  /// CreatePixmap, FreePixmap, CreateGC, ChangeGC, SetClipRectangles, FreeGC, CopyArea, PolyFillRectangle and PutImage.
  static let coreRequests = [53, 54, 55, 56, 59, 60, 62, 70, 72]
}
