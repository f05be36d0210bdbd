import CX11

/// How the server says that it has carried out what was sent: by MIT-SHM's completion, or by a message to ourselves.
extension Presenter {
  /// Takes note of an event that acknowledges a frame; false where it does not concern this presenter.
  func acknowledge(_ event: XEvent) -> Bool {
    if isAcknowledgement(event) {
      awaited = max(0, awaited - 1)
      // With none to come, nothing was sent after the one that has come, and the staging memory is free.
      if awaited == 0 { staging.used = 0 }
      return true
    }
    guard let shown = held?.acknowledge(event) else { return false }
    frameCount += shown
    return true
  }

  /// Asks the server to tell, by `frameCompleted`, when it has carried out all frames sent so far.
  ///
  /// Without this it is asked every few frames.
  package func requestAcknowledgement() {
    guard connection.isAlive, !isClosed else { return }
    awaited += 1
    unaskedFrames = 0
    connection.mailbox.sendAcknowledgement(to: drawable, on: connection)
    XFlush(connection.display)
  }

  /// Waits for the acknowledgement of the last band and leaves all other events in Xlib's queue.
  func awaitAcknowledgement(until deadline: Int64?) -> Bool {
    var event = XEvent()
    while connection.isAlive {
      // Xlib's predicate captures nothing, so it gets the presenter by pointer.
      let found = XCheckIfEvent(
        connection.display, &event,
        { _, event, presenter in
          guard let event, let presenter else { return 0 }
          return Unmanaged<Presenter>.fromOpaque(presenter).takeUnretainedValue()
            .isAcknowledgement(event.pointee) ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self))
      if found != 0 {
        if acknowledge(event), awaited == 0 { return true }
        continue
      }
      guard connection.isAlive, connection.awaitInput(until: deadline) else { return false }
    }
    return false
  }

  /// Whether an event, from the server or sent by ourselves, acknowledges a frame of this presenter.
  private func isAcknowledgement(_ event: XEvent) -> Bool {
    if let segment = staging.segment, event.type == segment.completionType {
      return event.xany.send_event == 0 && event.xany.window == drawable
    }
    return connection.mailbox.isAcknowledgement(event, to: drawable)
  }
}
