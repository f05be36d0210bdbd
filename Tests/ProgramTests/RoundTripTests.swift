import Glibc
import ProgramSupport
import Testing

extension Displays.Control {
  /// How long other programs wait for the window's answer, whatever goes wrong.
  struct RoundTrips {
    static let isLong = getenv("SEGCLOCK_LONG") != nil

    /// How long a lap of many may take, in nanoseconds.
    private static let limit: Int64 = 100_000_000
    /// How many laps are marked while a disk takes half a second for each.
    private static let slowLaps = 60
    private static let tries = 500
    /// How long it is from one answer to the next question, in seconds: no shell calls `ctl` again any sooner.
    private static let pause = 0.005

    /// What is asked for, each on a connection of its own, and how long it took, in nanoseconds.
    struct Times {
      var status: [Int64] = []
      var lap: [Int64] = []

      init(_ trouble: Trouble, tries: Int) throws {
        let isSlow = trouble.fault == .slowDisk
        for _ in 0..<tries {
          guard isSlow else {
            Deadline.observe(seconds: pause)
            status.append(try trouble.askStatus())
            Deadline.observe(seconds: pause)
            lap.append(try trouble.markLap())
            continue
          }
          // A lap waits a moment for the disk; all else is not to wait at all.
          lap.append(
            try trouble.markLap { for _ in 0..<10 { status.append(try trouble.askStatus()) } })
        }
      }
    }

    /// On a machine that others use, only half of the answers have to be in time.
    @Test(arguments: Fault.allCases)
    func theAnswerIsRightAndMostlyInTime(fault: Fault) throws {
      let times = try Times(try Trouble(fault), tries: fault == .slowDisk ? 2 : 10)
      // Each of its mistakes waits 100 ms for the pipe that nobody reads.
      let limit = fault == .mistakes ? 10 * Self.limit : Self.limit
      #expect(times.status.median < limit && times.lap.median < limit, "\(times)")
    }

    @Test(.enabled(if: isLong)) func ninetyNineOfAHundredAreInTime() throws {
      var table = Table(
        ["what goes wrong", "asked for"],
        [("tries", 0), ("median ms", 2), ("p99 ms", 2), ("most ms", 2)])
      for fault in Fault.allCases {
        do {
          try Self.measure(fault, &table)
        } catch {
          Issue.record("\(fault): \(error)")
        }
      }
      print(table.text)
    }

    /// A call of `ctl` is the program itself: what it takes beyond a start that asks nobody.
    @Test(.enabled(if: isLong)) func aCallTakesLittleMoreThanAStart() throws {
      let desk = try Desk()
      func milliseconds(_ words: String, code: Int) throws -> Double {
        let start = Deadline.now()
        let script =
          "for i in 1 2 3 4 5 6 7 8 9 10; do \"$0\" \(words) >/dev/null 2>&1; [ $? = \(code) ] || exit; done"
        #expect(try Program.run([], by: script, home: desk.home).ending == .exited(0))
        return Double(Deadline.now() - start) / 1e7
      }
      // One beside the other: what else the machine does disturbs both.
      let pairs = try (0..<15).map { _ in
        (
          start: try milliseconds("ctl status --name nobody", code: 3),
          call: try milliseconds("ctl status", code: 0)
        )
      }
      let (start, more) = (pairs.map(\.start).median, pairs.map { $0.call - $0.start }.median)
      print("a start: \(start.text(2)) ms; a call of ctl status: \(more.text(2)) ms more")
      #expect(more < 2)
    }

    /// Adds what is found under `fault` to the table.
    private static func measure(_ fault: Fault, _ table: inout Table) throws {
      let isSlow = fault == .slowDisk
      let times = try Times(try Trouble(fault), tries: isSlow ? slowLaps : tries)
      for (name, times) in [("status", times.status), ("lap", times.lap)] {
        let figures = [times.median, times.percentile(99), times.max() ?? 0].map {
          Double($0) / 1e6
        }
        table.add([name == "status" ? fault.rawValue : "", name], [Double(times.count)] + figures)
        #expect(times.percentile(99) < limit, "\(fault), \(name)")
      }
    }
  }
}

extension [Int64] {
  fileprivate var median: Int64 { percentile(50) }

  /// The least of them that is not exceeded by so many in a hundred.
  fileprivate func percentile(_ share: Int) -> Int64 {
    let place = (count * share + 99) / 100 - 1
    return indices.contains(place) ? sorted()[place] : 0
  }
}
