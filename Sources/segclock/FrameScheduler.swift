import DisplayLists
import Drawing
import Geometry
import Platform
import Scene
import Timekeeping
import Windowing

/// Decides when frames are made, and makes them: at the deadlines of a frame clock, and no faster than the server shows
/// them.
///
/// While only time passes it makes several frames at once, before their time. The server shows each when it is due, while
/// we sleep. Anything that happens cancels those not shown yet, and the view goes back to a copy from before them.
final class FrameScheduler {
  /// What the frames show.
  var view: View
  /// The maximum number of frames a second.
  var maxRate: Int
  private(set) var clock: FrameClock
  private(set) var statistics = Statistics()
  /// Whether what the server says ends the next wait. Otherwise it is read with the next frame.
  private(set) var listensToServer = true
  /// Whether the turns of this frame are used up: other programs' requests wait for the next one.
  private(set) var isBusy = false

  private let window: Window
  private var presenter: Presenter { window.presenter }
  private let time: LocalTime
  private let compositor = Compositor()
  private var nextStep = NextStep()
  private var batch = FrameBatch()
  /// The rectangles of the last composed frame that are still to be sent.
  private var unsent: [PixelRect] = []
  /// When the next frame may begin: one for each deadline of the clock, however much happens in between.
  private var nextFrameStart = MonotonicTime.distantPast
  private var turns = (frame: Int64.min, count: 0)

  /// The maximum period at which events wait for the next frame: 30 frames a second, or a little less.
  private static let maxEventDelay = Duration.milliseconds(36)
  /// The maximum number of turns within a frame: more than a start, a key or a paste needs.
  private static let maxTurns = 16

  /// When to make the next step.
  private struct NextStep {
    var time: MonotonicTime?
    /// Whether a frame is due then.
    var isFrame = false
    /// Whether what the server says is needed before.
    var needsServer = false

    /// Returns how long ago the frame was due that is made at `now`; 0 for one that follows from an event.
    ///
    /// A frame shows the moment at which it was due, not that at which the kernel got round to it. So motion is steady.
    func lateness(at now: MonotonicTime, period: Duration) -> Duration {
      guard isFrame, let time, now >= time, now - time < period / 4 else { return .zero }
      return now - time
    }
  }

  init(_ window: Window, view: View, time: LocalTime, maxRate: Int) {
    (self.window, self.view, self.time, self.maxRate) = (window, view, time, maxRate)
    clock = FrameClock(rate: FrameRate(maxRate), phase: .now)
  }

  /// When to make the next step; nil for never.
  var deadline: MonotonicTime? { nextStep.time }

  /// Makes the frame that is due or needed, if one may be made now; returns when to call it again, nil for never.
  ///
  /// It removes `picture` from `invalidation` once the view has been composed anew.
  func step(
    at now: MonotonicTime, _ invalidation: inout Invalidation, isVisible: Bool
  ) -> MonotonicTime? {
    nextStep = makeFrame(at: now, &invalidation, isVisible: isVisible)
    limitTurns()
    return nextStep.time
  }

  /// Whether a frame was shown, and nothing of it is still to be sent.
  var hasShownFrame: Bool { statistics.frames > 0 && isFrameComplete }

  private var isFrameComplete: Bool { unsent.isEmpty && view.changes.damage.isEmpty }

  /// Decides what the next wait listens to.
  private func limitTurns() {
    listensToServer = true
    isBusy = false
    guard !window.hasLeftovers else { return }
    // A program that sends events without end gets a few turns a frame.
    let now = MonotonicTime.now
    let frame = clock.frame(at: now)
    turns = (frame, frame == turns.frame ? turns.count + 1 : 1)
    if turns.count > FrameScheduler.maxTurns {
      let next = clock.deadline(after: now)
      nextStep.time = min(nextStep.time ?? next, next)
      (listensToServer, isBusy) = (false, true)
    } else if nextStep.isFrame, !nextStep.needsServer, clock.period <= FrameScheduler.maxEventDelay
    {
      // While every frame is drawn anyway, events are read with the frame: one wake-up a frame and no more.
      listensToServer = false
    }
  }

  // MARK: One frame

