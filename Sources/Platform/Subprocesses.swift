import CPlatform
import Glibc

/// How a child process ended.
package enum ProcessEnding: Equatable, Sendable, CustomStringConvertible {
  /// By itself, with this status.
  case exited(Int32)
  /// By this signal.
  case signalled(Int32)

  /// In words, to follow "ended".
  package var description: String {
    switch self {
    case .exited(let status): "with status \(status)"
    case .signalled(let signal): "by signal \(signal)"
    }
  }
}

/// The processes that this program has started: each leads a group of its own, is reaped here, and has a limit.
///
/// Nothing here blocks. SIGCHLD has to end the wait of whoever calls `takeTurn`. Times are CLOCK_MONOTONIC in
/// nanoseconds.
package struct Subprocesses {
  /// Which process, for as long as the program runs; numbers of processes come again, these do not.
  package struct Identifier: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Entry {
    let identifier: Identifier
    let process: pid_t
    let endsWithItsBackground: Bool
    /// When it is to be ended.
    var limit: Int64
    /// Whether it has been asked to end; at the limit it is killed then.
    var isEnding = false
  }

  private var entries: [Entry] = []
  private var count = 0

  /// How long a process that is asked to end (SIGTERM) has until it is killed, in nanoseconds.
  private static let grace: Int64 = 1_000_000_000

  /// No processes.
  package init() {}

  /// Starts it, to be ended at `limit`.
  package mutating func start(_ invocation: Invocation, until limit: Int64) -> Result<
    Identifier, StartError
  > {
    var process: pid_t = 0
    let code = invocation.spawn(&process)
    guard code == 0 else { return .failure(StartError(code: code)) }
    count += 1
    let identifier = Identifier(number: count)
    entries.append(
      Entry(
        identifier: identifier, process: process,
        endsWithItsBackground: invocation.endsWithItsBackground,
        limit: limit))
    return .success(identifier)
  }

  /// Why a process could not be started.
  package struct StartError: Error, CustomStringConvertible {
    /// The errno.
    package let code: Int32

    /// The system's words for it.
    package var description: String { String(cString: strerror(code)) }
  }

  /// Asks the process and its group to end; they are killed if they do not.
  package mutating func end(_ identifier: Identifier, at now: Int64) {
    guard let place = entries.firstIndex(where: { $0.identifier == identifier }) else { return }
    end(place, at: now)
  }

  /// Whether there are none.
  package var isEmpty: Bool { entries.isEmpty }

  /// Kills all that were asked to end and have not, and the others, with their groups, but for those of `spared`: the
  /// last thing that this program does about them.
  package func kill(except spared: Set<Identifier>) {
    for entry in entries where entry.isEnding || !spared.contains(entry.identifier) {
      Glibc.kill(-entry.process, SIGKILL)
    }
  }

  /// When to come back for a process that goes on; nil where there is none.
  package var deadline: Int64? { entries.lazy.map(\.limit).filter { $0 < .max }.min() }

  /// Ends what has reached its limit, and returns what has ended, each with whether we have asked it to.
  package mutating func takeTurn(at now: Int64) -> [(
    identifier: Identifier, ending: ProcessEnding, wasAsked: Bool
  )] {
    guard !entries.isEmpty else { return [] }
    var ended: [(Identifier, ProcessEnding, Bool)] = []
    for place in entries.indices.reversed() {
      if let ending = reap(entries[place]) {
        ended.append((entries[place].identifier, ending, entries[place].isEnding))
        entries.remove(at: place)
      } else if entries[place].limit <= now {
        end(place, at: now)
      }
    }
    return ended.reversed()
  }

  private mutating func end(_ place: Int, at now: Int64) {
    if !entries[place].isEnding {
      entries[place].isEnding = true
      entries[place].limit = now + Subprocesses.grace
      Glibc.kill(-entries[place].process, SIGTERM)
    } else if entries[place].limit <= now {
      Glibc.kill(-entries[place].process, SIGKILL)
      // Nothing is left to be done but to reap it.
      entries[place].limit = .max
    }
  }

  /// How the process of `entry` ended; nil while it runs.
  private func reap(_ entry: Entry) -> ProcessEnding? {
    guard segclock_has_ended(entry.process) != 0 else { return nil }
    // As long as it is not reaped, the number of its group is nobody else's.
    if entry.isEnding || entry.endsWithItsBackground { Glibc.kill(-entry.process, SIGKILL) }
    var status: Int32 = 0
    guard waitpid(entry.process, &status, 0) == entry.process else { return .exited(0) }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }
}
