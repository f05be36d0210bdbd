import Geometry
import Testing

@testable import Scene

@Suite("Seven segments")
struct SevenSegmentTests {
  /// Each glyph as it is drawn: top, then top left, middle, ... as a person sees it in three rows of three.
  static let pictures: [(Character, [String])] = [
    ("0", [" _ ", "| |", "|_|"]), ("1", ["   ", "  |", "  |"]), ("2", [" _ ", " _|", "|_ "]),
    ("3", [" _ ", " _|", " _|"]), ("4", ["   ", "|_|", "  |"]), ("5", [" _ ", "|_ ", " _|"]),
    ("6", [" _ ", "|_ ", "|_|"]), ("7", [" _ ", "  |", "  |"]), ("8", [" _ ", "|_|", "|_|"]),
    ("9", [" _ ", "|_|", " _|"]), (" ", ["   ", "   ", "   "]), ("-", ["   ", " _ ", "   "]),
    ("A", [" _ ", "|_|", "| |"]), ("b", ["   ", "|_ ", "|_|"]), ("B", ["   ", "|_ ", "|_|"]),
    ("C", [" _ ", "|  ", "|_ "]), ("c", [" _ ", "|  ", "|_ "]), ("d", ["   ", " _|", "|_|"]),
    ("D", ["   ", " _|", "|_|"]), ("E", [" _ ", "|_ ", "|_ "]), ("e", [" _ ", "|_ ", "|_ "]),
    ("F", [" _ ", "|_ ", "|  "]), ("f", [" _ ", "|_ ", "|  "]), ("r", ["   ", " _ ", "|  "]),
    ("n", ["   ", " _ ", "| |"]), ("L", ["   ", "|  ", "|_ "]), ("a", [" _ ", " _|", "|_|"]),
    ("p", [" _ ", "|_|", "|  "]), ("o", ["   ", " _ ", "|_|"]),
  ]

  @Test("every glyph lights the segments that its picture has")
  func glyphs() throws {
    // Row and column of each segment's stroke: 0 top, 1 top left, 2 top right, 3 middle, 4, 5, 6 bottom.
    let places = [(0, 1), (1, 0), (1, 2), (1, 1), (2, 0), (2, 2), (2, 1)]
    for (glyph, rows) in Self.pictures {
      let cells = rows.map(Array.init)
      var expected: UInt8 = 0
      for (segment, place) in places.enumerated() where cells[place.0][place.1] != " " {
        expected |= 1 << UInt8(segment)
      }
      let byte = try #require(glyph.asciiValue)
      #expect(SevenSegment.parts(of: byte) == expected, "\(glyph)")
    }
  }

