import CX11
import Glibc
import Platform

/// A second connection to the server, whose requests wait for the server's own clock: SYNC's Await on SERVERTIME.
///
/// On the window's own connection a wait would hold up everything behind it.
final class SyncScheduler {
  let display: OpaquePointer
  private let liveness = Liveness()
  private let counter: XSyncCounter
  /// Cancel counter: incremented to end all waits; each wait names it beside the clock.
  private let cancels: XSyncCounter
  private var cancelCount: Int64 = 0
  /// What SERVERTIME counts more than CLOCK_MONOTONIC, in milliseconds.
  private let offset: Int64
  /// The number of refused requests at the last `forgetErrors`.
  private var knownErrors = 0

  private static let millisecond: Int64 = 1_000_000
  /// SERVERTIME counts on where the server's clock begins anew after so many milliseconds.
  private static let lap: Int64 = 1 << 32
  /// How much a server's clock may be behind ours and be the same, in milliseconds: some take one that is set by the kernel's tick.
  private static let slack: Int64 = 4

  /// A second connection to the server of `connection`; nil where there is none, no MIT-SHM or no clock.
  ///
  /// Asks some questions: the server has to answer.
  init?(_ connection: Connection) {
    let opened = StallableSockets.opening(beside: connection.fileDescriptor) { XOpenDisplay(connection.name) }
    guard let display = opened else { return nil }
    StallableSockets.add(XConnectionNumber(display))
    Faults.watch(display, liveness: liveness)
    // What is refused shows in `hasErrors`.
    Faults.record(of: display) { $0.isTrapping = true }
    // Xlib would ask for an extension at its first use, when the server may have stopped.
    guard XShmQueryExtension(display) != 0,
      connection.use(SyncScheduler.hasSync) ?? false, SyncScheduler.hasSync(display)
    else {
      SyncScheduler.close(display)
      return nil
    }
    // Before the questions about the clock: once they are answered, the window's connection may use them, too.
    cancels = XSyncCreateCounter(display, XSyncValue(0))
    guard let found = SyncScheduler.clock(of: display), liveness.isAlive else {
      SyncScheduler.close(display)
      return nil
    }
    (self.display, counter, offset) = (display, found.counter, found.offset)
  }

