import Testing

@testable import Windowing

@Suite("What is written once it has settled")
struct DebounceTests {
  private let second: Int64 = 1_000_000_000

  @Test("it is due a while after the last change, once, and then needs no time")
  func settles() {
    var debounce = Debounce<Int>()
    #expect(debounce.deadline == nil)
    let changes: [(value: Int, time: Double, isDue: Bool, deadline: Double?)] = [
      (1, 10, false, 11), (1, 10.9, false, 11), (1, 11, true, nil), (1, 11.1, false, nil),
      (2, 20, false, 21), (3, 20.5, false, 21.5), (3, 21, false, 21.5), (2, 21.4, false, 22.4),
      (2, 30, true, nil), (2, 99, false, nil),
    ]
    for change in changes {
      let isDue = debounce.update(change.value, at: Int64(change.time * 1e9))
      #expect(isDue == change.isDue, "\(change)")
      #expect(debounce.deadline == change.deadline.map { Int64($0 * 1e9) }, "\(change)")
    }
  }

  @Test("what changes for a minute is written a handful of times, and what it ends at is the last")
  func long() {
    var debounce = Debounce<Int>()
    var written: [Int] = []
    for step in 0...3600 {
      let isDue = debounce.update(step, at: Int64(step) * second / 60)
      if isDue { written.append(step) }
    }
    #expect(written == [900, 1801, 2702])
    let due = debounce.deadline ?? 0
    let isDue = debounce.update(3600, at: due)
    #expect(isDue && debounce.deadline == nil)
  }

  @Test("while nothing changes the clock is not read")
  func clock() {
    var debounce = Debounce<Int>()
    _ = debounce.update(1, at: 0)
    _ = debounce.update(1, at: Debounce<Int>.stillness)
    var readings = 0
    func now() -> Int64 {
      readings += 1
      return 0
    }
    for _ in 0..<9 { _ = debounce.update(1, at: now()) }
    #expect(readings == 0)
  }
}
