import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Session
import Settings
import Storage
import Wording

/// Raises the window that is already open, or decides which of several racing starts opens one.
///
/// The process with the lock of the control socket opens the window. It listens there before the window is made, so that
/// the others can connect and wait for its answer. If it dies, their connections close and one of them takes over.
enum OpenRequest {
  /// The first word of the request; the display follows.
  static let word = "open"
  /// The first word of a request with the options of another start, each as `name=value`.
  static let changeWord = "adopt"
  /// The options that an open window adopts.
  static let adoptedOptions = ["mode", "show", "theme", "start"]

  /// How long a start waits for an answer: the owner may be starting, or saving to a slow disk.
  private static let patience = Duration.seconds(10)

  enum Outcome {
    /// The owner, which may get further requests.
    case raised(ControlClient)
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
        return try client.receive() == .done ? .raised(client) : .opens(nil)
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
      StandardError.report("segclock ctl cannot drive this window: \(error.description)")
      return .opens(nil)
    }
  }
}
