import CX11
package import Geometry
import Glibc
import Platform

/// Frames that are painted before their time into shared memory, several at once, and that the server shows when they are due.
///
/// After 16 ms of sleep nothing that a frame touches is in a cache any more, and fetching it costs more than the frame
/// itself: a frame made right behind another costs half, and waking up to show it costs as much as that half.
package final class ScheduledFrames {
  private let connection: Connection
  private let drawable: XID
  let scheduler: SyncScheduler
  private let gc: GC
  /// Whether an empty clip hides all that is put by `gc`.
  private var isHidden = false
  /// When the last is due, CLOCK_MONOTONIC in nanoseconds.
  private var lastDue: Int64 = 0
  private let staging: StagingMemory
  private var queue = FrameQueue()
  /// When each of the frames that were not sent yet is due, CLOCK_MONOTONIC in nanoseconds.
  private var unsentDues: [Int64] = []
  /// The size of recent frames, in bytes.
  private var frameSize = 0
  /// The number of the last frame of which the server was asked for an acknowledgement.
  private var askedNumber = 0
  /// Whether the server still has cancelled frames: it carries them out at once, but nothing of them is seen.
  private(set) var isDraining = false

  /// That of the moment, and eight more.
  package static let capacity = 9
  /// The number of the messages by which the server acknowledges frames.
  private static let acknowledgement = 2
  /// How late the last may be, in nanoseconds.
  private static let patience: Int64 = 100_000_000

  /// Nil where the server has no clock to wait for. Asks it questions: it has to answer.
  init?(_ connection: Connection, drawable: XID, _ staging: StagingMemory) {
    var values = XGCValues()
    values.graphics_exposures = 0
    guard let scheduler = SyncScheduler(connection),
      let gc = connection.use({ XCreateGC($0, drawable, UInt(GCGraphicsExposures), &values) }) ?? nil
    else { return nil }
    (self.connection, self.drawable, self.staging) = (connection, drawable, staging)
    (self.scheduler, self.gc) = (scheduler, gc)
  }

  deinit { connection.use { _ = XFreeGC($0, gc) } }

  /// Whether all have been shown.
  package var isEmpty: Bool { queue.isEmpty }
  /// Whether the server has none, not even cancelled ones.
  var isIdle: Bool { queue.isEmpty && !isDraining }
  /// The number that have not been shown, as far as is known.
  package var count: Int { queue.count }
  /// Whether the server has refused to hold them.
  var isRefused: Bool { !scheduler.isAlive || !isHidden && scheduler.hasErrors }
  /// Whether the last should have been shown long before `now` (CLOCK_MONOTONIC, nanoseconds).
  package func isOverdue(at now: Int64) -> Bool { !isEmpty && now - lastDue > ScheduledFrames.patience }
  /// The room reserved for a frame, in bytes: they are not all of one size.
  private var frameRoom: Int { frameSize + frameSize / 8 }

  /// Gets ready for frames of about `size` bytes; false where the server still has cancelled frames, or two do not fit.
  ///
  /// They may be sent once the server has carried out what was sent before.
  func open(after size: Int) -> Bool {
    guard isIdle else { return false }
    frameSize = size
    guard frameRoom <= StagingMemory.largestAhead / 2 else { return false }
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
    return max(0, min(count, capacity - queue.count))
  }

  /// Paints a frame to be shown at `due` (CLOCK_MONOTONIC, nanoseconds), behind all others, once it has been sent; false
  /// where there is no room.
  package func add(_ rects: [PixelRect], due: Int64, paint: (PixelBuffer) -> Void) -> Bool {
    let size = staging.bytes(for: rects)
    guard staging.segment != nil, queue.count < ScheduledFrames.capacity, size > 0,
      let start = queue.place(for: size, in: staging.capacity)
    else { return false }
    var offset = start
    for rect in rects {
      guard staging.paint(rect, at: offset, by: paint) else { return false }
      offset += staging.bytes(for: rect)
    }
    queue.add(rects, at: start, size: size)
    unsentDues.append(due)
    lastDue = due
    frameSize = max(size, frameSize - frameSize / 16)
    return true
  }

  /// Sends the frames that were added.
  ///
  /// The server acknowledges the last but one. The last keeps it waiting meanwhile, so that it reads what follows with the
  /// frame and does not wake up for it.
  package func send() {
    let first = queue.count - unsentDues.count
    var firstRect = queue.rects.count - queue.frames[first...].reduce(0) { $0 + $1.rectCount }
    for index in first..<queue.count {
      let frame = queue.frames[index]
      scheduler.wait(until: unsentDues[index - first])
      var offset = frame.start
      for rect in queue.rects[firstRect..<firstRect + frame.rectCount] {
        if let image = staging.image(of: rect, at: offset) {
          scheduler.put(image, into: drawable, by: gc, x: rect.x, y: rect.y)
        }
        offset += staging.bytes(for: rect)
      }
      firstRect += frame.rectCount
      if index == max(first, queue.count - 2) { ask(frame.number) }
    }
    unsentDues.removeAll(keepingCapacity: true)
    scheduler.flush()
  }

  private func ask(_ number: Int) {
    askedNumber = number
    scheduler.ask(ScheduledFrames.acknowledgement, number, to: drawable, by: connection.mailbox)
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
    let mailbox = connection.mailbox
    guard let number = mailbox.detail(of: event, to: drawable, number: ScheduledFrames.acknowledgement)
    else { return nil }
    if number == queue.lastNumber {
      isDraining = false
      // Nothing else may read it for long.
      scheduler.read()
    }
    return queue.drop(upTo: number)
  }

  /// Cancels the frames that were not shown yet; returns what they would have painted, some of which may have been shown.
  ///
  /// Until the server has dropped them, their memory may not be used, nor the window be painted.
  func cancel() -> [PixelRect] {
    if queue.count > unsentDues.count {
      hide(true)
      isDraining = true
      scheduler.cancelWaits(by: connection)
      ask(queue.lastNumber)
      scheduler.flush()
    }
    unsentDues.removeAll(keepingCapacity: true)
    return queue.removeAll()
  }
}

