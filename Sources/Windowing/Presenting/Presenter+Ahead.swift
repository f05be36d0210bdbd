package import Geometry

/// Frames that are painted before their time, and shown by the server when they are due.
extension Presenter {
  /// Has the server tell when it has shown the frame that is sent next, since others are to be held from then on; nil where none can be.
  ///
  /// Only what is shared with it can wait without being copied.
  package func prepareToHold() -> HeldFrames? {
    guard staging.segment != nil, connection.isAlive, !isClosed, lastSize > 0 else { return nil }
    if held == nil, mayHold, connection.answers(within: Presenter.patience) {
      held = HeldFrames(connection, drawable: drawable, staging)
      mayHold = held != nil
    }
    guard let held, held.open(after: lastSize) else { return nil }
    // What goes by two connections the server takes in the order in which it comes to read it.
    isAskedFor = true
    return held
  }

  /// Those to which more can be added now: the server has shown what was sent, and of those that are held all but the last.
  package var openHeld: HeldFrames? {
    guard let held, staging.segment != nil, connection.isAlive, !isClosed, awaited == 0, !isAskedFor,
      held.count <= 1,
      !held.isDraining
    else { return nil }
    return held
  }

  /// Has the server show none of the held frames any more, and returns what they would have painted; some of it may have been shown.
  package func takeBackHeld() -> [PixelRect] {
    guard let held, !held.isEmpty else { return [] }
    let rects = held.takeBack()
    // Until it has heard of it, what is painted next could be shown in the place of what was taken back.
    if held.isDraining { requestAcknowledgement() }
    return rects
  }
}
