import Geometry
import TestSupport
import Testing

@Suite("Outline") struct OutlineTests {
  static let sizes = [(1, 1), (2, 7), (24, 24), (61, 40), (120, 121), (300, 200)]
  static let outlines: [Outline] = [
    .rectangle, .rounded(radius: 9.5), .rounded(radius: 400), .ellipse,
  ]

  @Test("it is the same on both sides, and covers as much as it says", arguments: outlines, sizes)
  func coverage(outline: Outline, size: (Int, Int)) {
    let (width, height) = size
    var area = 0.0
    for y in 0..<height {
      for x in 0..<width {
        let value = outline.coverage(x: x, y: y, width: width, height: height)
        #expect((0...255).contains(value))
        #expect(value == outline.coverage(x: width - 1 - x, y: y, width: width, height: height))
        #expect(value == outline.coverage(x: x, y: height - 1 - y, width: width, height: height))
        area += Double(value) / 255
      }
    }
    guard width > 20 else { return }
    let (w, h) = (Double(width), Double(height))
    let whole: Double
    switch outline {
    case .rectangle: whole = w * h
    case .rounded(let radius):
      let radius = min(radius, w / 2, h / 2)
      whole = w * h - (4 - Double.pi) * radius * radius
    case .ellipse: whole = .pi * w * h / 4
    }
    #expect(abs(area / whole - 1) < 0.003)
  }

  @Test(
    "what it contains is covered whole, and it contains what lies well inside", arguments: outlines)
  func contains(outline: Outline) {
    var random = SplitMix64(seed: 5)
    let (width, height) = (90, 60)
    var count = 0
    for _ in 0..<2000 {
      let x = Int.random(in: 0..<width, using: &random)
      let y = Int.random(in: 0..<height, using: &random)
      let rect = PixelRect(
        x: x, y: y, width: Int.random(in: 1...width - x, using: &random),
        height: Int.random(in: 1...height - y, using: &random))
      let isWhole = (rect.y..<rect.maxY).allSatisfy { y in
        (rect.x..<rect.maxX).allSatisfy {
          outline.coverage(x: $0, y: y, width: width, height: height) == 255
        }
      }
      #expect(outline.contains(rect, width: width, height: height) == isWhole, "\(rect)")
      count += isWhole ? 1 : 0
    }
    #expect(count > 20)
  }

  @Test(
    "its rows are the pixels that it covers by half, from the top down", arguments: outlines, sizes)
  func rows(outline: Outline, size: (Int, Int)) {
    let (width, height) = size
    let rows = outline.rows(width: width, height: height)
    var shown = Set<Int>()
    for row in rows {
      for y in row.y..<row.maxY { for x in row.x..<row.maxX { shown.insert(y * width + x) } }
    }
    for y in 0..<height {
      for x in 0..<width {
        let isCovered = outline.coverage(x: x, y: y, width: width, height: height) >= 128
        #expect(shown.contains(y * width + x) == isCovered, "\(x), \(y)")
      }
    }
    for (upper, lower) in zip(rows, rows.dropFirst()) { #expect(upper.maxY <= lower.y) }
    #expect(shown.count == rows.reduce(0) { $0 + $1.area })
  }
}
