import Files
import Platform
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// The app as the control service sees it: all that a request can ask for goes through here.
protocol ControlHost: AnyObject {
  /// Whether the app is about to end, so that no further request is handled.
  var isClosing: Bool { get }
  /// Whether clients have to wait until the next frame.
  var isBusy: Bool { get }
  /// Returns what holds now: with changes that are not saved yet, or as the window shows it.
  func snapshot(includingUnsaved: Bool) -> ControlDesk.Context
  /// Performs `commands` as of `time` (CLOCK_MONOTONIC, nanoseconds), or now; returns the newest change of the model.
  @discardableResult
  func perform(_ commands: [Command], at time: Int64?) -> ModelChange
  /// Resumes a past session of the stopwatch; returns the reason if that is refused.
  func restoreSession(_ number: Int64) throws -> String?
  func perform(_ request: WindowRequest)
  /// Returns whether a change, and all before it, is saved.
  func durability(of change: ModelChange) -> SavedModel.Keeping
  /// Returns whether the screen shows `change`. Where the server has to be asked for that, it is asked once, and
  /// `isAsked` is set.
  func isOnScreen(_ change: ModelChange, isAsked: inout Bool) -> Bool
}

/// The position of a change of the model in the order of all changes.
typealias ModelChange = UInt64

/// A request that concerns the window alone.
enum WindowRequest {
  case show, hide
  /// Brings it to the front, for another start of the program if there was one.
  case raise(StartupNotice? = nil)
}

extension App: ControlHost {
  var isClosing: Bool { exitCode != nil }

  var isBusy: Bool { frames.isBusy }

  func snapshot(includingUnsaved: Bool) -> ControlDesk.Context {
    ControlDesk.Context(
      model: includingUnsaved ? kept.pending : kept.durable, reading: time.read(), time: time,
      isVisible: isVisible, name: state.name, themes: view.environment.themes.names)
  }

  @discardableResult
  func perform(_ commands: [Command], at requested: Int64?) -> ModelChange {
    let age = requested.map { MonotonicClock.now().subtractingClamped($0) } ?? 0
    let instant = time.now - Duration(nanoseconds: age)
    for command in commands { perform(command, at: instant) }
    return kept.mark
  }

  func restoreSession(_ number: Int64) throws -> String? {
    guard let folder = state.folder else { return "this window keeps nothing" }
    guard number != kept.pending.session.number else {
      return "session \(number) is on the stopwatch"
    }
    guard let past = try PastSessions(in: folder).session(number) else {
      throw ArgumentProblem(
        description: "there is no session \(number); segclock history lists them")
    }
    var refusal: String?
    update { kept in
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

  func durability(of change: ModelChange) -> SavedModel.Keeping { kept.keeping(of: change) }

  func isOnScreen(_ change: ModelChange, isAsked: inout Bool) -> Bool {
    if case .waiting = kept.keeping(of: change) { return false }
    guard isVisible else { return hasBeenVisible }
    let presenter = window.presenter
    if isAsked { return !presenter.isAcknowledgementAwaited }
    guard !invalidation.contains(.picture), view.changes.damage.isEmpty else { return false }
    // One that is awaited already was asked for with the last frame.
    if !presenter.isAcknowledgementAwaited { presenter.requestAcknowledgement() }
    isAsked = true
    return false
  }
}
