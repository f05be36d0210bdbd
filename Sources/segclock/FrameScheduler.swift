import DisplayLists
import Drawing
import Geometry
import Platform
import Scene
import Timekeeping
import Windowing

/// Makes frames at the deadlines of a frame clock, and no faster than the server shows them.
///
/// While only time passes, it makes several frames ahead. The server shows each when it is due,
/// while we sleep, and acknowledges the last, which wakes us for the next ones. Whatever invalidates
/// the picture cancels those not shown yet, and the view goes back to a copy from before them.
final class FrameScheduler {
  var view: View
  var maxRate: Int
  private(set) var clock: FrameClock
  private(set) var statistics = Statistics()
  /// Whether X events end the next wait; otherwise they are read at the next frame.
  private(set) var listensToServer = true
  /// Whether this frame's turn limit is reached; requests then wait for the next frame.
  private(set) var isBusy = false

  private let window: Window
  private var presenter: Presenter { window.presenter }
  private let time: LocalTime
  private let compositor = Compositor()
  private var nextWait = Wait()
  private var ahead = FramesAhead()
  /// The rectangles of the last composed frame that are still to be sent.
  private var unsent: [PixelRect] = []
  /// When the next frame may begin: one for each deadline of the clock, however many events come.
  private var nextFrameStart = MonotonicTime.distantPast
  private var turns = (frame: Int64.min, count: 0)

  /// The maximum period at which events wait for the next frame: 30 frames a second, or a little less.
  private static let maxEventDelay = Duration.milliseconds(36)
  /// The maximum number of turns within a frame: more than a start, a key or a paste needs.
  private static let maxTurns = 16

  private struct Wait {
    var time: MonotonicTime?
    /// Whether `time` is a frame deadline.
    var isFrame = false
    /// Whether to be woken by an acknowledgement earlier.
    var needsServer = false

    /// How long ago the frame was due that is made at `now`; 0 for one that follows from an event.
    ///
    /// A frame shows the moment at which it was due, not when the kernel woke us. So motion is steady.
    func lateness(at now: MonotonicTime, period: Duration) -> Duration {
      guard isFrame, let time, now >= time, now - time < period / 4 else { return .zero }
      return now - time
    }
  }

  init(_ window: Window, view: View, time: LocalTime, maxRate: Int) {
    (self.window, self.view, self.time, self.maxRate) = (window, view, time, maxRate)
    clock = FrameClock(rate: FrameClock.evenRate(on: nil, within: maxRate), phase: .now)
  }

  var deadline: MonotonicTime? { nextWait.time }

  /// Makes the frame that is due or needed, if one may be made now; returns when to call it again,
  /// nil for never.
  ///
  /// It removes `picture` from `invalidation` once the view has been composed anew.
  func step(
    at now: MonotonicTime, _ invalidation: inout Invalidation, isVisible: Bool
  ) -> MonotonicTime? {
    nextWait = makeFrame(at: now, &invalidation, isVisible: isVisible)
    limitTurns()
    return nextWait.time
  }

  /// Whether a frame was shown, and nothing of it is still to be sent.
  var hasShownFrame: Bool { statistics.frames > 0 && isFrameComplete }

  private var isFrameComplete: Bool { unsent.isEmpty && view.changes.damage.isEmpty }

  private func limitTurns() {
    (listensToServer, isBusy) = (true, false)
    guard !window.hasLeftovers else { return }
    // A program that sends events without end gets a few turns a frame.
    let now = MonotonicTime.now
    let frame = clock.frame(at: now)
    turns = (frame, frame == turns.frame ? turns.count + 1 : 1)
    if turns.count > FrameScheduler.maxTurns {
      let next = clock.deadline(after: now)
      nextWait.time = min(nextWait.time ?? next, next)
      (listensToServer, isBusy) = (false, true)
    } else if nextWait.isFrame, !nextWait.needsServer, clock.period <= FrameScheduler.maxEventDelay
    {
      // While every frame is drawn anyway, events are read with it: one wake-up a frame.
      listensToServer = false
    }
  }

  // MARK: One frame

