import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("List that scrolls")
struct ListScrollTests {
  private static let environment = Environment(width: 400, height: 400, parts: [.laps])

  /// A list on its panel, and who scrolls it.
  private struct Play {
    var composer = FrameComposer()
    var pointer = Pointer()
    var model: Model
    var now: Double
    var environment = ListScrollTests.environment

    /// So many laps of a second each, and the stopwatch running on or not.
    init(laps: Int, isRunning: Bool = true) {
      var stopwatch = Stopwatch()
      stopwatch.start(at: .zero)
      for lap in 1...laps { stopwatch.lap(at: at(Double(lap))) }
      now = Double(laps) + 0.5
      if !isRunning { stopwatch.stop(at: at(now)) }
      model = Model(stopwatch: stopwatch)
    }

    mutating func frame() -> DisplayList {
      pointer.list.settle(on: model.asOf(at(0)).listExtent)
      return composer.frame(model, in: environment, pointer: pointer, at: reading(now))
    }

    /// The frame once all has come to rest.
    mutating func rest() -> DisplayList {
      _ = frame()
      now += 2
      _ = frame()
      now += 2
      return frame()
    }

    /// The numbers of the recorded laps that are shown, from the top.
    mutating func laps() -> [Int] { ListScrollTests.laps(on: rest()) }

    mutating func scroll(_ step: ListStep) {
      _ = frame()
      pointer.scroll(step, on: composer)
    }

    mutating func placement() throws -> ListPlacement {
      _ = frame()
      return try #require(composer.elements.list)
    }
  }

  private static func laps(on list: DisplayList) -> [Int] {
    list.pictures.flatMap(\.texts).filter { $0.isTabular && $0.alignment == .leading }
      .compactMap { Int($0.string) }
  }

  @Test("keys go by pages that share a row, and no farther than either end")
  func keys() throws {
    var play = Play(laps: 30)
    let rows = try play.placement().rows
    try #require(rows > 3)
    let newest = Array((32 - rows...30).reversed())
    #expect(play.laps() == newest)
    play.scroll(.pageUp)
    #expect(play.laps() == newest && play.pointer.list == ListScroll())
    play.scroll(.pageDown)
    // The last row of those before is the first one now.
    #expect(play.laps() == Array((32 - 2 * rows + 1...32 - rows).reversed()))
    play.scroll(.end)
    for _ in 0..<2 {
      #expect(play.laps() == Array((1...rows).reversed()))
      play.scroll(.pageDown)
    }
    play.scroll(.home)
    #expect(play.laps() == newest && play.pointer.list == ListScroll())
  }

  @Test("a wheel goes by a row, on the list alone, and a short list not at all")
  func wheel() throws {
    var play = Play(laps: 30)
    let list = try play.placement()
    _ = play.pointer.scroll(by: 1, at: Point(x: 1, y: 1), on: play.composer)
    #expect(play.pointer.list.isHome)
    for notches in [1, 4, -2] {
      _ = play.pointer.scroll(by: notches, at: list.frame.center, on: play.composer)
    }
    // The running lap is the row of 31.
    #expect(play.laps() == Array((29 - list.rows...28).reversed()))
    _ = play.pointer.scroll(by: .max, at: list.frame.center, on: play.composer)
    #expect(play.laps().last == 1)
    _ = play.pointer.scroll(by: .min, at: list.frame.center, on: play.composer)
    #expect(play.pointer.list.isHome)
    var short = Play(laps: 2)
    let place = try short.placement().frame.center
    _ = short.pointer.scroll(by: 1, at: place, on: short.composer)
    let isTaken = short.pointer.press(at: place, on: short.composer)
    #expect(short.pointer.list.isHome && !isTaken)
  }

