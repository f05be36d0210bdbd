import Geometry
import Glibc
import PictureSupport
import Scene
import Session
import TestSupport
import Testing
import Timekeeping

/// What the program draws, held against what geometry says at many points of each pixel.
@Suite("What is drawn is as geometry has it")
struct TruthTests {
  private let turn = DrawingTurn()

  /// The numbers of the line of `description` that begins with `name`.
  private func numbers(_ name: String, in description: [String]) throws -> [Double] {
    let line = try #require(description.first { $0.hasPrefix(name + " ") })
    return line.split(separator: " ").dropFirst().compactMap { Double($0) }
  }

  /// The lit segments of 0 to 9: 0 top, 1 top left, 2 top right, 3 middle, 4 bottom left, 5 bottom right, 6 bottom.
  private static let lit: [Set<Int>] = [
    [0, 1, 2, 4, 5, 6], [2, 5], [0, 2, 3, 4, 6], [0, 2, 3, 5, 6], [1, 2, 3, 5], [0, 1, 3, 5, 6],
    [0, 1, 3, 4, 5, 6], [0, 2, 5], [0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3, 5, 6],
  ]
  /// The middle of each segment in digit's widths, and whether it stands.
  private static let places: [(x: Double, y: Double, stands: Bool)] = [
    (0.5, 0.1, false), (0.1, 0.5, true), (0.9, 0.5, true), (0.5, 0.9, false), (0.1, 1.3, true),
    (0.9, 1.3, true), (0.5, 1.7, false),
  ]

  @Test("flat digits are capsules", arguments: [(60, 1000), (120, 250), (240, 250)])
  func capsules(width: Int, points: Int) throws {
    let name = ThemeName.flatDark
    let count = 905
    var scenes = Scenes(width: width, height: width * 6 / 10, parts: [.digits])
    let model = Model(mode: .counter, theme: name, counter: try Counter(count))
    let raster = try scenes.picture(of: model)
    let theme = Theme.named(name)
    let (background, dark) = (TrueColor(theme.background), TrueColor(theme.digits.unlit))
    let bright = TrueColor(theme.digits.lit)
    let description = scenes.description
    let boxes = try (0..<3).map { try numbers("digit.\($0)", in: description) }
    let digits = [count / 100, count / 10 % 10, count % 10]
    let unit = boxes[0][2]
    /// Whether a capsule of `length` digit's widths from tip to tip, lying around its middle, has a point of it.
    func hasCapsule(_ length: Double, _ along: Double, _ across: Double) -> Bool {
      // The arc of half the thickness stays behind the tip of the right angle that it rounds.
      hypot(max(abs(along) - (length / 2 - 0.1 * 2.0.squareRoot()), 0), across) <= 0.1
    }
    let truth = Supersampled(width: raster.width, height: raster.height, points: points) { x, y in
      for (box, digit) in zip(boxes, digits) where x > box[0] - 1 && x < box[0] + unit + 1 {
        for (number, place) in Self.places.enumerated() {
          let (dx, dy) = ((x - box[0]) / unit - place.x, (y - box[1]) / unit - place.y)
          if hasCapsule(0.7, place.stands ? dy : dx, place.stands ? dx : dy) {
            return Self.lit[digit].contains(number) ? bright : dark
          }
        }
      }
      return background
    }
    let ratio = truth.ratio(to: raster)
    #expect(ratio >= 54, "\(ratio) dB")
  }

  @Test("ticks are bars", arguments: [400])
  func ticks(side: Int) throws {
    var theme = Theme.named(.flatLight)
    theme.plateShadows = []
    theme.plateBorder = .clear
    theme.handShadow.color = .clear
    // Nothing but the ticks on the plate.
    for part in [\Theme.text, \.secondaryText, \.hand, \.lapHand] { theme[keyPath: part] = .clear }
    theme.plate = theme.background
    var scenes = Scenes(width: side, height: side, parts: [.dial])
    scenes.environment.themes = ThemeCatalog(own: [theme])
    let raster = try scenes.picture(of: Model(theme: theme.name))
    let description = scenes.description
    /// The middle and the diameter of a dial.
    func circle(_ name: String) throws -> [Double] {
      let numbers = try numbers(name, in: description)
      return [numbers[0], numbers[1], 2 * numbers[2]]
    }
    let (large, small) = (try circle("dial"), try circle("minidial"))
    let unit = large[2] / 300
    let background = TrueColor(theme.background)
    let (major, minor) = (
      background.mixed(TrueColor(theme.majorTick), Double(theme.majorTick.alpha)),
      background.mixed(TrueColor(theme.minorTick), Double(theme.minorTick.alpha))
    )
    /// The tick of `count` around a middle that a point is next to: its number, how far beside it and how far out.
    func nearest(
      _ count: Int, _ middle: [Double], _ x: Double, _ y: Double
    ) -> (number: Int, beside: Double, out: Double) {
      let (dx, dy) = (x - middle[0], y - middle[1])
      let turns = atan2(dx, -dy) / (2 * .pi)
      let number = Int((turns * Double(count)).rounded())
      let off = (turns - Double(number) / Double(count)) * 2 * .pi
      let distance = hypot(dx, dy)
      return ((number + count) % count, abs(distance * sin(off)), distance * cos(off))
    }
    let fineWidth = max(max(unit * 2, 0.75) * 0.55, 0.6)
    let isFine = .pi * large[2] / 240 >= 2.6
    let truth = Supersampled(width: raster.width, height: raster.height, points: 64) { x, y in
      let (far, near) = (hypot(x - large[0], y - large[1]), hypot(x - small[0], y - small[1]))
      // Most points are not between the ends of any tick.
      guard far < large[2] / 2 + 1, far > large[2] / 2 - 16 * unit || near < small[2] / 2 + 1 else {
        return background
      }
      let tick = nearest(isFine ? 240 : 60, large, x, y)
      let step = isFine ? 4 : 1
      let isSecond = tick.number % step == 0
      let isFifth = tick.number % (5 * step) == 0
      let wide = max(unit * 2, 0.75)
      let width = isFifth ? max(wide, 1) : isSecond ? wide : fineWidth
      let inner = large[2] / 2 - (isSecond ? 15 : 7) * unit
      if tick.beside < width / 2, tick.out < large[2] / 2, tick.out > inner {
        return isFifth ? major : minor
      }
      guard 9 * unit >= 6.5 else { return background }
      let other = nearest(60, small, x, y)
      let outer = small[2] / 2
      if other.beside < max(unit, 0.7) / 2, other.out < outer,
        other.out > outer - (other.number % 2 == 0 ? 5 : 3) * unit
      {
        return other.number % 10 == 0 ? major : minor
      }
      return background
    }
    let ratio = truth.ratio(to: raster)
    #expect(ratio >= 54, "\(ratio) dB")
  }
}
