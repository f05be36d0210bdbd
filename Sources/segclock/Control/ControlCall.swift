import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Settings
import Storage
import Wording

/// A call of a window by `segclock ctl`: sends requests and prints the answers.
struct ControlCall {
  private let name: String
  private let client: ControlClient

  /// The timeout of an answer, in nanoseconds.
  private static let patience: Int64 = 2_000_000_000

  init(_ name: String) throws {
    self.name = name
    do throws(ControlClient.Failure) {
      client = try ControlClient(name, deadline: MonotonicClock.now() + ControlCall.patience)
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

  /// Readable when an answer has come, or the window has closed.
  var descriptor: Int32 { client.descriptor }

  /// Runs `body`; turns failures of the socket into messages.
  func run(_ body: (ControlCall) throws -> Void) throws {
    do {
      try body(self)
    } catch let error as ControlClient.Failure {
      throw ControlCall.problem(error, name)
    }
  }

  /// Sends a request and prints the answer.
  func ask(_ words: [String]) throws {
    client.deadline = MonotonicClock.now() + ControlCall.patience
    try send(words)
    while true {
      let reply = try client.receive()
      guard case .text(let text) = reply else { return try end(reply) }
      guard try write(text) else { return }
    }
  }

  /// Sends a request and prints each line as it comes, until the window or the reader of standard output is gone.
  func follow(_ words: [String]) throws {
    // A reader that goes is no error.
    signal(SIGPIPE, SIG_IGN)
    try send(words)
    // Only the first line has a deadline.
    var deadline = client.deadline
    var entries = [
      pollfd(fd: client.descriptor, events: Int16(POLLIN), revents: 0),
      // Only reports that nobody reads standard output any more.
      pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
    ]
    while true {
      while let reply = try client.next() {
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
    try client.send(request)
  }

  private func end(_ reply: ControlReply) throws {
    guard case .end(let outcome, let words) = reply, outcome != .done else { return }
    throw ControlProblem(code: ExitCode(Int32(outcome.rawValue)), description: words)
  }

  /// Prints a line at once; returns false if nobody reads any more.
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

  private static func noWindow(_ name: String) -> String {
    let open = ControlList.names().map(\.quoted).joined(separator: ", ")
    if open.isEmpty { return "no window is open; segclock opens one" }
    let what =
      name == StateFolder.defaultName
      ? "the default window is not open" : "no window \(name.quoted) is open"
    return "\(what); open: \(open); choose one with --name"
  }
}

/// The reason why a request failed.
struct ControlProblem: Error {
  let code: ExitCode
  let description: String
}
