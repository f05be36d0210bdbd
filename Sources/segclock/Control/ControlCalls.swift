import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Storage
import Wording

/// Raises the window that is already open, or decides which of several racing starts opens one.
///
/// The process with the lock of the control socket opens the window. It listens there before the window is made, so that
/// the others can connect and wait for its answer. If it dies, their connections close and one of them takes over.
enum OpenRequest {
  /// The first word of the request; the display follows.
  static let word = "open"

  /// How long a start waits for an answer: the owner may be starting, or saving to a slow disk.
  private static let patience = Duration.seconds(10)

  enum Outcome {
    case raised
    /// This process opens a window that answers on this socket, if it has one.
    case opens(ControlServer?)
  }

  /// The display that a window of this process is on, in its short form.
  static var display: String {
    let name = UserEnvironment.variable("DISPLAY") ?? ""
    return name.hasSuffix(".0") ? String(name.dropLast(2)) : name
  }

  /// Raises the window of the widget called `name`, or becomes its owner if there is none.
  static func raiseOrOwn(_ name: String) throws(ControlProblem) -> Outcome {
    let deadline = MonotonicTime.now + patience
    repeat {
      do throws(ControlClient.Failure) {
        let client = try ControlClient(name, patience: deadline - .now)
        try client.send(ControlRequest([word, display]))
        // It refuses if its window is on another display; the second window then saves nothing.
        return try client.receive() == .done ? .raised : .opens(nil)
      } catch {
        // The owner may not listen yet, or has just ended.
        if let outcome = own(name) { return outcome }
      }
    } while MonotonicTime.now < deadline
    throw ControlProblem(
      code: .noAnswer,
      description:
        "the window that is open does not answer; end its process, or give another --name")
  }

  /// Listens as the widget called `name`; nil if another process does, for which it waits a moment.
  static func own(_ name: String) -> Outcome? {
    do throws(FileError) {
      return try ControlServer(name).map { .opens($0) }
    } catch {
      StandardError.print("segclock: segclock ctl cannot drive this window: \(error.description)")
      return .opens(nil)
    }
  }
}

// Calls of a window by `segclock ctl`.

extension ControlClient {
  /// How long a program that has just been started may take to listen.
  private static let startLimit = Duration.milliseconds(500)

  /// Connects to the widget called `name`, which may be starting. With `isPatient`, waits until it has a window; returns
  /// nil if nobody reads standard output any more.
  static func started(_ name: String, isPatient: Bool = false) throws -> ControlClient? {
    // Watched before the first call, so that no opening is missed.
    let watch = FolderWatch(path: ControlFolder().socket(name))
    let limit = isPatient ? nil : MonotonicTime.now + startLimit
    while true {
      do throws(Failure) {
        return try ControlClient(name)
      } catch {
        guard case .noWindow = error, watch.descriptor >= 0, limit.map({ .now < $0 }) ?? true
        else { throw error }
      }
      var entries = [
        pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isPatient ? STDOUT_FILENO : -1, events: 0, revents: 0),
      ]
      _ = waitFor(&entries, until: limit)
      if entries[1].revents != 0 { return nil }
      _ = watch.takeChanges()
    }
  }

  /// Sends a request and prints each line of the answer as it comes, until nobody reads standard output any more. With
  /// `isEndless`, only the first line has a deadline.
  func ask(_ words: [String], isEndless: Bool = false) throws {
    // A reader that goes is no error.
    signal(SIGPIPE, SIG_IGN)
    deadline = .now + ControlClient.patience
    try send(ControlRequest(words, at: MonotonicClock.now()))
    while let reply = try receive(for: isEndless ? STDOUT_FILENO : -1) {
      switch reply {
      case .end(.done, _): return
      case .end(let outcome, let words):
        throw ControlProblem(code: ExitCode(Int32(outcome.rawValue)), description: words)
      case .text(let text):
        do throws(FileError) {
          try OutputFile(path: "-").write(text + "\n")
        } catch {
          if error.code == EPIPE { return }
          throw error
        }
        if isEndless { deadline = nil }
      }
    }
  }
}

struct ControlProblem: Error {
  let code: ExitCode
  let description: String
}

extension ControlProblem {
  init(_ failure: ControlClient.Failure) {
    switch failure {
    case .noWindow(let name):
      self.init(code: .noWindow, description: ControlProblem.noWindow(name))
    case .noAnswer: self.init(code: .noAnswer, description: "the window does not answer")
    case .closed: self.init(code: .noWindow, description: "the window has closed")
    case .system(let error): self.init(code: .noAnswer, description: error.description)
    }
  }

  private static func noWindow(_ name: String) -> String {
    let open = VerbRow.openWidgets.map(\.quoted).joined(separator: ", ")
    if open.isEmpty { return "no window is open; segclock opens one" }
    let what =
      name == StateFolder.defaultName
      ? "the default window is not open" : "no window \(name.quoted) is open"
    return "\(what); open: \(open); choose one with --name"
  }
}
