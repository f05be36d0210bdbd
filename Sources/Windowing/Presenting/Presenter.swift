import CX11
package import Geometry
import Platform

/// Sends painted rectangles to a window, paced by the server's acknowledgements.
///
/// The rectangles are painted one after another into the staging memory. Each is put as an image of
/// its own width: servers are fast at that. No copy of the window is kept: 19 MB at 2880 x 1680.
///
/// Of a frame larger than the staging memory, as most are without MIT-SHM, one band is sent. The
/// caller gets the remaining part back and presents it once the server has read the band. So a slow
/// connection lowers the frame rate, and a key shows within two frames.
package final class Presenter {
  private let connection: Connection
  private let drawable: XID
  private let gc: GC
  let staging: StagingMemory
  /// Nil before the first use, and if the server cannot show scheduled frames.
  package private(set) var scheduled: ScheduledFrames?
  /// The acknowledgement that scheduled frames wait for.
  private var firstAck = 0
  /// When to try whether the server can; nil for never again.
  private var nextTrial: MonotonicTime? = .distantPast

  private var pendingAcks = 0
  /// The number of the newest acknowledgement asked for, from 1 on; 0 if none was.
  package private(set) var newestAck = 0

  /// The number of frames sent, except scheduled ones.
  package private(set) var frameCount = 0
  var isClosed = false

  private static let trialInterval = Duration.seconds(5)

  init(sharesMemory: Bool, connection: Connection, drawable: XID, format: VisualFormat) {
    (self.connection, self.drawable) = (connection, drawable)
    gc = connection.makeContext(for: drawable)
    staging = StagingMemory(
      connection, format: format, isShared: sharesMemory && connection.isLocal)
  }

  deinit {
    XFreeGC(connection.display, gc)
  }

  package var sharesMemory: Bool { staging.segment != nil }

  package var isAcknowledgementAwaited: Bool { pendingAcks > 0 }

  package func hasAcknowledged(_ number: Int) -> Bool { newestAck - pendingAcks >= number }

  /// Whether a frame may be sent: no acknowledgement is pending, and no frame is scheduled.
  package var canBeginFrame: Bool { !isClosed && pendingAcks == 0 && scheduled?.isIdle ?? true }

  // MARK: Sending

  /// Paints and sends the rectangles of one frame, and leaves those that could not be sent yet.
  ///
  /// `paint` fills the buffer of each rectangle or part of one completely. Unless `canBeginFrame`,
  /// nothing is sent. A frame no larger than earlier ones allocates nothing.
  package func present(_ rects: inout [PixelRect], paint: (PixelBuffer) -> Void) {
    guard canBeginFrame else { return }
    let needed = staging.bytes(for: rects)
    guard needed > 0 else { return rects.removeAll(keepingCapacity: true) }
    staging.fitFrame(of: needed)
    let sent = send(&rects, paint: paint)
    rects.removeFirst(sent)
    frameCount += 1
    requestAcknowledgement()
  }

  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    var rects = rects
    present(&rects, paint: paint)
    return rects
  }

  /// Returns how many were sent; of the one after them a part may have been.
  private func send(_ rects: inout [PixelRect], paint: (PixelBuffer) -> Void) -> Int {
    for index in rects.indices where !rects[index].isEmpty {
      let rect = rects[index]
      var part = rect
      part.height = min(rect.height, staging.rows(ofWidth: rect.width))
      staging.put(part, into: drawable, by: gc, on: connection.display, paint: paint)
      guard part.height < rect.height else { continue }
      (rects[index].y, rects[index].height) = (part.maxY, rect.height - part.height)
      return index
    }
    return rects.count
  }

  // MARK: Acknowledgements

  /// Requests an acknowledgement (`frameCompleted`) of all frames sent so far.
  package func requestAcknowledgement() {
    guard !isClosed else { return }
    pendingAcks += 1
    newestAck += 1
    connection.send(0, to: drawable, by: connection.display)
    connection.flush()
  }

  func acknowledge(_ event: XEvent) -> Bool {
    guard let number = connection.number(in: event, to: drawable) else { return false }
    if number == 0 {
      pendingAcks = max(0, pendingAcks - 1)
    } else {
      scheduled?.acknowledge(number)
    }
    // Nothing was sent after the acknowledged frames, so the staging memory is free.
    if canBeginFrame { staging.used = 0 }
    return true
  }

  /// Gives up scheduled frames if the server has refused one. If so, paint the whole window again.
  func recoverFromRefusal() -> Bool {
    guard scheduled?.isRefused ?? false else { return false }
    (scheduled, nextTrial) = (nil, nil)
    staging.used = 0
    return true
  }

  // MARK: Scheduled frames

  /// Makes room for scheduled frames of about the size of `rects`; returns false if there can be none.
  /// They can be added once the next presented frame has been acknowledged.
  package func prepareToSchedule(_ rects: [PixelRect]) -> Bool {
    guard staging.segment != nil, canBeginFrame else { return false }
    if scheduled == nil { tryToSchedule() }
    // Requests on two connections have no order, so the next frame must be acknowledged first.
    firstAck = newestAck + 1
    return scheduled?.prepare(for: staging.bytes(for: rects)) ?? false
  }

  /// Tries scheduled frames if the server answers fast, as that takes round trips.
  private func tryToSchedule() {
    let now = MonotonicTime.now
    guard let trial = nextTrial, now >= trial else { return }
    if connection.ping() {
      scheduled = ScheduledFrames(connection, drawable: drawable, staging)
      nextTrial = nil
    } else {
      nextTrial = now + Presenter.trialInterval
    }
  }

  /// Non-nil if frames can be scheduled now: the server has shown all that was sent.
  package var openSchedule: ScheduledFrames? {
    guard canBeginFrame, hasAcknowledged(firstAck), let scheduled, scheduled.isOpen else {
      return nil
    }
    return scheduled
  }
}
