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

  @Test("a drag sets whole minutes, past the hour and back to nothing")
  func drag() throws {
    let composer = composer(Model(mode: .timer, timer: Countdown(length: .seconds(300))))
    var pointer = Pointer()
    let isTaken = pointer.press(at: try point(0.3, on: composer), on: composer)
    #expect(isTaken)
    let start = Duration.seconds(300)
    // By minutes from the press.
    let table: [(Double, Int)] = [
      (1, 6), (2.3, 7), (10, 15), (30, 35), (54.6, 60), (62, 67), (40, 45), (15, 20), (-5, 0),
      (-20, 0), (-15, 5),
    ]
    for (moved, minutes) in table {
      let place = try point(0.3 + moved / 60, on: composer)
      let command = pointer.move(to: place)
      #expect(command == .dragTimer(from: start, to: .seconds(60 * minutes)), "\(moved)")
    }
    let end = try point(0.3 - 14.0 / 60, on: composer)
    let last = pointer.release(at: end, on: composer)
    #expect(last == .dragTimer(from: start, to: .seconds(360)))
    let after = pointer.move(to: try point(0.9, on: composer))
    #expect(after == nil)
  }

  @Test("the wedge and the hands do not trail the pointer, and follow a command smoothly")
  func held() throws {
    for isHeld in [true, false] {
      var model = Model(mode: .timer, timer: Countdown(length: .seconds(330)))
      var composer = composer(model)
      var pointer = Pointer()
      _ = pointer.press(at: try point(5.5 / 60, on: composer), on: composer)
      for (frame, minutes) in [9, 20, 14].enumerated() {
        let command = try #require(pointer.move(to: try point(Double(minutes) / 60, on: composer)))
        model = model.after([(11, command)])
        let list = composer.frame(
          model, pointer: isHeld ? pointer : Pointer(), at: reading(11 + Double(frame) / 60))
        let wedge = try #require(list.rim.first)
        #expect(isClose(wedge.end, Double(minutes) / 60, by: 0.002) == isHeld, "\(minutes)")
        #expect(isClose(list.hands[0].angle.turns, Double(minutes) / 30, by: 0.002) == isHeld)
      }
    }
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
      return digits(composer).map { composer.unit(ofDigitAt: $0) }
    }
    let (hour, minute, second) = (Duration.seconds(3600), Duration.seconds(60), Duration.seconds(1))
    #expect(units(300) == [minute, minute, second, second])
    #expect(units(7200) == [hour, minute, minute, second, second])
    #expect(units(30) == [second, second, second, second])
    #expect(composer(Model(mode: .timer)).unit(ofDigitAt: Point(x: 2, y: 2)) == nil)
  }

  /// The middles of the digits.
  private func digits(_ composer: FrameComposer) -> [Point] {
    composer.description.filter { $0.hasPrefix("digit.") }.map { line in
      let numbers = line.split(separator: " ").compactMap { Double($0) }
      return Point(x: numbers[0] + numbers[2] / 2, y: numbers[1] + numbers[3] / 2)
    }
  }

  @Test("typed digits are lit at once, with a mark under the last place")
  func typed() throws {
    let environment = Environment(width: 840, height: 480, parts: [.digits])
    var composer = FrameComposer()
    let model = Model(mode: .timer)
    _ = composer.frame(model, in: environment, at: reading(10))
    let before = composer.frame(model, in: environment, at: reading(11))
    let typed = model.after([(11, .digit(1)), (11, .digit(8))])
    let list = composer.frame(typed, in: environment, at: reading(11))
    let levels = list.lights.filter { $0.shape.parts.count == 7 }.map { group in
      (0..<7).count { group.level($0) == 63 }
    }
    #expect(levels == [0, 0, 2, 7])
    #expect(list.pictures.count == before.pictures.count + 1)
    let (caret, last) = (try #require(list.pictures.last), try #require(list.lights.last))
    #expect(caret.bounds.y >= last.y && composer.nextChange == .never)
  }
}
