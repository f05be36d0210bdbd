import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("The timer by hand")
struct RimGripTests {
  private func composer(_ model: Model) -> FrameComposer {
    var composer = FrameComposer()
    _ = composer.frame(model, at: reading(10))
    return composer
  }

  /// The point on the ticks at `turns` from the top.
  private func point(_ turns: Double, on composer: FrameComposer) throws -> Point {
    let dial = try #require(composer.panel?.dial)
    return dial.center.polar(angle: Angle(turns: turns), distance: dial.length(143))
  }

  private struct Drag: Sendable {
    /// The timer's length, and the minute on the dial that is pressed.
    var minutes: Int
    var press: Double
    /// Where the pointer goes then, and what that sets.
    var moves: [(minute: Double, length: Int)]

    init(_ minutes: Int, _ press: Double, _ moves: [(Double, Int)]) {
      (self.minutes, self.press) = (minutes, press)
      self.moves = moves.map { (minute: $0.0, length: $0.1) }
    }
  }

  @Test("a drag takes the edge to the pointer in whole minutes, past the hour and back to nothing")
  func drag() throws {
    let drags = [
      Drag(
        5, 18,
        [
          (19, 19), (20.3, 20), (28, 28), (48, 48), (72.6, 73), (80, 80), (58, 58), (33, 33),
          (13, 13), (-2, 0), (-20, 0), (-5, 0), (4, 4),
        ]),
      // Near the edge nothing jumps, on either side of the top.
      Drag(5, 5.4, [(6.4, 6), (9, 9)]), Drag(5, 1, [(2, 2)]), Drag(58, 61, [(62, 62)]),
      Drag(0, 58, [(59, 0), (60.7, 1), (63, 3)]), Drag(60, 59, [(58, 58)]),
      // Elsewhere it stays in the same hour.
      Drag(5, 50, [(49, 49)]), Drag(40, 5, [(6, 6)]), Drag(0, 30, [(31, 31)]),
      Drag(60, 30, [(31, 31)]),
    ]
    for drag in drags {
      // On the dial of an hour.
      let timer = Countdown(
        state: .stopped, length: .seconds(3600), anchor: at(0),
        remainingAtAnchor: .seconds(60 * drag.minutes))
      let composer = composer(Model(mode: .timer, timer: timer))
      var pointer = Pointer()
      let isTaken = pointer.press(at: try point(drag.press / 60, on: composer), on: composer)
      #expect(isTaken)
      for (minute, length) in drag.moves {
        let command = pointer.move(to: try point(minute / 60, on: composer))
        #expect(
          command == .dragTimer(to: .seconds(60 * length), drag: 1), "\(drag), \(minute)")
      }
      let last = try #require(drag.moves.last)
      let end = try point((last.minute + 2) / 60, on: composer)
      let done = pointer.release(at: end, on: composer)
      #expect(
        done == .dragTimer(to: .seconds(60 * (last.length + 2)), drag: 1), "\(drag)")
      let after = pointer.move(to: end)
      #expect(after == nil)
    }
  }

  @Test("the wedge, the hands and the timer's ring do not trail the pointer, but ease to a command")
  func held() throws {
    for isHeld in [true, false] {
      // It has run for 270 s.
      var model = Model(
        mode: .timer, rings: [RingModel(name: "Timer", source: .timer)],
        timer: Countdown(
          state: .stopped, length: .seconds(600), anchor: at(0), remainingAtAnchor: .seconds(330)))
      var composer = composer(model)
      var pointer = Pointer()
      // A quarter of an hour is a turn, and stays that.
      _ = pointer.press(at: try point(5.5 / 15, on: composer), on: composer)
      for (frame, minutes) in [9.0, 14, 12].enumerated() {
        let command = try #require(pointer.move(to: try point(minutes / 15, on: composer)))
        model = model.after([(11, command)])
        let list = composer.frame(
          model, pointer: isHeld ? pointer : Pointer(), at: reading(11 + Double(frame) / 60))
        let wedge = try #require(list.rim.first)
        #expect(isClose(wedge.end, minutes / 15, by: 0.002) == isHeld, "\(minutes)")
        #expect(isClose(list.hands[1].angle.turns, minutes / 15, by: 0.002) == isHeld)
        let part = minutes * 60 / (minutes * 60 + 270)
        #expect(isClose(list.rings[0].progress, part, by: 0.002) == isHeld, "\(minutes)")
      }
    }
  }

  @Test("the dial of five minutes is set to five seconds")
  func fine() throws {
    let composer = composer(Model(mode: .timer, timer: Countdown(length: .seconds(240))))
    var pointer = Pointer()
    _ = pointer.press(at: try point(240.0 / 300, on: composer), on: composer)
    #expect(
      pointer.move(to: try point(123.0 / 300, on: composer))
        == .dragTimer(to: .seconds(125), drag: 1))
  }

  @Test("a press that does not move changes nothing, and a running timer is not dragged")
  func refused() throws {
    let model = Model(mode: .timer, timer: Countdown(length: .seconds(330)))
    let rest = composer(model)
    var pointer = Pointer()
    let place = try point(0.5, on: rest)
    let isTaken = pointer.press(at: place, on: rest)
    let moved = pointer.move(to: place.offset(dx: 1, dy: 1))
    let done = pointer.release(at: place, on: rest)
    #expect(isTaken && moved == nil && done == nil)
    // The pointer was let go of in another window.
    _ = pointer.press(at: place, on: rest)
    let lost = pointer.move(to: try point(0.7, on: rest), isDown: false)
    #expect(lost == nil)
    for other in [model.after([(1, .start)]), Model(), Model(mode: .clock)] {
      let isTaken = pointer.press(at: place, on: composer(other))
      #expect(!isTaken)
    }
    let middle = try #require(rest.panel?.dial).center
    let isHeld = pointer.press(at: middle, on: rest)
    #expect(!isHeld)
  }

  @Test("the digits under the pointer count in their unit")
  func units() {
    func units(_ length: Int) -> [Duration?] {
      let composer = composer(Model(mode: .timer, timer: Countdown(length: .seconds(length))))
      return digits(composer).map { composer.element(at: $0)?.unit }
    }
    let (hour, minute, second) = (Duration.seconds(3600), Duration.seconds(60), Duration.seconds(1))
    #expect(units(300) == [minute, minute, second, second])
    #expect(units(7200) == [hour, minute, minute, second, second])
    #expect(units(30) == [second, second, second, second])
    #expect(composer(Model(mode: .timer)).element(at: Point(x: 2, y: 2)) == nil)
  }

  /// The middles of the digits.
  private func digits(_ composer: FrameComposer) -> [Point] {
    composer.elements.filter { $0.name == "digit" }.map(\.area.box.center)
  }
}
