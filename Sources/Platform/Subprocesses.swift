import CPlatform
import Glibc

/// How a child process ended.
package enum ProcessEnding: Equatable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  /// The words that follow "ended".
  package var description: String {
    switch self {
    case .exited(let status): "with status \(status)"
    case .signalled(let signal): "by signal \(signal)"
    }
  }
}

/// The child processes of this program. Each is reaped here and has a time limit.
///
/// Each leads a process group of its own, so that what it has started ends with it.
///
/// Nothing here blocks. Call `takeTurn` when SIGCHLD arrives. Times are CLOCK_MONOTONIC in nanoseconds.
package struct Subprocesses {
  /// A process, for as long as the program runs: the system reuses its own identifiers.
  package struct Identifier: Hashable, Sendable {
    fileprivate let number: Int
  }

  private struct Entry {
    let identifier: Identifier
    let process: pid_t
    let endsWithItsBackground: Bool
    /// When it is ended.
    var limit: Int64
    /// Whether it was asked to end; then it is killed at the limit.
    var isEnding = false
  }

  private var entries: [Entry] = []
  private var count = 0

  /// The time from SIGTERM to SIGKILL, in nanoseconds.
  private static let grace: Int64 = 1_000_000_000

  package init() {}

  /// Starts a process, which is ended at `limit`.
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

  package struct StartError: Error, CustomStringConvertible {
    /// The errno.
    package let code: Int32

    package var description: String { String(cString: strerror(code)) }
  }

  /// Asks a process and its group to end, and kills them if they do not.
  package mutating func end(_ identifier: Identifier, at now: Int64) {
    guard let place = entries.firstIndex(where: { $0.identifier == identifier }) else { return }
    end(place, at: now)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Kills all processes with their groups, except those of `spared` that were not asked to end.
  package func kill(except spared: Set<Identifier>) {
    for entry in entries where entry.isEnding || !spared.contains(entry.identifier) {
      Glibc.kill(-entry.process, SIGKILL)
    }
  }

  /// When to call `takeTurn` though no child has ended.
  package var deadline: Int64? { entries.lazy.map(\.limit).filter { $0 < .max }.min() }

  /// Ends what has reached its limit; returns what has ended, each with whether it was asked to.
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
      // Only reaping remains.
      entries[place].limit = .max
    }
  }

  /// Returns how a process ended; nil while it runs.
  private func reap(_ entry: Entry) -> ProcessEnding? {
    guard segclock_has_ended(entry.process) != 0 else { return nil }
    // Until it is reaped, its group's identifier is not reused.
    if entry.isEnding || entry.endsWithItsBackground { Glibc.kill(-entry.process, SIGKILL) }
    var status: Int32 = 0
    guard waitpid(entry.process, &status, 0) == entry.process else { return .exited(0) }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }
}

/// A program to run, and how its surroundings differ from ours.
package struct Invocation: Equatable, Sendable {
  package var path: String
  package var arguments: [String]
  /// Environment variables added to ours, or replacing them.
  package var environment: [String: String] = [:]
  /// Whether it prints where we do; otherwise its output is discarded.
  package var sharesOutput = false
  /// Whether its background processes end with it.
  package var endsWithItsBackground = false

  /// The program at `path`, silent.
  package init(_ path: String, _ arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// A command for the shell; it prints where we do.
  package init(shell text: String) {
    self.init("/bin/sh", ["-c", text])
    sharesOutput = true
  }

  /// Starts it as the leader of a new process group, with default signals and no descriptor except the first three;
  /// returns errno, 0 on success.
  func spawn(_ process: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for output: Int32 in [1, 2] where !sharesOutput {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    // Our own variables are passed on as they are: they need not be text.
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let line = place.pointee {
      if !environment.keys.contains(where: { strncmp(line, $0 + "=", $0.utf8.count + 1) == 0 }) {
        variables.append(line)
      }
      place += 1
    }
    let added = environment.map { strdup("\($0.key)=\($0.value)") }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for text in added + words { free(text) } }
    variables += added + [nil]
    return posix_spawn(&process, path, &actions, &attributes, &words, &variables)
  }
}
