import CX11
package import Geometry
import Glibc
import Platform

/// How finished pixels reach the server.
package enum Presentation: Equatable, Sendable {
  /// Shared memory where it works, else `put`.
  case automatic
  /// MIT-SHM: the server reads the pixels where they were painted. Falls back to `put` where the server refuses.
  case sharedMemory
  /// XPutImage: pixels over the connection.
  case put
}

/// Sends painted rectangles to a window, paced by the server's acknowledgements.
///
/// The rectangles of a frame are painted one behind the other into the staging memory. Each is put
/// as an image of its own width, for which servers have a fast path. No copy of the window is kept,
/// which would take 19 MB at 2880 x 1680.
///
/// A frame larger than the staging memory goes in bands, each sent once the server has acknowledged
/// the one before. A fast server shows them all at once, from a `BackBuffer`. On a slow connection
/// the caller gets back the remaining part and presents that next. So nothing waits, and only one
/// band is under way: a slow connection lowers the frame rate, and a key shows within two frames.
package final class Presenter {
  private let connection: Connection
  private let drawable: XID
  private let format: VisualFormat
  private let gc: GC
  let staging: StagingMemory
  /// What was painted and not yet put: MIT-SHM's completion is requested with the last put of a band.
  private var pending: (rect: PixelRect, offset: Int)?
  /// Collects a frame of more than one band; nil between such frames.
  private var backBuffer: BackBuffer?

  /// Frames painted before their time; nil before the first, and where the server cannot show them by itself.
  package private(set) var scheduled: ScheduledFrames?
  /// When to find out whether the server can (CLOCK_MONOTONIC, nanoseconds); nil for never again.
  private var nextTrial: Int64? = 0
  private var slowTrials = 0

  /// The size of the last frame in the staging memory, in bytes; 0 if it went in bands.
  private var lastSize = 0
  /// The number of frames sent since the last that the server was asked to acknowledge.
  private var unaskedFrames = 0
  /// Whether the acknowledgement of the next frame is needed.
  private var isAskedFor = false
  private var pendingAcks = 0
  /// When the last acknowledgement was asked for (CLOCK_MONOTONIC, nanoseconds).
  private var askedAt: Int64 = 0
  /// Whether the last acknowledgement took too long to be waited for.
  private var isSlow = false

  /// Whether another frame is due as soon as this one has been shown: the acknowledgement of a last one would be all
  /// that wakes us, and can be asked for with the first of the next ones.
  package var expectsMore = true
  /// The number of frames sent.
  package private(set) var frameCount = 0
  /// Whether the window is gone, so that nothing can be shown any more.
  var isClosed = false

  /// Frames in shared memory for each acknowledgement.
  ///
  /// An acknowledgement costs the server a write, us a read or even a wake-up. A few frames of some hundred bytes each
  /// never fill a socket, so nobody waits for a server that has stopped.
  static let framesPerAcknowledgement = 4
  /// How long all bands of one frame together may wait for acknowledgements, in nanoseconds.
  private static let bandPatience: Int64 = 100_000_000
  /// How long the server may take to reply before it is asked whether it can show scheduled frames, in nanoseconds.
  private static let askPatience: Int64 = 20_000_000
  /// The maximum number of times that it may take longer, and the time between two, in nanoseconds.
  private static let maxTrials = 3
  private static let trialDistance: Int64 = 5_000_000_000

  /// Nil where Xlib makes no image or context for `drawable`.
  init?(_ way: Presentation, connection: Connection, drawable: XID, format: VisualFormat) {
    var values = XGCValues()
    // Without this every put that is covered in part would send an event back.
    values.graphics_exposures = 0
    guard let gc = XCreateGC(connection.display, drawable, UInt(GCGraphicsExposures), &values),
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

  private var isUsable: Bool { connection.isAlive && !isClosed }

  /// Whether a frame may be sent: the server is there and owes us no acknowledgement.
  package var canBeginFrame: Bool { isUsable && pendingAcks == 0 && scheduled?.isIdle ?? true }

  // MARK: Sending

  /// Paints and sends the rectangles of one frame; returns those that could not be sent, nearly always none.
  ///
  /// `paint` is called once for each rectangle or part of one, with a buffer that holds anything and has to be
  /// filled whole. Nothing is sent, and all is returned, unless `canBeginFrame`. A frame of more than one band
  /// waits for a fast server between bands, for 0.1 s at most; present the rest as soon as `canBeginFrame`.
  /// Otherwise this never waits and, with a frame no larger than those before, allocates nothing.
  package func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) -> [PixelRect] {
    guard canBeginFrame else { return rects }
    let needed = staging.bytes(for: rects)
    staging.grow(for: needed)
    if needed > staging.capacity, !isSlow {
      let box = rects.reduce(PixelRect.zero) { $0.union($1) }
      backBuffer = BackBuffer(connection, window: drawable, depth: format.depth, box: box)
    }
    defer { backBuffer = nil }
    var band = Band(start: staging.used)
    let unsent = send(rects, in: &band, paint: paint)
    finish(band)
    backBuffer?.show(in: drawable, by: gc)
    return unsent
  }

  /// What of a frame has been sent.
  private struct Band {
    /// How much of the staging memory was in use before the frame, in bytes.
    let start: Int
    /// Until when the frame may wait for acknowledgements; nil as long as it did not have to.
    var deadline: Int64?
    var isBegun = false
  }

  private func send(
    _ rects: [PixelRect], in band: inout Band, paint: (PixelBuffer) -> Void
  ) -> [PixelRect] {
    for (index, rect) in rects.enumerated() where !rect.isEmpty {
      let rowBytes = staging.layout.bytesPerRow(width: rect.width)
      var part = rect
      while part.y < rect.maxY {
        guard makeRoom(for: rowBytes, in: &band) else {
          part.height = rect.maxY - part.y
          return [part] + rects[(index + 1)...]
        }
        let rows = min(rect.maxY - part.y, staging.free / rowBytes)
        // A row wider than all of the memory cannot come from a server's 16-bit sizes, but must not spin.
        guard rows > 0 else { break }
        part.height = rows
        flushPending(asking: false)
        if staging.paint(part, at: staging.used, by: paint) { pending = (part, staging.used) }
        band.isBegun = true
        staging.used += staging.bytes(for: part)
        part.y += rows
      }
    }
    return []
  }

  /// Ends the band where no more `bytes` fit into it; false where the server does not acknowledge it in time.
  private func makeRoom(for bytes: Int, in band: inout Band) -> Bool {
    guard staging.free < bytes, staging.used > 0 else { return true }
    endBand(asking: true)
    let deadline = band.deadline ?? MonotonicClock.now() + (isSlow ? 0 : Presenter.bandPatience)
    band.deadline = deadline
    return connection.isAlive && awaitAcknowledgement(until: deadline)
  }

  private func finish(_ band: Band) {
    guard band.isBegun, pendingAcks == 0 else { return }
    unaskedFrames += 1
    lastSize = band.deadline == nil ? staging.used - band.start : 0
    // The first two frames too, since much else waits for them; and one after which another like it would find no room.
    let isFull = band.deadline != nil || staging.free < staging.used - band.start
    let limit = Presenter.framesPerAcknowledgement * (expectsMore ? 1 : 2)
    // Of frames that go over the connection, only one is ever under way.
    let isPaced = staging.segment == nil || isFull || unaskedFrames >= limit || frameCount < 2
    endBand(asking: isPaced || isAskedFor)
    isAskedFor = false
    frameCount += 1
  }

  private func endBand(asking: Bool) {
    // MIT-SHM's completion names the pixmap, which may be gone when it comes.
    let isByCompletion = staging.segment != nil && backBuffer == nil
    flushPending(asking: asking && isByCompletion)
    guard connection.isAlive else { return }
    if asking, isByCompletion {
      recordRequest()
    } else if asking {
      return requestAcknowledgement()
    }
    connection.flush()
  }

  private func flushPending(asking: Bool) {
    guard let (rect, offset) = pending else { return }
    pending = nil
    backBuffer?.add(rect)
    let target = backBuffer?.pixmap ?? drawable
    let x = Int32(rect.x - (backBuffer?.box.x ?? 0))
    let y = Int32(rect.y - (backBuffer?.box.y ?? 0))
    let (width, height) = (UInt32(rect.width), UInt32(rect.height))
    guard let image = staging.image(of: rect, at: offset) else { return }
    connection.use { display in
      if staging.segment != nil {
        XShmPutImage(display, target, gc, image, 0, 0, x, y, width, height, asking ? 1 : 0)
      } else {
        XPutImage(display, target, gc, image, 0, 0, x, y, width, height)
      }
    }
  }

  // MARK: Acknowledgements

  /// Asks the server to acknowledge, by `frameCompleted`, all frames sent so far; otherwise it is asked every few frames.
  package func requestAcknowledgement() {
    guard isUsable else { return }
    recordRequest()
    connection.use { connection.probe.send(0, to: drawable, by: $0) }
    connection.flush()
  }

  private func recordRequest() {
    pendingAcks += 1
    unaskedFrames = 0
    askedAt = MonotonicClock.now()
  }

  /// Handles an event that acknowledges a frame; false where it does not concern this presenter.
  func acknowledge(_ event: XEvent) -> Bool {
    if isAcknowledgement(event) {
      pendingAcks = max(0, pendingAcks - 1)
      // With none to come, nothing was sent after the one that has come, and the staging memory is free.
      if pendingAcks == 0 { staging.used = 0 }
      isSlow = MonotonicClock.now() - askedAt > Presenter.bandPatience
      return true
    }
    guard let shown = scheduled?.acknowledge(event) else { return false }
    frameCount += shown
    return true
  }

  /// Waits for the acknowledgement of the last band and leaves all other events in Xlib's queue.
  private func awaitAcknowledgement(until deadline: Int64) -> Bool {
    var event = XEvent()
    // Xlib's predicate captures nothing, so it gets the presenter by pointer.
    while let found = connection.use({ display in
      XCheckIfEvent(
        display, &event,
        { _, event, presenter in
          guard let event, let presenter else { return 0 }
          return Unmanaged<Presenter>.fromOpaque(presenter).takeUnretainedValue()
            .isAcknowledgement(event.pointee) ? 1 : 0
        }, Unmanaged.passUnretained(self).toOpaque().assumingMemoryBound(to: CChar.self))
    }) {
      if found != 0 {
        if acknowledge(event), pendingAcks == 0 { return true }
      } else if !connection.awaitInput(until: deadline) {
        return false
      }
    }
    return false
  }

  /// Whether an event, from the server or sent by ourselves, acknowledges a frame of this presenter.
  private func isAcknowledgement(_ event: XEvent) -> Bool {
    if let segment = staging.segment, event.type == segment.completionType {
      return event.xany.send_event == 0 && event.xany.window == drawable
    }
    return connection.probe.number(in: event, to: drawable) == 0
  }

  /// Goes on another way once the server has refused what the present one needs; true where it had.
  ///
  /// The whole window has to be painted again.
  func recoverFromRefusal() -> Bool {
    if staging.segment?.wasRefused ?? false {
      staging.stopSharing()
      // Frames painted before their time went with the segment, and the acknowledgement of a refused put never comes.
      (scheduled, pendingAcks, unaskedFrames) = (nil, 0, 0)
      return true
    }
    if scheduled?.isRefused ?? false {
      (scheduled, nextTrial) = (nil, nil)
      return true
    }
    return false
  }

  // MARK: Frames before their time

  /// Asks the server to acknowledge the frame that is presented next, since scheduled frames are to follow; nil where there
  /// can be none.
  package func prepareToSchedule() -> ScheduledFrames? {
    guard staging.segment != nil, isUsable, lastSize > 0 else { return nil }
    if scheduled == nil { tryToSchedule() }
    guard let scheduled, scheduled.open(after: lastSize) else { return nil }
    // What goes by two connections the server takes in the order in which it comes to read it.
    isAskedFor = true
    return scheduled
  }

  /// Finds out whether the server can, where it answers fast: that takes round trips.
  private func tryToSchedule() {
    let now = MonotonicClock.now()
    guard let trial = nextTrial, now >= trial else { return }
    let isFast = connection.ping(timeout: Presenter.askPatience)
    if isFast {
      scheduled = Faults.asking { ScheduledFrames(connection, drawable: drawable, staging) }
    } else {
      slowTrials += 1
    }
    nextTrial = isFast || slowTrials == Presenter.maxTrials ? nil : now + Presenter.trialDistance
  }

  /// Those to which more can be added now: the server has shown what was sent, and of the scheduled frames all but the last.
  package var openSchedule: ScheduledFrames? {
    guard let scheduled, isUsable, pendingAcks == 0, !isAskedFor, scheduled.count <= 1,
      !scheduled.isDraining, !scheduled.isRefused
    else { return nil }
    return scheduled
  }

  /// Cancels the scheduled frames that were not shown yet.
  package func cancelScheduled() {
    if let scheduled, !scheduled.isEmpty { scheduled.cancel() }
  }
}

