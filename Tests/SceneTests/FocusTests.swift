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
    -> [ButtonContent.Role?]
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
    let all: [ButtonContent.Role] = [.startStop, .ringsEmpty, .ringsHalf, .ringsFull, .ringsOver]
    #expect(tour(.forward, 6, on: fresh) == all + [.startStop])
    #expect(tour(.backward, 6, on: fresh) == all.reversed() + [.ringsOver])
    let running = composer(Model().after([(0, .start)]))
    #expect(tour(.forward, 2, on: running) == [.lapOrReset, .startStop])
    // Nothing to go to.
    let help = composer(Model().after([(0, .toggleHelp)]))
    #expect(tour(.forward, 2, on: help) == [nil, nil])
  }

  @Test("the button that keys are on is known by what it is for, not by what it says")
  func identity() {
    let running = Model().after([(0, .start)])
    var pointer = Pointer()
    var composer = composer(running)
    pointer.moveFocus(.forward, on: composer)
    let lap = pointer.focusedCommand(on: composer)
    #expect(pointer.focus == .lapOrReset && lap == .lap)
    _ = composer.frame(running.after([(11, .toggle)]), pointer: pointer, at: reading(11))
    let reset = pointer.focusedCommand(on: composer)
    #expect(pointer.focus == .lapOrReset && reset == .reset)
    // Reset is Lap again, and does nothing: it keeps its place, and does nothing either.
    _ = composer.frame(Model(), pointer: pointer, at: reading(12))
    let nothing = pointer.focusedCommand(on: composer)
    #expect(pointer.focusedButton(on: composer) != nil && nothing == nil)
    pointer.moveFocus(.forward, on: composer)
    #expect(pointer.focus == .startStop)
    // In another mode it is gone.
    _ = composer.frame(Model(mode: .counter), pointer: pointer, at: reading(13))
    #expect(pointer.focusedButton(on: composer) == nil)
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
        let button = try #require(pointer.focusedButton(on: composer))
        let ring = button.focusRing(theme: theme, scale: scale)
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
