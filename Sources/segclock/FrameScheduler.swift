import DisplayLists
import Drawing
import Geometry
import Platform
import Scene
import Session
import Timekeeping
import Windowing

/// Makes frames: at most one for each deadline of a frame clock, and no faster than the server shows
/// them. While only time passes, it makes a batch of frames ahead (ARCHITECTURE.md, Look ahead); the
/// server's acknowledgement of the last wakes us for the next batch. All this is hidden in `step`.
final class FrameScheduler {
  var view: View
  var maxRate: Int
  private(set) var frameCount = 0
  /// Whether X events end the next wait; otherwise they are read at the next frame.
  private(set) var listensToServer = true
  /// Whether this frame's turn limit is reached; requests then wait for the next frame.
  private(set) var isBusy = false

  private let window: Window
  private let time: LocalTime
  private var clock: FrameClock
  private var aheadCount = 0
  private let compositor = Compositor()
  private var wait = Wait()
  private var batch = Batch()
  /// The pixels that the frames of the batch paint.
  private var painted = Damage()
  /// Nil since the last update of the view.
  private var restorePoint: RestorePoint?
  /// The rectangles of the last composed frame that are still to be sent.
  private var unsent: [PixelRect] = []
  /// When the next frame may begin: one for each deadline of the clock, however many events come.
  private var nextFrameStart = MonotonicTime.distantPast
  private var turns = (frame: Int64.min, count: 0)

  /// The maximum period at which events wait for the next frame: 30 frames a second, or a little less.
  private static let maxEventDelay = Duration.milliseconds(36)
  /// The maximum number of turns within a frame: more than a start, a key or a paste needs.
  private static let maxTurns = 16
  /// The maximum look-ahead: how late a change of the clock's zone may be shown.
  private static let maxReach = Duration.milliseconds(160)

  private struct Wait {
    /// When to call `step` again; nil for never.
    var time: MonotonicTime?
    var isFrame = false
    /// Whether to be woken by an acknowledgement earlier.
    var needsServer = false
  }

  private struct Batch {
    struct Frame {
      let due: MonotonicTime
      let sample: ClockSample
      let isPainted: Bool
    }

    var frames: [Frame] = []
    /// The maximum number: after an event one, then three, then seven, so few are in vain.
    var limit = 0
    /// Whether to make one as soon as the server can take it.
    var isWanted = false

    mutating func extend() {
      limit = min(ScheduledFrames.capacity, 2 * limit + 1)
      isWanted = true
    }
  }

  init(_ window: Window, view: View, time: LocalTime, maxRate: Int) {
    (self.window, self.view, self.time, self.maxRate) = (window, view, time, maxRate)
    clock = FrameClock(rate: FrameClock.evenRate(on: nil, within: maxRate), phase: .now)
  }

  var deadline: MonotonicTime? { wait.time }

  func deadline(after now: MonotonicTime) -> MonotonicTime { clock.deadline(after: now) }

  /// Makes the frame that is due or needed, if it may; returns when to call again, nil for never.
  ///
  /// It removes `picture` from `invalidation` once the view has been composed anew.
  func step(
    at now: MonotonicTime, _ invalidation: inout Invalidation, isVisible: Bool
  ) -> MonotonicTime? {
    wait = makeFrame(at: now, &invalidation, isVisible: isVisible)
    limitTurns()
    return wait.time
  }

  var isFrameComplete: Bool { unsent.isEmpty && view.damage.isEmpty }

  var statistics: [String] {
    [
      "presented by    \(window.presenter.sharesMemory ? "shared-memory" : "put")",
      "frames a second \((clock.rate * 1000).rounded() / 1000)",
      "frames drawn    \(frameCount)", "frames ahead    \(aheadCount)",
    ]
  }

