import DisplayLists
import Geometry

struct Landmark {
  enum Outline {
    case box(Rect)
    /// A box close below or above another.
    case row(Rect)
    case circle(Point, diameter: Double)
    /// The radius is that of the outer edge.
    case ring(Point, radius: Double, thickness: Double)
    /// A vertical line from this point down.
    case column(Point, height: Double)
    /// A mark for the guides alone.
    case badge(Point, diameter: Double)
  }

  let name: String
  let outline: Outline
  let note: String

  init(_ name: String, _ outline: Outline, note: String = "") {
    (self.name, self.outline, self.note) = (name, outline, note)
  }

  /// The name, then numbers to the thousandth, then the note.
  var line: String? {
    let numbers: [Double]
    switch outline {
    case .box(let box), .row(let box): numbers = [box.minX, box.minY, box.width, box.height]
    case .circle(let center, let diameter): numbers = [center.x, center.y, diameter]
    case .ring(let center, let radius, let thickness):
      numbers = [center.x, center.y, radius, thickness]
    case .column(let top, let height): numbers = [top.x, top.y, height]
    case .badge: return nil
    }
    let line = numbers.reduce(name) { $0 + " \(($1 * 1000).rounded() / 1000)" }
    return note.isEmpty ? line : line + " " + note
  }

  /// It stands out from every theme.
  private static let color = Color(hex: 0xD81B60)

  func outlines(width: Double) -> [Mark] {
    let paths =
      switch outline {
      case .box(let box), .row(let box): [Path.rect(box)]
      case .circle(let center, let diameter): [Path.circle(center: center, radius: diameter / 2)]
      case .ring(let center, let radius, let thickness):
        [radius, radius - thickness].map { Path.circle(center: center, radius: max($0, 0)) }
      case .column(let top, let height): [Path.line(from: top, to: top.offset(dx: 0, dy: height))]
      case .badge: [Path]()
      }
    return paths.map { .stroke($0, width: width, round: false, Landmark.color) }
  }

  /// Its name, close to the outline, inside `bounds` if there is room.
  func label(unit: Double, in bounds: PixelRect) -> [Mark] {
    let size = 8 * unit
    // Wide enough for the widest of these names.
    let box = Size(width: (Double(name.utf8.count) * 0.66 + 0.6) * size, height: 1.3 * size)
    let place: Point
    switch outline {
    case .box(let rect): place = Point(x: rect.minX, y: rect.minY - box.height)
    case .row(let rect): place = Point(x: rect.minX - box.width, y: rect.midY - box.height / 2)
    case .circle(let center, let diameter):
      place = Point(x: center.x - box.width / 2, y: center.y - diameter / 2 - box.height)
    case .ring(let center, let radius, let thickness):
      place = Point(
        x: center.x - box.width / 2, y: center.y - radius + (thickness - box.height) / 2)
    case .column(let top, let height): place = Point(x: top.x - box.width / 2, y: top.y + height)
    case .badge(let center, let diameter):
      let side = max(diameter, 11 * unit)
      let disc = Rect(center: center, size: Size(width: side, height: side))
      return plate(in: disc, radius: side / 2, size: side * 0.75)
    }
    let corner = Point(
      x: max(0, min(place.x, Double(bounds.width) - box.width)),
      y: max(0, min(place.y, Double(bounds.height) - box.height)))
    return plate(in: Rect(origin: corner, size: box), radius: 0, size: size)
  }

  private func plate(in box: Rect, radius: Double, size: Double) -> [Mark] {
    [
      .fill(.roundedRect(box, radius: radius), Landmark.color),
      .text(TextRun(name, frame: box, size: size, isBold: true, color: .white)),
    ]
  }
}
