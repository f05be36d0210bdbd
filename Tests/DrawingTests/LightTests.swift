import DisplayLists
import Geometry
import Glibc
import PictureSupport
import TestSupport
import Testing

@testable import Drawing

private let paper = Color(hex: 0xF0F0F3)

/// A number for every sample of a fine grid.
private struct Grid {
  static let side = 5
  let width: Int
  let height: Int
  var values: [Double]

  /// The inside of a polygon.
  init(width: Int, height: Int, inside corners: [Point]) {
    self.width = width * Grid.side
    self.height = height * Grid.side
    values = []
    for j in 0..<self.height {
      for i in 0..<self.width {
        let x = (Double(i) + 0.5) / Double(Grid.side)
        let y = (Double(j) + 0.5) / Double(Grid.side)
        var isInside = true
        for (index, corner) in corners.enumerated() {
          let next = corners[(index + 1) % corners.count]
          if (next.x - corner.x) * (y - corner.y) - (next.y - corner.y) * (x - corner.x) < 0 {
            isInside = false
          }
        }
        values.append(isInside ? 1 : 0)
      }
    }
  }

  /// Under an exact Gaussian, and moved.
  func blurred(sigma: Double, dx: Int, dy: Int) -> Grid {
    let radius = Int(4 * sigma * Double(Grid.side))
    var weights = (-radius...radius).map {
      exp(-pow(Double($0) / (sigma * Double(Grid.side)), 2) / 2)
    }
    let sum = weights.reduce(0, +)
    weights = weights.map { $0 / sum }
    var across = self
    var result = self
    for y in 0..<height {
      for x in 0..<width {
        var value = 0.0
        for tap in max(-radius, -x)...min(radius, width - 1 - x) {
          value += weights[tap + radius] * values[y * width + x + tap]
        }
        across.values[y * width + x] = value
      }
    }
    for y in 0..<height {
      let from = y - dy * Grid.side
      for x in 0..<width {
        let column = x - dx * Grid.side
        var value = 0.0
        if column >= 0, column < width {
          for tap in -radius...radius where from + tap >= 0 && from + tap < height {
            value += weights[tap + radius] * across.values[(from + tap) * width + column]
          }
        }
        result.values[y * width + x] = value
      }
    }
    return result
  }
}

@Suite("Lights") struct LightTests {
  private let turn = DrawingTurn()

  private let width = 40
  private let height = 34
  private let corners = [
    Point(x: 8.3, y: 16.4), Point(x: 13.1, y: 11.6), Point(x: 25.7, y: 11.6),
    Point(x: 30.5, y: 16.4),
    Point(x: 25.7, y: 21.2), Point(x: 13.1, y: 21.2),
  ]

  private func group(_ style: SegmentStyle, level: UInt64) -> DisplayList {
    let group = SegmentGroup(
      SegmentShape(
        parts: [.polygon(corners)], style: style,
        cell: PixelRect(x: 0, y: 0, width: width, height: height),
        backdrop: paper), x: 0, y: 0, levels: level)
    return DisplayList(width: width, height: height, background: .black, items: [.segments(group)])
  }

  private func ratio(_ style: SegmentStyle, level: UInt64) throws -> Double {
    let part = Double(level) / Double(SegmentGroup.fullLevel)
    let inside = Grid(width: width, height: height, inside: corners)
    let shadows = style.shadows.map {
      inside.blurred(sigma: $0.radius, dx: Int($0.dx), dy: Int($0.dy))
    }
    let fill = TrueColor(style.unlit).mixed(TrueColor(style.lit), part)
    let side = Grid.side
    let expected = Supersampled(width: width, height: height, side: side) { x, y in
      let index = Int(y * Double(side)) * inside.width + Int(x * Double(side))
      var color = TrueColor(paper)
      for (shadow, look) in zip(shadows, style.shadows) {
        color = color.mixed(
          TrueColor(look.color), shadow.values[index] * Double(look.color.alpha) * part)
      }
      return color.mixed(fill, inside.values[index])
    }
    return expected.ratio(to: try Raster(painting: group(style, level: level)))
  }

  @Test("a lit part is the polygon that geometry has", arguments: [0, 14, 32, 63])
  func fill(level: UInt64) throws {
    let style = SegmentStyle(unlit: Color(hex: 0xE0E0E6), lit: Color(hex: 0x9A9AA8), shadows: [])
    let ratio = try ratio(style, level: level)
    #expect(ratio >= 54, "\(ratio) dB")
  }

