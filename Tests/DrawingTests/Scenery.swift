import DisplayLists
import Drawing
import Geometry
import PictureSupport
import TestSupport

/// Small windows with some of everything, at random.
struct Scenery {
  var random: SplitMix64
  let width: Int
  let height: Int
  let pictures: [Picture]
  let parts: [Path]
  let styles: [SegmentStyle]
  /// Whether windows have outlines of all kinds.
  var isCut = false

  init(seed: UInt64, width: Int = 96, height: Int = 72) {
    random = SplitMix64(seed: seed)
    self.width = width
    self.height = height
    let middle = Point(x: 40.3, y: 33.6)
    let face = Path.circle(center: middle, radius: 24)
    let dark = Shadow(color: Color(hex: 0x8080A0, alpha: 0.5), radius: 2.5, dx: 2, dy: 3)
    let marks: [Mark] = [
      .shadow(face, dark, .outside), .fill(face, Color(hex: 0xE8E8EE)),
      .stroke(.line(from: middle, to: Point(x: 60, y: 12)), width: 1.5, round: true, .black),
      .text(
        TextRun(
          "12", frame: Rect(x: 30, y: 12, width: 20, height: 12), size: 9,
          color: Color(hex: 0x203040))),
    ]
    pictures = [
      Picture(
        marks: marks, extent: PixelRect(x: 8, y: 2, width: 66, height: 62),
        backdrop: Color(hex: 0xF0F0F3)),
      Picture(marks: marks, extent: PixelRect(x: 20, y: 5, width: 90, height: 90)),
      Picture(
        marks: [.fill(face, .white), .sheen(face, Color(hex: 0x405060, alpha: 0.8))],
        extent: PixelRect(x: -5, y: -9, width: 60, height: 50)),
    ]
    parts = [
      Path.hexagon(x: 2, y: 2), Path.hexagon(x: 2, y: 9),
      Path.circle(center: Point(x: 7.5, y: 18), radius: 2),
    ]
    let glow = Shadow(color: Color(hex: 0xFF9500, alpha: 0.6), radius: 2)
    var raised = SegmentStyle(
      unlit: Color(hex: 0xE0E0E4), lit: Color(hex: 0x404050), shadows: [dark])
    raised.unlitEdges = [Shadow(color: Color(hex: 0x8080A0), radius: 1, dx: 1, dy: 1)]
    raised.litEdges = [Shadow(color: .white, radius: 0, dx: 1, dy: 1)]
    (raised.sheen, raised.halo) = (Color(hex: 0xFFFFFF, alpha: 0.5), .white)
    styles = [
      raised,
      SegmentStyle(
        unlit: Color(hex: 0xE0E0E4), lit: Color(hex: 0x404050),
        shadows: [
          Shadow(color: Color(hex: 0xAEAEC0, alpha: 0.4), radius: 1.5, dx: 1, dy: 1),
          Shadow(color: .white, radius: 1, dx: -1, dy: -1),
        ]),
      SegmentStyle(
        unlit: Color(hex: 0x402000, alpha: 0.3), lit: Color(hex: 0xFF9500), shadows: [glow],
        outline: Color(hex: 0xFFFFFF, alpha: 0.7), outlineWidth: 0.8),
    ]
  }

  private mutating func real(_ low: Double, _ high: Double) -> Double {
    Double.random(in: low...high, using: &random)
  }

  private mutating func color() -> Color {
    let alpha: Float = Bool.random(using: &random) ? 1 : Float(real(0, 1))
    return Color(hex: UInt32.random(in: 0...0xFF_FFFF, using: &random), alpha: alpha)
  }

  private mutating func point() -> Point {
    Point(x: real(-10, Double(width) + 10), y: real(-10, Double(height) + 10))
  }

  /// Any item.
  mutating func item() -> DisplayItem {
    switch Int.random(in: 0...8, using: &random) {
    case 0: .none
    case 1: .picture(pictures.randomElement(using: &random) ?? pictures[0])
    case 2: .segments(lights())
    case 3: .text(text())
    case 4, 5: .hand(hand())
    case 6: .sector(sector())
    case 7: .scaled(scaled())
    default: .ring(ring())
    }
  }

  private mutating func scaled() -> ScaledPicture {
    ScaledPicture(
      pictures.randomElement(using: &random) ?? pictures[0], anchor: Point(x: 40.3, y: 33.6),
      at: point(), scale: real(0.3, 1.8),
      weight: Bool.random(using: &random) ? 256 : Int.random(in: 0...256, using: &random))
  }

  private mutating func lights() -> SegmentGroup {
    let levels =
      UInt64.random(in: 0...63, using: &random) | 63 << 8 | UInt64.random(
        in: 0...63, using: &random) << 16
    return SegmentGroup(
      SegmentShape(
        parts: parts, style: styles.randomElement(using: &random) ?? styles[0],
        cell: PixelRect(x: -3, y: -3, width: 22, height: 28),
        backdrop: Bool.random(using: &random) ? .white : nil),
      x: Int.random(in: -10...width, using: &random),
      y: Int.random(in: -10...height, using: &random),
      levels: levels)
  }

  private mutating func text() -> TextRun {
    let corner = point()
    let strings = [
      "07:38.37", "Lap 4", "Goal", "gÅjy\u{7}", "a long line that does not fit", "", "118 %",
    ]
    var run = TextRun(
      strings.randomElement(using: &random) ?? "",
      frame: Rect(x: corner.x, y: corner.y, width: real(0, 70), height: real(0, 20)),
      alignment: [.leading, .center, .trailing].randomElement(using: &random) ?? .center,
      size: real(4, 16),
      isBold: Bool.random(using: &random), isTabular: Bool.random(using: &random), color: color())
    if run.size > 9 { (run.halo, run.haloWidth) = (Color(hex: 0x40A0C0), 1 + Int(run.size) % 3) }
    return run
  }

