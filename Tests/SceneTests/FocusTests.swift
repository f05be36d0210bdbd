import DisplayLists
import Geometry
import Session
import Testing

@testable import Scene

@Suite("Buttons by the keyboard")
struct FocusTests {
  private func composer(_ model: Model, _ pointer: Pointer = Pointer()) -> FrameComposer {
    var composer = FrameComposer()
    _ = composer.frame(model, in: .usual.still, pointer: pointer, at: reading(10))
    return composer
  }

  /// The buttons that keys come to one after another.
  private func tour(_ direction: Direction, _ count: Int, on composer: FrameComposer)
    -> [Element.ID?]
  {
    var pointer = Pointer()
    return (0..<count).map { _ in
      pointer.moveFocus(direction, on: composer)
      return pointer.focus
    }
  }

  @Test("keys go from button to button, past those that do nothing, and around the ends")
  func order() {
    let fresh = composer(Model())
    let roles: [ButtonContent.Role] = [.startStop, .ringsEmpty, .ringsHalf, .ringsFull, .ringsOver]
    let all: [Element.ID] =
      roles.map { .button($0) } + Mode.allCases.map { .button(.mode($0)) }
      + [1, 2, 3].map { .ring($0) }
    #expect(tour(.forward, 14, on: fresh) == all + [all[0]])
    #expect(tour(.backward, 14, on: fresh) == all.reversed() + [all[12]])
    let running = composer(Model().after([(0, .start)]))
    #expect(tour(.forward, 2, on: running) == [.button(.lapOrReset), .button(.startStop)])
    // Nothing to go to.
    let help = composer(Model().after([(0, .toggleHelp)]))
    #expect(tour(.forward, 2, on: help) == [nil, nil])
  }

  @Test("Left and Right stay in a row of buttons, among the modes or among the rings")
  func groups() {
    let composer = composer(Model().after([(0, .start)]))
    let rows: [[Element.ID]] = [
      [.button(.lapOrReset), .button(.startStop)],
      [.ringsEmpty, .ringsHalf, .ringsFull, .ringsOver].map { .button($0) },
      Mode.allCases.map { .button(.mode($0)) }, [1, 2, 3].map { .ring($0) },
    ]
    for row in rows {
      for (index, focus) in row.enumerated() {
        var pointer = Pointer()
        pointer.focus = focus
        pointer.moveFocus(.forward, inGroup: true, on: composer)
        #expect(pointer.focus == row[(index + 1) % row.count])
        pointer.moveFocus(.backward, inGroup: true, on: composer)
        #expect(pointer.focus == focus)
      }
    }
    var pointer = Pointer()
    pointer.moveFocus(.backward, inGroup: true, on: composer)
    #expect(pointer.focus == rows[0][1])
  }

  @Test("the button that keys are on is known by what it is for, not by what it says")
  func identity() {
    let running = Model().after([(0, .start)])
    var pointer = Pointer()
    var composer = composer(running)
    pointer.moveFocus(.forward, on: composer)
    let lap = pointer.focusedCommand(on: composer)
    #expect(pointer.focus == .button(.lapOrReset) && lap == .lap)
    _ = composer.frame(running.after([(11, .toggle)]), pointer: pointer, at: reading(11))
    let reset = pointer.focusedCommand(on: composer)
    #expect(pointer.focus == .button(.lapOrReset) && reset == .reset)
    // Reset is Lap again, and does nothing: it keeps its place, and does nothing either.
    _ = composer.frame(Model(), pointer: pointer, at: reading(12))
    let nothing = pointer.focusedCommand(on: composer)
    #expect(composer.focused(by: pointer) != nil && nothing == nil)
    pointer.moveFocus(.forward, on: composer)
    #expect(pointer.focus == .button(.startStop))
    // In another mode it is gone.
    _ = composer.frame(Model(mode: .counter), pointer: pointer, at: reading(13))
    #expect(composer.focused(by: pointer) == nil)
  }

  @Test(
    "it has a ring that is drawn whole, beside all other buttons, and lets go of it",
    arguments: Theme.builtIn
  )
  func ring(theme: Theme) throws {
    for (width, height, scale) in [(840, 480, 1.0), (1680, 960, 2), (300, 300, 1), (3840, 2160, 2)]
    {
      let environment = Environment(width: width, height: height, scale: scale)
      var pointer = Pointer()
      let model = Model(theme: theme.name)
      let without = stillFrame(model, in: environment, at: reading(10))
      var composer = FrameComposer()
      _ = composer.frame(model, in: environment.still, at: reading(10))
      for _ in composer.buttons.filter(\.isEnabled) {
        pointer.moveFocus(.forward, on: composer)
        guard pointer.focus != .button(.mode(.stopwatch)) else { break }
        let button = try #require(composer.focused(by: pointer))
        let ring = theme.focusRing(around: button.frame, scale: scale)
        #expect(
          without.bounds.contains(ring.extent)
            && ring.extent.contains(PixelRect(covering: button.frame)))
        for other in composer.buttons where other != button {
          let face = PixelRect(covering: other.frame)
          #expect(!face.intersects(ring.extent), "\(width)x\(height) \(button.content.role)")
        }
        #expect(stillFrame(model, in: environment, pointer: pointer, at: reading(10)) != without)
      }
      pointer.focus = nil
      #expect(stillFrame(model, in: environment, pointer: pointer, at: reading(10)) == without)
    }
  }
}

extension FrameComposer {
  fileprivate func focused(by pointer: Pointer) -> Button? {
    buttons.first { .button($0.content.role) == pointer.focus }
  }
}
