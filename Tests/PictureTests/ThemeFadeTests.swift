import Drawing
import Geometry
import Scene
import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("From a light theme to a dark one")
struct ThemeFadeTests {
  private let turn = DrawingTurn()

  /// The contrast of the darkest and the lightest pixel in `box`.
  private func contrast(_ picture: Raster, in box: Rect) -> Double {
    var (low, high): (Double, Double) = (1, 0)
    for y in Int(box.minY)..<Int(box.maxY) {
      for x in Int(box.minX)..<Int(box.maxX) {
        let light = Color(hex: picture.base[y * picture.width + x] & 0xFF_FFFF).luminance
        (low, high) = (min(low, light), max(high, light))
      }
    }
    return (high + 0.05) / (low + 0.05)
  }

  @Test(
    "what is read keeps a contrast in each frame, and never has that of its background",
    arguments: [
      (.flatLight, .flatDark), (.flatDark, .flatLight), (.neumorphicLight, .neumorphicDark),
      (.neumorphicDark, .neumorphicLight), (.neumorphicLight, .neon),
    ] as [(ThemeName, ThemeName)])
  func contrast(from: ThemeName, to: ThemeName) throws {
    var scenes = Scenes(width: 840, height: 480, isAnimated: true)
    let compositor = Compositor()
    var model = Scenes.model(theme: from, state: .stopped)
    model.settings.themes = [from, to]
    for second in 0...2 {
      _ = try scenes.picture(of: model, after: Double(second), by: compositor)
    }
    // The legible captions and the digits, without the shadows around them.
    let boxes = scenes.composer.elements.filter { $0.isEnabled }.compactMap { element in
      switch element.role {
      case .button: element.area.box.inset(by: element.area.box.height * 0.28)
      case .glyph where element.name == "digit": element.area.box
      default: nil as Rect?
      }
    }
    try #require(boxes.count > 8)
    _ = model.apply(.cycleTheme(.forward), at: Scenes.beginning + .seconds(3))
    for frame in 0...14 {
      let picture = try scenes.picture(
        of: model, after: 3 + Double(frame) / 60, by: compositor)
      for box in boxes {
        let contrast = contrast(picture, in: box)
        #expect(contrast >= 1.9, "frame \(frame), \(box): \(contrast)")
      }
    }
  }
}
