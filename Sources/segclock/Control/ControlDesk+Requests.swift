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
    _ request: ControlRequest, of client: ControlServer.Client, on host: any ControlHost
  ) {
    let reply: ControlReply?
    do {
      reply = try carryOut(request, of: client, on: host)
    } catch let problem as ArgumentProblem {
      reply = .end(.misused, problem.description)
    } catch let error as FileError {
      reply = .end(.refused, error.description)
    } catch is TooManyClients {
      reply = .end(.refused, "too many programs wait for this window; try again later")
    } catch {
      reply = .end(.misused, "\(error)")
    }
    if let reply { server?.reply(reply, to: client) }
  }

  /// The answer; nil where it comes later.
  private func carryOut(
    _ request: ControlRequest, of client: ControlServer.Client, on host: any ControlHost
  ) throws -> ControlReply? {
    let words = Array(request.words.dropFirst())
    switch request.words[0] {
    case OpenRequest.word: return open(words, on: host)
    case NameCompletion.rings.rawValue:
      return list(host.snapshot(includingUnsaved: true).model.rings.map(\.name), for: client)
    case NameCompletion.themes.rawValue:
      return list(
        ThemeName.choices(among: host.snapshot(includingUnsaved: true).themes).map(\.rawValue),
        for: client)
    case FeedLines.word where feeds[client] != nil:
      return try feed(words, by: client, on: host)
    default: break
    }
    guard let verb = Ctl.verbs[request.words[0]] else {
      throw ArgumentProblem(description: "there is no command \(request.words[0].quoted)")
    }
    switch try verb.effect(of: words, on: host.snapshot(includingUnsaved: true)) {
    case .commands(let commands):
      let change = host.perform(commands, at: time(of: request))
      // Whoever closes the window is told before it is closed.
      if host.isClosing { return .done }
      awaitingDisk.append((client, change))
      return nil
    case .refused(let reason): return .end(.refused, reason)
    case .text(let text):
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        server?.reply(.text(String(line)), to: client)
      }
      return .done
    case .follow(let style, let every):
      try keep(client)
      followers.add(client, style, every: every)
      return nil
    case .feed(let name):
      let context = host.snapshot(includingUnsaved: true)
      let index = try context.ring(name)
      let ring = context.model.rings[index]
      try keep(client)
      feeds[client] = ring.name
      let turns: Double = if case .manual(let turns) = ring.source { turns } else { 0 }
      host.perform([.setRing(index, .fed(turns, isOver: false))], at: nil)
      return .done
    case .sync:
      // It may wait as long as the X server is frozen, and must not shut out others.
      try keep(client)
      awaitingScreen.append(ScreenWait(client: client, change: host.perform([], at: nil)))
      return nil
    case .show: host.perform(.show)
    case .hide: host.perform(.hide)
    case .raise: host.perform(.raise())
    case .restore(let number):
      if let refusal = try host.restoreSession(number) { return .end(.refused, refusal) }
      awaitingDisk.append((client, host.perform([], at: nil)))
      return nil
    }
    return .done
  }

  private func keep(_ client: ControlServer.Client) throws {
    guard server?.keep(client) ?? false else { throw TooManyClients() }
  }

  private struct TooManyClients: Error {}

  /// Sends names to a client, a line each.
  private func list(_ names: [String], for client: ControlServer.Client) -> ControlReply {
    for name in names { server?.reply(.text(name), to: client) }
    return .done
  }

  /// Handles another start of the program: this window comes to the front instead, if it is on the same display.
  private func open(_ words: [String], on host: any ControlHost) -> ControlReply {
    guard words.first == display else { return .end(.refused, "the window is on another display") }
    host.perform(.raise(words.dropFirst().first.flatMap { StartupNotice($0) }))
    return .done
  }

  private func feed(
    _ words: [String], by client: ControlServer.Client, on host: any ControlHost
  ) throws -> ControlReply {
    guard let name = feeds[client], words.count == 1, let turns = FeedLines.turns(words[0]) else {
      throw RingText.valueProblem
    }
    let index = try host.snapshot(includingUnsaved: true).ring(name)
    host.perform([.setRing(index, .fed(turns, isOver: false))], at: nil)
    return .done
  }

  /// Forgets a client that is gone. A ring that it has fed, and nobody else feeds, gets nothing more.
  func forget(_ client: ControlServer.Client, on host: any ControlHost) {
    followers.remove(client)
    awaitingDisk.removeAll { $0.client == client }
    awaitingScreen.removeAll { $0.client == client }
    guard let name = feeds.removeValue(forKey: client), !feeds.values.contains(name) else { return }
    let rings = host.snapshot(includingUnsaved: true).model.rings
    guard let index = rings.firstIndex(where: { $0.name == name }),
      case .fed(let turns, isOver: false) = rings[index].source
    else { return }
    host.perform(
      [.setRing(index, .fed(turns, isOver: true)), .announce("\(name): the input is over")],
      at: nil)
  }

  /// Returns when a request was made, by its own account where that is plausible.
  private func time(of request: ControlRequest) -> Int64? {
    let now = MonotonicClock.now()
    return request.time.flatMap {
      (0...ControlDesk.oldestRequest).contains(now.subtractingClamped($0)) ? $0 : nil
    }
  }

  /// Returns how `change` has ended; nil while it is not saved yet.
  func reply(for change: ModelChange, on host: any ControlHost) -> ControlReply? {
    switch host.durability(of: change) {
    case .waiting: nil
    case .kept: .done
    case .failed(let error): .end(.refused, "it is done, but not saved: \(error.description)")
    }
  }
}
