import Control
import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Windowing

// What each request does.
extension ControlDesk {
  /// Carries a request out, and answers it where that is all.
  func answer(
    _ request: ControlRequest, of client: ControlServer.Client, on controller: WindowController
  ) {
    let reply: ControlReply?
    do {
      reply = try carryOut(request, of: client, on: controller)
    } catch let problem as ArgumentProblem {
      reply = .end(.misused, problem.description)
    } catch let error as FileError {
      reply = .end(.refused, error.description)
    } catch {
      reply = .end(.misused, "\(error)")
    }
    if let reply { server?.reply(reply, to: client) }
  }

  /// The answer; nil where it comes later.
  private func carryOut(
    _ request: ControlRequest, of client: ControlServer.Client, on controller: WindowController
  ) throws -> ControlReply? {
    let words = Array(request.words.dropFirst())
    switch request.words[0] {
    case OpenRequest.word: return open(words, on: controller)
    case NameCompletion.rings.rawValue:
      return list(controller.kept.current.rings.map(\.name), for: client)
    case NameCompletion.themes.rawValue:
      return list(
        ThemeName.choices(among: controller.view.environment.themes.names).map(\.rawValue),
        for: client)
    case FeedLines.word where feeds[client] != nil:
      return try feed(words, by: client, on: controller)
    default: break
    }
    guard let verb = Ctl.verbs[request.words[0]] else {
      throw ArgumentProblem(description: "there is no command \(request.words[0].quoted)")
    }
    switch try verb.effect(of: words, on: context(on: controller, controller.kept.current)) {
    case .commands(let commands):
      let instant = instant(of: request, on: controller)
      for command in commands { controller.apply(command, at: instant) }
      // Whoever closes the window is told before it is closed.
      if controller.exit != nil { return .done }
      awaitingDisk.append((client, controller.kept.mark))
      return nil
    case .refused(let reason): return .end(.refused, reason)
    case .text(let text):
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        server?.reply(.text(String(line)), to: client)
      }
      return .done
    case .follow(let style, let every):
      server?.keep(client)
      followers.add(client, style, every: every)
      return nil
    case .feed(let name):
      let index = try context(on: controller, controller.kept.current).ring(name)
      let ring = controller.kept.current.rings[index]
      server?.keep(client)
      feeds[client] = ring.name
      let turns: Double = if case .manual(let turns) = ring.source { turns } else { 0 }
      controller.apply(.setRing(index, .fed(turns, isOver: false)))
      return .done
    case .sync:
      awaitingScreen.append(ScreenWait(client: client, mark: controller.kept.mark))
      return nil
    case .show: controller.window.map()
    case .hide: controller.window.unmap()
    case .raise: controller.window.raise()
    case .restore(let number):
      if let refusal = try restore(number, on: controller) { return .end(.refused, refusal) }
      awaitingDisk.append((client, controller.kept.mark))
      return nil
    }
    return .done
  }

  /// Tells a client names, a line each.
  private func list(_ names: [String], for client: ControlServer.Client) -> ControlReply {
    for name in names { server?.reply(.text(name), to: client) }
    return .done
  }

  /// Another start of the program: this window comes to the front instead, where it is on the same display.
  private func open(_ words: [String], on controller: WindowController) -> ControlReply {
    guard words.first == display else { return .end(.refused, "the window is on another display") }
    controller.window.raise(for: words.dropFirst().first.flatMap { StartupNotice($0) })
    return .done
  }

  private func feed(
    _ words: [String], by client: ControlServer.Client, on controller: WindowController
  ) throws -> ControlReply {
    guard let name = feeds[client], words.count == 1, let turns = FeedLines.turns(words[0]) else {
      throw RingText.valueProblem
    }
    let index = try context(on: controller, controller.kept.current).ring(name)
    controller.apply(.setRing(index, .fed(turns, isOver: false)))
    return .done
  }

  /// Forgets a client that is gone. A ring that it has fed, and nobody else feeds, gets nothing more.
  func forget(_ client: ControlServer.Client, on controller: WindowController) {
    followers.remove(client)
    awaitingDisk.removeAll { $0.client == client }
    awaitingScreen.removeAll { $0.client == client }
    guard let name = feeds.removeValue(forKey: client), !feeds.values.contains(name),
      let index = controller.kept.current.rings.firstIndex(where: { $0.name == name }),
      case .fed(let turns, isOver: false) = controller.kept.current.rings[index].source
    else { return }
    controller.apply(.setRing(index, .fed(turns, isOver: true)))
    controller.apply(.announce("\(name): the input is over"))
  }

  /// Takes up a session of the stopwatch again; returns what stands in the way of that, if anything.
  private func restore(_ number: Int64, on controller: WindowController) throws -> String? {
    guard let state else { return "this window keeps nothing" }
    guard number != controller.kept.current.session.number else {
      return "session \(number) is on the stopwatch"
    }
    guard let past = try PastSessions(in: state).session(number) else {
      throw ArgumentProblem(
        description: "there is no session \(number); segclock history lists them")
    }
    var refusal: String?
    controller.follow { kept in
      kept.change(at: controller.time.now) {
        refusal = controller.state.takeUp(number, past, by: &$0, on: controller.configuration.axis)
      }
      return true
    }
    return refusal.map { $0.prefix(1).lowercased() + $0.dropFirst() }
  }

  /// What holds now.
  func context(on controller: WindowController, _ model: Model) -> Context {
    Context(
      model: model, reading: controller.time.read(), time: controller.time,
      isVisible: controller.isVisible,
      name: controller.state.name, themes: controller.view.environment.themes.names)
  }

  /// When a request was made: by its own account where that is plausible, else now.
  private func instant(of request: ControlRequest, on controller: WindowController) -> Instant {
    let now = MonotonicClock.now()
    let age = request.time.map { now.subtractingClamped($0) } ?? 0
    guard (0...ControlDesk.oldestRequest).contains(age) else { return controller.time.now }
    return controller.time.now - Duration(nanoseconds: age)
  }

  /// How what was done up to `mark` has ended; nil where the disk has not said yet.
  func reply(for mark: UInt64, on controller: WindowController) -> ControlReply? {
    switch controller.kept.keeping(of: mark) {
    case .waiting: nil
    case .kept: .done
    case .failed(let error): .end(.refused, "it is done, but not saved: \(error.description)")
    }
  }

  /// Whether the screen shows what `wait` waits for; asks for its being told where all is on the way.
  func isShown(_ wait: inout ScreenWait, on controller: WindowController) -> Bool {
    if case .waiting = controller.kept.keeping(of: wait.mark) { return false }
    guard controller.isVisible else { return controller.hasBeenVisible }
    let presenter = controller.window.presenter
    if wait.isAsked { return !presenter.isAcknowledgementAwaited }
    guard !controller.isStale, controller.view.changes.damage.isEmpty else { return false }
    // One that is awaited already was asked for with the last frame.
    if !presenter.isAcknowledgementAwaited { presenter.requestAcknowledgement() }
    wait.isAsked = true
    return false
  }
}
