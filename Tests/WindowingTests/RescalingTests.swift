import Testing

@testable import Windowing

/// A change of scale while the window manager resizes the window, too.
struct RescalingTests {
  @Test func aSizeThatWasAskedForCountsThoughItsAnswerComesWithTheNextResize() {
    var rescaling = Rescaling((400, 240))
    #expect(rescaling.change(from: 1, to: 2, at: 0) == (800, 480))
    rescaling.note((800, 480), at: 1)
    rescaling.note((1600, 997), at: 2)
    #expect(rescaling.settle(at: Rescaling.patience - 1) == nil)
    let end = Rescaling.patience
    #expect(rescaling.settle(at: end).map { $0 == (800, 480) } == true)
    // 800x480 came and went within one turn.
    rescaling.note((400, 221), at: end + 1)
    #expect(rescaling.change(from: 2, to: 1, at: end + 2) == (400, 240))
  }

  @Test func whatThePersonMakesOfItIsScaled() {
    var rescaling = Rescaling((400, 240))
    rescaling.note((401, 250), at: 0)
    let later = 2 * Rescaling.patience
    #expect(rescaling.change(from: 1, to: 1.5, at: later) == (602, 375))
    rescaling.note((602, 375), at: later)
    #expect(rescaling.settle(at: 2 * later) == nil)
    #expect(rescaling.change(from: 1.5, to: 1, at: 2 * later) == (401, 250))
  }
}