  private func makeFrame(
    at now: MonotonicTime, _ invalidation: inout Invalidation, isVisible: Bool
  ) -> Wait {
    let isInvalid = invalidation.contains(.picture)
    if isInvalid {
      clock.setRate(
        FrameClock.evenRate(on: window.placement.refreshRate, within: maxRate), at: now)
    }
    let lateness = nextWait.lateness(at: now, period: clock.period)
    let moment = time.moment - lateness
    let sample = time.read(at: moment)
    let isOnTime = recordShownFrames(at: now, sample)
    // Only time has passed since the last frame.
    let isExpected =
      isOnTime && !isInvalid && isVisible && (isFrameComplete || !ahead.frames.isEmpty)
    if !isExpected { cancelAhead() }
    guard isVisible else {
      clock.rest()
      return Wait()
    }
    // An acknowledgement wakes the loop, too, and is no reason for a frame before its time.
    if isExpected, let time = nextWait.time, now < time {
      return makeAhead(from: now, at: moment)
        ? wait(after: ahead.frames.last?.due ?? now, at: now, sample) : nextWait
    }
    if now < nextFrameStart { return Wait(time: nextFrameStart, isFrame: true) }
    guard presenter.canBeginFrame else {
      // Tries again on the next X event or deadline.
      statistics.held += 1
      if presenter.isScheduleOverdue(at: now.nanoseconds) { cancelAhead() }
      return Wait(
        time: clock.deadline(after: now), isFrame: view.nextChange == .nextFrame, needsServer: true)
    }
    ahead.close()
    // Finish an incomplete frame before composing the next, so that all of it gets sent.
    if !unsent.isEmpty {
      send(unsent)
      return Wait(time: clock.deadline(after: now), needsServer: true)
    }
    view.advance(to: sample, isStale: isInvalid, isFirst: statistics.frames == 0)
    invalidation.remove(.picture)
    if isExpected { prepareAhead(from: now - lateness, at: moment) }
    present(at: now)
    // The remaining part goes as soon as the server has read what was sent.
    if !isFrameComplete { return Wait(time: clock.deadline(after: now)) }
    return wait(after: now, at: now, sample)
  }

  /// Returns the wait that follows the newest frame, that of `last`.
  private func wait(
    after last: MonotonicTime, at now: MonotonicTime, _ sample: ClockSample
  ) -> Wait {
    if view.nextChange != .nextFrame, ahead.frames.isEmpty { clock.rest() }
    let needsServer = ahead.isOpen || !ahead.frames.isEmpty
    switch view.nextChange {
    case .nextFrame:
      return Wait(time: clock.deadline(after: last), isFrame: true, needsServer: needsServer)
    case .at(let change):
      return Wait(time: now + max(.zero, change - sample.instant), needsServer: needsServer)
    case .never: return Wait(needsServer: needsServer)
    }
  }

  private func present(at now: MonotonicTime) {
    guard !view.changes.damage.isEmpty else { return }
    let postponed = statistics.frames == 0 ? view.postponeAllButDigits() : nil
    countFrame(at: now, of: view.changes.damage.area)
    send(view.changes.damage.rects)
    view.changes.removeAll()
    if let postponed { view.changes.damage.add(postponed) }
    nextFrameStart = isFrameComplete ? clock.deadline(after: now) : .distantPast
  }

  private func send(_ rects: [PixelRect]) {
    compositor.begin(view.frame, changes: view.changes)
    unsent = window.presenter.present(rects, paint: compositor.paint(into:))
    compositor.end()
  }

  private func countFrame(at time: MonotonicTime, of pixels: Int) {
    guard pixels > 0 else { return }
    clock.begin(at: time)
    statistics.frames += 1
    statistics.damagedPixels += pixels
  }

  // MARK: Frames ahead

  /// Prepares for frames ahead of the one of `now`, which shows `moment` and is still to be sent.
  private func prepareAhead(from now: MonotonicTime, at moment: LocalTime.Moment) {
    let due = clock.deadline(after: now)
    if view.canLookAhead(to: (moment + (due - now)).instant),
      presenter.prepareToSchedule(view.changes.damage.rects)
    {
      ahead.open()
    }
  }

