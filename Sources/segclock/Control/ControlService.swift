import Control
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// Answers the requests of other programs, and notifies those that follow the state.
///
/// A request becomes commands, which the app performs like those of keys. It is answered when their changes are saved.
final class ControlService: EventSource {
  weak var app: App?
  private let server: ControlServer?
  var followers = Followers()
  private var feeds = RingFeeds()
  private var waits = Waits()
  /// The call that waits for a past session.
  var restoring: VerbCall?
  /// A change of the log that waits for the disk.
  var editing: (edit: DayEdit, query: DayQuery, call: VerbCall)?

  /// The maximum age of a request, in nanoseconds. Older stamps are ignored; a stopped window may read a request late.
  private static let maxRequestAge: Int64 = 60_000_000_000

  init(_ server: ControlServer?) { self.server = server }

  func addInterest(to interest: inout Interest) {
    // When the app is busy, requests wait until the next frame.
    if let server, let app, !app.frames.isBusy { server.addInterest(to: &interest) }
    interest.add(followers.deadline)
    interest.add(waits.deadline)
  }

  func handle(_ turn: Turn) {
    guard let server, let app else { return }
    server.handleRequests { client, request in
      // Nothing more is done once the window closes.
      guard app.exitCode == nil else { return }
      do {
        let call = VerbCall(client: client, app: app, instant: instant(of: request, app))
        if let reply = try answer(call, request.words[0], Array(request.words.dropFirst())) {
          client.reply(reply)
        }
      } catch {
        client.reply(.end(error is FileError ? .refused : .misused, "\(error)"))
      }
    }
    for ring in feeds.removeClosed() { app.endFeed(of: ring) }
  }

  /// Answers requests whose changes are saved or failed; called before the frame, which may take long. When the window
  /// closes, `remaining` is what became of the others.
  func answerSaved(remaining: SavedModel.Keeping = .waiting) {
    if let app { waits.answerSaved(by: app, remaining: remaining) }
  }

  /// Answers `sync`, then notifies the followers; called once a turn, after the frame.
  func finishTurn(hasChanged: Bool) {
    guard let app else { return }
    waits.answerShown(on: app)
    followers.notify(hasChanged: hasChanged) { app.status(of: app.kept.shown) }
  }

  /// Answers later, when all changes so far are saved, or on the screen.
  func await(_ call: VerbCall, onScreen: Bool) {
    waits.add(call.client, for: call.app.kept.newestChange, onScreen: onScreen)
  }

  /// Handles a request; returns nil if the answer comes later.
  private func answer(
    _ call: VerbCall, _ name: String, _ words: [String]
  ) throws -> ControlReply? {
    switch name {
    case OpenRequest.word:
      // Another start of the program: this window comes to the front instead.
      guard words.first == OpenRequest.display else {
        return .refused("the window is on another display")
      }
      return call.raise()
    case OpenRequest.changeWord:
      try call.app.adopt(words, at: call.instant)
      return call.replyWhenSaved()
    case NameCompletion.ringRequest: return call.list(call.model.shownRings.map(\.name))
    case RingFeed.word:
      guard let ring = feeds.ring(of: call.client) else { break }
      guard words.count == 1, let turns = RingText.turns(words[0]) else {
        throw RingText.valueProblem
      }
      guard call.model.base[ring: ring] != nil else {
        throw TextError("the ring of this feed is gone")
      }
      call.app.perform(.setRing(ring, .fed(turns, isOver: false)))
      return .done
    default: break
    }
    guard let row = Ctl.row(name) else {
      throw TextError("there is no command \(name.quoted)")
    }
    return try row.parse(words)(call)
  }

  /// Sets a ring to the values that follow, until the client is gone.
  func feed(_ id: RingID, by call: VerbCall) -> ControlReply {
    if let old = feeds.set(call.client, to: id) { call.app.endFeed(of: old) }
    let turns: Double =
      switch call.model.base[ring: id]?.source {
      case .manual(let turns)?, .fed(let turns, _)?: turns
      default: 0
      }
    call.app.perform(.setRing(id, .fed(turns, isOver: false)))
    return .done
  }

  /// The time stamp of a request if that is plausible, otherwise now.
  private func instant(of request: ControlRequest, _ app: App) -> Instant {
    let age = request.time.map { MonotonicClock.now().subtractingClamped($0) } ?? 0
    let isPlausible = (0...ControlService.maxRequestAge).contains(age)
    return app.time.now - Duration.nanoseconds(isPlausible ? age : 0)
  }
}
