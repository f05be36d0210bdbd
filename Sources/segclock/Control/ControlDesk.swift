import Control
import Files
import Glibc
import Platform
import Session
import Settings
import Storage
import Timekeeping

/// Answers the other programs that drive the window, or are told of it.
///
/// A request becomes commands, which the loop carries out like those of keys, and is answered when the disk has what they
/// changed.
final class ControlDesk: EventSource {
  /// What a request is answered from.
  struct Context {
    let model: Model
    let reading: ClockSample
    let time: LocalTime
    let isVisible: Bool
    /// The widget's name.
    let name: String
    /// The names of the looks that there are.
    let themes: [ThemeName]

    var report: StatusReport { StatusReport(model, at: reading, isVisible: isVisible, name: name) }

    /// The place of the ring called `name`, or of that number, the outermost 1.
    func ring(_ name: String) throws -> Int {
      if let index = model.rings.firstIndex(where: { $0.name == name }) { return index }
      if let number = Int(name), (1...model.rings.count).contains(number) { return number - 1 }
      let names = model.rings.map(\.name.quoted).joined(separator: ", ")
      throw ArgumentProblem(description: "there is no ring \(name.quoted); there are \(names)")
    }
  }

  weak var host: (any ControlHost)?
  let server: ControlServer?
  let display: String
  var followers = Followers()
  /// The rings that clients feed, by their names.
  var feeds: [ControlServer.Client: String] = [:]
  /// Who waits until the disk has what was done up to this change.
  var awaitingDisk: [(client: ControlServer.Client, change: ModelChange)] = []
  var awaitingScreen: [ScreenWait] = []

  /// Who waits until the screen shows what was done.
  struct ScreenWait {
    let client: ControlServer.Client
    let change: ModelChange
    /// Whether the server has been asked to tell when it is there.
    var isAsked = false
  }

  /// What was asked for before may be as old as this, in nanoseconds: a window that was stopped has not heard it.
  static let oldestRequest: Int64 = 60_000_000_000

  /// How long requests are answered in a turn before all else has its own, in nanoseconds.
  private static let longestTurn: Int64 = 4_000_000

  /// Answers on `server`, if there is one, for a window on `display`.
  init(_ server: ControlServer?, display: String) {
    (self.server, self.display) = (server, display)
  }

  var interest: Interest {
    guard let server else { return Interest() }
    let due = [server.deadline, followers.deadline].lazy.compactMap { $0 }.min()
    let deadline = due.map { MonotonicTime(nanoseconds: $0) }
    // Where the app has been kept busy, clients wait until the next frame.
    if host?.isBusy ?? true { return Interest(deadline: deadline) }
    return Interest(server.descriptor, deadline: server.hasLeftovers ? .distantPast : deadline)
  }

  /// Handles the requests that have come.
  func handle(at now: MonotonicTime) {
    guard let server, let host else { return }
    server.takeTurn(until: MonotonicClock.now() + ControlDesk.longestTurn) { event in
      guard !host.isClosing else { return }
      switch event {
      case .request(let client, let request): answer(request, of: client, on: host)
      case .left(let client): forget(client, on: host)
      }
    }
  }

  /// Answers what is on the disk, or cannot be; before the frame, which may take long.
  func answerKept() {
    guard let server, let host else { return }
    awaitingDisk.removeAll { wait in
      guard let reply = reply(for: wait.change, on: host) else { return false }
      server.reply(reply, to: wait.client)
      return true
    }
  }

  /// Answers what is on the screen, and tells the followers, once a turn, after the frame.
  func settle() {
    guard let server, let host else { return }
    for index in awaitingScreen.indices.reversed()
    where host.isOnScreen(
      awaitingScreen[index].change, isAsked: &awaitingScreen[index].isAsked)
    {
      let client = awaitingScreen.remove(at: index).client
      if feeds[client] == nil { server.release(client) }
      server.reply(.done, to: client)
    }
    followers.tell(by: server) { host.snapshot(includingUnsaved: false) }
  }

  /// Takes note that there may be something new to tell.
  func modelChanged() { followers.isStale = true }
}
