import Geometry
import Testing

@testable import Windowing

@Suite("Where a window goes back to")
struct WindowedPlaceTests {
  private let own = PixelRect(x: 100, y: 50, width: 400, height: 240)
  private let moved = PixelRect(x: 300, y: 50, width: 400, height: 240)
  private let full = PixelRect(x: 0, y: 0, width: 1280, height: 800)
  private static let second: Int64 = 1_000_000_000

  @Test("is where it was before it filled the screen, whichever of size and state is told first")
  func orders() {
    for isSizeFirst in [false, true] {
      var place = WindowedPlace(own)
      var isFreed = place.note(moved, isFull: false, at: 5 * Self.second)
      #expect(!isFreed && place.rect == moved)
      let now = 9 * Self.second
      isFreed = place.note(isSizeFirst ? full : moved, isFull: !isSizeFirst, at: now)
      #expect(!isFreed)
      // In two steps: the place, then the size.
      isFreed = place.note(
        PixelRect(x: 9, y: 9, width: 1280, height: 800), isFull: !isSizeFirst, at: now + 1000)
      #expect(!isFreed)
      isFreed = place.note(full, isFull: true, at: now + 2000)
      #expect(!isFreed && place.rect == moved)
      isFreed = place.note(moved, isFull: false, at: now + Self.second)
      #expect(isFreed && place.rect == moved && !place.isSizeDue && !place.isPlaceDue)
    }
  }

  @Test("is what it is set to meanwhile, though the window manager puts it back as it was")
  func scaled() {
    var place = WindowedPlace(own)
    _ = place.note(full, isFull: true, at: Self.second)
    place.resize(width: 800, height: 480)
    let isFreed = place.note(own, isFull: false, at: 2 * Self.second)
    #expect(isFreed)
    #expect(place.isSizeDue && !place.isPlaceDue)
    #expect(place.rect == PixelRect(x: 100, y: 50, width: 800, height: 480))
    place.settle()
    _ = place.note(moved, isFull: false, at: 4 * Self.second)
    #expect(place.rect == moved && !place.isSizeDue)
  }

  @Test("is due where the window manager has changed meanwhile, and only then")
  func managers() {
    var place = WindowedPlace(own)
    place.managerChanged()
    _ = place.note(own, isFull: false, at: Self.second)
    _ = place.note(full, isFull: true, at: 2 * Self.second)
    #expect(!place.isPlaceDue)
    place.managerChanged()
    _ = place.note(full, isFull: true, at: 3 * Self.second)
    #expect(place.isPlaceDue && place.isSizeDue && place.rect == own)
    // It ends before it has said that it made the window large, as it was asked to.
    place = WindowedPlace(own)
    place.hold(own, at: Self.second)
    place.managerChanged()
    _ = place.note(full, isFull: false, at: Self.second + 1000)
    _ = place.note(full, isFull: true, at: Self.second + 2000)
    #expect(place.isPlaceDue && place.rect == own)
  }
}

@Suite("The start that a desktop waits for")
struct StartupNoticeTests {
  @Test(
    "has a time where its name ends with one",
    arguments: [
      ("a_TIME12", 12), ("_TIME0", 0), ("a_TIME1_TIME4294967295", 4_294_967_295),
      ("a_TIME4294967296", nil),
      ("a_TIME", nil), ("a", nil), ("a_TIME-1", nil), ("ä_TIMEx", nil),
    ] as [(String, UInt?)])
  func times(name: String, time: UInt?) {
    #expect(StartupNotice(name)?.time == time)
  }

  @Test("has a name of one line that is not too long")
  func names() {
    for name in ["", "a\nb", "\u{7F}", String(repeating: "x", count: 513)] {
      #expect(StartupNotice(name) == nil)
    }
    #expect(StartupNotice(String(repeating: "x", count: 512)) != nil)
    #expect(
      StartupNotice("a\"\\").map { String(decoding: $0.message, as: UTF8.self) }
        == "remove: ID=\"a\\\"\\\\\"\0")
  }
}
