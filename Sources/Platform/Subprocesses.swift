import CPlatform
import Glibc

package enum ProcessEnding: Error, Equatable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)
  /// It was never started, for this `errno`.
  case failed(Int32)

  package var description: String {
    switch self {
    case .exited(let status): "ended with status \(status)"
    case .signalled(let signal): "ended by signal \(signal)"
    case .failed(let code): "cannot be run: \(String(cString: strerror(code)))"
    }
  }
}

/// Reaps child processes and enforces time limits.
///
/// Each leads its own process group, so that its descendants end with it. Nothing here blocks.
package struct Subprocesses {
  /// A process ID; not reused before `poll` returns it.
  package typealias Identifier = Int32
  package typealias Ended = (process: Identifier, ending: ProcessEnding, wasAsked: Bool)

  private struct Entry {
    let process: Identifier
    let endsWithItsBackground: Bool
    var limit: MonotonicTime?
    /// Whether it got SIGTERM; SIGKILL follows at the limit.
    var isEnding = false

    mutating func end(at now: MonotonicTime) {
      Glibc.kill(-process, isEnding ? SIGKILL : SIGTERM)
      (isEnding, limit) = (true, now + .seconds(1))
    }

    func reap() -> ProcessEnding? {
      var ended = siginfo_t()
      let flags = WEXITED | WNOHANG | WNOWAIT
      guard waitid(P_PID, id_t(process), &ended, flags) == 0, ended.si_signo == SIGCHLD else {
        return nil
      }
      // Not yet reaped: its number may belong to another group afterwards.
      if isEnding || endsWithItsBackground { Glibc.kill(-process, SIGKILL) }
      var status: Int32 = 0
      guard waitpid(process, &status, WNOHANG) == process else { return nil }
      let signal = status & 0x7f
      return signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
  }

  private var entries: [Entry] = []

  package init() {}

  package mutating func start(_ invocation: Invocation, until limit: MonotonicTime? = nil)
    throws(ProcessEnding) -> Identifier
  {
    let process = try invocation.spawn()
    let ends = invocation.endsWithItsBackground
    entries.append(Entry(process: process, endsWithItsBackground: ends, limit: limit))
    return process
  }

  /// Sends SIGTERM to a process and its group, and SIGKILL if they do not exit within a second.
  package mutating func end(_ process: Identifier, at now: MonotonicTime) {
    let index = entries.firstIndex { $0.process == process && !$0.isEnding }
    if let index { entries[index].end(at: now) }
  }

  package var isEmpty: Bool { entries.isEmpty }

  /// Ends the oldest processes beyond `count`, so that those that hang do not add up.
  package mutating func limit(to count: Int, at now: MonotonicTime) {
    let excess = entries.count - count
    guard excess > 0 else { return }
    for index in entries.indices.prefix(excess) where !entries[index].isEnding {
      entries[index].end(at: now)
    }
  }

  package func kill() {
    for entry in entries { Glibc.kill(-entry.process, SIGKILL) }
  }

  /// When to call `poll` even without SIGCHLD.
  package var deadline: MonotonicTime? { entries.lazy.compactMap(\.limit).min() }

  /// Ends processes at their limits, and returns those that have exited. Call it also on SIGCHLD.
  package mutating func poll(at now: MonotonicTime) -> [Ended] {
    var ended: [Ended] = []
    for index in entries.indices.reversed() {
      if let ending = entries[index].reap() {
        let entry = entries.remove(at: index)
        ended.append((entry.process, ending, entry.isEnding))
      } else if let limit = entries[index].limit, limit <= now {
        entries[index].end(at: now)
      }
    }
    return ended.reversed()
  }
}

/// A program to start: a shell command with additional environment variables, or this program itself.
package struct Invocation: Sendable {
  private let path: String
  private let words: [String]
  /// The descriptor to read from; output is discarded then.
  private let input: Int32?
  fileprivate let endsWithItsBackground: Bool

  package init(
    _ text: String, _ variables: [String: String] = [:], endsWithItsBackground: Bool = false
  ) {
    path = "/usr/bin/env"
    words = [path] + variables.map { "\($0.key)=\($0.value)" } + ["/bin/sh", "-c", text]
    input = nil
    self.endsWithItsBackground = endsWithItsBackground
  }

  /// Starts this program, even if its file was replaced; its first argument is `name`.
  init(self name: String, _ arguments: [String], input: Int32) {
    (path, words, self.input) = ("/proc/self/exe", [name] + arguments, input)
    endsWithItsBackground = true
  }

  /// Starts it as a process group leader, with default signals and only descriptors 0 to 2.
  func spawn() throws(ProcessEnding) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input, 0)
      for output: Int32 in [1, 2] {
        posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
      }
    } else {
      posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
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

    var words = words.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process: Int32 = 0
    let code = posix_spawn(&process, path, &actions, &attributes, &words, environ)
    guard code == 0 else { throw .failed(code) }
    return process
  }
}
