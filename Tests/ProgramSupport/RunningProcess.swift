import Glibc

/// A process of this machine, by what Linux tells of it; all figures are zero once it is gone.
package protocol RunningProcess {
  var identifier: Int32 { get }
}

/// A process that somebody else has started.
package struct OtherProcess: RunningProcess, Sendable {
  package let identifier: Int32

  package init(_ identifier: Int32) {
    self.identifier = identifier
  }
}

extension RunningProcess {
  /// How often all its threads together have gone to sleep by themselves: one each wake-up.
  package var voluntarySwitches: Int {
    tasks.reduce(0) { $0 + field("voluntary_ctxt_switches:", of: "task/\($1)/status") }
  }

  /// Waits until it waits for events without a deadline, by what `faults` see of that, and until none of its threads
  /// wakes up.
  package func awaitSleep(_ faults: Faults, _ deadline: Deadline) throws {
    repeat {
      let (before, switches) = (faults.now, voluntarySwitches)
      Deadline.observe(seconds: before.waiting == 2 ? 0.4 : 0.02)
      if before.waiting == 2, faults.now.waits == before.waits, voluntarySwitches == switches {
        return
      }
    } while !deadline.isPast
    throw Failure("process \(identifier) wakes up, or waits until a deadline")
  }

  /// The processor time of all its threads together, in nanoseconds.
  package var processorNanoseconds: Int {
    tasks.reduce(0) { $0 + (words("task/\($1)/schedstat").first.flatMap { Int($0) } ?? 0) }
  }

  /// Its share of memory (PSS), in KiB: what it shares with others counts in part.
  package var proportionalMemory: Int { field("Pss:", of: "smaps_rollup") }

  /// The memory that is its own and of no file: heap, stacks and what the loader has written, in KiB.
  package var anonymousMemory: Int { field("Anonymous:", of: "smaps_rollup") }

  package var openDescriptors: Int { names(in: "/proc/\(identifier)/fd").count }

  /// It, the processes that it has started and that still run, and theirs.
  package var family: [OtherProcess] {
    let children = tasks.flatMap { words("task/\($0)/children").compactMap { Int32($0) } }
    return [OtherProcess(identifier)] + children.flatMap { OtherProcess($0).family }
  }

  package var threadCount: Int { tasks.count }

  private var tasks: [String] { names(in: "/proc/\(identifier)/task") }

  /// The words of a file below the process's directory.
  private func words(_ path: String) -> [Substring] {
    String(decoding: contents(of: "/proc/\(identifier)/\(path)") ?? [], as: UTF8.self).split {
      $0.isWhitespace
    }
  }

  /// The number after `name` in such a file; 0 where there is none.
  private func field(_ name: String, of path: String) -> Int {
    let words = words(path)
    return words.firstIndex { $0 == name }.flatMap { words.dropFirst($0 + 1).first }.flatMap {
      Int($0)
    } ?? 0
  }
}
