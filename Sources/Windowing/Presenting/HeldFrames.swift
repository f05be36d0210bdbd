import CX11
package import Geometry

/// Frames that are made before their time, several at once, and that the server shows by itself when they are due.
///
/// After 16 ms of sleep none of the code and the data of a frame is in a cache any more, and to fetch it costs more than what it
/// does: a frame that is made right behind another costs half. And to wake up for each of them only to have it shown costs as
/// much as that half.
package final class HeldFrames {
  private let connection: Connection
  private let drawable: XID
  let timed: TimedConnection
  /// What they are put by, or copied.
  private let gc: GC
  /// Whether nothing that is put by it is seen.
  private var isHidden = false
  /// When the last is due, CLOCK_MONOTONIC in nanoseconds.
  private var lastDue: Int64 = 0
  private let staging: StagingMemory
  private var queue = FrameQueue()
  /// When each of the frames is due that the server has not been told of, CLOCK_MONOTONIC in nanoseconds.
  private var dues: [Int64] = []
  /// How much memory a frame took of late, in bytes.
  private var frameSize = 0
  /// The number of the last frame of which the server was asked to tell that it has been shown.
  private var asked = 0
  /// Whether the server still has frames that were taken back: it carries them out at once, but nothing of it is seen.
  private(set) var isDraining = false

  /// The most frames that are held at once: that of the moment, and eight more.
  package static let most = 9
  /// The number of the messages by which the server tells of frames.
  private static let acknowledgement = 2
  /// How late the last may be, in nanoseconds.
  private static let patience: Int64 = 100_000_000

  /// Frames for `drawable`; nil where the server cannot hold any. Asks it questions: it has to be there.
  init?(_ connection: Connection, drawable: XID, _ staging: StagingMemory) {
    var values = XGCValues()
    values.graphics_exposures = 0
    guard let timed = TimedConnection(connection),
      let gc = connection.use({ XCreateGC($0, drawable, UInt(GCGraphicsExposures), &values) }) ?? nil
    else { return nil }
    (self.connection, self.drawable, self.staging) = (connection, drawable, staging)
    (self.timed, self.gc) = (timed, gc)
  }

  deinit {
    connection.use { _ = XFreeGC($0, gc) }
  }

  /// Whether all have been shown.
  package var isEmpty: Bool { queue.isEmpty }
  /// Whether the server has none, not even some that were taken back.
  var isIdle: Bool { queue.isEmpty && !isDraining }
  /// How many have not been shown, as far as is known.
  package var count: Int { queue.count }

  /// Whether the server has refused to hold them.
  var isRefused: Bool { !timed.isAlive || !isHidden && timed.hasErrors }

  /// Whether the last should have been shown long before `now` (CLOCK_MONOTONIC, nanoseconds).
  package func isOverdue(at now: Int64) -> Bool { !queue.isEmpty && now - lastDue > HeldFrames.patience }

  /// How much room a frame is given, in bytes: they are not all of one size.
  private var frameRoom: Int { frameSize + frameSize / 8 }

  /// Gets ready for frames like one that took `size` bytes; false where the server still has some that were taken back, or where
  /// there is no memory for two.
  ///
  /// They may be held once the server has carried out what was sent.
  func open(after size: Int) -> Bool {
    guard !isDraining, queue.isEmpty else { return false }
    frameSize = size
    guard frameRoom <= StagingMemory.largestAhead / 2 else { return false }
    if !staging.suits(HeldFrames.most * frameRoom) { staging.resize(to: HeldFrames.most * frameRoom) }
    guard isHidden else { return true }
    timed.forgive()
    hide(false)
    return true
  }

  /// Has nothing of what is put be seen, or all of it.
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

  /// For how many of `count` frames more there is room, if they are like those before.
  package func room(for count: Int) -> Int {
    // Nothing of what the server has to show may move: for other memory all of it has to be shown first.
    guard staging.suits(HeldFrames.most * frameRoom) else { return 0 }
    return max(
      0, min(count, HeldFrames.most - queue.count, staging.capacity / max(1, frameRoom) - queue.count))
  }

  /// Paints a frame of `rects` by `paint` that is to be shown at `due` (CLOCK_MONOTONIC, nanoseconds), behind all that are held,
  /// once it has been sent; false where there is no room or no memory.
  package func hold(_ rects: [PixelRect], until due: Int64, paint: (PixelBuffer) -> Void) -> Bool {
    let size = staging.bytes(for: rects)
    guard staging.segment != nil, queue.count < HeldFrames.most, size > 0,
      let start = queue.place(for: size, in: staging.capacity)
    else {
      return false
    }
    var offset = start
    for rect in rects {
      guard staging.paint(rect, at: offset, by: paint) else { return false }
      offset += staging.bytes(for: rect)
    }
    queue.add(rects, at: start, size: size)
    dues.append(due)
    lastDue = due
    frameSize = max(size, frameSize - frameSize / 16)
    return true
  }

  /// Sends the frames that were held since the last time.
  ///
  /// The server tells of the last but one that it has been shown. The last keeps it waiting meanwhile, so that it reads what
  /// follows with the frame and does not wake up for it.
  package func send() {
    put()
    timed.flush()
  }

  private func put() {
    guard !dues.isEmpty else { return }
    let first = queue.count - dues.count
    var rect = queue.rects.count - queue.frames[first...].reduce(0) { $0 + $1.rectCount }
    for index in first..<queue.count {
      let frame = queue.frames[index]
      timed.wait(until: dues[index - first])
      var offset = frame.start
      for rect in queue.rects[rect..<rect + frame.rectCount] {
        if let image = staging.image(of: rect, at: offset) {
          timed.put(image, into: drawable, by: gc, x: rect.x, y: rect.y)
        }
        offset += staging.bytes(for: rect)
      }
      rect += frame.rectCount
      if index == max(first, queue.count - 2) { ask(frame.number) }
    }
    dues.removeAll(keepingCapacity: true)
  }

  private func ask(_ number: Int) {
    asked = number
    timed.ask(HeldFrames.acknowledgement, number, to: drawable, by: connection.mailbox)
  }

  /// Has the server tell when the last has been shown: none follows. Asked once more, this finds out whether it can.
  package func end() {
    guard !queue.isEmpty || isDraining else { return }
    guard !isDraining, asked != queue.lastNumber else { return timed.read() }
    ask(queue.lastNumber)
    timed.flush()
  }

  /// Takes note of an event that says that the server has shown frames; returns how many, nil for any other event.
  func acknowledge(_ event: XEvent) -> Int? {
    guard
      let number = connection.mailbox.detail(of: event, to: drawable, number: HeldFrames.acknowledgement)
    else { return nil }
    if number == queue.lastNumber {
      isDraining = false
      // Nothing else may read it for long.
      timed.read()
    }
    return queue.drop(upTo: number)
  }

  /// Has the server show none of them any more, and returns what they would have painted; some of it may have been shown.
  ///
  /// What they have may not be used for others, nor the window be painted, until it has dropped them.
  func takeBack() -> [PixelRect] {
    if queue.count > dues.count {
      hide(true)
      isDraining = true
      timed.recall(by: connection)
      ask(queue.lastNumber)
      timed.flush()
    }
    dues.removeAll(keepingCapacity: true)
    return queue.removeAll()
  }
}
