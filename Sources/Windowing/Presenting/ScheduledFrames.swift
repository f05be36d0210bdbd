import CX11
package import Geometry
import Glibc
package import Platform

/// Frames that are painted into shared memory in advance, and that the server shows when due.
///
/// They go over a second connection, on which each waits for the server's clock (SYNC's Await on
/// SERVERTIME). On the window's own, a wait would hold up everything behind it. Requests on two
/// connections have no order, so frames are sent on one once those on the other are acknowledged.
package final class ScheduledFrames {
  private let connection: Connection
  private let drawable: XID
  private let staging: StagingMemory
  private let display: OpaquePointer
  /// SERVERTIME, in milliseconds.
  private let clock: XSyncCounter
  /// SERVERTIME minus CLOCK_MONOTONIC, in ms.
  private let offset: Int64
  /// A counter that is incremented to end all waits; each wait names it besides the clock.
  let fence: XSyncCounter
  private var fenceValue: Int64 = 0
  private let gc: GC
  /// Whether an empty clip of `gc` hides the cancelled frames that the server still has.
  private var isHidden = false
  private var number = 0
  private var lastDue = MonotonicTime.distantPast
  /// Whether the server holds no frames, not even cancelled ones.
  private(set) var isIdle = true

  package static let capacity = 9
  private static let patience = Duration.milliseconds(100)

  /// Nil if the server has no clock to wait for, or no MIT-SHM. Takes round trips, so ping first.
  init?(_ connection: Connection, drawable: XID, _ staging: StagingMemory) {
    guard let display = XOpenDisplay(connection.name) else { return nil }
    // Xlib would query the extensions at their first use, when the server may have stopped.
    let isAble =
      XShmQueryExtension(display) != 0 && ScheduledFrames.hasSync(connection.display)
      && ScheduledFrames.hasSync(display)
    // Before the queries of the clock: after their replies the window's connection can use it, too.
    fence = isAble ? XSyncCreateCounter(display, XSyncValue(0)) : 0
    guard isAble, let found = ScheduledFrames.clock(of: display) else {
      Faults.close(display)
      return nil
    }
    (self.connection, self.drawable, self.staging) = (connection, drawable, staging)
    (self.display, clock, offset) = (display, found.counter, found.offset)
    gc = connection.makeContext(for: drawable)
    // Errors show in `isRefused`. Xlib goes on after its loss, and frames are sent when due.
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    Faults.record(of: display) { $0.isOptional = true }
  }

  deinit {
    // The server may be waiting for a frame's time.
    Faults.close(display)
    XFreeGC(connection.display, gc)
  }

  // MARK: The server's clock

  private static func hasSync(_ display: OpaquePointer) -> Bool {
    var (firstEvent, firstError, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
    return XSyncQueryExtension(display, &firstEvent, &firstError) != 0
      && XSyncInitialize(display, &major, &minor) != 0
  }

  /// Returns the server's clock and its offset; nil if it is not CLOCK_MONOTONIC, as it mostly is.
  private static func clock(of display: OpaquePointer) -> (counter: XSyncCounter, offset: Int64)? {
    var count: Int32 = 0
    guard let counters = XSyncListSystemCounters(display, &count) else { return nil }
    defer { XSyncFreeSystemCounterList(counters) }
    let all = UnsafeBufferPointer(start: counters, count: Int(count))
    let clock = all.first { $0.name.map { strcmp($0, "SERVERTIME") == 0 } ?? false }
    var value = XSyncValue()
    let asked = MonotonicTime.now
    guard let counter = clock?.counter, XSyncQueryCounter(display, counter, &value) != 0 else {
      return nil
    }
    let time = Int64(value.hi) << 32 + Int64(value.lo)
    return offset(
      of: time, asked: asked.nanoseconds / 1_000_000,
      answered: MonotonicTime.now.nanoseconds / 1_000_000
    ).map { (counter, $0) }
  }

  /// Returns the offset of SERVERTIME, which was `time` between `asked` and `answered` by our
  /// clock, all in milliseconds; nil if they are different clocks. SERVERTIME goes on where the
  /// server's 32 bits wrap around. A clock set by the kernel's tick is up to 4 ms behind.
  static func offset(of time: Int64, asked: Int64, answered: Int64) -> Int64? {
    let lap: Int64 = 1 << 32
    let offset = (time - answered + lap / 2) >> 32 * lap
    return (asked - 4...answered + 1).contains(time - offset) ? offset : nil
  }

  // MARK: Frames

  /// Prepares for frames of about `size` bytes; returns false if some are pending or two do not fit.
  func prepare(for size: Int) -> Bool {
    guard isIdle, 2 * size <= StagingMemory.maxScheduled else { return false }
    if size > 0 { staging.fit(ScheduledFrames.capacity * (size + size / 8)) }
    if isHidden { hide(false) }
    return true
  }

  var isOpen: Bool { isIdle && !isHidden }

  /// Paints a frame to be shown at `due`, after all others; returns false if there is no room.
  package func add(_ rects: [PixelRect], due: MonotonicTime, paint: (PixelBuffer) -> Void) -> Bool {
    guard staging.bytes(for: rects) <= staging.free else { return false }
    wait(until: due)
    lastDue = due
    for rect in rects {
      staging.put(rect, into: drawable, by: gc, on: display, paint: paint)
    }
    return true
  }

  private func wait(until due: MonotonicTime) {
    func condition(_ counter: XSyncCounter, _ value: Int64) -> XSyncWaitCondition {
      var condition = XSyncWaitCondition()
      condition.trigger.counter = counter
      condition.trigger.value_type = XSyncAbsolute
      condition.trigger.wait_value = XSyncValue(value)
      condition.trigger.test_type = XSyncPositiveComparison
      // Never send a CounterNotify.
      condition.event_threshold = XSyncValue(.max)
      return condition
    }
    // Rounded up, so the acknowledgement of the last frame does not come before it is due.
    let time = (due.nanoseconds + 999_999) / 1_000_000
    var conditions = (condition(clock, time + offset), condition(fence, fenceValue + 1))
    withUnsafeMutableBytes(of: &conditions) { bytes in
      _ = XSyncAwait(
        display, bytes.baseAddress?.assumingMemoryBound(to: XSyncWaitCondition.self), 2)
    }
  }

  package func send() {
    guard staging.used > 0 else { return }
    // The message has 31 bits.
    number = number >= Int(Int32.max) ? 1 : number + 1
    connection.send(number, to: drawable, by: display)
    isIdle = false
    XFlush(display)
    // Flushing may have read events.
    takeEvents(QueuedAlready)
  }

  func acknowledge(_ number: Int) {
    guard number == self.number else { return }
    isIdle = true
    // Errors, and events for all clients, such as MappingNotify.
    takeEvents(QueuedAfterReading)
  }

  /// Cancels the frames not shown yet; returns whether there may be any. The server draws them at
  /// once, but hidden. Until then their memory must not be used, nor the window be painted.
  @discardableResult package func cancel() -> Bool {
    guard !isIdle, !isHidden else { return false }
    hide(true)
    fenceValue += 1
    XSyncSetCounter(connection.display, fence, XSyncValue(fenceValue))
    connection.flush()
    // They may be late because this connection was lost.
    takeEvents(QueuedAfterReading)
    return true
  }

  private func hide(_ isHidden: Bool) {
    self.isHidden = isHidden
    let display = connection.display
    if isHidden {
      XSetClipRectangles(display, gc, 0, 0, nil, 0, YXBanded)
    } else {
      XSetClipMask(display, gc, 0)
    }
    // Xlib would send it with the next use of the context here, and there is none.
    XFlushGC(display, gc)
  }

  package func isOverdue(at now: MonotonicTime) -> Bool {
    !isIdle && now - lastDue > ScheduledFrames.patience
  }

  var isRefused: Bool { Faults.record(of: display) { $0.errors } > 0 }

  private func takeEvents(_ mode: Int32) {
    var event = XEvent()
    while XEventsQueued(display, mode) > 0 { XNextEvent(display, &event) }
  }
}

extension XSyncValue {
  fileprivate init(_ value: Int64) {
    self.init(hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value))
  }
}
