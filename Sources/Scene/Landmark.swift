import DisplayLists
import Geometry

/// Where a part of the panel stands, by its name.
struct Landmark {
  enum Outline {
    case box(Rect)
    /// A box close below or above another.
    case row(Rect)
    case circle(Point, diameter: Double)
    /// The radius is that of the outer edge.
    case ring(Point, radius: Double, thickness: Double)
    /// What stands about a vertical line, of which this is the upper end.
    case column(Point, height: Double)
  }

  let name: String
  let outline: Outline
  /// What else there is to say, or nothing.
  let note: String

  init(_ name: String, _ outline: Outline, note: String = "") {
    (self.name, self.outline, self.note) = (name, outline, note)
  }

  /// The name, then numbers to the thousandth, then the note.
  var line: String {
    let numbers =
      switch outline {
      case .box(let box), .row(let box): [box.minX, box.minY, box.width, box.height]
      case .circle(let center, let diameter): [center.x, center.y, diameter]
      case .ring(let center, let radius, let thickness): [center.x, center.y, radius, thickness]
      case .column(let top, let height): [top.x, top.y, height]
      }
    let line = numbers.reduce(name) { $0 + " \(($1 * 1000).rounded() / 1000)" }
    return note.isEmpty ? line : line + " " + note
  }
}

// Drawn over a picture.
extension Landmark {
  /// It stands out from every look.
  static let color = Color(hex: 0xD81B60)

  /// Its outline in lines of `width`.
  func outlines(width: Double) -> [Mark] {
    let paths =
      switch outline {
      case .box(let box), .row(let box): [Path.rect(box)]
      case .circle(let center, let diameter): [Path.circle(center: center, radius: diameter / 2)]
      case .ring(let center, let radius, let thickness):
        [radius, radius - thickness].map { Path.circle(center: center, radius: max($0, 0)) }
      case .column(let top, let height): [Path.line(from: top, to: top.offset(dx: 0, dy: height))]
      }
    return paths.map { .stroke($0, width: width, round: false, Landmark.color) }
  }

  /// Its name in letters of `size`, above it, or beside or below it where others are close; within `bounds` where there is room.
  func label(size: Double, in bounds: PixelRect) -> [Mark] {
    // Wide enough for the widest letters of these names.
    let box = Size(width: (Double(name.utf8.count) * 0.66 + 0.6) * size, height: 1.3 * size)
    let place =
      switch outline {
      case .box(let rect): Point(x: rect.minX, y: rect.minY - box.height)
      case .row(let rect): Point(x: rect.minX - box.width, y: rect.midY - box.height / 2)
      case .circle(let center, let diameter):
        Point(x: center.x - box.width / 2, y: center.y - diameter / 2 - box.height)
      case .ring(let center, let radius, let thickness):
        Point(x: center.x - box.width / 2, y: center.y - radius + (thickness - box.height) / 2)
      case .column(let top, let height): Point(x: top.x - box.width / 2, y: top.y + height)
      }
    let corner = Point(
      x: max(0, min(place.x, Double(bounds.width) - box.width)),
      y: max(0, min(place.y, Double(bounds.height) - box.height)))
    return Landmark.plate(name, Rect(origin: corner, size: box), radius: 0, size: size)
  }

  /// A `number` on a disc.
  static func badge(_ number: Int, at center: Point, diameter: Double) -> [Mark] {
    plate(
      String(number), Rect(center: center, size: Size(width: diameter, height: diameter)),
      radius: diameter / 2, size: diameter * 0.75)
  }

  private static func plate(_ text: String, _ box: Rect, radius: Double, size: Double) -> [Mark] {
    [
      .fill(.roundedRect(box, radius: radius), color),
      .text(TextRun(text, frame: box, size: size, isBold: true, color: .white)),
    ]
  }
}
