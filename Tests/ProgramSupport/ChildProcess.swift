import CXTest
import Glibc

package enum Ending: Equatable, Sendable, CustomStringConvertible {
  case exited(Int32)
  case signalled(Int32)

  package var description: String {
    switch self {
    case .exited(let status): "exit \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

/// A program that a test has started: what it prints, how it ends, what it costs.
///
/// Its process group ends with this object.
package final class ChildProcess: RunningProcess {
  package let identifier: Int32

  private let output: Int32
  /// A file in memory. A pipe would fill up, and stop a child that still holds the server.
  private let errors: Int32
  private var outputBytes: [UInt8] = []
  private var errorBytes: [UInt8] = []
  private var ending: Ending?

  /// Starts the program at `path`; nothing is inherited but, under their new numbers, the `descriptors` named, and our
  /// own environment where none is given.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]?,
    descriptors: [(ours: Int32, theirs: Int32)] = []
  ) throws {
    let file = cxtest_memory_file()
    errors = file
    guard file >= 0 else { throw Failure("no memory: \(errnoText())") }
    let out = try Pipe()
    defer { close(out.writeEnd) }
    output = out.readEnd
    _ = fcntl(output, F_SETFL, O_NONBLOCK)
    let started = Result {
      try spawn(
        path, arguments, environment: environment,
        descriptors: [(out.writeEnd, 1), (file, 2)] + descriptors, discardingRest: false)
    }
    guard case .success(let process) = started else {
      identifier = -1
      _ = try started.get()
      return
    }
    identifier = process
    Watchman.shared.watch(process)
  }

  deinit {
    end()
    close(output)
    close(errors)
  }

  /// Ends the process and its group at once, if it still runs.
  package func end() {
    guard identifier > 0 else { return }
    kill(-identifier, SIGKILL)
    if ending == nil {
      var status: Int32 = 0
      waitpid(identifier, &status, 0)
      ending = ChildProcess.ending(of: status)
    }
    Watchman.shared.forget(identifier)
  }

  package func signal(_ signal: Int32) {
    if ending == nil { kill(identifier, signal) }
  }

  /// Stops the process alone, and returns when it has stopped.
  package func freeze() {
    guard ending == nil, kill(identifier, SIGSTOP) == 0 else { return }
    var status: Int32 = 0
    let isStopped = waitpid(identifier, &status, WUNTRACED) == identifier && status & 0xff == 0x7f
    if !isStopped { ending = ChildProcess.ending(of: status) }
  }

  /// How it ended, as soon as it has; throws at the deadline, with what it has printed.
  ///
  /// The end is looked for when it closes its output, and every `pace` milliseconds for what its children keep open.
  package func wait(_ deadline: Deadline = Deadline(), pace: Int32 = 20) throws -> Ending {
    while true {
      drain()
      if let ending = reap() {
        drain()
        return ending
      }
      if deadline.isPast {
        throw Failure("process \(identifier) did not end; stderr: \(standardError)")
      }
      var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      poll(&entry, 1, min(deadline.milliseconds, pace))
      // A closed pipe is readable for ever: then only the pace is left to wait for.
      if entry.revents & Int16(POLLHUP) != 0, entry.revents & Int16(POLLIN) == 0 {
        poll(nil, 0, min(deadline.milliseconds, 5))
      }
    }
  }

  /// Waits until it has printed `count` whole lines, and returns them.
  package func awaitLines(_ count: Int, _ deadline: Deadline = Deadline()) throws -> [String] {
    while true {
      let lines = standardOutput.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      if lines.count >= count { return lines.map(String.init) }
      if deadline.isPast {
        throw Failure("\(lines.count) of \(count) lines: \(standardOutput) \(standardError)")
      }
      deadline.awaitReadable(output, pace: 20)
      if let ending = reap(), !deadline.awaitReadable(output, pace: 20) {
        throw Failure("\(ending) after \(lines.count) of \(count) lines; \(standardError)")
      }
    }
  }

  package func reap() -> Ending? {
    if ending == nil {
      var status: Int32 = 0
      if waitpid(identifier, &status, WNOHANG) == identifier {
        ending = ChildProcess.ending(of: status)
      }
    }
    return ending
  }

  package var standardOutput: String {
    drain()
    return String(decoding: outputBytes, as: UTF8.self)
  }

  package var standardError: String {
    drain()
    return String(decoding: errorBytes, as: UTF8.self)
  }

  private func drain() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = read(output, &chunk, chunk.count), count > 0 {
      outputBytes += chunk[..<count]
    }
    // The child writes at the end, which is the position that it shares with us.
    while case let count = pread(errors, &chunk, chunk.count, errorBytes.count), count > 0 {
      errorBytes += chunk[..<count]
    }
  }

  private static func ending(of status: Int32) -> Ending {
    let signal = status & 0x7f
    return signal == 0 ? .exited((status >> 8) & 0xff) : .signalled(signal)
  }
}