  private static func hasSync(_ display: OpaquePointer) -> Bool {
    var (firstEvent, firstError, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
    return XSyncQueryExtension(display, &firstEvent, &firstError) != 0
      && XSyncInitialize(display, &major, &minor) != 0
  }

  deinit { SyncScheduler.close(display) }

  /// The server's clock, and what it is ahead of CLOCK_MONOTONIC, in milliseconds; nil where the two are not one clock,
  /// which with memory shared on one machine they nearly always are.
  private static func clock(of display: OpaquePointer) -> (counter: XSyncCounter, offset: Int64)? {
    var count: Int32 = 0
    guard let counters = XSyncListSystemCounters(display, &count) else { return nil }
    defer { XSyncFreeSystemCounterList(counters) }
    let all = UnsafeBufferPointer(start: counters, count: Int(count))
    let clock = all.first { $0.name.map { strcmp($0, "SERVERTIME") == 0 } ?? false }
    var value = XSyncValue()
    let asked = MonotonicClock.now() / millisecond
    guard let counter = clock?.counter, XSyncQueryCounter(display, counter, &value) != 0 else { return nil }
    let time = Int64(value.hi) << 32 + Int64(value.lo)
    return laps(of: time, asked: asked, answered: MonotonicClock.now() / millisecond).map { (counter, $0) }
  }

  /// What SERVERTIME counts more than our clock where both are one clock, which is so nearly always; nil where they are not. All
  /// in milliseconds: it was `time` at some time between `asked` and `answered`.
  static func laps(of time: Int64, asked: Int64, answered: Int64) -> Int64? {
    let laps = (time - answered + lap / 2) >> 32 * lap
    return (asked - slack...answered + 1).contains(time - laps) ? laps : nil
  }

  /// Ends it without asking the server, which may be waiting for a frame's time, or have stopped.
  private static func close(_ display: OpaquePointer) {
    StallableSockets.remove(XConnectionNumber(display))
    Faults.record(of: display) { $0.isEnding = true }
    shutdown(XConnectionNumber(display), Int32(SHUT_RDWR))
    // On a connection that is shut this waits for nobody.
    XCloseDisplay(display)
    Faults.forget(display)
  }

  /// The id of something that it owns.
  var resource: XID { cancels }

  /// Whether the server has not ended it, as far as is known.
  var isAlive: Bool { liveness.isAlive }

  /// Whether the server has refused something since `forgetErrors`.
  var hasErrors: Bool { Faults.record(of: display) { $0.errors } > knownErrors }

  /// Forgets what has been refused so far: it was about cancelled frames.
  func forgetErrors() {
    read()
    knownErrors = Faults.record(of: display) { $0.errors }
  }

  /// Reads errors, and events that the server sends to all clients, such as of another keyboard.
  func read() {
    var event = XEvent()
    while liveness.isAlive, XEventsQueued(display, Int32(QueuedAfterReading)) > 0 {
      XNextEvent(display, &event)
    }
  }

  /// Has the server wait until `due` (CLOCK_MONOTONIC, nanoseconds) with what is sent next, unless that is cancelled before.
  func wait(until due: Int64) {
    wait(for: counter, toReach: due / SyncScheduler.millisecond + offset)
  }

  private func wait(for counter: XSyncCounter, toReach value: Int64) {
    guard liveness.isAlive else { return }
    var conditions = (
      SyncScheduler.condition(counter, value), SyncScheduler.condition(cancels, cancelCount + 1)
    )
    withUnsafeMutableBytes(of: &conditions) { bytes in
      _ = XSyncAwait(display, bytes.baseAddress?.assumingMemoryBound(to: XSyncWaitCondition.self), 2)
    }
  }

  private static func condition(_ counter: XSyncCounter, _ value: Int64) -> XSyncWaitCondition {
    var condition = XSyncWaitCondition()
    condition.trigger.counter = counter
    condition.trigger.value_type = XSyncAbsolute
    condition.trigger.wait_value = XSyncValue(value)
    condition.trigger.test_type = XSyncPositiveComparison
    // As late as that no frame is: an event would only tell us that it was late.
    condition.event_threshold = XSyncValue(.max)
    return condition
  }

  /// Ends all waits, by a request over `connection`: the server carries out at once what was sent up to now.
  func cancelWaits(by connection: Connection) {
    cancelCount += 1
    guard connection.isAlive else { return }
    // The server may have ended the connection that owns it.
    connection.ignoringErrors { XSyncSetCounter(connection.display, cancels, XSyncValue(cancelCount)) }
    connection.flush()
  }

  /// Puts `image`, which lies in shared memory, into `drawable` by `gc`, either of which may be another connection's: the numbers
  /// of resources are the server's own.
  func put(_ image: UnsafeMutablePointer<XImage>, into drawable: XID, by gc: GC, x: Int, y: Int) {
    guard liveness.isAlive else { return }
    XShmPutImage(
      display, drawable, gc, image, 0, 0, Int32(x), Int32(y), UInt32(image.pointee.width),
      UInt32(image.pointee.height), 0)
  }

  /// Asks for an acknowledgement of this number and detail, to be sent to `window` once the server has come to it.
  func ask(_ number: Int, _ detail: Int, to window: XID, by mailbox: Mailbox) {
    guard liveness.isAlive else { return }
    mailbox.sendAcknowledgement(to: window, number: number, detail: detail, by: display)
  }

  func flush() {
    guard liveness.isAlive else { return }
    XFlush(display)
    var event = XEvent()
    // It has read, too.
    while XEventsQueued(display, Int32(QueuedAlready)) > 0 { XNextEvent(display, &event) }
  }
}

extension XSyncValue {
  init(_ value: Int64) {
    self.init(hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value))
  }
}
