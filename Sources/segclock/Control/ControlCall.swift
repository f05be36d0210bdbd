import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Settings
import Storage
import Wording

/// One call of a widget by another program of its user: who is asked, and what is printed of the answers.
struct ControlCall {
  private let name: String
  private let line: ControlClient

  /// How long an answer may take, in nanoseconds.
  private static let patience: Int64 = 2_000_000_000

  /// Calls the widget called `name`.
  init(_ name: String) throws {
    self.name = name
    do throws(ControlClient.Failure) {
      line = try ControlClient(name, deadline: MonotonicClock.now() + ControlCall.patience)
    } catch {
      throw ControlCall.problem(error, name)
    }
  }

  /// Waits until the widget called `name` has a window; returns false if nobody reads standard output any more.
  static func awaitWindow(_ name: String) -> Bool {
    // Watched before the first call, so that no opening is missed.
    let watch = FolderWatch(path: ControlFolder().socket(name))
    var entries = [
      pollfd(fd: watch.interest.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while true {
      do throws(ControlClient.Failure) {
        _ = try ControlClient(name, deadline: MonotonicClock.now() + patience)
        return true
      } catch {
        // Anything else is reported by the call that follows.
        guard error == .noWindow, watch.interest.descriptor >= 0 else { return true }
      }
      repeat {
        _ = waitFor(&entries, until: nil)
        if entries[1].revents != 0 { return false }
      } while !watch.takeChanges()
    }
  }

  /// Readable when the widget has something to say, or has gone.
  var descriptor: Int32 { line.descriptor }

  /// Runs `body`, and puts the failures of the socket into words.
  func run(_ body: (ControlCall) throws -> Void) throws {
    do {
      try body(self)
    } catch let error as ControlClient.Failure {
      throw ControlCall.problem(error, name)
    }
  }

  /// Asks, and prints what is answered.
  func ask(_ words: [String]) throws {
    line.deadline = MonotonicClock.now() + ControlCall.patience
    try send(words)
    while true {
      let reply = try line.receive()
      guard case .text(let text) = reply else { return try end(reply) }
      guard try write(text) else { return }
    }
  }

  /// Asks, and prints each line as it comes, until the widget or the reader of the lines is gone.
  func follow(_ words: [String]) throws {
    // A reader that goes is the end, and no fault.
    signal(SIGPIPE, SIG_IGN)
    try send(words)
    // The first line comes at once; the next may take for ever.
    var deadline = line.deadline
    var entries = [
      pollfd(fd: line.descriptor, events: Int16(POLLIN), revents: 0),
      // Of standard output nothing is awaited but that nobody reads it any more.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while true {
      while let reply = try line.next() {
        guard case .text(let text) = reply else { return try end(reply) }
        guard try write(text) else { return }
        deadline = nil
      }
      let limit = deadline.map { MonotonicTime(nanoseconds: $0) }
      guard waitFor(&entries, until: limit) || limit.map({ .now < $0 }) ?? true else {
        throw ControlClient.Failure.noAnswer
      }
      if entries[1].revents != 0 { return }
    }
  }

  private func send(_ words: [String]) throws {
    let request = ControlRequest(words, at: MonotonicClock.now())
    let count = request.line.utf8.count
    guard count <= ControlRequest.longestLine else {
      throw ArgumentProblem(
        description:
          "the command has \(count) bytes; write up to \(ControlRequest.longestLine)")
    }
    try line.send(request)
  }

  private func end(_ reply: ControlReply) throws {
    guard case .end(let outcome, let words) = reply, outcome != .done else { return }
    throw ControlProblem(code: ExitCode(Int32(outcome.rawValue)), description: words)
  }

  /// Prints a line at once; false where nobody reads any more.
  private func write(_ text: String) throws -> Bool {
    do throws(FileError) {
      try OutputFile(path: "-").write(text + "\n")
      return true
    } catch {
      if error.code == EPIPE { return false }
      throw error
    }
  }

  private static func problem(_ failure: ControlClient.Failure, _ name: String) -> ControlProblem {
    switch failure {
    case .noWindow: ControlProblem(code: .noWindow, description: noWindow(name))
    case .noAnswer: ControlProblem(code: .noAnswer, description: "the window does not answer")
    case .closed: ControlProblem(code: .noWindow, description: "the window has closed")
    case .foreign:
      ControlProblem(code: .noAnswer, description: "the socket belongs to another program")
    case .system(let error): ControlProblem(code: .noAnswer, description: error.description)
    }
  }

  /// Says that there is no window of this name, and which there are.
  private static func noWindow(_ name: String) -> String {
    let open = ControlList.names().map(\.quoted).joined(separator: ", ")
    if open.isEmpty { return "no window is open; segclock opens one" }
    let what =
      name == StateFolder.defaultName
      ? "the default window is not open" : "no window \(name.quoted) is open"
    return "\(what); open: \(open); choose one with --name"
  }
}

/// Why a widget has not done what it was asked for.
struct ControlProblem: Error {
  let code: ExitCode
  let description: String
}
