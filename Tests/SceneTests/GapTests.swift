import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("The gap and a typed plan")
struct GapTests {
  private let environment = Environment(width: 840, height: 480, parts: [.gap]).still

  /// The gap after a lap of 90 s, `seconds` into the next one.
  private func gap(_ composer: inout FrameComposer, after seconds: Double) -> String? {
    let model = Model().after([(0, .start), (90, .lap)])
    let sample = reading(90 + seconds)
    _ = composer.frame(model, in: environment, at: sample)
    return composer.elements.first { $0.id == .gap }?.value.text(at: sample)
  }

  @Test("the running lap is ahead of the best one, then behind; without one nothing is compared")
  func signs() {
    var composer = FrameComposer()
    #expect(gap(&composer, after: 89.58)?.hasPrefix("-") == true)
    #expect(composer.nextChange == .nextFrame)
    let ahead = composer.frame.list.lights
    #expect(gap(&composer, after: 92.4)?.hasPrefix("-") == false)
    #expect(composer.frame.list.lights != ahead)
    let alone = composer.frame(Model().after([(0, .start)]), in: environment, at: reading(1))
    #expect(!composer.elements.contains { $0.id == .gap } && composer.nextChange == .never)
    #expect(alone.lights.allSatisfy { $0.levels == 0 })
  }

  @Test("a plan's text breaks after spaces, and words that are too long are cut")
  func lines() {
    func lines(_ text: String, width: Double) -> [String] {
      let letters = Array(text)
      return TypedField.lines(of: letters, width: width) { Double($0.count) }
        .map { String(letters[$0]) }
    }
    #expect(lines("Read 20m, Rest 5m", width: 10) == ["Read 20m, ", "Rest 5m"])
    #expect(lines("Abcdefgh ij", width: 5) == ["Abcde", "fgh ", "ij"])
    #expect(lines("", width: 5) == [""])
    #expect(lines("Abc", width: 0.5) == ["A", "b", "c"])
  }

  @Test("a plan is typed in its list's place, and in a small window at its foot")
  func place() throws {
    for (width, height, isInList) in [(840, 480, true), (240, 135, false)] {
      var composer = FrameComposer()
      let model = Model().after([(0, .mode(.plan)), (0, .edit(.begin(.plan)))])
      _ = composer.frame(
        model, in: Environment(width: width, height: height).still, at: reading(1))
      let field = composer.elements.first { $0.role == .entry }
      #expect((field?.id == .planText) == isInList, "\(String(describing: field))")
      guard isInList, let field, let list = composer.elements.list else { continue }
      #expect(field.area.box.maxY <= list.frame.minY && field.area.box.minX == list.frame.minX)
    }
  }
}
