package import DisplayLists
import Geometry

/// The cursors that are drawn here, in a square of 24: white with a dark outline, as most themes have them.
package enum CursorPicture: CaseIterable, Sendable {
  /// Over what can be pressed.
  case hand
  /// While something is dragged.
  case grab
  /// Over text that is typed.
  case text

  /// Returns the picture for a square of `side` pixels.
  package func list(side: Int) -> DisplayList {
    DisplayList(
      width: side, height: side, background: .clear,
      items: [
        .picture(
          Picture(
            marks: marks(scale: Double(side) / 24),
            extent: PixelRect(x: 0, y: 0, width: side, height: side)))
      ])
  }

  /// The pixel that points, in a square of `side` pixels.
  package func hotSpot(side: Int) -> (x: Int, y: Int) {
    let (x, y): (Int, Int) =
      switch self {
      case .hand: (10, 2)
      case .grab: (13, 12)
      case .text: (12, 12)
      }
    return (x * side / 24, y * side / 24)
  }

  private static let (ink, paper) = (Color(hex: 0x16161A), Color(hex: 0xFFFFFF))
  /// The width of the outline, in units of the square.
  private static let outline = 1.1

  /// The coordinates and widths are in a square of 24.
  private func marks(scale: Double) -> [Mark] {
    /// Bars with round ends, each from a point to another.
    func bars(_ lines: [(Double, Double, Double, Double)], _ width: Double, _ color: Color)
      -> [Mark]
    {
      lines.map { x0, y0, x1, y1 in
        let path = Path.line(
          from: Point(x: x0 * scale, y: y0 * scale), to: Point(x: x1 * scale, y: y1 * scale))
        return .stroke(path, width: width * scale, round: true, color)
      }
    }
    guard self != .text else {
      let caret = [(12, 4.5, 12, 19.5), (9.5, 3.5, 14.5, 3.5), (9.5, 20.5, 14.5, 20.5)]
      return bars(caret, 3.4, CursorPicture.paper) + bars(caret, 1.4, CursorPicture.ink)
    }
    let palm = [(11.2, 17.0, 17.2, 17.0)]
    let lengths = self == .hand ? [3.6, 9.8, 10.2, 11.4] : [9.4, 8.8, 9.2, 10.4]
    let fingers = lengths.enumerated().map { index, top in
      let x = 10 + 3.2 * Double(index)
      return (x, top, x, 16.0)
    }
    let thumb = [(6.2, self == .hand ? 12.4 : 14.2, 9.6, 17.0)]
    // The outlines first, so that the hand is one shape; then thin lines between the fingers.
    let between = fingers.dropFirst().map { ($0.0 - 1.6, 12.0, $0.0 - 1.6, 14.5) }
    let widths: [([(Double, Double, Double, Double)], Double)] = [
      (fingers, 2.6), (thumb, 2.6), (palm, 8),
    ]
    return widths.flatMap { bars($0, $1 + 2 * CursorPicture.outline, CursorPicture.ink) }
      + widths.flatMap { bars($0, $1, CursorPicture.paper) }
      + bars(Array(between), 0.6, CursorPicture.ink)
  }
}