  private func makeFrame(
    at now: MonotonicTime, _ invalidation: inout Invalidation, isVisible: Bool
  ) -> NextStep {
    let isInvalid = invalidation.contains(.picture)
    if isInvalid {
      clock.setRate(FrameRate.even(on: window.placement.refreshRate, within: maxRate), at: now)
    }
    let lateness = nextStep.lateness(at: now, period: clock.period)
    let moment = time.moment - lateness
    let sample = time.read(at: moment)
    let isOnTime = recordShownFrames(at: now, sample)
    let isExpected = isOnTime && !isInvalid && isFrameComplete && isVisible
    if !isExpected { cancelBatch() }
    guard isVisible else {
      clock.rest()
      return NextStep()
    }
    // An acknowledgement wakes the loop, too, and is no reason for a frame before its time.
    if isExpected, let time = nextStep.time, now < time {
      guard batch.isOpen, let schedule = presenter.openSchedule,
        makeBatch(schedule, from: now, at: moment)
      else { return nextStep }
      return step(after: batch.last?.due ?? now, at: now, sample)
    }
    if now < nextFrameStart { return NextStep(time: nextFrameStart, isFrame: true) }
    guard presenter.canBeginFrame else { return awaitServer(at: now) }
    cancelBatch()
    // A frame that takes a slow connection long is shown whole before the next is composed. So no part of it starves.
    if !unsent.isEmpty {
      send(unsent)
      return NextStep(time: clock.deadline(after: now), needsServer: true)
    }
    view.advance(to: sample, isStale: isInvalid, isFirst: statistics.frames == 0)
    invalidation.remove(.picture)
    presenter.expectsMore = view.nextChange == .nextFrame
    if isExpected { openBatch(from: now - lateness, at: moment) }
    present(at: now)
    // What is left goes as soon as the server has taken what was sent.
    if !isFrameComplete { return NextStep(time: clock.deadline(after: now)) }
    return step(after: now, at: now, sample)
  }

  /// Returns when to come back after the frame of `last`, the last that was made.
  private func step(
    after last: MonotonicTime, at now: MonotonicTime, _ sample: ClockSample
  ) -> NextStep {
    if view.nextChange != .nextFrame, batch.isEmpty { clock.rest() }
    let needsServer = batch.isOpen || !batch.isEmpty
    switch view.nextChange {
    case .nextFrame:
      return NextStep(time: clock.deadline(after: last), isFrame: true, needsServer: needsServer)
    case .at(let change):
      return NextStep(time: now + max(.zero, change - sample.instant), needsServer: needsServer)
    case .never: return NextStep(needsServer: needsServer)
    }
  }

