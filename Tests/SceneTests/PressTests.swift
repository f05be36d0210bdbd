import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("A press on a button")
struct PressTests {
  private func center(_ role: ButtonContent.Role, on composer: FrameComposer) throws -> Point {
    try #require(composer.elements[.button(role)]).area.box.center
  }

  @Test("starts, stops and takes a lap at once; what can be taken back waits for the release")
  func acts() throws {
    let running = Model().after([(0, .start)])
    let stopped = running.after([(1, .stop)])
    let table: [(Model, ButtonContent.Role, Command, Bool)] = [
      (Model(), .startStop, .toggle, true), (running, .startStop, .toggle, true),
      (running, .lapOrReset, .lap, true), (stopped, .lapOrReset, .reset, false),
      (Model(mode: .timer), .timerStartStop, .toggle, true),
      (Model(mode: .counter), .countUp, .step(1), false),
    ]
    for (model, role, command, isTimed) in table {
      var composer = FrameComposer()
      _ = composer.frame(model, at: reading(2))
      var pointer = Pointer()
      let point = try center(role, on: composer)
      // The second press acts again.
      for _ in 0..<2 {
        _ = pointer.press(at: point, on: composer)
        let (atPress, again) = (pointer.act(on: composer), pointer.act(on: composer))
        let atRelease = pointer.release(at: point, on: composer)
        #expect(atPress == (isTimed ? command : nil) && again == nil, "\(command)")
        #expect(atRelease == (isTimed ? nil : command), "\(command)")
      }
    }
  }

  @Test("a disabled button does nothing")
  func disabled() throws {
    var composer = FrameComposer()
    _ = composer.frame(Model(), at: reading(2))
    var pointer = Pointer()
    let point = try center(.lapOrReset, on: composer)
    _ = pointer.press(at: point, on: composer)
    let (atPress, atRelease) = (
      pointer.act(on: composer), pointer.release(at: point, on: composer)
    )
    #expect(atPress == nil && atRelease == nil)
  }

  /// The opacities of the captions of the start button, in 256ths.
  private func labels(_ list: DisplayList) -> [String: Int] {
    var labels: [String: Int] = [:]
    for item in list.items {
      switch item {
      case .picture(let picture):
        for run in picture.texts where ["Start", "Stop"].contains(run.string) {
          labels[run.string] = 256
        }
      case .scaled(let shown):
        for run in shown.picture.texts where ["Start", "Stop"].contains(run.string) {
          labels[run.string] = shown.weight
        }
      default: break
      }
    }
    return labels
  }

  @Test("its caption goes in 60 ms, and only then comes the next one, in 60 ms")
  func captions() {
    var composer = FrameComposer()
    for second in 0...2 { _ = composer.frame(Model(), at: reading(Double(second))) }
    let model = Model().after([(3, .start)])
    for milliseconds in 0...130 {
      let list = composer.frame(model, at: reading(3 + Double(milliseconds) / 1000))
      let labels = labels(list)
      let (old, new) = (labels["Start"] ?? 0, labels["Stop"] ?? 0)
      #expect(min(old, new) == 0, "\(milliseconds) ms: \(labels)")
      if milliseconds == 0 { #expect(old == 256) }
      if milliseconds < 60 { #expect(new == 0) }
      if milliseconds > 60 { #expect(old == 0) }
      if milliseconds > 120 { #expect(new == 256) }
    }
  }

  @Test("is down in 50 ms and up in 160")
  func face() throws {
    var composer = FrameComposer()
    let model = Model(mode: .counter)
    for second in 0...2 { _ = composer.frame(model, at: reading(Double(second))) }
    var pointer = Pointer()
    let point = try center(.countUp, on: composer)
    _ = pointer.press(at: point, on: composer)
    func weights(from start: Double, to end: Int) -> [Int] {
      (0...end).map { milliseconds in
        let now = start + Double(milliseconds) / 1000
        let list = composer.frame(model, pointer: pointer, at: reading(now))
        return list.items.reduce(0) {
          if case .snapshot(let snapshot) = $1 { max($0, snapshot.weight) } else { $0 }
        }
      }
    }
    let down = weights(from: 3, to: 60)
    #expect(down[0] == 256 && down[50] == 0 && down == down.sorted(by: >))
    _ = pointer.release(at: point, on: composer)
    let up = weights(from: 4, to: 170)
    #expect(up[0] == 256 && up[140] > 0 && up[160] == 0 && up == up.sorted(by: >))
  }
}
