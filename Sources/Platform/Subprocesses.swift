import CPlatform
import Glibc

package enum ProcessEnding: Equatable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  package var description: String {
    switch self {
    case .exited(let status): "with status \(status)"
    case .signalled(let signal): "by signal \(signal)"
    }
  }
}

/// Reaps child processes and enforces time limits.
///
/// Each leads its own process group, so that its descendants end with it. Nothing here blocks.
package struct Subprocesses {
  /// A process ID; not reused before `poll` returns it.
  package typealias Identifier = Int32

  private struct Entry {
    let process: Identifier
    let endsWithItsBackground: Bool
    var limit: MonotonicTime?
    /// Whether it got SIGTERM; SIGKILL follows at the limit.
    var isEnding = false
  }

  private var entries: [Entry] = []

  private static let grace = Duration.seconds(1)

  package init() {}

  package struct StartError: Error, CustomStringConvertible {
    package let code: Int32

    package var description: String { String(cString: strerror(code)) }
  }

  package mutating func start(_ invocation: Invocation, until limit: MonotonicTime? = nil)
    throws(StartError) -> Identifier
  {
    let process = try invocation.spawn()
    entries.append(
      Entry(
        process: process, endsWithItsBackground: invocation.endsWithItsBackground, limit: limit))
    return process
  }

  /// Sends SIGTERM to a process and its group, and SIGKILL if they do not exit.
  package mutating func end(_ process: Identifier, at now: MonotonicTime) {
    guard let index = entries.firstIndex(where: { $0.process == process }) else { return }
    end(index, at: now)
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Kills all process groups, except those of `spared` that are not ending.
  package func kill(except spared: Set<Identifier>) {
    for entry in entries where entry.isEnding || !spared.contains(entry.process) {
      Glibc.kill(-entry.process, SIGKILL)
    }
  }

  /// When to call `poll` even without SIGCHLD.
  package var deadline: MonotonicTime? { entries.lazy.compactMap(\.limit).min() }

  /// Ends processes at their limits, and returns those that have exited. Call it also on SIGCHLD.
  package mutating func poll(at now: MonotonicTime) -> [(
    process: Identifier, ending: ProcessEnding, wasAsked: Bool
  )] {
    var ended: [(process: Identifier, ending: ProcessEnding, wasAsked: Bool)] = []
    for index in entries.indices.reversed() {
      let entry = entries[index]
      if let ending = reap(entry) {
        ended.append((entry.process, ending, entry.isEnding))
        entries.remove(at: index)
      } else if let limit = entry.limit, limit <= now {
        end(index, at: now)
      }
    }
    return ended.reversed()
  }

  private mutating func end(_ index: Int, at now: MonotonicTime) {
    let entry = entries[index]
    if !entry.isEnding {
      (entries[index].isEnding, entries[index].limit) = (true, now + Subprocesses.grace)
      Glibc.kill(-entry.process, SIGTERM)
    } else if let limit = entry.limit, limit <= now {
      Glibc.kill(-entry.process, SIGKILL)
      // Only reaping remains.
      entries[index].limit = nil
    }
  }

  private func reap(_ entry: Entry) -> ProcessEnding? {
    guard segclock_has_ended(entry.process) != 0 else { return nil }
    // Before reaping, its group ID cannot be reused.
    if entry.isEnding || entry.endsWithItsBackground { Glibc.kill(-entry.process, SIGKILL) }
    var status: Int32 = 0
    guard waitpid(entry.process, &status, 0) == entry.process else { return .exited(0) }
    let signal = status & 0x7f
    return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
  }
}

package struct Invocation: Equatable, Sendable {
  package var path: String
  package var arguments: [String]
  /// Otherwise its output is discarded.
  package var sharesOutput = false
  package var endsWithItsBackground = false

  package init(_ path: String, _ arguments: [String]) {
    (self.path, self.arguments) = (path, arguments)
  }

  /// A shell command with additional environment `variables`; shares our output.
  package init(shell text: String, _ variables: [String: String] = [:]) {
    self.init("/usr/bin/env", variables.map { "\($0.key)=\($0.value)" } + ["/bin/sh", "-c", text])
    sharesOutput = true
  }

  /// Starts it as a process group leader, with default signals and only descriptors 0 to 2.
  func spawn() throws(Subprocesses.StartError) -> Int32 {
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

    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: Int32 = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &words, environ)
    guard code == 0 else { throw Subprocesses.StartError(code: code) }
    return process
  }
}