/// A pixmap that collects the bands of one frame, so that the window shows all of them at once.
private final class BackBuffer {
  let pixmap: XID
  /// The part of the window that the pixmap stands for.
  let box: PixelRect

  private let connection: Connection
  /// What was put; bands of one rectangle are joined again.
  private var parts: [PixelRect] = []

  /// Nil where the server is lost.
  init?(_ connection: Connection, window: XID, depth: Int32, box: PixelRect) {
    guard !box.isEmpty, box.width <= 32767, box.height <= 32767,
      let pixmap = connection.use({
        XCreatePixmap($0, window, UInt32(box.width), UInt32(box.height), UInt32(depth))
      })
    else { return nil }
    (self.connection, self.pixmap, self.box) = (connection, pixmap, box)
  }

  deinit {
    connection.use { _ = XFreePixmap($0, pixmap) }
  }

  /// Records that `rect` of the window has been put.
  func add(_ rect: PixelRect) {
    if let last = parts.last, last.x == rect.x, last.width == rect.width, last.maxY == rect.y {
      parts[parts.count - 1].height += rect.height
    } else {
      parts.append(rect)
    }
  }

  /// Copies what was put to `window`.
  func show(in window: XID, by gc: GC) {
    for part in parts {
      connection.use { display in
        XCopyArea(
          display, pixmap, window, gc, Int32(part.x - box.x), Int32(part.y - box.y),
          UInt32(part.width), UInt32(part.height), Int32(part.x), Int32(part.y))
      }
    }
    connection.flush()
  }
}
