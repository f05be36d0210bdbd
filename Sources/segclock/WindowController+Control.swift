import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Windowing

// What the control service asks for.

extension WindowController: ControlHost {
  var isClosing: Bool { exit != nil }

  func snapshot(includingUnsaved: Bool) -> ControlDesk.Context {
    ControlDesk.Context(
      model: includingUnsaved ? kept.current : kept.shown, reading: time.read(), time: time,
      isVisible: isVisible, name: state.name, themes: view.environment.themes.names)
  }

  @discardableResult
  func perform(_ commands: [Command], at requested: Int64?) -> ModelChange {
    let age = requested.map { MonotonicClock.now().subtractingClamped($0) } ?? 0
    let instant = time.now - Duration(nanoseconds: age)
    for command in commands { apply(command, at: instant) }
    return kept.mark
  }

  func restoreSession(_ number: Int64) throws -> String? {
    guard let folder = state.folder else { return "this window keeps nothing" }
    guard number != kept.current.session.number else {
      return "session \(number) is on the stopwatch"
    }
    guard let past = try PastSessions(in: folder).session(number) else {
      throw ArgumentProblem(
        description: "there is no session \(number); segclock history lists them")
    }
    var refusal: String?
    follow { kept in
      kept.change(at: time.now) {
        refusal = state.takeUp(number, past, by: &$0, on: configuration.axis)
      }
      return true
    }
    return refusal.map { $0.prefix(1).lowercased() + $0.dropFirst() }
  }

  func perform(_ request: WindowRequest) {
    switch request {
    case .show: window.map()
    case .hide: window.unmap()
    case .raise(let startup): window.raise(for: startup)
    }
  }

  func durability(of change: ModelChange) -> KeptModel.Keeping { kept.keeping(of: change) }

  func isOnScreen(_ change: ModelChange, isAsked: inout Bool) -> Bool {
    if case .waiting = kept.keeping(of: change) { return false }
    guard isVisible else { return hasBeenVisible }
    let presenter = window.presenter
    if isAsked { return !presenter.isAcknowledgementAwaited }
    guard !isStale, view.changes.damage.isEmpty else { return false }
    // One that is awaited already was asked for with the last frame.
    if !presenter.isAcknowledgementAwaited { presenter.requestAcknowledgement() }
    isAsked = true
    return false
  }
}
