import DisplayLists
import Geometry
import Session
import Testing
import Timekeeping

@testable import Scene

@Suite("A dial that makes room for laps")
struct LapMotionTests {
  /// The radius of the long hand, which ends at the ticks.
  private func reach(_ list: DisplayList) -> Double { list.hands.last?.length ?? .nan }

  private func reaches(
    of model: Model, from start: Double, to end: Int = 250, on composer: inout FrameComposer
  ) -> [Double] {
    stride(from: 0, through: end, by: 10).map { milliseconds in
      reach(composer.frame(model, at: reading(start + Double(milliseconds) / 1000)))
    }
  }

  @Test("the first lap moves the ticks inward in 250 ms, and a reset moves them back")
  func room() throws {
    var composer = FrameComposer()
    let running = Model().after([(0, .start)])
    let full = reach(composer.frame(running, at: reading(1)))
    let lapped = running.after([(2, .lap)])
    let inward = reaches(of: lapped, from: 2, on: &composer)
    let small = reach(stillFrame(lapped, at: reading(2)))
    #expect(isClose(inward[0], full) && isClose(inward[25], small) && small < full - 20)
    #expect(inward == inward.sorted(by: >))
    let steps = zip(inward, inward.dropFirst()).map { $0 - $1 }
    #expect(steps.allSatisfy { $0 < (full - small) / 10 })
    let reset = lapped.after([(3, .stop), (3, .reset)])
    _ = composer.frame(lapped, at: reading(2.9))
    let outward = reaches(of: reset, from: 3, on: &composer)
    #expect(isClose(outward[0], small) && isClose(outward[25], full))
    #expect(outward == outward.sorted())
    // Interrupted, it turns round without a jump.
    _ = composer.frame(reset, at: reading(3.9))
    let again = reset.after([(4, .start), (4, .lap)])
    let start = reaches(of: again, from: 4, to: 100, on: &composer)
    let undone = again.after([(4.1, .undo)])
    let back = reach(composer.frame(undone, at: reading(4.1)))
    #expect(isClose(back, try #require(start.last)))
  }

  @Test("best and worst take their colours in 180 ms")
  func colors() throws {
    var composer = FrameComposer()
    // The second lap was the best.
    let model = Model().after([(0, .start), (3, .lap), (5, .lap)])
    for tenth in 60...70 { _ = composer.frame(model, at: reading(Double(tenth) / 10)) }
    let lapped = model.after([(6.9, .lap)])
    func weights(at now: Double) -> [Int] {
      composer.frame(lapped, at: reading(now)).items.compactMap {
        if case .scaled(let shown) = $0 { shown.weight } else { nil }
      }
    }
    _ = weights(at: 7)
    let start = weights(at: 7.01)
    // The former row, and the four pieces of the rim.
    #expect(start.count == 5 && start.allSatisfy { $0 > 250 })
    let middle = weights(at: 7.092)
    #expect(middle.count == 5 && middle.allSatisfy { (100...156).contains($0) })
    #expect(weights(at: 7.181).isEmpty)
    #expect(composer.nextChange == .nextFrame)
  }
}