  /// Composes, paints and sends frames ahead, once the server has shown all earlier ones; returns
  /// false if none were made.
  private func makeAhead(from now: MonotonicTime, at moment: LocalTime.Moment) -> Bool {
    guard ahead.isOpen, ahead.frames.isEmpty, let schedule = presenter.openSchedule else {
      return false
    }
    let first = clock.frame(at: now) + 1
    // The first one has to be sent in time.
    let end = clock.deadline(ofFrame: first) - clock.period / 4
    ahead.begin(from: view)
    for number in first..<first + Int64(ahead.count(every: clock.period)) {
      guard number == first || MonotonicTime.now < end else { break }
      let due = clock.deadline(ofFrame: number)
      let sample = time.read(at: moment + (due - now))
      guard view.lookAhead(to: sample) else { break }
      let damage = view.changes.damage
      if !damage.isEmpty {
        compositor.begin(view.frame, changes: view.changes)
        defer { compositor.end() }
        // A frame without room is presented when it is due.
        guard
          schedule.add(damage.rects, due: due.nanoseconds, paint: compositor.paint(into:))
        else { break }
        view.changes.removeAll()
      }
      ahead.add(.init(due: due, sample: sample, pixels: damage.area), painting: damage)
    }
    guard !ahead.frames.isEmpty else {
      ahead.close()
      return false
    }
    ahead.open()
    schedule.send()
    return true
  }

  /// Records the frames that have become due; returns false if the clocks do not go on as those
  /// frames expected.
  private func recordShownFrames(at now: MonotonicTime, _ sample: ClockSample) -> Bool {
    var last: FramesAhead.Frame?
    while let frame = ahead.takeDue(at: now) {
      last = frame
      countFrame(at: frame.due, of: frame.pixels)
      guard frame.pixels > 0 else { continue }
      statistics.ahead += 1
      nextFrameStart = clock.deadline(after: frame.due)
    }
    guard let last else { return true }
    if ahead.frames.isEmpty, view.nextChange != .nextFrame { clock.rest() }
    // The computer may have slept.
    let drift = (sample.instant - last.sample.instant) - (now - last.due)
    return sample.goesOn(from: last.sample) && drift < clock.period
      && .zero - drift < clock.period
  }

  /// Cancels the frames made ahead and restores the view from before them; what they painted is
  /// damage.
  private func cancelAhead() {
    let isNeeded = presenter.cancelScheduled() || !ahead.frames.isEmpty
    if isNeeded, let base = ahead.base {
      view.composer.restore(base.composer, painted: base.painted)
    }
    ahead.removeAll()
  }
}

/// The frames that were made ahead and are not due yet.
///
/// After an event one is made, then three, then seven at once, so that a window in use makes few in
/// vain.
private struct FramesAhead {
  struct Frame {
    let due: MonotonicTime
    let sample: ClockSample
    let pixels: Int
  }

  /// The maximum look-ahead: how late a change of the clock's zone may be shown.
  private static let maxReach = Duration.milliseconds(160)

  private(set) var frames: [Frame] = []
  /// The composer from before the frames ahead, and the damage that they paint.
  private(set) var base: (composer: FrameComposer, painted: Damage)?
  private var count = 0
  /// Whether to make more as soon as the server can take them.
  private(set) var isOpen = false

  init() {
    frames.reserveCapacity(ScheduledFrames.capacity)
  }

  func count(every period: Duration) -> Int { min(count, Int(FramesAhead.maxReach / period)) }

  mutating func begin(from view: View) {
    base = (view.composer, Damage())
  }

  mutating func add(_ frame: Frame, painting damage: Damage) {
    frames.append(frame)
    base?.painted.add(damage)
  }

  /// Allows more frames, and more at once than before, as nothing has happened since the last.
  mutating func open() {
    count = min(ScheduledFrames.capacity, 2 * count + 1)
    isOpen = true
  }

  mutating func takeDue(at now: MonotonicTime) -> Frame? {
    guard let first = frames.first, first.due <= now else { return nil }
    return frames.removeFirst()
  }

  /// Ends a run of frames that were all shown.
  mutating func close() {
    (base, isOpen) = (nil, false)
  }

  mutating func removeAll() {
    frames.removeAll(keepingCapacity: true)
    count = 0
    close()
  }
}
