import Geometry
import Platform
import Testing

@testable import Windowing

@Suite("Where a window goes back to")
struct PlaceHistoryTests {
  private let own = PixelRect(x: 100, y: 50, width: 400, height: 240)
  private let moved = PixelRect(x: 300, y: 50, width: 400, height: 240)
  private let full = PixelRect(x: 0, y: 0, width: 1280, height: 800)
  private let start = MonotonicTime(nanoseconds: 0)

  @Test("is where it was before it filled the screen, whichever of size and state comes first")
  func orders() {
    for isSizeFirst in [false, true] {
      var history = PlaceHistory(own)
      _ = history.record(moved, isFull: false, at: start + .seconds(5))
      #expect(history.rect == moved)
      let now = start + .seconds(9)
      _ = history.record(isSizeFirst ? full : moved, isFull: !isSizeFirst, at: now)
      // In two steps: the place, then the size.
      _ = history.record(
        PixelRect(x: 9, y: 9, width: 1280, height: 800), isFull: !isSizeFirst,
        at: now + .microseconds(1))
      _ = history.record(full, isFull: true, at: now + .microseconds(2))
      #expect(history.rect == moved)
      let request = history.record(moved, isFull: false, at: now + .seconds(1))
      #expect(request == nil && history.rect == moved)
    }
  }

  @Test("is what it is set to meanwhile, though the window manager puts it back as it was")
  func resized() throws {
    var history = PlaceHistory(own)
    _ = history.record(full, isFull: true, at: start + .seconds(1))
    history.resize(width: 800, height: 480)
    let due = history.record(own, isFull: false, at: start + .seconds(2))
    let request = try #require(due)
    #expect((request.width, request.height) == (800, 480))
    let next = history.record(moved, isFull: false, at: start + .seconds(4))
    #expect(next == nil && history.rect == moved)
  }

  private func sized(_ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: 0, y: 0, width: width, height: height)
  }

  @Test("a size that was asked for at another scale counts though the next resize comes with it")
  func rescaled() {
    var history = PlaceHistory(sized(400, 240))
    #expect(history.rescale(sized(400, 240), from: 1, to: 2, at: start) == sized(800, 480))
    _ = history.record(sized(800, 480), isFull: false, at: start + .nanoseconds(1))
    var request = history.record(sized(1600, 997), isFull: false, at: start + .nanoseconds(2))
    #expect(request == nil)
    let end = start + PlaceHistory.patience
    request = history.record(sized(1600, 997), isFull: false, at: end)
    #expect(request == sized(800, 480))
    // 800x480 came and went within one turn.
    _ = history.record(sized(400, 221), isFull: false, at: end + .nanoseconds(1))
    let back = history.rescale(sized(400, 221), from: 2, to: 1, at: end + .nanoseconds(2))
    #expect(back == sized(400, 240))
  }

  @Test(
    "a size that the window manager has scaled before is not scaled again",
    arguments: [0, 1500, 2900], [false, true])
  func scaledBefore(milliseconds: Int64, isMovedMeanwhile: Bool) {
    var history = PlaceHistory(sized(640, 380))
    _ = history.record(sized(1280, 760), isFull: false, at: start)
    let now = start + .milliseconds(milliseconds)
    var size = sized(1280, 798)
    _ = history.record(size, isFull: false, at: start + .nanoseconds(1))
    if isMovedMeanwhile {
      size.x = 9
      _ = history.record(size, isFull: false, at: now)
    }
    #expect(history.rescale(size, from: 1, to: 2, at: now) == sized(1280, 760))
    _ = history.record(sized(1280, 760), isFull: false, at: now + .nanoseconds(1))
    // And back.
    let later = now + .seconds(9)
    _ = history.record(sized(640, 399), isFull: false, at: later)
    let back = history.rescale(
      sized(640, 399), from: 2, to: 1, at: later + .milliseconds(milliseconds))
    #expect(back == sized(640, 380))
  }

  @Test("what the user makes of the size is scaled")
  func resizedByHand() {
    var history = PlaceHistory(sized(400, 240))
    _ = history.record(sized(401, 250), isFull: false, at: start)
    let later = start + PlaceHistory.maxLead
    #expect(history.rescale(sized(401, 250), from: 1, to: 1.5, at: later) == sized(602, 375))
    let request = history.record(
      sized(602, 375), isFull: false, at: later + PlaceHistory.patience * 2)
    #expect(request == nil)
    let back = history.rescale(
      sized(602, 375), from: 1.5, to: 1, at: later + PlaceHistory.patience * 2)
    #expect(back == sized(401, 250))
  }
}
