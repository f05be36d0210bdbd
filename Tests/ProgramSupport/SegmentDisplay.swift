/// Reads seven-segment digits off a picture, by the form that the specification gives them and by nothing of the
/// program's own.
package struct SegmentDisplay: Sendable {
  /// A digit's box in pixels.
  package struct Box: Equatable, Sendable {
    /// The left edge.
    package let x: Double
    /// The top edge.
    package let y: Double
    /// The width; the height is 1.8 of it.
    package let width: Double

    /// The box with that corner and width.
    package init(x: Double, y: Double, width: Double) {
      self.x = x
      self.y = y
      self.width = width
    }
  }

  package let boxes: [Box]
  /// The colour of a segment that is on.
  package let lit: Pixel
  /// The colour of one that is off.
  package let unlit: Pixel

  /// The display at `boxes`, whose colours are learned from a picture in which its first digit is a 0: its middle
  /// segment alone is off.
  package init(boxes: [Box], learningFrom picture: Picture) throws {
    guard let first = boxes.first,
      let lit = picture[SegmentDisplay.middle(0, of: first)],
      let unlit = picture[SegmentDisplay.middle(3, of: first)]
    else { throw Failure("no digit in the picture") }
    guard lit.distance(to: unlit) > 60 else {
      throw Failure("a lit segment \(lit) is hardly another than an unlit one \(unlit)")
    }
    self.boxes = boxes
    self.lit = lit
    self.unlit = unlit
  }

  /// The display at other `boxes` in the colours of `display`.
  package init(boxes: [Box], like display: SegmentDisplay) {
    self.boxes = boxes
    lit = display.lit
    unlit = display.unlit
  }

  /// How lit each of the seven segments of digit `index` is: 0 off, 1 on, by the colour in the segment's middle.
  package func levels(_ index: Int, in picture: Picture) -> [Double] {
    (0..<7).map { segment in
      guard let pixel = picture[SegmentDisplay.middle(segment, of: boxes[index])] else {
        return .nan
      }
      return Double(pixel.distance(to: unlit)) / Double(lit.distance(to: unlit))
    }
  }

  /// The digit at `index`, or nil where a segment's level is within `margin` of one half, or the form is that of no digit.
  package func digit(_ index: Int, in picture: Picture, margin: Double = 0.3) -> Int? {
    var mask = 0
    for (segment, level) in levels(index, in: picture).enumerated() {
      if level > 0.5 + margin {
        mask |= 1 << segment
      } else if level >= 0.5 - margin || level.isNaN {
        return nil
      }
    }
    return SegmentDisplay.masks.firstIndex(of: mask)
  }

  /// All digits, or nil where there is none for one of them.
  package func digits(in picture: Picture, margin: Double = 0.3) -> [Int]? {
    let digits = boxes.indices.compactMap { digit($0, in: picture, margin: margin) }
    return digits.count == boxes.count ? digits : nil
  }

  /// The digits as a time: minutes, seconds and hundredths of two digits each, in hundredths of a second.
  package func hundredths(in picture: Picture, margin: Double = 0.3) -> Int? {
    guard let digits = digits(in: picture, margin: margin), digits.count == 6 else { return nil }
    let pairs = stride(from: 0, to: 6, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
    return (pairs[0] * 60 + pairs[1]) * 100 + pairs[2]
  }

  /// The middle of a segment: 0 top, 1 top left, 2 top right, 3 middle, 4 bottom left, 5 bottom right, 6 bottom.
  private static func middle(_ segment: Int, of box: Box) -> (x: Double, y: Double) {
    let places = [
      (0.5, 0.1), (0.1, 0.5), (0.9, 0.5), (0.5, 0.9), (0.1, 1.3), (0.9, 1.3), (0.5, 1.7),
    ]
    return (box.x + places[segment].0 * box.width, box.y + places[segment].1 * box.width)
  }

  /// The lit segments of 0...9, bit n for segment n.
  private static let masks = [
    0b111_0111, 0b010_0100, 0b101_1101, 0b110_1101, 0b010_1110, 0b110_1011, 0b111_1011, 0b010_0101,
    0b111_1111, 0b110_1111,
  ]
}
