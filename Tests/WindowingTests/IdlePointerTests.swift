import Testing

@testable import Windowing

@Suite("A pointer that lies still")
struct IdlePointerTests {
  private let second: Int64 = 1_000_000_000

  @Test(
    "it hides three seconds after it was used, where it may, and there is nothing to wait for then")
  func hides() {
    var pointer = IdlePointer()
    pointer.settle(isAllowed: false, at: 0)
    #expect(pointer.deadline == nil && !pointer.isHidden)
    pointer.settle(isAllowed: true, at: 10 * second)
    #expect(pointer.deadline == 13 * second)
    pointer.noteUse(at: 12 * second)
    pointer.settle(isAllowed: true, at: 13 * second)
    #expect(pointer.deadline == 15 * second && !pointer.isHidden)
    pointer.settle(isAllowed: true, at: 15 * second)
    #expect(pointer.isHidden && pointer.deadline == nil)
    pointer.settle(isAllowed: true, at: 99 * second)
    #expect(pointer.isHidden && pointer.deadline == nil)
  }

  @Test("it comes back when it is used, and where it may no longer hide; then the time begins anew")
  func comesBack() {
    var pointer = IdlePointer()
    func hide(at time: Int64) {
      pointer.settle(isAllowed: true, at: time)
      pointer.settle(isAllowed: true, at: time + 3 * second)
      #expect(pointer.isHidden)
    }
    hide(at: 0)
    pointer.noteUse(at: 4 * second)
    #expect(!pointer.isHidden && pointer.deadline == 7 * second)
    hide(at: 5 * second)
    pointer.settle(isAllowed: false, at: 20 * second)
    #expect(!pointer.isHidden && pointer.deadline == nil)
    // Used where it may not hide, it waits for nothing.
    pointer.noteUse(at: 21 * second)
    #expect(pointer.deadline == nil)
    pointer.settle(isAllowed: true, at: 30 * second)
    #expect(pointer.deadline == 33 * second)
  }
}