  @Test("its shadows are exact Gaussians", arguments: [10, 63])
  func shadows(level: UInt64) throws {
    let style = SegmentStyle(
      unlit: Color(hex: 0xE0E0E6), lit: Color(hex: 0x5A5C69),
      shadows: [
        Shadow(
          color: Color(red: 174 / 255, green: 174 / 255, blue: 192 / 255, alpha: 0.4), radius: 2,
          dx: 2, dy: 2
        ),
        Shadow(color: .white, radius: 1, dx: -1, dy: -1),
      ])
    let ratio = try ratio(style, level: level)
    #expect(ratio >= 45, "\(ratio) dB")
  }

  @Test("an unlit group casts nothing, and a level beyond the full one is full")
  func ends() throws {
    let shadow = Shadow(color: .black, radius: 2, dx: 1, dy: 1)
    let style = SegmentStyle(
      unlit: paper, lit: .black, shadows: [shadow], outline: Color(hex: 0xFF0000), outlineWidth: 2)
    let unlit = try Raster(painting: group(style, level: 0))
    #expect((0..<width * height).allSatisfy { unlit.base[$0] == paper.premultiplied })
    let full = try Raster(painting: group(style, level: 63))
    #expect(full.firstDifference(from: try Raster(painting: group(style, level: 255))) == nil)
    #expect(full[20, 16] == 0xFF00_0000)
  }

  @Test("what glows fades through the hue of its outline")
  func embers() throws {
    let hue = Color(hex: 0xFF7A1A)
    let style = SegmentStyle(
      unlit: .black, lit: Color(hex: 0xFFF3D6), shadows: [], outline: hue.opacity(0.75),
      outlineWidth: 1)
    func middle(_ level: UInt64) throws -> [Int] {
      let word = try Raster(painting: group(style, level: level))[20, 16]
      return [16, 8, 0].map { (shift: UInt32) in Int(word >> shift & 255) }
    }
    for level in [8, 16, 24, 32, 38] as [UInt64] {
      let light = try middle(level)
      // The share of each is that of the hue.
      #expect(light[0] > 20 && abs(light[0] * 0x7A / 0xFF - light[1]) < 12, "\(level)")
      #expect(light[2] < light[0] / 4, "\(level)")
    }
    // Brighter light is still warm.
    let bright = try middle(44)
    #expect(bright[1] < bright[0] * 3 / 4 && bright[2] < bright[0] / 2)
    #expect(try middle(63) == [0xFF, 0xF3, 0xD6])
  }

  @Test("levels of which some rise as far as others fall are a fade between two pictures")
  func fades() {
    let full = UInt64(SegmentGroup.fullLevel)
    for other in [0, full, full | full << 40] { #expect(SegmentCrossfade(other) == nil) }
    for level in 1..<full {
      let fade = SegmentCrossfade(level | (full - level) << 8 | full << 16)
      let weight = Int((Double(level) / Double(full) * 256).rounded())
      #expect(fade?.from == full << 8 | full << 16 && fade?.to == full | full << 16)
      #expect(fade?.weight == weight)
      // In thirds: dim, from dim to bright, and bright.
      let third = SegmentCrossfade(level | (full - level) << 8 | full << 16, hasHue: true)
      let stops = [0, 24, 39, full]
      let next = stops.firstIndex { $0 >= level } ?? 3
      for (levels, stop) in [(third?.from, stops[next - 1]), (third?.to, stops[next])] {
        #expect(levels == stop | (full - stop) << 8 | full << 16)
      }
      #expect(SegmentCrossfade(level | (level == 20 ? 21 : 20) << 8) == nil || level == full - 20)
    }
  }

  @Test(
    "a fade is what composing the lights at their levels would be, but for shadows that overlap")
  func mixed() throws {
    // One part alone has no shadow but its own: there both ways are one.
    let style = SegmentStyle(
      unlit: Color(hex: 0xE0E0E6), lit: Color(hex: 0x3A3C49),
      shadows: [Shadow(color: Color(hex: 0x203050, alpha: 0.6), radius: 2, dx: 1, dy: 1)])
    for level in [1, 9, 31, 32, 50, 62] as [UInt64] {
      let ratio = try ratio(style, level: level)
      #expect(ratio >= 45, "\(ratio) dB at \(level)")
    }
  }

  @Test("a blur by three boxes is close to the Gaussian", arguments: [8.0, 13.3, 30])
  func boxes(sigma: Double) throws {
    let size = 260
    let path = Path.rect(Rect(x: 90, y: 110, width: 70, height: 40))
    let picture = Picture(
      marks: [.shadow(path, Shadow(color: .black, radius: sigma), .everywhere)],
      extent: PixelRect(x: 0, y: 0, width: size, height: size), backdrop: .white)
    let raster = try Raster(
      painting: DisplayList(
        width: size, height: size, background: .white, items: [.picture(picture)]))
    let scale = 1 / (sigma * 2.0.squareRoot())
    var worst = 0.0
    for y in stride(from: 0, to: size, by: 5) {
      for x in stride(from: 0, to: size, by: 5) {
        let px = Double(x) + 0.5
        let py = Double(y) + 0.5
        let across = (erf((160 - px) * scale) - erf((90 - px) * scale)) / 2
        let down = (erf((150 - py) * scale) - erf((110 - py) * scale)) / 2
        worst = max(worst, abs(Double(raster[x, y] & 0xFF) - 255 * (1 - across * down)))
      }
    }
    #expect(worst <= 6, "off by \(worst)")
  }
}

@Suite("Segments that are raised or engraved") struct ReliefTests {
  private let turn = DrawingTurn()

