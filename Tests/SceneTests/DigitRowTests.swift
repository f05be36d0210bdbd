import Geometry
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Scene

@Suite("Digit counter")
struct DigitCounterTests {
  static let texts = [
    "00:00.00", "1:02:03.45", "100:00:00", "23:59:59", "905", "0", "000000000000000000", "*0:47",
  ]
  static let sizes: [Size] = [
    (24, 24), (24, 3), (100, 24), (360, 84), (333, 77), (3840, 2160), (24, 2160),
  ]
  .map {
    Size(width: $0, height: $1)
  }

  /// The box of a row, over all its digits.
  private func extent(_ placement: DigitRow.Placement) -> Rect? {
    let height = placement.digitHeight * placement.digitWidth
    let dot = SevenSegment.dot * placement.digitWidth
    let boxes = placement.cells.map { cell in
      switch cell.place {
      case .digit:
        Rect(x: Double(cell.x), y: Double(cell.y), width: placement.digitWidth, height: height)
      case .sign, .plus:
        Rect(
          x: Double(cell.x), y: Double(cell.y),
          width: cell.place.width * placement.digitWidth, height: height)
      case .half:
        Rect(
          x: Double(cell.x), y: Double(cell.y),
          width: DigitRow.Place.half.width * placement.digitWidth,
          height: height)
      case .colon, .point:
        Rect(x: Double(cell.x) - dot / 2, y: Double(cell.y), width: dot, height: height)
      }
    }
    return boxes.first.map { boxes.dropFirst().reduce($0) { $0.union($1) } }
  }

  @Test(
    "it asks for a row in proportion that fits, and stands inside what it gets", arguments: texts)
  func placement(text: String) throws {
    let counter = DigitRow(text: text)
    for size in Self.sizes {
      let wanted = counter.sizeThatFits(size)
      #expect(wanted.width <= size.width + 1e-9 && wanted.height <= size.height + 1e-9)
      #expect(wanted.width > 0 && wanted.height > 0)
      let bounds = Rect(origin: Point(x: 7, y: 5), size: size)
      let placed = counter.place(in: bounds)
      let box = try #require(extent(placed))
      // Where a row stands is rounded to whole pixels.
      #expect(bounds.inset(by: -1).contains(box), "\(size)")
      #expect(abs(box.midX - bounds.midX) <= 1 && abs(box.midY - bounds.midY) <= 1)
    }
  }

  @Test("digits have a whole width from ten pixels on, and never touch", arguments: texts)
  func wholePixels(text: String) {
    for width in stride(from: 24.0, through: 2000, by: 37) {
      let placed = DigitRow(text: text).place(
        in: Rect(x: 0, y: 0, width: width, height: width))
      if placed.digitWidth >= 10 { #expect(placed.digitWidth == placed.digitWidth.rounded()) }
      let digits = placed.cells.filter { $0.place == .digit }
      for (left, right) in zip(digits, digits.dropFirst()) {
        #expect(Double(left.x) + placed.digitWidth < Double(right.x) + 1)
        #expect(left.y == right.y)
      }
    }
  }

  @Test("a count of many digits takes no more room than it shows")
  func longCount() throws {
    func height(_ count: Int, of digits: Int) throws -> Int {
      let rings = ["A", "B", "C"].map { RingModel(name: $0, source: .manual(0.5)) }
      let model = Model(mode: .counter, rings: rings, counter: try Counter(count, digits: digits))
      let environment = Environment(width: 600, height: 300)
      let list = stillFrame(model, in: environment, at: reading(0))
      #expect(Panel(Panel.Key(model.asOf(at(0)), in: environment)).rings?.legend.count == 3)
      return try #require(list.lights.last).shape.cell.height
    }
    let heights = [
      try height(12345, of: 6), try height(1234, of: 18), try height(42, of: 6),
      try height(42, of: 3),
    ]
    #expect(heights[0] < heights[1] && heights[1] < heights[2] && heights[2] == heights[3])
  }

  @Test("the digits of a count are its +1 button, and those of a time are not")
  func pressedCount() throws {
    var composer = FrameComposer()
    let model = Model(mode: .counter)
    _ = composer.frame(model, at: reading(0))
    let frame = try #require(composer.panel?.frames[.digits])
    #expect(composer.isPressable(at: frame.center))
    var pointer = Pointer()
    let isTaken = pointer.press(at: frame.center, on: composer)
    #expect(isTaken && pointer.release(at: frame.center, on: composer) == .step(1))
    // A press that is let go of elsewhere does nothing.
    _ = pointer.press(at: frame.center, on: composer)
    #expect(pointer.release(at: Point(x: 1, y: 1), on: composer) == nil)
    let full = Model(mode: .counter, counter: try Counter(999))
    _ = composer.frame(full, at: reading(0))
    #expect(!composer.isPressable(at: frame.center))
    _ = composer.frame(Model(), at: reading(0))
    #expect(!composer.isPressable(at: frame.center))
  }

  @Test(
    "digits stand at the same places whatever time is shown",
    arguments: [Mode.stopwatch, .timer, .plan, .clock])
  func steadyPlaces(mode: Mode) throws {
    var random = SplitMix64(seed: 3)
    var composer = FrameComposer()
    var model = Model(
      mode: mode, timer: Countdown(length: .seconds(99 * 3600)))
    _ = model.apply(.start, at: at(0))
    var places: [[Int]] = []
    for _ in 0..<60 {
      let list = composer.frame(model, at: reading(Double.random(in: 0..<3600, using: &random)))
      places.append(list.lights.map(\.x))
    }
    #expect(Set(places).count == 1 && !places[0].isEmpty)
  }
}
