import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("Pointer and buttons")
struct PointerTests {
  private let outside = Point(x: 2, y: 2)

  private func composer(_ model: Model, at seconds: Double = 10) -> FrameComposer {
    var composer = FrameComposer()
    _ = composer.frame(model, at: reading(seconds))
    return composer
  }

  private func center(_ role: ButtonContent.Role, on composer: FrameComposer) throws -> Point {
    try #require(composer.buttons.first { $0.content.role == role }).frame.center
  }

  @Test(
    "every enabled button does its command when it is pressed and released, a disabled one nothing")
  func click() throws {
    let models = [
      Model(), Model().after([(0, .start)]), Model().after([(0, .start), (5, .stop)]),
      Model(mode: .counter), Model(mode: .counter).after([(0, .count(.to(999)))]),
      Model(mode: .clock),
    ]
    let expected: [[ButtonContent.Role: Command]] = [
      [.startStop: .toggle], [.startStop: .toggle, .lapOrReset: .lap],
      [.startStop: .toggle, .lapOrReset: .reset], [.countUp: .step(1), .countDown: .step(-1)],
      [.countDown: .step(-1), .reset: .reset], [:],
    ]
    let rings: [ButtonContent.Role: Command] = [
      .ringsEmpty: .setRings(0), .ringsHalf: .setRings(0.5), .ringsFull: .setRings(1),
      .ringsOver: .setRings(1.2),
    ]
    for (model, main) in zip(models, expected) {
      let composer = composer(model)
      var commands: [ButtonContent.Role: Command] = [:]
      for button in composer.buttons
      where composer.button(at: button.frame.center)?.content.role == button.content.role {
        var pointer = Pointer()
        let isTaken = pointer.press(at: button.frame.center, on: composer)
        #expect(isTaken && pointer.pressed == button.content)
        commands[button.content.role] = pointer.release(at: button.frame.center, on: composer)
        #expect(pointer.pressed == nil)
      }
      #expect(commands == (model.hasRingButtons ? main.merging(rings) { first, _ in first } : main))
    }
  }

  @Test("releasing beside the button, or on another one, does nothing")
  func cancel() throws {
    let composer = composer(Model())
    let start = try center(.startStop, on: composer)
    let other = try center(.ringsHalf, on: composer)
    for point in [outside, other] {
      var pointer = Pointer()
      _ = pointer.press(at: start, on: composer)
      let command = pointer.release(at: point, on: composer)
      #expect(command == nil && pointer.pressed == nil)
    }
    var pointer = Pointer()
    let isTaken = pointer.press(at: outside, on: composer)
    #expect(!isTaken)
    let command = pointer.release(at: start, on: composer)
    #expect(command == nil)
  }

  @Test("a button that has come to mean something else while it was held does nothing")
  func changedMeaning() throws {
    var pointer = Pointer()
    let running = Model().after([(0, .start)])
    var composer = composer(running)
    let point = try center(.lapOrReset, on: composer)
    _ = pointer.press(at: point, on: composer)
    // Stopped by a key in the meantime: the button under the pointer is now Reset.
    _ = composer.frame(running.after([(11, .toggle)]), pointer: pointer, at: reading(11))
    let command = pointer.release(at: point, on: composer)
    #expect(command == nil)
  }

  @Test("while the help is shown there are no buttons")
  func help() throws {
    let open = composer(Model())
    let point = try center(.startStop, on: open)
    let covered = composer(Model().after([(0, .toggleHelp)]))
    #expect(covered.buttons.isEmpty && covered.button(at: point) == nil)
  }

  @Test("an enabled button shows hover and press, a disabled one neither")
  func looks() throws {
    let model = Model()
    let plain = composer(model)
    var rest = Pointer()
    rest.move(to: Point(x: 1, y: 1))
    rest.move(to: outside)
    for button in plain.buttons where plain.button(at: button.frame.center) != nil {
      var over = rest
      over.move(to: button.frame.center)
      var held = over
      _ = held.press(at: button.frame.center, on: plain)
      var dragged = held
      dragged.move(to: outside)
      let lists = [rest, over, held, dragged].map {
        stillFrame(model, pointer: $0, at: reading(10))
      }
      let isAlive = button.isEnabled
      #expect((lists[1] != lists[0]) == isAlive)
      #expect((lists[2] != lists[0]) == isAlive && (lists[2] != lists[1]) == isAlive)
      // Dragged off it, it stays lit but is no longer pushed in.
      #expect(lists[3] == lists[1])
    }
  }

  @Test("no other button lights up while one is held")
  func heldAlone() throws {
    let model = Model()
    let composer = composer(model)
    var pointer = Pointer()
    _ = pointer.press(at: try center(.startStop, on: composer), on: composer)
    pointer.move(to: outside)
    let away = stillFrame(model, pointer: pointer, at: reading(10))
    pointer.move(to: try center(.ringsFull, on: composer))
    #expect(stillFrame(model, pointer: pointer, at: reading(10)) == away)
  }
}
