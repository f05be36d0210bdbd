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
  static let patience: Int64 = 2_000_000_000

  /// Calls the widget called `name`.
  init(_ name: String) throws {
    self.name = name
    do throws(ControlClient.Failure) {
      line = try ControlClient(name, deadline: MonotonicClock.now() + ControlCall.patience)
    } catch {
      throw ControlCall.problem(error, name)
    }
  }

  /// Can be read when the widget has something to say, or has gone.
  var descriptor: Int32 { line.descriptor }

  /// Runs `body`, with the reasons of the socket told in words.
  func run(_ body: (ControlCall) throws -> Void) throws {
    do {
      try body(self)
    } catch let error as ControlClient.Failure {
      throw ControlCall.problem(error, name)
    }
  }

  /// Asks, and prints what is answered.
  func ask(_ words: [String]) throws { try printAnswer(to: words) }

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

  /// Sends words that stand for a value each, and waits for the answer to each.
  func tell(_ words: [String]) throws {
    line.deadline = MonotonicClock.now() + ControlCall.patience
    try printAnswer(to: words)
  }

  private func send(_ words: [String]) throws {
    let request = ControlRequest(words, at: MonotonicClock.now())
    guard request.line.utf8.count <= ControlRequest.longestLine else {
      throw ArgumentProblem(
        description:
          "the words have \(request.line.utf8.count) bytes together, allowed are up to \(ControlRequest.longestLine)"
      )
    }
    try line.send(request)
  }

  private func printAnswer(to words: [String]) throws {
    try send(words)
    while true {
      let reply = try line.receive()
      guard case .text(let text) = reply else { return try end(reply) }
      guard try write(text) else { return }
    }
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

  /// Why there is no window of this name, and which there are.
  private static func noWindow(_ name: String) -> String {
    let open = ControlList.names().map(\.quoted).joined(separator: ", ")
    if open.isEmpty { return "no window is open; segclock opens one" }
    let what =
      name == StateFolder.defaultName
      ? "no window without a name is open" : "no window \(name.quoted) is open"
    return "\(what); open: \(open); choose one with --name"
  }

  private static func problem(_ failure: ControlClient.Failure, _ name: String) -> any Error {
    switch failure {
    case .noWindow:
      ControlProblem(
        code: .noWindow,
        description: noWindow(name))
    case .noAnswer: ControlProblem(code: .noAnswer, description: "the window does not answer")
    case .closed: ControlProblem(code: .noWindow, description: "the window has closed")
    case .foreign:
      ControlProblem(code: .noAnswer, description: "what answers is no segclock of this user")
    case .system(let error): ControlProblem(code: .noAnswer, description: error.description)
    }
  }
}

/// Why a widget has not done what it was asked for.
struct ControlProblem: Error {
  let code: ExitCode
  let description: String
}