extension Presenter {
  /// How long the server may take to show that it can be asked, in nanoseconds.
  private static let askPatience: Int64 = 20_000_000
  /// The maximum number of times that it may take longer, and the time between two, in nanoseconds.
  private static let maxTrials = 3
  private static let trialDistance: Int64 = 5_000_000_000

  /// Asks the server to acknowledge the frame that is presented next, since scheduled frames are to follow; nil where there
  /// can be none.
  package func prepareToSchedule() -> ScheduledFrames? {
    guard staging.segment != nil, connection.isAlive, !isClosed, lastSize > 0 else { return nil }
    if scheduled == nil, maySchedule { tryToSchedule() }
    guard let scheduled, scheduled.open(after: lastSize) else { return nil }
    // What goes by two connections the server takes in the order in which it comes to read it.
    isAskedFor = true
    return scheduled
  }

  /// Finds out whether the server can, where it answers fast: that takes some questions.
  private func tryToSchedule() {
    let now = MonotonicClock.now()
    guard now >= nextTrial else { return }
    nextTrial = now + Presenter.trialDistance
    guard connection.answers(within: Presenter.askPatience) else {
      slowTrials += 1
      maySchedule = slowTrials < Presenter.maxTrials
      return
    }
    scheduled = Faults.asking { ScheduledFrames(connection, drawable: drawable, staging) }
    maySchedule = scheduled != nil
  }

  /// Those to which more can be added now: the server has shown what was sent, and of the scheduled frames all but the last.
  package var openSchedule: ScheduledFrames? {
    guard let scheduled, connection.isAlive, !isClosed, !isAcknowledgementAwaited, !isAskedFor,
      scheduled.count <= 1, !scheduled.isDraining, !scheduled.isRefused
    else { return nil }
    return scheduled
  }

  /// Cancels the scheduled frames that were not shown yet; returns what they would have painted.
  @discardableResult
  package func cancelScheduled() -> [PixelRect] {
    guard let scheduled, !scheduled.isEmpty else { return [] }
    return scheduled.cancel()
  }
}
