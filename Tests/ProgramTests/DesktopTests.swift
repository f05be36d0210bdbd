import CX11
import ProgramSupport
import Testing

extension Displays {
  /// What the window tells the desktop of itself, and the end of the desktop's wait for it.
  struct OnDesktop {
    @Test func itHasAnIcon() throws {
      let desk = try Desk(isAnimated: true)
      let icon = try desk.connection.wait(for: "the icon") {
        desk.connection.property("_NET_WM_ICON", of: desk.window)
      }
      var sizes: [Int] = []
      var place = 0
      while place + 1 < icon.count {
        let (width, height) = (Int(icon[place]), Int(icon[place + 1]))
        let pixels = icon[(place + 2)..<min(place + 2 + width * height, icon.count)]
        try #require(width == height && pixels.count == width * height)
        sizes.append(width)
        // Nothing in the corners, and an opaque face.
        #expect(pixels.first.map { $0 >> 24 } == 0)
        #expect(pixels.last.map { $0 >> 24 } == 0)
        #expect(pixels[pixels.startIndex + height / 2 * width + width / 2] >> 24 == 255)
        #expect(Set(pixels.map { $0 & 0xFFFFFF }).count > 5)
        place += 2 + width * height
      }
      #expect(sizes == [16, 32, 48, 64, 128])
    }

    @Test func itsNameIsThatOfTheWidget() throws {
      let desk = try Desk(options: ["--name", "tea"], isAnimated: true)
      #expect(desk.connection.text("WM_CLASS", of: desk.window) == "tea\0Segclock\0")
      try desk.wait(until: "the title") { desk.title.hasSuffix(" – tea") }
    }
  }
}