  @Test("a row becomes visible with as little scrolling as possible")
  func row() throws {
    var play = Play(laps: 30)
    let rows = try play.placement().rows
    for (row, top) in [
      (rows - 1, 0), (rows, 1), (rows - 1, 1), (1, 1), (0, 0), (30, 31 - rows), (.max, 31 - rows),
    ] {
      play.scroll(.row(row))
      #expect(
        play.pointer.list.top(of: play.model.asOf(at(0)).listExtent, rows: rows) == top, "\(row)")
    }
  }

  @Test("a click on a lap's row names it, unless it ends elsewhere; the running lap has no name")
  func click() throws {
    for (laps, row, released, lap) in [
      (3, 1, 1, 3), (3, 3, 3, 1), (3, 1, 2, nil), (3, 0, 0, nil), (30, 2, 2, 29),
    ] as [(Int, Int, Int, Int?)] {
      var play = Play(laps: laps)
      let list = try play.placement()
      func point(_ row: Int) -> Point {
        Point(x: list.frame.midX, y: list.frame.minY + (Double(row) + 0.5) * list.rowHeight)
      }
      #expect(play.composer.isPressable(at: point(row)) == (row > 0))
      #expect(play.pointer.press(at: point(row), on: play.composer) == (row > 0))
      let command = play.pointer.release(at: point(released), on: play.composer)
      #expect(command == lap.map { .edit(.begin(.lapName($0))) }, "\(row)")
      #expect(play.pointer.release(at: point(released), on: play.composer) == nil)
    }
  }

  @Test("a new lap moves nothing of a list that was scrolled; on top, the newest is followed")
  func newLaps() {
    var play = Play(laps: 30)
    play.scroll(.pageDown)
    let laps = play.laps()
    play.model = play.model.after([(play.now, .lap)])
    // The last two rows are for the shortest and the longest lap.
    #expect(play.laps() == laps.dropLast(2) + [1, 31])
    play.model = play.model.after([(play.now, .undo)])
    #expect(play.laps() == laps)
    play.scroll(.home)
    _ = play.rest()
    play.model = play.model.after([(play.now, .lap)])
    #expect(play.laps().first == 31)
  }

  @Test("only the shortest and the longest lap that are out of view are pinned, in the room's rows")
  func pins() {
    // The number of rows, those of the two laps, the room and the first row; what is shown.
    let table: [(Int, [Int], Int, top: Int, Range<Int>, [Int])] = [
      (6, [1, 3], 8, 0, 0..<6, []),
      (23, [18, 10], 10, 0, 0..<8, [18, 10]),
      (23, [2, 10], 10, 0, 0..<9, [10]),
      (23, [5, 2], 10, 0, 0..<10, []),
      // The last row of the room is lost to the other lap's pin.
      (23, [9, 20], 10, 0, 0..<8, [9, 20]),
      (23, [18, 10], 5, 0, 0..<3, [18, 10]), (23, [18, 10], 4, 0, 0..<4, []),
      (23, [18, 10], 10, 3, 3..<12, [18]),
      (23, [18, 10], 10, 13, 13..<22, [10]),
      (23, [18, 1], 10, 23, 14..<23, [1]),
      (23, [], 10, 0, 0..<10, []), (0, [], 10, 0, 0..<0, []), (5, [1, 2], 0, 0, 0..<0, []),
    ]
    for (count, pinned, space, top, shown, pins) in table {
      var extent = Model().asOf(at(0)).listExtent
      (extent.count, extent.pinned) = (count, pinned)
      var scroll = ListScroll()
      let placement = ListPlacement(frame: .zero, rows: 1, rowHeight: 1, extent: extent)
      if top > 0 { scroll.scroll(by: top, on: placement) }
      let rows = RowList.rows(of: extent, space: space, scroll)
      #expect(rows.0 == shown && rows.1 == pins, "\(pinned) of \(count) from \(top)")
    }
  }

  @Test("a long list always has the shortest and the longest lap once; its last row fades")
  func pinned() throws {
    var play = Play(laps: 30)
    play.model = play.model.after([(play.now, .lap), (play.now + 9, .lap)])
    play.now += 10
    for step in [ListStep.home, .pageDown, .end] {
      play.scroll(step)
      let (list, laps) = (play.rest(), play.laps())
      let pins = step == .home ? [] : [31, 32]
      #expect(laps.suffix(pins.count) == pins[...] && Set(laps).count == laps.count)
      let numbers = list.pictures.flatMap(\.texts).filter { $0.alignment == .leading }
      let faded = numbers.filter { $0.isTabular && $0.color.alpha < 0.5 }.map(\.string)
      #expect(faded == (step == .end ? [] : ["\(laps.dropLast(pins.count).last ?? 0)"]))
    }
    let rows = try play.placement().rows
    #expect(play.laps().dropLast(2) == Array(1...rows).reversed()[...])
    play.environment = Environment(width: 400, height: 60, parts: [.laps])
    #expect(play.laps().suffix(2) != [31, 32])
  }

  @Test("another session is not scrolled, nor is a plan at its next step")
  func others() {
    var play = Play(laps: 30, isRunning: false)
    play.scroll(.end)
    #expect(play.laps().last == 1)
    play.model = play.model.after([(play.now, .reset), (play.now, .start)])
    _ = play.rest()
    #expect(play.pointer.list.isHome)
    let steps = (1...20).map { PlanStep("step \($0)", .seconds(100)) }
    play.model = Model(mode: .plan, plan: PlanRun(Plan(steps: steps, rounds: 1)))
      .after([(play.now, .start)])
    play.scroll(.end)
    func names(_ list: DisplayList) -> [String] { list.pictures.flatMap(\.texts).map(\.string) }
    #expect(names(play.rest()).contains("step 20"))
    play.model = play.model.after([(play.now, .skip)])
    #expect(play.rest().texts.contains { $0.string == "step 2" } && play.pointer.list.isHome)
  }

  @Test("it shows a bar while it is scrolled, and rests")
  func bar() {
    var play = Play(laps: 30, isRunning: false)
    #expect(play.rest().pictures.count == 1)
    play.scroll(.pageDown)
    let end = play.rest()
    #expect(end.pictures.count == 2 && play.composer.nextChange == .never)
    var fresh = FrameComposer()
    let still = fresh.frame(
      play.model, in: play.environment.still, pointer: play.pointer, at: reading(play.now))
    #expect(difference(end, still) == nil)
    play.scroll(.home)
    #expect(play.rest().pictures.count == 1)
  }

  @Test("with a hundred thousand laps a frame has the rows that are seen")
  func many() throws {
    var play = Play(laps: 100_000)
    let rows = try play.placement().rows
    for step in [ListStep.end, .home, .pageDown, .pageDown, .end] {
      play.scroll(step)
      for _ in 0..<20 {
        let texts = play.frame().pictures.flatMap(\.texts)
        #expect(texts.count <= 4 * (rows + 1) && texts.count >= 2 * (rows - 1))
        play.now += 1.0 / 60
      }
    }
    #expect(play.laps() == Array((1...rows).reversed()))
  }
}