  private mutating func hand() -> Hand {
    var hand = Hand(
      center: point(), angle: Angle(turns: real(-2, 2)), length: real(0, 50), tail: real(0, 12),
      width: real(0.2, 5), hubRadius: Bool.random(using: &random) ? 0 : real(0, 8),
      hubFill: color(),
      color: color(),
      shadow: Shadow(color: color(), radius: real(0, 3), dx: real(-3, 3), dy: real(-3, 3)))
    if Bool.random(using: &random) {
      (hand.core, hand.shadow.dx, hand.shadow.dy) = (color(), 0, 0)
    }
    return hand
  }

  private mutating func ring() -> Ring {
    var ring = Ring(
      center: point(), radius: real(0.5, 30), thickness: real(0.2, 20),
      progress: Bool.random(using: &random) ? real(0, 1.2) : real(0, 12), startColor: color(),
      endColor: color(), trackColor: color())
    _ = Bool.random(using: &random)
    if Bool.random(using: &random) { ring.endColor = ring.startColor }
    if Bool.random(using: &random) { ring.glow = real(0, ring.thickness / 2) }
    if Bool.random(using: &random) { ring.gradientEnd = ring.progress + real(0, 0.05) }
    return ring
  }

  private mutating func sector() -> Sector {
    let outer = real(0, 40)
    return Sector(
      center: point(), outer: outer, inner: Bool.random(using: &random) ? 0 : real(0, outer),
      turns: real(-0.1, 1.1), color: color())
  }

  /// A window of up to seven items.
  mutating func list() -> DisplayList {
    var items: [DisplayItem] = []
    for _ in 0..<Int.random(in: 0...7, using: &random) { items.append(item()) }
    return DisplayList(
      width: width, height: height, background: color(), outline: isCut ? outline() : .rectangle,
      items: items
    )
  }

  private mutating func outline() -> Outline {
    [.rectangle, .rounded(radius: real(0.5, 60)), .ellipse].randomElement(using: &random)
      ?? .rectangle
  }

  /// What follows `list` a moment later: most of it is the same, some moves on, some is another.
  mutating func next(after list: DisplayList) -> DisplayList {
    var next = list
    if Int.random(in: 0...30, using: &random) == 0 { next.background = color() }
    if isCut, Int.random(in: 0...10, using: &random) == 0 { next.outline = outline() }
    for index in next.items.indices {
      switch next.items[index] {
      case .hand(var hand):
        hand.angle.radians += real(-0.05, 0.2)
        if Int.random(in: 0...9, using: &random) == 0 { hand.color = color() }
        if Int.random(in: 0...9, using: &random) == 0 { hand.hubRadius = real(0, 8) }
        next.items[index] = .hand(hand)
      case .ring(var ring) where Bool.random(using: &random):
        // Up and down, over quarters and from nothing.
        ring.progress =
          [
            max(0, ring.progress + real(-0.3, 0.4)), ring.progress + real(-0.005, 0.01),
            real(0, 1), 0,
          ].randomElement(using: &random)
          ?? 0
        next.items[index] = .ring(ring)
      case .sector(var sector):
        sector.turns = Bool.random(using: &random) ? sector.turns + real(-0.03, 0.03) : real(0, 1)
        next.items[index] = .sector(sector)
      case .scaled(var shown):
        (shown.place.x, shown.scale) = (shown.place.x + real(-2, 2), shown.scale * real(0.97, 1.03))
        next.items[index] = .scaled(shown)
      case .segments(var group):
        group.levels = UInt64.random(in: 0...32, using: &random)
        next.items[index] = .segments(group)
      default: if Int.random(in: 0...3, using: &random) == 0 { next.items[index] = item() }
      }
    }
    switch Int.random(in: 0...5, using: &random) {
    case 0: next.items.append(item())
    case 1: if !next.items.isEmpty { next.items.removeLast() }
    default: break
    }
    return next
  }

  /// A rectangle that shares pixels with the window.
  mutating func rect() -> PixelRect {
    let x = Int.random(in: 0..<width, using: &random)
    let y = Int.random(in: 0..<height, using: &random)
    return PixelRect(
      x: x, y: y, width: Int.random(in: 1...width - x, using: &random),
      height: Int.random(in: 1...height - y, using: &random))
  }
}

extension Path {
  /// A lying segment, ten pixels long and four thick, from (`x`, `y`).
  static func hexagon(x: Double, y: Double, length: Double = 10, thickness: Double = 4) -> Path {
    let half = thickness / 2
    return .polygon([
      Point(x: x, y: y + half), Point(x: x + half, y: y), Point(x: x + length - half, y: y),
      Point(x: x + length, y: y + half), Point(x: x + length - half, y: y + thickness),
      Point(x: x + half, y: y + thickness),
    ])
  }
}

extension Raster {
  /// Paints `rect` of `list` into this picture and nothing else.
  func repaint(_ rect: PixelRect, of list: DisplayList, with compositor: Compositor) {
    compositor.paint(
      list, into: PixelBuffer(base: base + rect.y * width + rect.x, stride: width, rect: rect))
  }

  /// The first pixel that differs from `other`, which has the same size.
  func firstDifference(from other: Raster) -> (x: Int, y: Int)? {
    for index in 0..<width * height where base[index] != other.base[index] {
      return (index % width, index / width)
    }
    return nil
  }
}
