import Control
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// The state that requests are answered from.
struct ControlContext {
  let model: Model
  let sample: ClockSample
  let time: LocalTime
  let isVisible: Bool
  let name: String
  let themes: [ThemeName]

  var report: StatusReport { StatusReport(model, at: sample, isVisible: isVisible, name: name) }

  /// The index of the ring called `name`, or with that number; the outermost ring is 1.
  func ring(_ name: String) throws -> Int {
    if let index = model.rings.firstIndex(where: { $0.name == name }) { return index }
    if let number = Int(name), number >= 1, number <= model.rings.count { return number - 1 }
    let names = model.rings.map(\.name.quoted).joined(separator: ", ")
    throw ArgumentProblem(description: "there is no ring \(name.quoted); there are \(names)")
  }
}

/// Answers the requests of other programs, and notifies those that follow the state.
///
/// A request becomes commands, which the app performs like those of keys. It is answered when their changes are saved.
final class ControlService: EventSource {
  private typealias Client = ControlServer.Client

  /// A client that waits until all up to `change` is saved, or on the screen.
  private struct Wait {
    let client: Client
    let change: UInt64
    let isForScreen: Bool
    /// The number of the acknowledgement that the X server was asked for.
    var acknowledgement: Int?
  }

  weak var app: App?
  private let server: ControlServer?
  private let display: String
  private var followers = Followers()
  /// The names of the rings that clients feed.
  private var feeds: [Client: String] = [:]
  private var waits: [Wait] = []

  /// The maximum age of a request, in nanoseconds. Older stamps are ignored; a stopped window may read a request late.
  private static let oldestRequest: Int64 = 60_000_000_000
  /// The time limit of a turn, in nanoseconds.
  private static let longestTurn: Int64 = 4_000_000

  init(_ server: ControlServer?, display: String) {
    (self.server, self.display) = (server, display)
  }

  var interest: Interest {
    guard let server else { return Interest() }
    let due = [server.deadline, followers.deadline].lazy.compactMap { $0 }.min()
    let deadline = due.map { MonotonicTime(nanoseconds: $0) }
    // When the app is busy, requests wait until the next frame.
    if app?.frames.isBusy ?? true { return Interest(deadline: deadline) }
    return Interest(server.descriptor, deadline: server.hasLeftovers ? .distantPast : deadline)
  }

  func handle(at now: MonotonicTime) {
    guard let server, let app else { return }
    server.takeTurn(until: MonotonicClock.now() + ControlService.longestTurn) { event in
      // Nothing more is done once the window closes.
      guard app.exitCode == nil else { return }
      switch event {
      case .request(let client, let request):
        if let reply = answer(request, of: client, app) { server.reply(reply, to: client) }
      case .left(let client): forget(client, app)
      }
    }
  }

  /// Answers requests that are saved or failed; called before the frame, which may take long.
  func answerSaved() {
    answer { wait, app in
      wait.isForScreen ? nil : ControlService.reply(to: app.kept.keeping(of: wait.change))
    }
  }

  /// Answers the pending requests when the window closes; `unsaved` is why not all is on the disk.
  func answerAtClose(_ unsaved: FileError?) {
    answer { wait, app in
      if wait.isForScreen { return nil }
      return ControlService.reply(to: app.kept.keeping(of: wait.change))
        ?? ControlService.reply(to: unsaved.map { .failed($0) } ?? .kept)
    }
  }

  /// Answers `sync`, then notifies the followers; called once a turn, after the frame.
  func finishTurn() {
    answer { wait, app in
      guard wait.isForScreen, app.isOnScreen(wait.change, &wait.acknowledgement) else {
        return nil
      }
      if feeds[wait.client] == nil { server?.release(wait.client) }
      return .done
    }
    if let server, let app {
      followers.notify(by: server) { app.context(includingUnsaved: false).report }
    }
  }

  /// Requests an update of the followers.
  func modelChanged() { followers.needUpdate = true }

  private func answer(_ reply: (inout Wait, App) -> ControlReply?) {
    guard let server, let app else { return }
    for index in waits.indices.reversed() {
      guard let reply = reply(&waits[index], app) else { continue }
      server.reply(reply, to: waits.remove(at: index).client)
    }
  }

  private static func reply(to keeping: SavedModel.Keeping) -> ControlReply? {
    switch keeping {
    case .waiting: nil
    case .kept: .done
    case .failed(let error): .end(.refused, "done, but not saved: \(error.description)")
    }
  }

  // MARK: Requests

  /// Handles a request; returns nil if the answer comes later.
  private func answer(_ request: ControlRequest, of client: Client, _ app: App) -> ControlReply? {
    do {
      return try perform(request, of: client, app)
    } catch let error as FileError {
      return .end(.refused, error.description)
    } catch is TooManyClients {
      return .end(.refused, "too many programs wait for this window; try again later")
    } catch let problem as ArgumentProblem {
      return .end(.misused, problem.description)
    } catch {
      return .end(.misused, "\(error)")
    }
  }

