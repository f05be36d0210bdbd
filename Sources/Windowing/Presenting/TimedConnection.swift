import CX11
import Glibc
import Platform

/// A second connection to the server, which carries out what is sent over it when it is due, while we sleep.
///
/// Each frame waits there for the server's own clock: SYNC's Await, with the system counter SERVERTIME, is made for that. On
/// the window's own connection it would keep back all that follows an event, too.
final class TimedConnection {
  let display: OpaquePointer
  private let liveness = Liveness()
  private let counter: XSyncCounter
  /// What SERVERTIME counts more than CLOCK_MONOTONIC, in milliseconds.
  private let offset: Int64
  /// How many requests had been refused when that was last no news.
  private var knownErrors = 0

  private static let millisecond: Int64 = 1_000_000
  /// SERVERTIME counts on where the server's clock begins anew after so many milliseconds.
  private static let lap: Int64 = 1 << 32
  /// How far apart the clocks may seem and be one, in milliseconds.
  private static let slack: Int64 = 2

  /// A second connection to the server of `connection`; nil where there is none, or no clock.
  ///
  /// Asks some questions, which are answered at once by a server that answers at all.
  init?(_ connection: Connection) {
    guard let display = XOpenDisplay(connection.name) else { return nil }
    Faults.watch(display, liveness: liveness)
    // What is refused shows in `isRefused`.
    Faults.record(of: display) { $0.isTrapping = true }
    // Xlib would ask for MIT-SHM at the first put, when the server may have stopped.
    guard XShmQueryExtension(display) != 0, let found = TimedConnection.clock(of: display),
      liveness.isAlive
    else {
      TimedConnection.close(display)
      return nil
    }
    (self.display, counter, offset) = (display, found.counter, found.offset)
  }

  deinit { TimedConnection.close(display) }

  /// The server's clock, and what it is ahead of CLOCK_MONOTONIC, in milliseconds.
  private static func clock(of display: OpaquePointer) -> (counter: XSyncCounter, offset: Int64)? {
    var (firstEvent, firstError, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
    guard XSyncQueryExtension(display, &firstEvent, &firstError) != 0,
      XSyncInitialize(display, &major, &minor) != 0
    else { return nil }
    var count: Int32 = 0
    guard let counters = XSyncListSystemCounters(display, &count) else { return nil }
    defer { XSyncFreeSystemCounterList(counters) }
    let all = UnsafeBufferPointer(start: counters, count: Int(count))
    let clock = all.first { $0.name.map { strcmp($0, "SERVERTIME") == 0 } ?? false }
    let asked = MonotonicClock.now()
    var value = XSyncValue()
    guard let counter = clock?.counter, XSyncQueryCounter(display, counter, &value) != 0 else { return nil }
    let now = (asked + (MonotonicClock.now() - asked) / 2) / millisecond
    let apart = Int64(value.hi) << 32 + Int64(value.lo) - now
    // It is the same clock nearly always, and then to count on what a question took would only add to what is known.
    let laps = (apart + slack) >> 32 * lap
    return (counter, abs(apart - laps) <= slack ? laps : apart)
  }

  /// Ends it without asking the server, which may be waiting for a frame's time, or have stopped.
  private static func close(_ display: OpaquePointer) {
    shutdown(XConnectionNumber(display), Int32(SHUT_RDWR))
    // On a connection that is shut this waits for nobody.
    XCloseDisplay(display)
    Faults.forget(display)
  }

  /// Whether it is of no use any more: the server has ended it, or refused something.
  var isRefused: Bool {
    !liveness.isAlive || Faults.record(of: display) { $0.errors } > knownErrors
  }

  /// Forgets what has been refused so far: it was about frames that were taken back.
  func forgive() {
    guard liveness.isAlive else { return }
    XEventsQueued(display, Int32(QueuedAfterReading))
    knownErrors = Faults.record(of: display) { $0.errors }
  }

  /// Has the server wait until `due` (CLOCK_MONOTONIC, nanoseconds) with what is sent next.
  func wait(until due: Int64) {
    guard liveness.isAlive else { return }
    let time = due / TimedConnection.millisecond + offset
    var condition = XSyncWaitCondition()
    condition.trigger.counter = counter
    condition.trigger.value_type = XSyncAbsolute
    condition.trigger.wait_value = XSyncValue(
      hi: Int32(truncatingIfNeeded: time >> 32), lo: UInt32(truncatingIfNeeded: time))
    condition.trigger.test_type = XSyncPositiveComparison
    // As late as that no frame is: an event would only tell us that it was late.
    condition.event_threshold = XSyncValue(hi: .max, lo: .max)
    XSyncAwait(display, &condition, 1)
  }

  /// Puts `image`, which lies in shared memory, into `drawable` by `gc`, either of which may be another connection's: the numbers
  /// of resources are the server's own.
  func put(_ image: UnsafeMutablePointer<XImage>, into drawable: XID, by gc: GC, x: Int, y: Int) {
    guard liveness.isAlive else { return }
    XShmPutImage(
      display, drawable, gc, image, 0, 0, Int32(x), Int32(y), UInt32(image.pointee.width),
      UInt32(image.pointee.height), 0)
  }

  /// Asks for the message of this number, to be sent to `window` once the server has come to it.
  func ask(_ number: Int, to window: XID, by mailbox: Mailbox) {
    guard liveness.isAlive else { return }
    mailbox.sendAcknowledgement(to: window, number: number, by: display)
  }

  func flush() {
    if liveness.isAlive { XFlush(display) }
  }
}
