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
package final class ScheduledFrames {
  private let connection: Connection
  private let drawable: XID
  let scheduler: SyncScheduler
  private let gc: GC
  /// Whether an empty clip hides all that is put by `gc`.
  private var isHidden = false
  private let staging: StagingMemory
  private var queue = FrameQueue()
  /// The number of frames in `queue` that were sent.
  private var sentCount = 0
  /// The size of recent frames, in bytes.
  private var frameSize = 0
  /// The number of the last frame of which the server was asked for an acknowledgement.
  private var askedNumber = 0
  /// Whether the server still has cancelled frames: it carries them out at once, but nothing of them is seen.
  private(set) var isDraining = false

  /// That of the moment, and eight more.
  package static let capacity = 9
  /// How late the last may be, in nanoseconds.
  private static let patience: Int64 = 100_000_000

  /// Nil where the server has no clock to wait for. Takes round trips: the server has to answer.
  init?(_ connection: Connection, drawable: XID, _ staging: StagingMemory) {
    var values = XGCValues()
    values.graphics_exposures = 0
    guard let scheduler = SyncScheduler(connection),
      let gc = connection.use({ XCreateGC($0, drawable, UInt(GCGraphicsExposures), &values) })
        ?? nil
    else { return nil }
    (self.connection, self.drawable, self.staging) = (connection, drawable, staging)
    (self.scheduler, self.gc) = (scheduler, gc)
  }

  deinit { connection.use { _ = XFreeGC($0, gc) } }

  /// Whether all have been shown.
  package var isEmpty: Bool { queue.frames.isEmpty }
  /// Whether the server has none, not even cancelled ones.
  var isIdle: Bool { isEmpty && !isDraining }
  /// The number that have not been shown, as far as is known.
  package var count: Int { queue.frames.count }
  /// Whether the server has refused to hold them.
  var isRefused: Bool { !scheduler.isAlive || !isHidden && scheduler.hasErrors }
  /// Whether the last should have been shown long before `now` (CLOCK_MONOTONIC, nanoseconds).
  package func isOverdue(at now: Int64) -> Bool {
    queue.frames.last.map { now - $0.due > ScheduledFrames.patience } ?? false
  }
  /// The room reserved for a frame, in bytes: they are not all of one size.
  private var frameRoom: Int { frameSize + frameSize / 8 }

  /// Prepares for frames of about `size` bytes; false where the server still has cancelled frames, or two do not fit.
  ///
  /// They may be sent once the server has carried out what was sent before.
  func open(after size: Int) -> Bool {
    guard isIdle else { return false }
    frameSize = size
    guard frameRoom <= StagingMemory.maxScheduled / 2 else { return false }
    let wanted = ScheduledFrames.capacity * frameRoom
    if !staging.suits(wanted) { staging.resize(to: wanted) }
    if isHidden {
      scheduler.forgetErrors()
      hide(false)
    }
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

  /// The number of frames, at most `count`, that there is room for.
  package func room(for count: Int) -> Int {
    // No frame may move while the server has it: other memory has to wait until all have been shown.
    guard staging.suits(ScheduledFrames.capacity * frameRoom) else { return 0 }
    let capacity = min(ScheduledFrames.capacity, staging.capacity / max(1, frameRoom))
    return max(0, min(count, capacity - self.count))
  }

  /// Paints a frame to be shown at `due` (CLOCK_MONOTONIC, nanoseconds), behind all others, once it has been sent; false
  /// where there is no room.
  package func add(_ rects: [PixelRect], due: Int64, paint: (PixelBuffer) -> Void) -> Bool {
    let size = staging.bytes(for: rects)
    guard staging.segment != nil, count < ScheduledFrames.capacity, size > 0,
      let start = queue.place(for: size, in: staging.capacity)
    else { return false }
    var offset = start
    for rect in rects {
      guard staging.paint(rect, at: offset, by: paint) else { return false }
      offset += staging.bytes(for: rect)
    }
    queue.add(rects, at: start, size: size, due: due)
    frameSize = max(size, frameSize - frameSize / 16)
    return true
  }

  /// Sends the frames that were added.
  ///
  /// The server acknowledges the last but one. The last keeps it waiting meanwhile, so that it reads what follows with the
  /// frame and does not wake up for it.
  package func send() {
    let acknowledged = max(sentCount, count - 2)
    for (index, frame) in queue.frames.enumerated().dropFirst(sentCount) {
      scheduler.wait(until: frame.due)
      var offset = frame.start
      for rect in frame.rects {
        if let image = staging.image(of: rect, at: offset) {
          scheduler.put(image, into: drawable, by: gc, x: rect.x, y: rect.y)
        }
        offset += staging.bytes(for: rect)
      }
      if index == acknowledged { ask(frame.number) }
    }
    sentCount = count
    scheduler.flush()
  }

  private func ask(_ number: Int) {
    askedNumber = number
    scheduler.ask(number, to: drawable, by: connection.probe)
  }

  /// Asks for the acknowledgement of the last frame: none follows. Called again, it finds out whether the server can.
  package func end() {
    guard !isIdle else { return }
    guard !isDraining, askedNumber != queue.lastNumber else { return scheduler.read() }
    ask(queue.lastNumber)
    scheduler.flush()
  }

  /// Handles an event by which the server acknowledges frames; returns how many, nil for any other event.
  func acknowledge(_ event: XEvent) -> Int? {
    guard let number = connection.probe.number(in: event, to: drawable), number > 0 else {
      return nil
    }
    if number == queue.lastNumber {
      isDraining = false
      // Nothing else may read it for long.
      scheduler.read()
    }
    let shown = queue.drop(upTo: number)
    sentCount = max(0, sentCount - shown)
    return shown
  }

  /// Cancels the frames that were not shown yet.
  ///
  /// Until the server has dropped them, their memory may not be used, nor the window be painted.
  func cancel() {
    if sentCount > 0 {
      hide(true)
      isDraining = true
      scheduler.cancelWaits(by: connection)
      ask(queue.lastNumber)
      scheduler.flush()
    }
    queue.frames.removeAll(keepingCapacity: true)
    sentCount = 0
  }
}

/// The frames in the staging memory that were not shown yet, first to last: a ring buffer in which each lies in one piece.
struct FrameQueue {
  struct Frame {
    let number: Int
    let rects: [PixelRect]
    /// Where it lies in the memory, in bytes.
    let start: Int
    let end: Int
    /// CLOCK_MONOTONIC in nanoseconds.
    let due: Int64
  }

  var frames: [Frame] = []
  /// The number of the frame that was added last; 0 before the first.
  private(set) var lastNumber = 0

  /// Where a frame of `size` bytes fits into `capacity` bytes; nil where there is no room.
  func place(for size: Int, in capacity: Int) -> Int? {
    guard let first = frames.first, let last = frames.last else {
      return size <= capacity ? 0 : nil
    }
    if last.start < first.start { return first.start - last.end >= size ? last.end : nil }
    if capacity - last.end >= size { return last.end }
    return first.start >= size ? 0 : nil
  }

  /// Adds a frame of these rectangles, which lies at `start` and takes `size` bytes.
  mutating func add(_ rects: [PixelRect], at start: Int, size: Int, due: Int64 = 0) {
    // A message of the server has 31 bits for a number.
    lastNumber = lastNumber >= Int(Int32.max) ? 1 : lastNumber + 1
    frames.append(
      Frame(number: lastNumber, rects: rects, start: start, end: start + size, due: due))
  }

  /// Drops the frames up to this number, if there is such a frame; returns how many.
  @discardableResult
  mutating func drop(upTo number: Int) -> Int {
    guard let index = frames.firstIndex(where: { $0.number == number }) else { return 0 }
    frames.removeFirst(index + 1)
    return index + 1
  }
}

/// A second connection to the server, whose requests wait for the server's own clock: SYNC's Await on SERVERTIME.
///
/// On the window's own connection a wait would hold up everything behind it. Requests on two
/// connections have no order. So a frame waits until the server has carried out what went by the
/// other connection.
final class SyncScheduler {
  private let display: OpaquePointer
  private let liveness = Liveness()
  private let counter: XSyncCounter
  /// Fence counter: incremented to end all waits; each wait names it beside the clock.
  private let fence: XSyncCounter
  private var fenceValue: Int64 = 0
  /// What SERVERTIME counts more than CLOCK_MONOTONIC, in milliseconds.
  private let offset: Int64
  /// The number of refused requests at the last `forgetErrors`.
  private var knownErrors = 0

  private static let millisecond: Int64 = 1_000_000
  /// How much a server's clock may be behind ours and be the same, in milliseconds: some take one that is set by the
  /// kernel's tick.
  private static let slack: Int64 = 4

  /// A second connection to the server of `connection`; nil where there is none, no MIT-SHM or no clock. Takes round trips.
  init?(_ connection: Connection) {
    let opened = StallableSockets.opening(beside: connection.fileDescriptor) {
      XOpenDisplay(connection.name)
    }
    guard let display = opened else { return nil }
    StallableSockets.add(XConnectionNumber(display))
    Faults.watch(display, liveness: liveness)
    // What is refused shows in `hasErrors`.
    Faults.record(of: display) { $0.isSilent = true }
    // Xlib would ask for an extension at its first use, when the server may have stopped.
    guard XShmQueryExtension(display) != 0,
      connection.use(SyncScheduler.hasSync) ?? false, SyncScheduler.hasSync(display)
    else {
      SyncScheduler.close(display)
      return nil
    }
    // Before the questions about the clock: once they are answered, the window's connection may use it, too.
    fence = XSyncCreateCounter(display, XSyncValue(0))
    guard let found = SyncScheduler.clock(of: display), liveness.isAlive else {
      SyncScheduler.close(display)
      return nil
    }
    (self.display, counter, offset) = (display, found.counter, found.offset)
  }

  deinit { SyncScheduler.close(display) }

  private static func hasSync(_ display: OpaquePointer) -> Bool {
    var (firstEvent, firstError, major, minor) = (Int32(0), Int32(0), Int32(0), Int32(0))
    return XSyncQueryExtension(display, &firstEvent, &firstError) != 0
      && XSyncInitialize(display, &major, &minor) != 0
  }

  /// The server's clock and its offset from CLOCK_MONOTONIC; nil where the two are not one clock, which with memory shared on
  /// one machine they nearly always are.
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

  /// The offset of SERVERTIME from our clock where both are one clock; nil where they are not. All in milliseconds: it was
  /// `time` at some time between `asked` and `answered`. SERVERTIME counts on where the server's 32 bits wrap around.
  static func offset(of time: Int64, asked: Int64, answered: Int64) -> Int64? {
    let lap: Int64 = 1 << 32
    let offset = (time - answered + lap / 2) >> 32 * lap
    return (asked - slack...answered + 1).contains(time - offset) ? offset : nil
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
  var resource: XID { fence }

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
  func read() { takeEvents(QueuedAfterReading) }

  private func takeEvents(_ mode: Int32) {
    var event = XEvent()
    while liveness.isAlive, XEventsQueued(display, mode) > 0 { XNextEvent(display, &event) }
  }

  /// Makes the server wait until `due` (CLOCK_MONOTONIC, nanoseconds) with what is sent next, unless that is cancelled
  /// before.
  func wait(until due: Int64) {
    guard liveness.isAlive else { return }
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
    var conditions = (
      condition(counter, due / SyncScheduler.millisecond + offset), condition(fence, fenceValue + 1)
    )
    withUnsafeMutableBytes(of: &conditions) { bytes in
      _ = XSyncAwait(
        display, bytes.baseAddress?.assumingMemoryBound(to: XSyncWaitCondition.self), 2)
    }
  }

  /// Ends all waits, by a request over `connection`: the server carries out at once what was sent up to now.
  func cancelWaits(by connection: Connection) {
    fenceValue += 1
    guard connection.isAlive else { return }
    // The server may have ended the connection that owns it.
    connection.ignoringErrors {
      XSyncSetCounter(connection.display, fence, XSyncValue(fenceValue))
    }
    connection.flush()
  }

  /// Puts `image`, which lies in shared memory, into `drawable` by `gc`, either of which may be another connection's: ids of
  /// resources are the server's own.
  func put(_ image: UnsafeMutablePointer<XImage>, into drawable: XID, by gc: GC, x: Int, y: Int) {
    guard liveness.isAlive else { return }
    XShmPutImage(
      display, drawable, gc, image, 0, 0, Int32(x), Int32(y), UInt32(image.pointee.width),
      UInt32(image.pointee.height), 0)
  }

  /// Requests an acknowledgement with this number: the server sends it to `window` when it reaches the request.
  func ask(_ number: Int, to window: XID, by probe: RoundTripProbe) {
    if liveness.isAlive { probe.send(number, to: window, by: display) }
  }

  func flush() {
    guard liveness.isAlive else { return }
    XFlush(display)
    // It has read, too.
    takeEvents(QueuedAlready)
  }
}

extension XSyncValue {
  fileprivate init(_ value: Int64) {
    self.init(hi: Int32(truncatingIfNeeded: value >> 32), lo: UInt32(truncatingIfNeeded: value))
  }
}
