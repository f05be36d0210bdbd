import Control
import Glibc
import Platform
import Storage
import Windowing

/// What a start of the program asks the window for that is open already: to come to the front.
enum OpenRequest {
  /// What goes over the socket first; the display follows, and what the desktop calls this start, if it waits for it.
  static let word = "open"

  /// The display that a window of this process is on, in its short form.
  static var display: String {
    let name = getenv("DISPLAY").map { String(cString: $0) } ?? ""
    return name.hasSuffix(".0") ? String(name.dropLast(2)) : name
  }

  /// Has the window of the widget called `name` come to the front; false where there is none on this display that answers.
  static func raise(_ name: String, from startup: StartupNotice?) -> Bool {
    do throws(ControlClient.Failure) {
      let client = try ControlClient(name, deadline: MonotonicClock.now() + ControlCall.patience)
      try client.send(ControlRequest([word, display] + (startup.map { [$0.identifier] } ?? [])))
      return try client.receive() == .done
    } catch {
      return false
    }
  }
}
