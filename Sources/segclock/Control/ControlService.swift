import Control
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Windowing
import Wording

struct VerbCall {
  let client: ControlConnection
  let app: App
  let instant: Instant

  /// The model as of the request: a plan may wait by then.
  var model: ModelAt { app.kept.pending.asOf(instant) }

  /// The ring called `name`, or with that number; the outermost ring is 1.
  func ring(_ name: String) throws -> RingID {
    if let id = model.base.ring(named: name) { return id }
    let names = model.shownRings.map(\.name.quoted).joined(separator: ", ")
    throw TextError("there is no ring \(name.quoted); there are \(names)")
  }

  /// The style, bound to the rings that a template names. Throws if one of them does not exist.
  func bound(_ style: StatusStyle) throws -> StatusStyle {
    for name in style.template?.rings ?? [] { _ = try ring(name) }
    var bound = style
    bound.bind(to: model.shownRings)
    return bound
  }

  /// Performs the command, if there is one; answered when it is saved.
  func perform(_ command: Command?) -> ControlReply? {
    if let command { app.perform(command, at: instant) }
    return replyWhenSaved()
  }

  func perform(_ command: WindowCommand) -> ControlReply? {
    app.perform(command, at: instant)
    return replyWhenSaved()
  }

  func perform(_ command: Command, else refusal: String) -> ControlReply? {
    model.allows(command) ? perform(command) : .refused(refusal)
  }

  func window(_ change: (Window) -> Void) -> ControlReply {
    change(app.window)
    return .done
  }

  /// Brings the window to the front. There is nothing to save, so the answer does not wait for the disk.
  func raise() -> ControlReply {
    app.perform(.raise)
    return .done
  }

  func replyWhenSaved() -> ControlReply? {
    app.verifySaved()
    app.control.await(self, onScreen: false)
    return nil
  }

  func list(_ lines: [some StringProtocol]) -> ControlReply {
    for line in lines { client.reply(.text(String(line))) }
    return .done
  }
}

/// Answers the requests of other programs, and notifies those that follow the state.
///
/// A request becomes commands, which the app performs like those of keys. It is answered when their changes are saved.
final class ControlService: EventSource {
  /// A client that waits until all up to `change` is saved, or on the screen.
  private struct Wait {
    let client: ControlConnection
    let change: UInt64
    let isForScreen: Bool
    let deadline: MonotonicTime
    var acknowledgement: Int?
  }

  weak var app: App?
  private let server: ControlServer?
  var followers = Followers()
  private var feeds: [(client: ControlConnection, ring: RingID)] = []
  private var waits: [Wait] = []
  /// The call that waits for a past session.
  private var restoring: VerbCall?

  /// How long a change may take to be saved before its client hears that it is not yet.
  static let savePatience = Duration.milliseconds(80)

  /// The maximum age of a request, in nanoseconds. Older stamps are ignored; a stopped window may read a request late.
  private static let maxRequestAge: Int64 = 60_000_000_000

  init(_ server: ControlServer?) { self.server = server }

  func addInterest(to interest: inout Interest) {
    // When the app is busy, requests wait until the next frame.
    if let server, let app, !app.frames.isBusy { server.addInterest(to: &interest) }
    interest.add(followers.deadline)
    interest.add(waits.lazy.filter { !$0.isForScreen }.map(\.deadline).min())
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
    for feed in feeds where !feed.client.isOpen { endFeed(of: feed.client, app) }
  }

  /// Answers requests that are saved or failed, or have waited long enough; called before the frame, which may take long.
  /// When the window closes, `remaining` is what became of those that are neither.
  func answerSaved(remaining: SavedModel.Keeping = .waiting) {
    guard let app else { return }
    waits.removeAll { wait in
      guard !wait.isForScreen else { return false }
      let keeping = app.kept.keeping(of: wait.change)
      switch keeping == .waiting ? remaining : keeping {
      case .waiting:
        guard wait.deadline <= .now else { return false }
        wait.client.reply(.end(.notSavedYet, "done, but not saved yet"))
      case .kept: wait.client.reply(.done)
      case .failed(let error) where error.isTemporary:
        wait.client.reply(.end(.notSavedYet, "done, but not saved yet: \(error.description)"))
      case .failed(let error):
        wait.client.reply(.end(.refused, "done, but not saved: \(error.description)"))
      }
      return true
    }
  }