  /// Waits for a server that is behind, or has yet to drop cancelled frames. Whatever it says next, or the next frame, tries
  /// again.
  private func awaitServer(at now: MonotonicTime) -> NextStep {
    statistics.held += 1
    let schedule = presenter.scheduled
    schedule?.end()
    if schedule?.isOverdue(at: now.nanoseconds) ?? false { cancelBatch() }
    return NextStep(
      time: clock.deadline(after: now), isFrame: view.nextChange == .nextFrame, needsServer: true)
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

  /// Sends these rectangles of the frame, or as many of them as the connection takes at once.
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

  /// Prepares for frames to be made ahead, after the one of `now`, which shows `moment` and is still to be sent.
  private func openBatch(from now: MonotonicTime, at moment: LocalTime.Moment) {
    let due = clock.deadline(after: now)
    guard view.canLookAhead(to: (moment + (due - now)).instant),
      presenter.prepareToSchedule() != nil
    else { return }
    batch.open()
  }

  /// Composes and paints frames to come, if the server can take them; returns false if none were made.
  private func makeBatch(
    _ schedule: ScheduledFrames, from now: MonotonicTime, at moment: LocalTime.Moment
  ) -> Bool {
    let first = max(clock.frame(at: now), batch.last?.number ?? .min) + 1
    let count = schedule.room(for: batch.wanted(every: clock.period))
    // The first of them has to be shown in time.
    let end = clock.deadline(ofFrame: first) - clock.period / 4
    var number = first
    batch.begin(from: view.composerCopy)
    while number < first + Int64(count), number == first || MonotonicTime.now < end {
      let due = clock.deadline(ofFrame: number)
      let sample = time.read(at: moment + (due - now))
      guard view.lookAhead(to: sample) else { break }
      let damage = view.changes.damage
      batch.add(
        .init(number: number, due: due, sample: sample, pixels: damage.area), painting: damage)
      number += 1
      guard !damage.isEmpty else { continue }
      compositor.begin(view.frame, changes: view.changes)
      let isAdded = schedule.add(
        damage.rects, due: due.nanoseconds, paint: compositor.paint(into:))
      compositor.end()
      guard isAdded else {
        cancelBatch()
        return true
      }
      view.changes.removeAll()
    }
    guard number > first else {
      batch.close()
      schedule.end()
      return false
    }
    batch.open()
    schedule.send()
    return true
  }

  /// Records the frames that have become due; returns false if the clocks do not go on as those frames expected.
  private func recordShownFrames(at now: MonotonicTime, _ sample: ClockSample) -> Bool {
    var last: FrameBatch.Frame?
    while let frame = batch.takeDue(at: now) {
      last = frame
      countFrame(at: frame.due, of: frame.pixels)
      guard frame.pixels > 0 else { continue }
      statistics.ahead += 1
      nextFrameStart = clock.deadline(after: frame.due)
    }
    guard let last else { return true }
    if batch.isEmpty, view.nextChange != .nextFrame { clock.rest() }
    // The computer may have slept.
    let drift = (sample.instant - last.sample.instant) - (now - last.due)
    return sample.goesOn(from: last.sample) && drift < clock.period
      && .zero - drift < clock.period
  }

  /// Cancels the frames that were made ahead, and goes back to before them; what they have painted is damage.
  private func cancelBatch() {
    let isNeeded = !(presenter.scheduled?.isEmpty ?? true) || !batch.isEmpty
    let point = batch.cancel()
    guard isNeeded else { return }
    presenter.cancelScheduled()
    if let point { view.restore(point.composer, painted: point.painted) }
  }
}

/// The frames that were made before their time, and how many to make at once: after an event one, then three, then seven,
/// so that a window in use makes few in vain.
private struct FrameBatch {
  struct Frame {
    /// On the frame clock's grid.
    let number: Int64
    let due: MonotonicTime
    let sample: ClockSample
    let pixels: Int
  }

  /// A copy of the composer, and all that was painted since.
  struct RestorePoint {
    let composer: FrameComposer
    var painted = Damage()
  }

  /// The maximum look-ahead: how late a change of the clock's zone may be shown.
  private static let maxReach = Duration.milliseconds(160)

  /// The frames that are not due yet, and the one that is, until it has been recorded.
  private var frames: [Frame] = []
  /// From before all of `frames`.
  private var base: RestorePoint?
  /// From behind the frame of this number, and before those made after it.
  private var next: (number: Int64, point: RestorePoint)?
  private var count = 0
  /// Whether more are to be made as soon as the server can take them.
  private(set) var isOpen = false

  init() {
    frames.reserveCapacity(ScheduledFrames.capacity)
  }

  var isEmpty: Bool { frames.isEmpty }
  var last: Frame? { frames.last }

  /// Removes the first frame if it is due at `now`.
  mutating func takeDue(at now: MonotonicTime) -> Frame? {
    guard let first = frames.first, first.due <= now else { return nil }
    if let next, first.number >= next.number { (base, self.next) = (next.point, nil) }
    return frames.removeFirst()
  }

  /// Returns how many frames to add.
  func wanted(every period: Duration) -> Int {
    min(count, Int(FrameBatch.maxReach / period)) - frames.count
  }

  /// Begins to add frames, before which the view is composed by `composer`.
  mutating func begin(from composer: FrameComposer) {
    if let last = frames.last {
      if next == nil { next = (last.number, RestorePoint(composer: composer)) }
    } else {
      (base, next) = (RestorePoint(composer: composer), nil)
    }
  }

  mutating func add(_ frame: Frame, painting damage: Damage) {
    frames.append(frame)
    base?.painted.add(damage)
    next?.point.painted.add(damage)
  }

  /// Allows more, and more at once than before: nothing has happened since the last.
  mutating func open() {
    count = min(ScheduledFrames.capacity, 2 * count + 1)
    isOpen = true
  }

  /// Allows none besides those that there are.
  mutating func close() {
    isOpen = false
  }

  /// Forgets them all; returns where to go back to, if any were made.
  mutating func cancel() -> RestorePoint? {
    defer {
      frames.removeAll(keepingCapacity: true)
      (base, next, count, isOpen) = (nil, nil, 0, false)
    }
    return base
  }
}