  /// A bar of 40 x 20 from (10, 10) on, unlit on white and lit in a middle grey.
  private func bar(level: UInt64, _ change: (inout SegmentStyle) -> Void) throws -> Raster {
    var style = SegmentStyle(unlit: Color(hex: 0xC0C0C0), lit: Color(hex: 0x606060), shadows: [])
    change(&style)
    let shape = SegmentShape(
      parts: [.rect(Rect(x: 10, y: 10, width: 40, height: 20))], style: style,
      cell: PixelRect(x: 0, y: 0, width: 60, height: 40), backdrop: .white)
    return try Raster(
      painting: DisplayList(
        width: 60, height: 40, background: .white,
        items: [.segments(SegmentGroup(shape, x: 0, y: 0, levels: level))]))
  }

  /// The green of a pixel, 0 to 255.
  private func tone(_ picture: Raster, _ x: Int, _ y: Int) -> Int {
    Int(picture[x, y] >> 8 & 0xFF)
  }

  @Test("the edges of an unlit part fade as it is lit, and those of a lit part appear")
  func edges() throws {
    let change: (inout SegmentStyle) -> Void = {
      $0.unlitEdges = [Shadow(color: .black, radius: 1.5, dx: 2, dy: 2)]
      $0.litEdges = [Shadow(color: .white, radius: 0, dx: 1, dy: 1)]
    }
    let (unlit, half, lit) = (
      try bar(level: 0, change), try bar(level: 31, change), try bar(level: 63, change)
    )
    // Engraved: dark at the upper left, and not at the lower right.
    #expect(tone(unlit, 30, 10) < 0xC0 / 2 && tone(unlit, 10, 20) < 0xC0 / 2)
    #expect(tone(unlit, 30, 29) > 0xB0 && tone(unlit, 49, 20) > 0xB0 && tone(unlit, 9, 20) == 255)
    // Raised: one pixel at the upper left is light.
    #expect(tone(lit, 30, 10) == 255 && tone(lit, 10, 20) == 255 && tone(lit, 30, 9) == 255)
    for (x, y) in [(30, 11), (11, 20), (30, 29), (49, 20)] { #expect(tone(lit, x, y) == 0x60) }
    #expect(tone(unlit, 30, 10) < tone(half, 30, 10) && tone(half, 30, 10) < 255)
  }

  @Test("the sheen of a lit part fades evenly from its top to its bottom; an unlit one has none")
  func sheen() throws {
    let change: (inout SegmentStyle) -> Void = { $0.sheen = Color(hex: 0xFFFFFF, alpha: 0.5) }
    let lit = try bar(level: 63, change)
    for y in 10..<30 {
      let share = 0.5 * (29.5 - Double(y)) / 20
      #expect(abs(Double(tone(lit, 30, y)) - (96 + 159 * share)) <= 1.5, "\(y)")
    }
    #expect(tone(try bar(level: 0, change), 30, 10) == 0xC0)
  }

  @Test("a halo is one pixel around a lit part")
  func halo() throws {
    let change: (inout SegmentStyle) -> Void = { $0.halo = .black }
    let (lit, unlit) = (try bar(level: 63, change), try bar(level: 0, change))
    #expect(tone(lit, 30, 9) == 0 && tone(lit, 30, 8) == 255 && tone(lit, 30, 10) == 0x60)
    #expect(tone(unlit, 30, 9) == 255)
  }
}