  /// Answers `sync`, then notifies the followers; called once a turn, after the frame.
  func finishTurn(hasChanged: Bool) {
    guard let app else { return }
    waits.removeAll { !$0.client.isOpen }
    for index in waits.indices.reversed() where waits[index].isForScreen {
      if app.isOnScreen(waits[index].change, &waits[index].acknowledgement) {
        waits.remove(at: index).client.reply(.done)
      }
    }
    followers.notify(hasChanged: hasChanged) { app.status(of: app.kept.shown) }
  }

  /// Answers later, when all changes so far are saved, or on the screen.
  func await(_ call: VerbCall, onScreen: Bool) {
    waits.append(
      Wait(
        client: call.client, change: call.app.kept.newestChange, isForScreen: onScreen,
        deadline: .now + ControlService.savePatience))
  }

  /// Continues a past session once the disk has answered, for which no frame waits.
  func restore(_ number: Int64, by call: VerbCall) -> ControlReply? {
    guard restoring.map({ !$0.client.isOpen }) ?? true else {
      return .refused("another session is being read; try again")
    }
    restoring = call
    call.app.kept.requestSession(number)
    return nil
  }

  /// Continues the session that was asked for, if it was read.
  func finishRestoring() {
    guard let app, let (number, result) = app.kept.takeSession(), let call = restoring.take()
    else { return }
    if let reply = restored(number, result, app, call) { call.client.reply(reply) }
  }

  private func restored(
    _ number: Int64, _ result: Result<RecordedSession?, FileError>, _ app: App, _ call: VerbCall
  ) -> ControlReply? {
    switch result {
    case .failure(let error): return .refused(error.description)
    case .success(nil):
      let problem = TextError("there is no session \(number); segclock history lists them")
      return .end(.misused, problem.description)
    case .success(let past?):
      var refusal: String?
      app.update { kept in
        kept.change(at: app.time.now) {
          refusal = $0.takeUp(number, past, on: app.configuration.axis)
        }
        return true
      }
      guard let refusal else { return call.replyWhenSaved() }
      return .refused(refusal.prefix(1).lowercased() + refusal.dropFirst())
    }
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
      guard let ring = feeds.first(where: { $0.client === call.client })?.ring else { break }
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
    endFeed(of: call.client, call.app, unlessOf: id)
    feeds.append((call.client, id))
    let turns: Double =
      switch call.model.base[ring: id]?.source {
      case .manual(let turns)?, .fed(let turns, _)?: turns
      default: 0
      }
    call.app.perform(.setRing(id, .fed(turns, isOver: false)))
    return .done
  }

  /// Ends the feed of a client, unless it is of the ring `id`. Its ring is over unless another client feeds it, too.
  private func endFeed(of client: ControlConnection, _ app: App, unlessOf id: RingID? = nil) {
    guard let index = feeds.firstIndex(where: { $0.client === client }) else { return }
    let ring = feeds.remove(at: index).ring
    guard ring != id, !feeds.contains(where: { $0.ring == ring }),
      let fed = app.kept.pending.rings[ring], case .fed(let turns, isOver: false) = fed.source
    else { return }
    app.perform(.setRing(ring, .fed(turns, isOver: true)))
    app.perform(.announce("\(fed.name): the input is over"))
  }

  /// The time stamp of a request if that is plausible, otherwise now.
  private func instant(of request: ControlRequest, _ app: App) -> Instant {
    let age = request.time.map { MonotonicClock.now().subtractingClamped($0) } ?? 0
    let isPlausible = (0...ControlService.maxRequestAge).contains(age)
    return app.time.now - Duration.nanoseconds(isPlausible ? age : 0)
  }
}

extension App {
  func status(of model: Model) -> StatusReport {
    StatusReport(
      model, at: time.read(), isVisible: isVisible, name: configuration.run.name,
      server: connection.surroundings.map { ($0.server, $0.windowManager) },
      globalKeys: globalKeys.grants.map {
        // Nothing is granted before it is known who grants it.
        ($0.key, connection.surroundings == nil ? nil : $0.name)
      }, saving: kept.state.report)
  }

