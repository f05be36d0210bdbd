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
    ("A", [" _ ", "|_|", "| |"]), ("p", [" _ ", "|_|", "|  "]),
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

  @Test("a byte without a form has none")
  func forms() {
    for byte in UInt8(128)...255 { #expect(SevenSegment.parts(of: byte) == 0) }
    for byte in "kKmMvVwWxX!/,".utf8 { #expect(SevenSegment.parts(of: byte) == 0) }
  }
}
