import Control
import Files
import Platform
import Storage
import Windowing

/// The clients that wait until all changes up to theirs are saved, or on the screen.
struct Waits {
  private struct Wait {
    let client: ControlConnection
    let change: UInt64
    let isForScreen: Bool
    let deadline: MonotonicTime
    var acknowledgement: Int?
  }

  private var all: [Wait] = []

  /// How long a change may take to be saved before its client hears that it is not yet.
  static let savePatience = Duration.milliseconds(80)

  var deadline: MonotonicTime? { all.lazy.filter { !$0.isForScreen }.map(\.deadline).min() }

  mutating func add(_ client: ControlConnection, for change: UInt64, onScreen: Bool) {
    all.append(
      Wait(
        client: client, change: change, isForScreen: onScreen,
        deadline: .now + Waits.savePatience))
  }

  /// Answers those whose changes are saved or failed, or have waited long enough. At the end of the window, `remaining`
  /// is what became of those that are neither.
  mutating func answerSaved(by app: App, remaining: SavedModel.Keeping) {
    all.removeAll { wait in
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

  /// Answers those whose changes are on the screen.
  mutating func answerShown(on app: App) {
    all.removeAll { !$0.client.isOpen }
    for index in all.indices.reversed() where all[index].isForScreen {
      if app.isOnScreen(all[index].change, &all[index].acknowledgement) {
        all.remove(at: index).client.reply(.done)
      }
    }
  }
}

extension App {
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
