package import Geometry
import Platform

/// Frames that are painted before their time, and shown by the server when they are due.
extension Presenter {
  /// How long the server may take to show that it can be asked, in nanoseconds.
  private static let patience: Int64 = 20_000_000
  /// So often it may take longer before it is asked no more whether it can hold frames, and how long after that it is asked again,
  /// in nanoseconds.
  private static let mostTrials = 3
  private static let trialDistance: Int64 = 5_000_000_000

  /// Has the server tell when it has shown the frame that is sent next, since others are to be held from then on; nil where none can be.
  ///
  /// Only frames in shared memory can be queued.
  package func prepareToHold() -> HeldFrames? {
    guard staging.segment != nil, connection.isAlive, !isClosed, lastSize > 0 else { return nil }
    if held == nil, mayHold { tryToHold() }
    guard let held, held.open(after: lastSize) else { return nil }
    // What goes by two connections the server takes in the order in which it comes to read it.
    isAskedFor = true
    return held
  }

  /// Finds out whether the server can hold frames, where it answers fast: that takes a dozen questions.
  private func tryToHold() {
    let now = MonotonicClock.now()
    guard now >= nextTrial else { return }
    nextTrial = now + Presenter.trialDistance
    guard connection.answers(within: Presenter.patience) else {
      slowTrials += 1
      mayHold = slowTrials < Presenter.mostTrials
      return
    }
    held = Faults.asking { HeldFrames(connection, drawable: drawable, staging) }
    mayHold = held != nil
  }

  /// Those to which more can be added now: the server has shown what was sent, and of those that are held all but the last.
  package var openHeld: HeldFrames? {
    guard let held, connection.isAlive, !isClosed, pendingAcks == 0, !isAskedFor,
      held.count <= 1, !held.isDraining, !held.isRefused
    else { return nil }
    return held
  }

  /// Cancels the frames that were not shown yet; returns what they would have painted.
  @discardableResult
  package func takeBackHeld() -> [PixelRect] {
    guard let held, !held.isEmpty else { return [] }
    return held.takeBack()
  }
}
