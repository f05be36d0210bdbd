package import Geometry
import Glibc

/// The shapes of a seven-segment display, in units of a digit's width.
///
/// Segments: 0 top, 1 top left, 2 top right, 3 middle, 4 bottom left, 5 bottom right, 6 bottom.
package enum SevenSegment {
  /// From end to end of a segment's slot.
  package static let length = 0.8
  package static let thickness = 0.2
  /// The free space at each end of a segment.
  package static let gap = 0.05
  /// Two slots and one thickness.
  package static let height = 2 * length + thickness
  /// The minimum where digits are above each other: lower ones would look crushed.
  static let lowHeight = 1.55
  /// From end to end of a minus sign's slot.
  package static let signLength = 0.6
  /// The diameter of a colon's dots and of the decimal point.
  package static let dot = 0.21
  /// The middles of a colon's dots, by the height of a digit: in the openings of its two halves, as
  /// far above its middle as below.
  private static let colonDots = [0.32, 0.68]
  /// Half the thickness of a bar of the plus sign, by the thickness of a segment: thinner, as two
  /// bars cross.
  private static let plusHalf = 0.4

  /// Returns the lit parts of a glyph; bit n stands for segment n or dot n. None for unknown glyphs;
  /// `~` is a sign that is on.
  package static func parts(of glyph: UInt8) -> UInt8 { glyph < 128 ? table[Int(glyph)] : 0 }

  private static let table: [UInt8] = {
    let forms: [(String, [Int])] = [
      ("0", [0, 1, 2, 4, 5, 6]), ("1", [2, 5]), ("2", [0, 2, 3, 4, 6]), ("3", [0, 2, 3, 5, 6]),
      ("4", [1, 2, 3, 5]), ("5", [0, 1, 3, 5, 6]), ("6", [0, 1, 3, 4, 5, 6]), ("7", [0, 2, 5]),
      ("8", [0, 1, 2, 3, 4, 5, 6]), ("9", [0, 1, 2, 3, 5, 6]), (" ", []), ("-", [3]),
      ("A", [0, 1, 2, 3, 4, 5]), ("p", [0, 1, 2, 3, 4]), ("~*.", [0]), (":", [0, 1]),
    ]
    var table = [UInt8](repeating: 0, count: 128)
    for (glyphs, segments) in forms {
      for glyph in glyphs.utf8 { table[Int(glyph)] = segments.reduce(0) { $0 | 1 << UInt8($1) } }
    }
    return table
  }()

  /// A horizontal segment around the origin: a hexagon with pointed ends, clockwise from the left.
  ///
  /// A `cornerRadius` of half the thickness makes a capsule, as the ends are right angles.
  package static func hexagon(length w: Double, thickness h: Double, cornerRadius: Double) -> Path {
    let corners = [
      Point(x: -w / 2, y: 0), Point(x: (h - w) / 2, y: -h / 2), Point(x: (w - h) / 2, y: -h / 2),
      Point(x: w / 2, y: 0), Point(x: (w - h) / 2, y: h / 2), Point(x: (h - w) / 2, y: h / 2),
    ]
    return rounded(corners, turns: [2, 1, 1], radius: min(cornerRadius, h / 2))
  }

  /// `turns` are those of the outline at the corners, again and again, in eighths; 0 stays sharp.
  private static func rounded(_ corners: [Point], turns: [Double], radius: Double) -> Path {
    guard radius > 0 else { return .polygon(corners) }
    var path = Path()
    for (index, corner) in corners.enumerated() {
      let before = corners[(index + corners.count - 1) % corners.count]
      let after = corners[(index + 1) % corners.count]
      // The start and end of the arc that rounds it.
      let turn = turns[index % turns.count] * .pi / 4
      let reach = radius * tan(turn / 2)
      // The handles of the cubic closest to an arc.
      let handle = reach - radius * 4 / 3 * tan(turn / 4)
      let start = corner.moved(toward: before, by: reach)
      path.append(index == 0 ? .move(start) : .line(start))
      path.append(
        .curve(
          corner.moved(toward: before, by: handle), corner.moved(toward: after, by: handle),
          corner.moved(toward: after, by: reach)))
    }
    path.append(.close)
    return path
  }

  package static func digit(
    width: Double, height: Double = height, cornerRadius: Double
  ) -> [Path] {
    func segment(_ slot: Double) -> Path {
      hexagon(
        length: (slot - 2 * gap) * width, thickness: thickness * width, cornerRadius: cornerRadius)
    }
    let (inset, rise) = (thickness / 2, (height - thickness) / 2)
    let lying = segment(length)
    let standing = segment(rise).mapped(turn: Angle(turns: 0.25)) { Point(x: -$0.y, y: $0.x) }
    let (left, middle, right) = (inset, 0.5, 1 - inset)
    let (upper, lower) = (inset + rise / 2, inset + rise + rise / 2)
    let places: [(x: Double, y: Double, stands: Bool)] = [
      (middle, inset, false), (left, upper, true), (right, upper, true),
      (middle, inset + rise, false), (left, lower, true), (right, lower, true),
      (middle, inset + 2 * rise, false),
    ]
    return places.map { place in
      (place.stands ? standing : lying).offset(dx: place.x * width, dy: place.y * width)
    }
  }

  package static func minus(width: Double, cornerRadius: Double) -> [Path] {
    let bar = hexagon(
      length: (signLength - 2 * gap) * width, thickness: thickness * width,
      cornerRadius: cornerRadius)
    return [bar.offset(dx: signLength / 2 * width, dy: height / 2 * width)]
  }

  /// One part with the outline of two bars, each as long as a segment.
  package static func plus(width: Double, height: Double, cornerRadius: Double) -> [Path] {
    let (end, half) = ((length / 2 - gap) * width, thickness * plusHalf * width)
    // From the left tip to before the upper one.
    let arm = [
      Point(x: -end, y: 0), Point(x: half - end, y: -half), Point(x: -half, y: -half),
      Point(x: -half, y: half - end),
    ]
    let corners =
      arm + arm.map { Point(x: -$0.y, y: $0.x) } + arm.map { Point(x: -$0.x, y: -$0.y) }
      + arm.map { Point(x: $0.y, y: -$0.x) }
    let plus = rounded(corners, turns: [2, 1, 0, 1], radius: min(cornerRadius, half))
    return [plus.offset(dx: length / 2 * width, dy: height / 2 * width)]
  }

  /// Around the column x = 0.
  package static func colon(width: Double, height: Double) -> [Path] {
    colonDots.map { fraction in
      .circle(center: Point(x: 0, y: fraction * height * width), radius: dot / 2 * width)
    }
  }

  /// Around the column x = 0.
  package static func point(width: Double) -> [Path] {
    [.circle(center: Point(x: 0, y: (height - dot / 2) * width), radius: dot / 2 * width)]
  }
}

extension Point {
  fileprivate func moved(toward other: Point, by distance: Double) -> Point {
    polar(angle: Angle(from: self, to: other), distance: distance)
  }
}