  @Test(
    "a byte without a form has none, and Err, End, Lap, donE and all hexadecimal digits have one")
  func forms() {
    for byte in UInt8(128)...255 { #expect(SevenSegment.parts(of: byte) == 0) }
    for byte in "kKmMvVwWxX!/,".utf8 { #expect(SevenSegment.parts(of: byte) == 0) }
    for byte in "Err End Lap donE -0123456789ABCDEFabcdef".utf8 {
      #expect(SevenSegment.parts(of: byte) != 0 || byte == UInt8(ascii: " "))
    }
  }

  @Test("a hexagon has its corners clockwise from the left point, to the number")
  func hexagon() {
    let w = 70.0
    let h = 20.0
    let expected = [
      (0, h / 2), (h / 2, 0), (w - h / 2, 0), (w, h / 2), (w - h / 2, h), (h / 2, h),
    ].map { Point(x: $0 - w / 2, y: $1 - h / 2) }
    let path = SevenSegment.hexagon(length: w, thickness: h, cornerRadius: 0)
    #expect(path.corners == expected && path.elements.last == .close)
  }

  @Test("rounded corners stay inside the hexagon and leave the middle of its sides in place")
  func rounded() {
    let sharp = SevenSegment.hexagon(length: 70, thickness: 20, cornerRadius: 0)
    for radius in [0.5, 2, 6, 20, 1000] {
      let path = SevenSegment.hexagon(length: 70, thickness: 20, cornerRadius: radius)
      let curves = path.elements.filter { if case .curve = $0 { true } else { false } }
      #expect(curves.count == 6)
      let bounds = path.bounds
      #expect(sharp.bounds.inset(by: -1e-9).contains(bounds))
      #expect(isClose(bounds.minY, -10) && isClose(bounds.maxY, 10))
    }
  }

  @Test("a radius of half the thickness, or more, makes a capsule")
  func capsule() {
    for radius in [10.0, 11, 1000] {
      let path = SevenSegment.hexagon(length: 70, thickness: 20, cornerRadius: radius)
      var last = Point(x: 0, y: 0)
      for element in path.elements {
        switch element {
        case .move(let point), .line(let point): last = point
        case .curve(let first, let second, let end):
          for step in 0...8 {
            let point = cubic(last, first, second, end, at: Double(step) / 8)
            // The ends of a hexagon are right angles: the circle in one is the square root of 2 radii from its tip.
            let middle = 35 - 10 * 2.0.squareRoot()
            let dx = max(abs(point.x) - middle, 0)
            #expect(
              isClose((dx * dx + point.y * point.y).squareRoot(), 10, by: 0.003),
              "\(radius): \(point)")
          }
          last = end
        default: break
        }
      }
    }
  }

  private func cubic(_ a: Point, _ b: Point, _ c: Point, _ d: Point, at t: Double) -> Point {
    func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let s = 1 - t
      return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
    }
    return Point(x: value(a.x, b.x, c.x, d.x), y: value(a.y, b.y, c.y, d.y))
  }

  @Test(
    "a digit is 1.8 widths high, its segments 0.7 long and 0.2 thick, with 0.05 free at each end")
  func proportions() {
    #expect(isClose(SevenSegment.height, 1.8))
    let width = 100.0
    let digit = SevenSegment.digit(width: width, cornerRadius: 0)
    #expect(digit.count == 7)
    let lying = { (y: Double) in Rect(x: 15, y: y, width: 70, height: 20) }
    let standing = { (x: Double, y: Double) in Rect(x: x, y: y, width: 20, height: 70) }
    let expected = [
      lying(0), standing(0, 15), standing(80, 15), lying(80), standing(0, 95), standing(80, 95),
      lying(160),
    ]
    for (path, box) in zip(digit, expected) {
      let bounds = path.bounds
      #expect(isClose(bounds.minX, box.minX) && isClose(bounds.maxX, box.maxX))
      #expect(isClose(bounds.minY, box.minY) && isClose(bounds.maxY, box.maxY))
      #expect(path.corners.count == 6)
    }
    // Standing segments are lying ones turned by 90 degrees: pointed above and below.
    #expect(digit[1].corners.contains { isClose($0, Point(x: 10, y: 15)) })
    #expect(digit[1].corners.contains { isClose($0, Point(x: 10, y: 85)) })
  }

  @Test(
    "no two segments of a digit touch: neighbours at a corner are 0.05 of the square root of 2 apart"
  )
  func gaps() {
    let digit = SevenSegment.digit(width: 100, cornerRadius: 0)
    var nearest = Double.infinity
    for first in digit.indices {
      for second in digit.indices where second > first {
        for a in digit[first].corners {
          for b in digit[second].corners {
            nearest = min(
              nearest, ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot())
          }
        }
      }
    }
    #expect(isClose(nearest, 5 * 2.0.squareRoot()))
  }

  @Test("colon and point stand between the digits' top and foot")
  func separators() {
    let colon = SevenSegment.colon(width: 100)
    #expect(colon.count == 2)
    for dot in colon {
      #expect(dot.bounds.minY > 20 && dot.bounds.maxY < 160 && dot.bounds.midX == 0)
    }
    // Mirrored about the middle of the digits.
    #expect(isClose(colon[0].bounds.midY + colon[1].bounds.midY, 180))
    let point = SevenSegment.point(width: 100)
    #expect(point.count == 1 && isClose(point[0].bounds.maxY, 180))
  }
}