  /// Returns whether the screen shows `change`. If the X server has to acknowledge that, it is asked once, and
  /// `acknowledgement` becomes the number of its answer.
  ///
  /// The number is compared, as another frame may have been sent in the turn in which the answer was read.
  fileprivate func isOnScreen(_ change: UInt64, _ acknowledgement: inout Int?) -> Bool {
    if case .waiting = kept.keeping(of: change) { return false }
    // A window that is being opened is waited for; one that opened hidden has nothing to show.
    guard isVisible else { return window.hasOpened }
    let presenter = window.presenter
    if let acknowledgement { return presenter.hasAcknowledged(acknowledgement) }
    guard !invalidation.contains(.picture), view.damage.isEmpty else { return false }
    // A pending acknowledgement belongs to the last frame.
    if !presenter.isAcknowledgementAwaited { presenter.requestAcknowledgement() }
    acknowledgement = presenter.newestAck
    return false
  }
}

struct Followers {
  private struct Follower {
    let client: ControlConnection
    var style: StatusStyle
    /// The minimum time between two lines; zero: not for time alone.
    let every: Duration
    var line: String?
    var time = MonotonicTime.distantPast
    /// When the line may change next; nil if only another event can change it.
    var due: MonotonicTime?
    /// Whether a line was left out because the client had not read the one before. It gets the newest when it has.
    var isBehind = false
  }

  private var all: [Follower] = []
  private var key: [AnyHashable] = []

  mutating func add(_ client: ControlConnection, _ style: StatusStyle, every: Duration) {
    all.append(Follower(client: client, style: style, every: every, due: .distantPast))
  }

  /// Binds the templates again, to the rings that have the names in them now.
  mutating func bind(to rings: RingSet) {
    for index in all.indices { all[index].style.bind(to: rings) }
  }

  var deadline: MonotonicTime? { all.lazy.compactMap(\.due).min() }

  /// Sends a line to each client whose line has changed. Unless `hasChanged`, only time has passed since the last call.
  mutating func notify(hasChanged: Bool, _ report: () -> StatusReport) {
    all.removeAll { !$0.client.isOpen }
    let now = MonotonicTime.now
    for index in all.indices where all[index].isBehind && !all[index].client.hasUnread {
      (all[index].isBehind, all[index].due) = (false, now)
    }
    guard hasChanged || deadline.map({ $0 <= now }) ?? false, !all.isEmpty else { return }
    let report = report()
    if key != report.key {
      key = report.key
      for index in all.indices { all[index].due = max(now, all[index].time + all[index].every) }
    }
    for index in all.indices where all[index].due.map({ $0 <= now }) ?? false {
      guard !all[index].client.hasUnread else {
        (all[index].isBehind, all[index].due) = (true, nil)
        continue
      }
      let line = all[index].style.text(for: report)
      if line != all[index].line {
        (all[index].line, all[index].time) = (line, now)
        all[index].client.reply(.text(line))
      }
      let next = Followers.nextLook(every: all[index].every, report)
      all[index].due = next.map { now + ($0 - report.instant) }
    }
  }

  private static func nextLook(every: Duration, _ report: StatusReport) -> Instant? {
    // Changes that time alone brings, such as the end of a step.
    let turn = report.nextTurn
    guard every > .zero, report.changesWithTime else { return turn }
    var next = report.instant + every
    // From a second on, lines come at full seconds of the shown time; the first one earlier, so that none is skipped.
    let seconds = every.components.seconds + (every.components.attoseconds > 0 ? 1 : 0)
    if every >= .seconds(1),
      let flip = report.nextSecond(after: report.instant + .seconds(seconds - 1))
    {
      next = flip
    }
    return min(next, turn ?? next)
  }
}

extension SavingState {
  fileprivate var report: StatusReport.Saving {
    switch self {
    case .off: .off
    case .saving: .on
    case .notYet(let failure): .waiting(failure.description)
    case .renewed(let aside): .newFile(aside)
    }
  }
}
