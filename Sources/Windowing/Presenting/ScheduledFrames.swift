import CX11
package import Geometry
import Glibc
import Platform

/// Frames that are painted into shared memory before their time, and that the server shows when
/// due.
///
/// After 16 ms of sleep nothing that a frame touches is in a cache any more. A frame of 31 µs in a
/// tight loop then takes four times as long. Made right behind another, a frame costs half as much
/// as alone, and waking up to show it costs as much as that half.
///
/// The frames go over a second connection to the server, on which each waits for the server's own
/// clock (SYNC's Await on SERVERTIME). On the window's connection a wait would hold up everything
/// behind it. Requests on two connections have no order. So frames are sent on one of them only once
/// the server has acknowledged what went over the other.
package final class ScheduledFrames {
  private let connection: Connection
  private let drawable: XID
  private let staging: StagingMemory
  /// The second connection.
  private let display: OpaquePointer
  private let liveness = Liveness()
  /// SERVERTIME, in milliseconds.
  private let clock: XSyncCounter
  /// What SERVERTIME counts more than CLOCK_MONOTONIC, in milliseconds.
  private let offset: Int64
  /// A counter that is incremented to end all waits; each wait names it beside the clock.
  let fence: XSyncCounter
  private var fenceValue: Int64 = 0
  private let gc: GC
  /// Whether an empty clip of `gc` hides what the server still has, since it was cancelled.
  private var isHidden = false
  /// The number of the last batch of frames that was sent.
  private var number = 0
  /// When the last frame that was added is due (CLOCK_MONOTONIC, nanoseconds).
  private var lastDue: Int64 = 0
  /// Whether the server has frames, if only cancelled ones.
  private(set) var isIdle = true

  /// The maximum number of frames at once.
  package static let capacity = 9
  /// How late the last may be, in nanoseconds.
  private static let patience: Int64 = 100_000_000
  private static let millisecond: Int64 = 1_000_000

  /// Nil where the server has no clock to wait for, or no MIT-SHM. Takes round trips: the server has
  /// to answer.
  init?(_ connection: Connection, drawable: XID, _ staging: StagingMemory) {
    let opened = StallableSockets.opening(beside: connection.fileDescriptor) {
      XOpenDisplay(connection.name)
    }
    guard let display = opened else { return nil }
    StallableSockets.add(XConnectionNumber(display))
    Faults.watch(display, liveness: liveness)
    // What is refused shows in `isRefused`.
    Faults.record(of: display) { $0.isSilent = true }
    // Xlib would ask for an extension at its first use, when the server may have stopped.
    guard XShmQueryExtension(display) != 0, connection.use(ScheduledFrames.hasSync) ?? false,
      ScheduledFrames.hasSync(display)
    else {
      ScheduledFrames.close(display)
      return nil
    }
    // Before the questions about the clock: once they are answered, the window's connection may use it, too.
    fence = XSyncCreateCounter(display, XSyncValue(0))
    guard let found = ScheduledFrames.clock(of: display), liveness.isAlive,
      let gc = connection.makeContext(for: drawable)
    else {
      ScheduledFrames.close(display)
      return nil
    }
    (self.connection, self.drawable, self.staging) = (connection, drawable, staging)
    (self.display, self.gc, clock, offset) = (display, gc, found.counter, found.offset)
  }

  deinit {
    ScheduledFrames.close(display)
    connection.use { _ = XFreeGC($0, gc) }
  }

  /// Ends the connection without asking the server, which may be waiting for a frame's time, or have
  /// stopped.
  private static func close(_ display: OpaquePointer) {
    StallableSockets.remove(XConnectionNumber(display))
    Faults.record(of: display) { $0.isEnding = true }
    shutdown(XConnectionNumber(display), Int32(SHUT_RDWR))
    // On a connection that is shut this waits for nobody.
    XCloseDisplay(display)
    Faults.forget(display)
  }

  // MARK: The server's clock

  private static func hasSync(_ display: OpaquePointer) -> Bool {
    var (firstEvent, firstError, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
    return XSyncQueryExtension(display, &firstEvent, &firstError) != 0
      && XSyncInitialize(display, &major, &minor) != 0
  }

  /// Returns the server's clock and its offset; nil where it is not CLOCK_MONOTONIC, which with
  /// memory shared on one machine it nearly always is.
  private static func clock(of display: OpaquePointer) -> (counter: XSyncCounter, offset: Int64)? {
    var count: Int32 = 0
    guard let counters = XSyncListSystemCounters(display, &count) else { return nil }
    defer { XSyncFreeSystemCounterList(counters) }
    let all = UnsafeBufferPointer(start: counters, count: Int(count))
    let clock = all.first { $0.name.map { strcmp($0, "SERVERTIME") == 0 } ?? false }
    var value = XSyncValue()
    let asked = MonotonicClock.now() / millisecond
    guard let counter = clock?.counter, XSyncQueryCounter(display, counter, &value) != 0 else {
      return nil
    }
    let time = Int64(value.hi) << 32 + Int64(value.lo)
    let answered = MonotonicClock.now() / millisecond
    return offset(of: time, asked: asked, answered: answered).map { (counter, $0) }
  }

  /// Returns the offset of SERVERTIME, which was `time` between `asked` and `answered` by our clock;
  /// nil where the two are not one clock. All in milliseconds. SERVERTIME counts on where the
  /// server's 32 bits wrap around. A clock set by the kernel's tick is up to 4 ms behind.
  static func offset(of time: Int64, asked: Int64, answered: Int64) -> Int64? {
    let lap: Int64 = 1 << 32
    let offset = (time - answered + lap / 2) >> 32 * lap
    return (asked - 4...answered + 1).contains(time - offset) ? offset : nil
  }

  // MARK: Frames

  /// Prepares for frames of about `size` bytes; returns false where the server still has some, or
  /// two do not fit.
  func prepare(for size: Int) -> Bool {
    guard isIdle, 2 * size <= StagingMemory.maxScheduled else { return false }
    // They are not all of one size.
    staging.fit(ScheduledFrames.capacity * (size + size / 8))
    if isHidden { hide(false) }
    return true
  }

  /// Whether frames may be added.
  var isOpen: Bool { isIdle && !isHidden }

  /// Paints a frame to be shown at `due` (CLOCK_MONOTONIC, nanoseconds), behind all others, once it
  /// has been sent; returns false where there is no room.
  package func add(_ rects: [PixelRect], due: Int64, paint: (PixelBuffer) -> Void) -> Bool {
    guard liveness.isAlive, staging.bytes(for: rects) <= staging.free else { return false }
    wait(until: due)
    lastDue = due
    for rect in rects where liveness.isAlive {
      staging.put(rect, into: drawable, x: rect.x, y: rect.y, by: gc, on: display, paint: paint)
    }
    return true
  }

  /// Makes the server wait with what is sent next, until `due` or the fence.
  private func wait(until due: Int64) {
    func condition(_ counter: XSyncCounter, _ value: Int64) -> XSyncWaitCondition {
      var condition = XSyncWaitCondition()
      condition.trigger.counter = counter
      condition.trigger.value_type = XSyncAbsolute
      condition.trigger.wait_value = XSyncValue(value)
      condition.trigger.test_type = XSyncPositiveComparison
      // As late as that no frame is: an event would only tell us that it was late.
      condition.event_threshold = XSyncValue(.max)
      return condition
    }
    // Rounded up, so that the acknowledgement of the last frame comes when that is due by our clock.
    let time = (due + ScheduledFrames.millisecond - 1) / ScheduledFrames.millisecond
    var conditions = (condition(clock, time + offset), condition(fence, fenceValue + 1))
    withUnsafeMutableBytes(of: &conditions) { bytes in
      _ = XSyncAwait(
        display, bytes.baseAddress?.assumingMemoryBound(to: XSyncWaitCondition.self), 2)
    }
  }

  /// Sends the frames that were added. The server acknowledges the last.
  package func send() {
    guard liveness.isAlive, staging.used > 0 else { return }
    // The message has 31 bits for a number.
    number = number >= Int(Int32.max) ? 1 : number + 1
    connection.probe.send(number, to: drawable, by: display)
    isIdle = false
    XFlush(display)
    // It has read, too.
    takeEvents(QueuedAlready)
  }

  func acknowledge(_ number: Int) {
    if number == self.number { isIdle = true }
  }

  /// Cancels the frames that were not shown yet; returns whether there may be any. Until the server
  /// has dropped them, their memory may not be used, nor the window be painted: it carries them out
  /// at once, and nothing is seen.
  func cancel() -> Bool {
    guard !isIdle, !isHidden, connection.isAlive else { return false }
    hide(true)
    fenceValue += 1
    // The server may have ended the connection that owns it.
    connection.ignoringErrors {
      XSyncSetCounter(connection.display, fence, XSyncValue(fenceValue))
    }
    connection.flush()
    return true
  }

  private func hide(_ isHidden: Bool) {
    self.isHidden = isHidden
    connection.use { display in
      if isHidden {
        XSetClipRectangles(display, gc, 0, 0, nil, 0, YXBanded)
      } else {
        XSetClipMask(display, gc, 0)
      }
      // Xlib would send it with the next use of the context on this connection, and there is none.
      XFlushGC(display, gc)
    }
  }

  func isOverdue(at now: Int64) -> Bool { !isIdle && now - lastDue > ScheduledFrames.patience }

  /// Returns whether the server has refused frames or ended the connection.
  func isRefused() -> Bool {
    // Events that the server sends to all clients, such as of another keyboard, come here, too.
    if !isIdle { takeEvents(QueuedAfterReading) }
    return !liveness.isAlive || Faults.record(of: display) { $0.errors } > 0
  }

  private func takeEvents(_ mode: Int32) {
    var event = XEvent()
    while liveness.isAlive, XEventsQueued(display, mode) > 0 { XNextEvent(display, &event) }
  }
}

extension XSyncValue {
  fileprivate init(_ value: Int64) {
    self.init(hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value))
  }
}
