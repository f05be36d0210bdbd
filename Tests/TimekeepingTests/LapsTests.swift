import TestSupport
import Testing

@testable import Timekeeping

@Suite("Laps")
struct LapsTests {
  private func watch(laps lengths: [Int64]) -> Stopwatch {
    var watch = Stopwatch()
    var now: Int64 = 0
    watch.start(at: Instant(nanoseconds: now))
    for length in lengths {
      now += length
      watch.lap(at: Instant(nanoseconds: now))
    }
    return watch
  }

  /// The shortest and the longest by looking at all of them.
  private func extremes(_ laps: Laps) -> (Int?, Int?) {
    let shortest = laps.min { $0.duration < $1.duration }
    let longest = laps.max { $0.duration < $1.duration }
    return shortest?.duration == longest?.duration
      ? (nil, nil) : (shortest?.number, longest?.number)
  }

  @Test(
    "the shortest and the longest are the first of their kind, and none where no two laps differ",
    arguments: [
      ([], nil, nil), ([5], nil, nil), ([5, 5, 5], nil, nil), ([0, 0], nil, nil), ([5, 4], 2, 1),
      ([4, 5], 1, 2), ([5, 5, 4, 4, 6, 6], 3, 5), ([0, 3, 0, 3], 1, 2),
    ] as [([Int64], Int?, Int?)])
  func extremes(lengths: [Int64], shortest: Int?, longest: Int?) {
    let watch = watch(laps: lengths)
    #expect(watch.laps.shortestNumber == shortest)
    #expect(watch.laps.longestNumber == longest)
    #expect(watch.laps.best == lengths.min().map { Duration.nanoseconds($0) })
  }

  @Test(
    "the extremes are those of a full search after every lap, taken or taken back",
    arguments: 0..<20 as Range<UInt64>)
  func incremental(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var watch = watch(laps: [])
    var now: Int64 = 0
    for _ in 0..<300 {
      if Int.random(in: 0..<5, using: &random) == 0 {
        let count = watch.laps.count
        let applied = watch.laps.removeNewest()
        #expect(applied == (count > 0))
        #expect(watch.laps.count == max(0, count - 1))
      } else {
        now += Int64.random(in: 0...6, using: &random)
        watch.lap(at: Instant(nanoseconds: now))
      }
      let (shortest, longest) = extremes(watch.laps)
      #expect(watch.laps.shortestNumber == shortest && watch.laps.longestNumber == longest)
      #expect(watch.laps.best == watch.laps.map(\.duration).min())
    }
  }

  @Test("taking a lap back gives the stopwatch from before it")
  func undoLap() {
    let before = watch(laps: [7, 3, 9])
    for length: Int64 in [1, 5, 20] {
      var after = before
      after.lap(at: Instant(nanoseconds: 19 + length))
      #expect(after != before)
      let applied = after.laps.removeNewest()
      #expect(applied && after == before)
    }
  }

  @Test("numbers count from 1, and the durations add up to each total")
  func consistent() {
    let laps = watch(laps: [7, 0, 3, 100]).laps
    var sum = Duration.zero
    for (index, lap) in laps.enumerated() {
      sum += lap.duration
      #expect(lap.number == index + 1 && lap.total == sum)
    }
    #expect(laps.total == sum)
  }

  @Test("of a million laps the shortest, the longest and the last are right")
  func million() {
    var watch = watch(laps: [])
    var now: Int64 = 0
    for index: Int64 in 1...1_000_000 {
      now += index == 400_000 ? 1 : index == 600_000 ? 99 : 50
      watch.lap(at: Instant(nanoseconds: now))
    }
    #expect(watch.laps.shortestNumber == 400_000 && watch.laps.longestNumber == 600_000)
    #expect(
      watch.laps.last
        == Lap(number: 1_000_000, duration: .nanoseconds(50), total: .nanoseconds(now)))
  }

  @Test("a name is a line of up to 32 characters and 256 bytes, and goes with its lap")
  func names() {
    var watch = watch(laps: [5, 6, 7])
    let table: [(String, String?)] = [
      ("Anna", "Anna"), (" a\tb\u{1B}[m\r\n", "a b\u{FFFD}[m"), (" \n", nil), ("", nil),
      (String(repeating: "é", count: 40), String(repeating: "é", count: 32)),
      ("a" + String(repeating: "\u{301}", count: 200), nil),
    ]
    for (text, name) in table {
      watch.laps.setName("before", of: 2)
      watch.laps.setName(text, of: 2)
      #expect(watch.laps.namesByNumber[2] == name, "\(text)")
    }
    for number in [0, -1, 4, .max, .min] {
      let isTaken = watch.laps.setName("x", of: number)
      #expect(!isTaken)
    }
    let bare = watch
    watch.laps.setName("three", of: 3)
    #expect(watch != bare)
    var other = bare
    other.laps.setName("three", of: 3)
    #expect(watch == other)
    watch.laps.removeNewest()
    #expect(watch.laps.namesByNumber.isEmpty)
  }
}