  private func limitTurns() {
    (listensToServer, isBusy) = (true, false)
    guard !window.hasLeftovers else { return }
    // A program that sends events without end gets a few turns a frame.
    let now = MonotonicTime.now
    let frame = clock.frame(at: now)
    turns = (frame, frame == turns.frame ? turns.count + 1 : 1)
    if turns.count > FrameScheduler.maxTurns {
      let next = clock.deadline(after: now)
      wait.time = min(wait.time ?? next, next)
      (listensToServer, isBusy) = (false, true)
    } else if wait.isFrame, !wait.needsServer, clock.period <= FrameScheduler.maxEventDelay {
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
    let moment = time.moment
    let sample = time.read(moment, after: .zero - lateness(at: now))
    let isOnTime = recordShownFrames(at: now, sample)
    // Only time has passed since the last frame. If a batch is wanted, damage is no sign of an event:
    // it is from a frame ahead that found no room in memory.
    let isExpected =
      isOnTime && !isInvalid && isVisible && unsent.isEmpty
      && (view.damage.isEmpty || batch.isWanted)
    if !isExpected { cancelBatch() }
    guard isVisible else { return Wait() }
    // An acknowledgement wakes the loop, too, and is no reason for a frame before its time.
    if isExpected, let time = wait.time, now < time {
      guard let last = makeBatch(from: now, at: moment) else { return wait }
      return nextWait(after: last, at: now, sample)
    }
    if now < nextFrameStart { return Wait(time: nextFrameStart, isFrame: true) }
    let next = clock.deadline(after: now)
    let presenter = window.presenter
    guard presenter.canBeginFrame else {
      // Tries again on the next X event or deadline.
      if presenter.scheduled?.isOverdue(at: now) ?? false { cancelBatch() }
      return Wait(time: next, isFrame: view.nextChange == .nextFrame, needsServer: true)
    }
    batch.isWanted = false
    // Finish an incomplete frame before composing the next, so that all of it gets sent.
    if !unsent.isEmpty {
      sendUnsent()
      return Wait(time: next, needsServer: true)
    }
    compose(sample, needsUpdate: isInvalid)
    invalidation.remove(.picture)
    if isExpected, view.canLookAhead(to: moment.instant + (next - now)),
      presenter.prepareToSchedule(view.damage.rects)
    {
      batch.extend()
    }
    if !view.damage.isEmpty {
      sendFrame()
      // The remaining part goes as soon as the server has read what was sent.
      nextFrameStart = isFrameComplete ? next : .distantPast
    }
    return isFrameComplete ? nextWait(after: now, at: now, sample) : Wait(time: next)
  }

  /// How late a frame is that shows the moment at which it was due, not when the kernel woke us. So motion is steady. From
  /// a quarter of a period on, it shows the present instead.
  private func lateness(at now: MonotonicTime) -> Duration {
    guard wait.isFrame, let due = wait.time, due <= now, now - due < clock.period / 4 else {
      return .zero
    }
    return now - due
  }

  private func compose(_ sample: ClockSample, needsUpdate: Bool) {
    if view.advance(to: sample, needsUpdate: needsUpdate, isFirst: frameCount == 0) {
      restorePoint = nil
    } else {
      restorePoint?.record(sample)
    }
  }

  /// Sends the damage; of the first frame only the digits, and damages the others again.
  private func sendFrame() {
    let postponed = frameCount == 0 ? view.postponeAllButDigits() : Damage()
    frameCount += 1
    unsent.append(contentsOf: view.damage.rects)
    sendUnsent()
    view.composer.frame.removeChanges()
    view.damage.add(postponed)
  }

  private func nextWait(
    after last: MonotonicTime, at now: MonotonicTime, _ sample: ClockSample
  ) -> Wait {
    var wait = Wait(needsServer: batch.isWanted || !batch.frames.isEmpty)
    switch view.nextChange {
    case .nextFrame: (wait.time, wait.isFrame) = (clock.deadline(after: last), true)
    case .at(let change): wait.time = now + max(.zero, change - sample.instant)
    case .never: break
    }
    return wait
  }

  private func sendUnsent() {
    compositor.begin(view.frame, changed: view.composer.frame.changedItems)
    window.presenter.present(&unsent, paint: compositor.paint(into:))
  }

  // MARK: Frames ahead

  /// Composes, paints and sends frames ahead of `now`, which is `moment` by the other clocks, once
  /// the server has shown all earlier ones; returns when the last is due, nil if none were made.
  private func makeBatch(from now: MonotonicTime, at moment: LocalTime.Moment) -> MonotonicTime? {
    guard batch.isWanted, batch.frames.isEmpty, let schedule = window.presenter.openSchedule else {
      return nil
    }
    let first = clock.frame(at: now) + 1
    // The first one has to be sent in time.
    let end = clock.deadline(ofFrame: first) - clock.period / 4
    let count = min(batch.limit, Int(FrameScheduler.maxReach / clock.period))
    if restorePoint == nil { restorePoint = RestorePoint(view.composer) }
    painted.removeAll()
    for number in first..<first + Int64(count) {
      guard number == first || MonotonicTime.now < end else { break }
      let due = clock.deadline(ofFrame: number)
      let sample = time.read(moment, after: due - now)
      guard view.canLookAhead(to: sample.instant) else { break }
      view.composer.advance(to: sample)
      let isPainted = !view.damage.isEmpty
      if isPainted {
        compositor.begin(view.frame, changed: view.composer.frame.changedItems)
        // A frame without room is the first of the next batch, or is presented when it is due.
        guard schedule.add(view.damage.rects, due: due, paint: compositor.paint(into:))
        else { break }
        painted.add(view.damage)
        view.composer.frame.removeChanges()
      }
      batch.frames.append(.init(due: due, sample: sample, isPainted: isPainted))
    }
    guard let last = batch.frames.last else {
      batch.isWanted = false
      return nil
    }
    batch.extend()
    schedule.send()
    return last.due
  }

  /// Records the frames that have become due; returns whether the clocks go on as these expected.
  private func recordShownFrames(at now: MonotonicTime, _ sample: ClockSample) -> Bool {
    var last: Batch.Frame?
    while let frame = batch.frames.first, frame.due <= now {
      batch.frames.removeFirst()
      restorePoint?.record(frame.sample)
      last = frame
      guard frame.isPainted else { continue }
      frameCount += 1
      aheadCount += 1
      nextFrameStart = clock.deadline(after: frame.due)
    }
    guard let last else { return true }
    // The computer may have slept.
    let drift = (sample.instant - last.sample.instant) - (now - last.due)
    return sample.goesOn(from: last.sample) && abs(drift / clock.period) < 1
  }

  /// Cancels frames made ahead and restores the view of the last shown one; what they painted is damage.
  private func cancelBatch() {
    let isNeeded = window.presenter.scheduled?.cancel() ?? false || !batch.frames.isEmpty
    if isNeeded, let restorePoint {
      view.composer.restore(restorePoint.composer, painted: painted)
    }
    batch = Batch()
  }
}
