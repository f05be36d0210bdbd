import DisplayLists
import Geometry
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Scene

extension TextRun {
  /// Where its letters are.
  fileprivate var core: Rect {
    Rect(center: frame.center, size: Size(width: frame.width, height: size * 0.7))
  }
}

@Suite("Motion from one layout to another")
struct MotionTests {
  /// The weights of the snapshots, from back to front.
  private func weights(_ list: DisplayList) -> [Int] {
    list.items.compactMap { if case .snapshot(let snapshot) = $0 { snapshot.weight } else { nil } }
  }

  /// Whether a line between the rows of a list is on one of its texts.
  private func isStruckThrough(_ list: DisplayList) -> Bool {
    var (texts, lines) = (list.texts.map(\.core), [Rect]())
    for picture in list.pictures {
      let rise = Double(picture.y)
      texts += picture.texts.map { $0.core.offset(dx: 0, dy: rise) }
      for case .fill(let path, _) in picture.marks where path.bounds.height < 4 {
        lines.append(path.bounds.offset(dx: 0, dy: rise))
      }
    }
    return texts.contains { text in lines.contains { text.intersects($0) } }
  }

  @Test("a new lap comes in from above with the other rows, in 180 ms", arguments: [2, 30])
  func laps(count: Int) throws {
    let environment = Environment(width: 300, height: 400, parts: [.laps])
    var composer = FrameComposer()
    var model = Model().after([(0, .start), (5, .lap), (9, .lap)])
    for lap in 2..<count { model = model.after([(Double(lap) + 9.6, .lap)]) }
    let start = Double(count) + 10
    for second in 0...2 {
      _ = composer.frame(model, in: environment, at: reading(start - 2 + Double(second) / 2))
    }
    let lapped = model.after([(start, .lap)])
    var places: [Int] = []
    var lights: [Float] = []
    for milliseconds in stride(from: 0, through: 180, by: 20) {
      let now = start + Double(milliseconds) / 1000
      let list = composer.frame(lapped, in: environment, at: reading(now))
      #expect(weights(list).isEmpty && !isStruckThrough(list))
      let moving = try #require(list.pictures.first)
      places.append(moving.y)
      let name = "\(count + 2)"
      guard let row = list.pictures.first(where: { $0.texts.first?.string == name }) else {
        lights.append(try #require(list.texts.first { $0.string == name }).color.alpha)
        continue
      }
      #expect(row.y == moving.y && row.texts.count == 2)
      #expect(Double(row.extent.y) == composer.elements.list?.frame.minY)
      lights.append(row.texts[0].color.alpha)
    }
    let height = try #require(composer.elements.list).rowHeight
    #expect(places.first == -Int(height.rounded()) && places.last == 0)
    #expect(places == places.sorted() && lights == lights.sorted())
    #expect(lights[0] == 0 && lights[5] > 0.5 && lights.last == 1)
    // Undone, it fades.
    let undone = lapped.after([(start + 1, .undo)])
    _ = composer.frame(lapped, in: environment, at: reading(start + 0.9))
    #expect(!weights(composer.frame(undone, in: environment, at: reading(start + 1))).isEmpty)
  }

  @Test("digits grow in 250 ms, and make room in the 250 ms before another one appears")
  func digits() {
    let model = Model(mode: .timer, timer: Countdown(length: .seconds(3605))).after([(0, .start)])
    func width(_ composer: FrameComposer) -> Double {
      composer.elements.first { $0.name == "digit" }?.area.box.width ?? 0
    }
    let alone = Environment(width: 840, height: 480, parts: [.digits])
    for environment in [alone, alone.still] {
      var composer = FrameComposer()
      func widths(of model: Model, from start: Double) -> [Double] {
        stride(from: 0, through: 250, by: 25).map { milliseconds in
          let now = start + Double(milliseconds) / 1000
          _ = composer.frame(model, in: environment, at: reading(now))
          return width(composer)
        }
      }
      let large = widths(of: model, from: 4)
      #expect(Set(large).count == 1)
      let growing = widths(of: model, from: 5.001)
      #expect(growing == growing.sorted() && growing.last.map { $0 > large[0] } == true)
      #expect(growing.first == (environment.isAnimated ? large[0] : growing.last))
      #expect(Set(growing).count > 3 || !environment.isAnimated)
      #expect(composer.nextChange != .nextFrame)
      let stopwatch = Model().after([(0, .start)])
      // From the other mode.
      _ = widths(of: stopwatch, from: 3598)
      let minutes = widths(of: stopwatch, from: 3599)
      let last = widths(of: stopwatch, from: 3599.749)
      let hour = widths(of: stopwatch, from: 3600)
      #expect(Set(minutes).count == 1 && last.first == minutes[0] && Set(hour).count == 1)
      #expect(last == last.sorted(by: >) && hour[0] < minutes[0])
      #expect(last.last == (environment.isAnimated ? hour[0] : minutes[0]))
      #expect(Set(last).count == 1 || environment.isAnimated)
      // They depend on the time alone, and a stopped time is in the middle.
      var other = FrameComposer()
      func lights(_ seconds: Double) -> [SegmentGroup] {
        other.frame(stopwatch, in: environment, at: reading(seconds)).lights
      }
      _ = lights(3599.874)
      #expect(width(other) == last[5])
      let stopped = stopwatch.after([(3599.9, .stop)])
      for frame in 0...40 {
        _ = composer.frame(stopped, in: environment, at: reading(3601 + Double(frame) / 100))
      }
      #expect(width(composer) == minutes[0])
      let (before, after) = (lights(3599.999), lights(3600.004))
      let moved = zip(before, after.dropFirst(2)).map { abs($0.x - $1.x) }.max() ?? 0
      #expect(moved <= 1 || !environment.isAnimated)
      let full = SegmentGroup.fullLevel
      #expect(
        environment.isAnimated
          ? (full / 2..<full).contains(after[0].level(2)) : after[0].level(2) == full)
      #expect(lights(3600.06)[0].level(2) == full)
    }
  }
}
