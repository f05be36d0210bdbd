import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Session
import Settings
import Storage
import Wording

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
