import CX11
package import Geometry
import Platform

/// How finished pixels reach the server.
package enum Presentation: String, Sendable {
  /// Shared memory where it works, else `put`.
  case automatic = "auto"
  /// MIT-SHM: the server reads the pixels where they were painted. Falls back to `put` where the server refuses.
  case sharedMemory = "shared-memory"
  /// XPutImage: pixels over the connection.
  case put
}

/// Sends painted rectangles to a window, paced by the server's acknowledgements.
///
/// The rectangles of a frame are painted one behind the other into the staging memory. Each is put
/// as an image of its own width, for which servers have a fast path. No copy of the window is kept,
/// which would take 19 MB at 2880 x 1680.
///
/// A frame larger than the staging memory goes in bands, each sent once the server has read the one
/// before. A fast server shows them all at once, from a `BackBuffer`. On a slow connection the
/// caller gets back the remaining part and presents that next. So nothing waits, and only one band
/// is under way: a slow connection lowers the frame rate, and a key shows within two frames.
package final class Presenter {
  private let connection: Connection
  private let drawable: XID
  private let format: VisualFormat
  private let gc: GC
  let staging: StagingMemory
  /// Collects a frame of more than one band; nil between such frames.
  private var backBuffer: BackBuffer?
  /// Nil before the first, and where the server cannot show frames by itself.
  private(set) var scheduled: ScheduledFrames?
  /// When to find out whether the server can (CLOCK_MONOTONIC, nanoseconds); nil for never again.
  private var nextTrial: Int64? = 0

  /// The number of frames sent, or prepared for, since an acknowledgement was asked for.
  private var unaskedFrames = 0
  private var pendingAcks = 0
  /// The number of the newest acknowledgement asked for, from 1 on; 0 if none was.
  package private(set) var newestAck = 0
  /// When the last acknowledgement was asked for (CLOCK_MONOTONIC, nanoseconds).
  private var askedAt: Int64 = 0
  /// Whether the last acknowledgement took too long to be waited for.
  private var isSlow = false

  /// Whether another frame is due as soon as this one has been shown. The acknowledgement of a last
  /// one would be all that wakes us.
  package var expectsMore = true
  /// The number of frames sent, without scheduled ones.
  package private(set) var frameCount = 0
  /// Whether the window is gone, so that nothing can be shown any more.
  var isClosed = false

  /// Frames of which none is acknowledged. A few of some hundred bytes each never fill a socket, so
  /// nobody waits for a server that has stopped.
  static let maxUnaskedFrames = 8
  /// How long all bands of one frame together may wait for the server, in nanoseconds.
  private static let bandPatience: Int64 = 100_000_000
  /// How long the server may take to reply before it is asked whether it can show scheduled frames,
  /// and the time between two trials, in nanoseconds.
  private static let trialPatience: Int64 = 20_000_000
  private static let trialInterval: Int64 = 5_000_000_000

  /// Nil where Xlib makes no image or context for `drawable`.
  init?(_ way: Presentation, connection: Connection, drawable: XID, format: VisualFormat) {
    guard let gc = connection.makeContext(for: drawable),
      let staging = StagingMemory(
        connection, format: format, isShared: way != .put && connection.isLocal)
    else { return nil }
    (self.connection, self.drawable, self.format) = (connection, drawable, format)
    (self.gc, self.staging) = (gc, staging)
  }

  deinit {
    connection.use { XFreeGC($0, gc) }
  }

  /// The way that is taken now: `.sharedMemory` or `.put`.
  package var way: Presentation { staging.segment != nil ? .sharedMemory : .put }

  /// Whether the server was asked to acknowledge a frame and has not done so yet.
  package var isAcknowledgementAwaited: Bool { pendingAcks > 0 }

  /// Returns whether the acknowledgement of this number has arrived.
  package func hasAcknowledged(_ number: Int) -> Bool { newestAck - pendingAcks >= number }

  private var isUsable: Bool { connection.isAlive && !isClosed }

  /// Whether a frame may be sent: the server is there, owes us no acknowledgement and has no
  /// scheduled frames.
  package var canBeginFrame: Bool { isUsable && pendingAcks == 0 && scheduled?.isIdle ?? true }

  // MARK: Sending

  /// Paints and sends the rectangles of one frame; returns those that could not be sent, nearly
  /// always none.
  ///
  /// `paint` is called once for each rectangle or part of one, with a buffer that holds anything
  /// and has to be filled whole. Nothing is sent, and all is returned, unless `canBeginFrame`. A
  /// frame of more than one band waits for a fast server between bands, for 0.1 s at most; present
  /// the rest as soon as `canBeginFrame`. Otherwise this never waits and, with a frame no larger
  /// than those before, allocates nothing.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    guard canBeginFrame else { return rects }
    let needed = staging.bytes(for: rects)
    guard needed > 0 else { return [] }
    staging.grow(for: needed)
    let isInBands = needed > staging.capacity
    if isInBands, !isSlow {
      let box = rects.reduce(PixelRect.zero) { $0.union($1) }
      backBuffer = BackBuffer(
        connection, window: drawable, by: gc, depth: format.depth, box: box)
    }
    defer { backBuffer = nil }
    let unsent = send(rects, paint: paint)
    backBuffer?.show(in: drawable)
    frameCount += 1
    unaskedFrames += 1
    // Of frames that go over the connection, only one is ever under way. Much else waits for the
    // first two. And another frame like this one has to find room.
    if staging.segment == nil || isInBands || staging.free < needed || frameCount <= 2
      || expectsMore || unaskedFrames >= Presenter.maxUnaskedFrames
    {
      requestAcknowledgement()
    } else {
      connection.flush()
    }
    return unsent
  }

  private func send(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    var deadline: Int64?
    for (index, rect) in rects.enumerated() where !rect.isEmpty {
      let rowBytes = staging.layout.bytesPerRow(width: rect.width)
      var part = rect
      while part.y < rect.maxY {
        if staging.free < rowBytes, staging.used > 0 {
          let end = deadline ?? MonotonicClock.now() + Presenter.bandPatience
          deadline = end
          guard !isSlow, connection.probe.roundTrip(until: end, on: connection) else {
            part.height = rect.maxY - part.y
            return [part] + rects[(index + 1)...]
          }
          staging.used = 0
        }
        part.height = min(rect.maxY - part.y, staging.free / rowBytes)
        guard part.height > 0 else { break }
        put(part, paint: paint)
        part.y += part.height
      }
    }
    return []
  }

  private func put(_ rect: PixelRect, paint: (PixelBuffer) -> Void) {
    let origin = backBuffer.map { ($0.box.x, $0.box.y) } ?? (0, 0)
    connection.use { display in
      staging.put(
        rect, into: backBuffer?.pixmap ?? drawable, x: rect.x - origin.0, y: rect.y - origin.1,
        by: gc, on: display, paint: paint)
    }
  }

  // MARK: Acknowledgements

  /// Asks the server to acknowledge, by `frameCompleted`, all frames sent so far.
  package func requestAcknowledgement() {
    guard isUsable else { return }
    pendingAcks += 1
    newestAck += 1
    unaskedFrames = 0
    askedAt = MonotonicClock.now()
    connection.use { connection.probe.send(0, to: drawable, by: $0) }
    connection.flush()
  }

  /// Handles an event that acknowledges a frame; false where it does not concern this presenter.
  func acknowledge(_ event: XEvent) -> Bool {
    guard let number = connection.probe.number(in: event, to: drawable) else { return false }
    if number == 0 {
      pendingAcks = max(0, pendingAcks - 1)
      isSlow = MonotonicClock.now() - askedAt > Presenter.bandPatience
    } else {
      scheduled?.acknowledge(number)
    }
    // Nothing was sent after what has been acknowledged, so the staging memory is free.
    if canBeginFrame, unaskedFrames == 0 { staging.used = 0 }
    return true
  }

  /// Goes on another way once the server has refused what the present one needs; returns whether it
  /// had. The whole window has to be painted again.
  func recoverFromRefusal() -> Bool {
    if staging.segment?.wasRefused ?? false {
      staging.stopSharing()
    } else if scheduled?.isRefused() ?? false {
      nextTrial = nil
      staging.used = 0
    } else {
      return false
    }
    scheduled = nil
    return true
  }

  // MARK: Scheduled frames

  /// Prepares for frames of about the size of `rects` to be scheduled, once the frame that is
  /// presented next has been acknowledged; returns false where there can be none.
  package func prepareToSchedule(_ rects: [PixelRect]) -> Bool {
    guard staging.segment != nil, canBeginFrame else { return false }
    if scheduled == nil { tryToSchedule() }
    guard let scheduled, scheduled.prepare(for: staging.bytes(for: rects)) else { return false }
    // What goes by two connections the server takes in the order in which it comes to read it.
    unaskedFrames += 1
    return true
  }

  /// Finds out whether the server can, where it answers fast: that takes round trips.
  private func tryToSchedule() {
    let now = MonotonicClock.now()
    guard let trial = nextTrial, now >= trial else { return }
    if connection.ping(timeout: Presenter.trialPatience) {
      scheduled = Faults.asking { ScheduledFrames(connection, drawable: drawable, staging) }
      nextTrial = nil
    } else {
      nextTrial = now + Presenter.trialInterval
    }
  }

  /// Where frames can be scheduled now: the server has shown all that was sent.
  package var openSchedule: ScheduledFrames? {
    guard canBeginFrame, unaskedFrames == 0, let scheduled, scheduled.isOpen else { return nil }
    return scheduled
  }

  /// Cancels the scheduled frames that were not shown yet; returns whether there may be any.
  @discardableResult
  package func cancelScheduled() -> Bool { scheduled?.cancel() ?? false }

  /// Whether the last scheduled frame should have been shown long before `now`.
  package func isScheduleOverdue(at now: Int64) -> Bool { scheduled?.isOverdue(at: now) ?? false }
}

/// A pixmap that collects the bands of one frame, so that the window shows all of them at once.
private final class BackBuffer {
  let pixmap: XID
  /// The part of the window that the pixmap stands for.
  let box: PixelRect
  private let connection: Connection
  private let gc: GC

  /// Nil where the server is lost.
  init?(_ connection: Connection, window: XID, by gc: GC, depth: Int32, box: PixelRect) {
    guard !box.isEmpty, box.width <= 32767, box.height <= 32767,
      let pixmap = connection.use({
        XCreatePixmap($0, window, UInt32(box.width), UInt32(box.height), UInt32(depth))
      })
    else { return nil }
    (self.connection, self.gc, self.pixmap, self.box) = (connection, gc, pixmap, box)
    connection.use { display in
      XCopyArea(
        display, window, pixmap, gc, Int32(box.x), Int32(box.y), UInt32(box.width),
        UInt32(box.height), 0, 0)
    }
  }

  deinit {
    connection.use { _ = XFreePixmap($0, pixmap) }
  }

  func show(in window: XID) {
    connection.use { display in
      XCopyArea(
        display, pixmap, window, gc, 0, 0, UInt32(box.width), UInt32(box.height), Int32(box.x),
        Int32(box.y))
    }
  }
}