  private func perform(
    _ request: ControlRequest, of client: Client, _ app: App
  ) throws -> ControlReply? {
    let (name, words) = (request.words[0], Array(request.words.dropFirst()))
    let context = app.context(includingUnsaved: true)
    switch name {
    case OpenRequest.word:
      // Another start of the program: this window comes to the front instead.
      guard words.first == display else {
        return .end(.refused, "the window is on another display")
      }
      app.window.raise()
      return .done
    case NameCompletion.rings.rawValue:
      return list(context.model.rings.map(\.name), for: client)
    case NameCompletion.themes.rawValue:
      return list(ThemeName.choices(among: context.themes).map(\.rawValue), for: client)
    case FeedLines.word:
      guard let ring = feeds[client] else { break }
      guard words.count == 1, let turns = FeedLines.turns(words[0]) else {
        throw RingText.valueProblem
      }
      app.perform(.setRing(try context.ring(ring), .fed(turns, isOver: false)))
      return .done
    default: break
    }
    guard let verb = Ctl.verbs[name] else {
      throw ArgumentProblem(description: "there is no command \(name.quoted)")
    }
    guard verb.wordCount.contains(words.count) else {
      throw ArgumentProblem(description: "\(name) does not take \(words.count) words")
    }
    let effect = try verb.effect(of: words, on: context)
    return try perform(effect, of: client, at: instant(of: request, app), context, app)
  }

  private func perform(
    _ effect: ControlEffect, of client: Client, at instant: Instant, _ context: ControlContext,
    _ app: App
  ) throws -> ControlReply? {
    switch effect {
    case .command(let command):
      if let command { app.perform(command, at: instant) }
      return replyWhenSaved(to: client, app)
    case .action(let action):
      guard let command = action.command else {
        app.window.raise()
        return .done
      }
      guard app.view.allows(command, in: context.model) else {
        return .end(.refused, "\(action.name) has no effect now")
      }
      app.performKey(command, at: instant, serverTime: 0)
      return replyWhenSaved(to: client, app)
    case .window(let action):
      action(app.window)
      return .done
    case .refused(let reason): return .end(.refused, reason)
    case .text(let text):
      return list(text.split(separator: "\n", omittingEmptySubsequences: false), for: client)
    case .follow(let style, let every):
      try keep(client)
      followers.add(client, style, every: every)
      return nil
    case .feed(let name):
      let index = try context.ring(name)
      let ring = context.model.rings[index]
      try keep(client)
      if feeds[client] != ring.name { endFeed(of: client, app) }
      feeds[client] = ring.name
      let turns: Double = if case .manual(let turns) = ring.source { turns } else { 0 }
      app.perform(.setRing(index, .fed(turns, isOver: false)))
      return .done
    case .sync:
      // Waits as long as the X server is frozen, and must not shut out other clients.
      try keep(client)
      waits.append(Wait(client: client, change: app.kept.mark, isForScreen: true))
      return nil
    case .restore(let number):
      if let refusal = try app.restoreSession(number) { return .end(.refused, refusal) }
      return replyWhenSaved(to: client, app)
    }
  }

  private func replyWhenSaved(to client: Client, _ app: App) -> ControlReply? {
    // The client that closes the window is answered before it closes.
    if app.exitCode != nil { return .done }
    waits.append(Wait(client: client, change: app.kept.mark, isForScreen: false))
    return nil
  }

  private struct TooManyClients: Error {}

  private func keep(_ client: Client) throws {
    guard server?.keep(client) ?? false else { throw TooManyClients() }
  }

  private func list(_ lines: [some StringProtocol], for client: Client) -> ControlReply {
    for line in lines { server?.reply(.text(String(line)), to: client) }
    return .done
  }

  private func forget(_ client: Client, _ app: App) {
    followers.remove(client)
    waits.removeAll { $0.client == client }
    endFeed(of: client, app)
  }

  /// Ends the feed of a client. Its ring is over unless another client feeds it, too.
  private func endFeed(of client: Client, _ app: App) {
    guard let name = feeds.removeValue(forKey: client), !feeds.values.contains(name) else { return }
    let rings = app.context(includingUnsaved: true).model.rings
    guard let index = rings.firstIndex(where: { $0.name == name }),
      case .fed(let turns, isOver: false) = rings[index].source
    else { return }
    app.perform(.setRing(index, .fed(turns, isOver: true)))
    app.perform(.announce("\(name): the input is over"))
  }

  /// The time stamp of a request if that is plausible, otherwise now.
  private func instant(of request: ControlRequest, _ app: App) -> Instant {
    let age = request.time.map { MonotonicClock.now().subtractingClamped($0) } ?? 0
    let isPlausible = (0...ControlService.oldestRequest).contains(age)
    return app.time.now - Duration(nanoseconds: isPlausible ? age : 0)
  }
}

extension App {
  /// Returns the current state: with unsaved changes, or as the window shows it.
  fileprivate func context(includingUnsaved: Bool) -> ControlContext {
    ControlContext(
      model: includingUnsaved ? kept.pending : kept.durable, sample: time.read(), time: time,
      isVisible: isVisible, name: configuration.run.name, themes: view.environment.themes.names)
  }

  /// Resumes a past session of the stopwatch; returns the reason if that is refused.
  fileprivate func restoreSession(_ number: Int64) throws -> String? {
    guard let folder = configuration.run.folder else { return "this window does not save" }
    guard number != kept.pending.session.number else {
      return "session \(number) is on the stopwatch"
    }
    // The database may still have an older state of that session.
    guard case .kept = kept.keeping(of: kept.mark) else {
      return "the last change is not saved yet; try again"
    }
    guard let past = try PastSessions(in: folder).session(number) else {
      throw ArgumentProblem(
        description: "there is no session \(number); segclock history lists them")
    }
    var refusal: String?
    update { kept in
      kept.change(at: time.now) {
        refusal = $0.takeUp(number, past, on: configuration.axis)
      }
      return true
    }
    return refusal.map { $0.prefix(1).lowercased() + $0.dropFirst() }
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
    guard !invalidation.contains(.picture), view.changes.damage.isEmpty else { return false }
    // A pending acknowledgement belongs to the last frame.
    if !presenter.isAcknowledgementAwaited { presenter.requestAcknowledgement() }
    acknowledgement = presenter.newestAck
    return false
  }
}
