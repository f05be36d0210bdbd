package import DisplayLists
import Geometry
import Glibc

/// The program's icon as a picture: the shapes of assets/icon.
package enum AppIcon {
  /// The sizes that task bars and switchers ask for, in pixels.
  package static let sizes = [16, 32, 48, 64, 128]

  package static func picture(size: Int) -> DisplayList {
    let extent = PixelRect(x: 0, y: 0, width: size, height: size)
    let marks = marks(scale: Double(size) / 256)
    return DisplayList(
      width: size, height: size, background: .clear,
      items: [.picture(Picture(marks: marks, extent: extent))])
  }

  /// A stopwatch whose twelve marks are bars of a digit, in a square of 256.
  private static func marks(scale: Double) -> [Mark] {
    let middle = Point(x: 128, y: 138)
    func placed(_ path: Path, turned degrees: Double = 0, around center: Point = middle) -> Path {
      let turn = Angle(turns: degrees / 360)
      let (sine, cosine) = (sin(turn.radians), cos(turn.radians))
      return path.mapped(factor: scale, turn: turn) { point in
        let (dx, dy) = (point.x - center.x, point.y - center.y)
        return Point(
          x: (center.x + dx * cosine - dy * sine) * scale,
          y: (center.y + dx * sine + dy * cosine) * scale)
      }
    }
    func disc(_ radius: Double, _ color: UInt32) -> Mark {
      .fill(placed(.circle(center: middle, radius: radius)), Color(hex: color))
    }
    func hand(
      from tail: Double, to tip: Double, turned degrees: Double, width: Double, _ color: UInt32
    ) -> Mark {
      let line = Path.line(from: Point(x: 128, y: tail), to: Point(x: 128, y: tip))
      return .stroke(
        placed(line, turned: degrees), width: width * scale, round: true, Color(hex: color))
    }
    let metal = Color(hex: 0xA9A9B8)
    let crown = Path.roundedRect(Rect(x: 114, y: 4, width: 28, height: 22), radius: 6)
    let button = Path.roundedRect(Rect(x: 187, y: 35, width: 18, height: 20), radius: 5)
    let bar = Path.polygon(
      [(107, 52), (117, 42), (139, 42), (149, 52), (139, 62), (117, 62)].map {
        Point(x: $0.0, y: $0.1)
      })
    let bars = colors.enumerated().map { index, color in
      Mark.fill(placed(bar, turned: Double(15 + 30 * index)), Color(hex: color))
    }
    return [
      .fill(placed(crown), metal),
      .fill(placed(button, turned: 42, around: Point(x: 196, y: 45)), metal),
      disc(112, 0x77778A), disc(110, 0xD7D7E0), disc(103, 0xF0F0F4),
    ] + bars + [
      hand(from: 160, to: 88, turned: 48, width: 8, 0x3498DB),
      hand(from: 166, to: 72, turned: 277, width: 10, 0xE67E22),
      disc(13, 0xE67E22), disc(5, 0xF4F4F7),
    ]
  }

  /// The bars from one o'clock on: those that the hand has passed are lit.
  private static let colors: [UInt32] = [
    0xE74C3C, 0xE9553A, 0xEA5D37, 0xEB6634, 0xED6F31, 0xEE782D, 0xEF8129, 0xF08A24, 0xF1931F,
    0xCFCFDA, 0xCFCFDA, 0xCFCFDA,
  ]
}
