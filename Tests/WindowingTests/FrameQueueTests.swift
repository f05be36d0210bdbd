import Geometry
import TestSupport
import Testing

@testable import Windowing

@Suite struct FrameQueueTests {
  private let rect = PixelRect(x: 0, y: 0, width: 1, height: 1)

  @Test("no frame lies over another, however large they are and whenever they go")
  func places() throws {
    var random = SplitMix64(seed: 11)
    for capacity in [1, 100, 1000] {
      var queue = FrameQueue()
      var kept: [FrameQueue.Frame] = []
      var placed = 0
      for _ in 0..<4000 {
        let size = Int.random(in: 1...max(1, capacity / 3), using: &random)
        if Int.random(in: 0...2, using: &random) > 0,
          let start = queue.place(for: size, in: capacity)
        {
          try #require(start >= 0 && start + size <= capacity)
          for frame in kept { try #require(start + size <= frame.start || frame.end <= start) }
          queue.add([rect], at: start, size: size)
          kept.append(try #require(queue.frames.last))
          placed += 1
        } else if !kept.isEmpty {
          let count = Int.random(in: 1...kept.count, using: &random)
          let dropped = queue.drop(upTo: kept[count - 1].number)
          try #require(dropped == count)
          kept.removeFirst(count)
        }
        try #require(queue.frames.count == kept.count)
      }
      #expect(placed > 1000)
    }
  }

  @Test("all of the memory is used, around and around")
  func isFull() {
    var queue = FrameQueue()
    for start in [0, 30, 60] {
      #expect(queue.place(for: 30, in: 100) == start)
      queue.add([rect], at: start, size: 30)
    }
    #expect(queue.place(for: 30, in: 100) == nil)
    #expect(queue.place(for: 10, in: 100) == 90)
    queue.drop(upTo: 1)
    #expect(queue.place(for: 30, in: 100) == 0)
    queue.add([rect], at: 0, size: 30)
    // What begins behind it is the oldest.
    #expect(queue.place(for: 1, in: 100) == nil)
    queue.drop(upTo: 2)
    #expect(queue.place(for: 30, in: 100) == 30)
    #expect(queue.place(for: 31, in: 100) == nil)
    #expect(queue.place(for: 101, in: 100) == nil)
  }

  @Test("frames go with their rectangles, and numbers begin anew")
  func rects() {
    var queue = FrameQueue()
    let rects = (0..<6).map { PixelRect(x: $0, y: 0, width: 1, height: 1) }
    queue.add(Array(rects[..<3]), at: 0, size: 3)
    queue.add(Array(rects[3..<4]), at: 3, size: 1)
    queue.add(Array(rects[4...]), at: 4, size: 2)
    // No message of ours, or one that came twice.
    #expect(queue.drop(upTo: 0) == 0)
    #expect(queue.drop(upTo: 4) == 0)
    #expect(queue.drop(upTo: 2) == 2)
    #expect(queue.drop(upTo: 2) == 0)
    #expect(queue.frames.map(\.rects) == [Array(rects[4...])])
    queue.drop(upTo: 3)
    #expect(queue.frames.isEmpty && queue.lastNumber == 3)
    #expect(queue.place(for: 100, in: 100) == 0)
  }

  @Test(
    "the server's clock is known for ours, however long its answer took and however often it has begun anew"
  )
  func clocks() {
    let lap: Int64 = 1 << 32
    for laps in [-lap, 0, lap, 5 * lap] {
      for (asked, answered) in [(1_000_000, 1_000_000), (5_000_000_000, 5_000_000_040)]
        as [(Int64, Int64)]
      {
        // It may be behind by a tick of the kernel's.
        for time in asked - 4...answered {
          #expect(SyncScheduler.offset(of: time + laps, asked: asked, answered: answered) == laps)
        }
        for time in [asked - 5, answered + 2, asked + 1_000_000] {
          #expect(SyncScheduler.offset(of: time + laps, asked: asked, answered: answered) == nil)
        }
      }
    }
  }
}
