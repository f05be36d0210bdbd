import Geometry
import Platform
import Scene
import Timekeeping
import Windowing

/// Frames that were composed and painted before their time, and how many to make at once.
///
/// The server shows each when it is due, while we sleep. Any event cancels those not shown yet: the view goes back to a
/// copy from before them. After an event there is one, then three, then seven, so that a window in use makes few in vain.
struct FramesAhead {
  struct Frame {
    /// On the frame clock's grid.
    let number: Int64
    /// CLOCK_MONOTONIC in nanoseconds.
    let due: Int64
    let reading: Reading
    /// The number of pixels that it paints.
    let pixels: Int
  }

  /// A copy of the composer, and all that was painted since.
  struct RestorePoint {
    let composer: FrameComposer
    var painted = Damage()
  }

  /// Maximum look-ahead, in nanoseconds: how late a change of the clock's zone may be shown.
  private static let reach: Int64 = 160_000_000

  /// Those that are not due yet, and the one that is, until it has been recorded.
  private var frames: [Frame] = []
  /// From before all of `frames`.
  private var base: RestorePoint?
  /// From behind the frame of this number, and before those made after it.
  private var next: (number: Int64, point: RestorePoint)?
  /// How many there are to be next time.
  private var count = 0
  /// Whether more are to be made as soon as the server can take them.
  private(set) var isOpen = false

  init() {
    frames.reserveCapacity(ScheduledFrames.capacity)
  }

  var isEmpty: Bool { frames.isEmpty }
  var last: Frame? { frames.last }

  /// Takes out the first where it is due at `now`.
  mutating func takeDue(at now: Int64) -> Frame? {
    guard let first = frames.first, first.due <= now else { return nil }
    if let next, first.number >= next.number { (base, self.next) = (next.point, nil) }
    return frames.removeFirst()
  }

  /// How many to make besides those that there are, with one every `period` nanoseconds.
  func wanted(every period: Int64) -> Int {
    Int(min(Int64(count), FramesAhead.reach / max(1, period))) - frames.count
  }

  /// Begins a batch of frames, before which the view is composed by `composer`.
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

  /// Allows none after those that there are.
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

extension WindowLoop {
  /// Gets ready for frames to be made ahead, behind the one of `now`, which shows `moment` and is still to be sent, where there
  /// can be any.
  func openFramesAhead(from now: Int64, at moment: LocalTime.Moment) {
    let due = frameClock.deadline(after: now)
    let next = controller.time.read(at: moment.later(by: due - now)).instant
    if controller.view.canLookAhead(to: next),
      controller.window.presenter.prepareToSchedule() != nil
    {
      ahead.open()
    }
  }

  /// Composes and paints frames to come, where the server can take them; false where none were made. At `now` it is `moment`.
  func makeFramesAhead(_ held: ScheduledFrames, from now: Int64, at moment: LocalTime.Moment)
    -> Bool
  {
    let first = max(frameClock.frame(at: now), ahead.last?.number ?? .min) + 1
    let count = held.room(for: ahead.wanted(every: frameClock.period))
    // The first of them has to be shown in time.
    let end = frameClock.deadline(ofFrame: first) - frameClock.period / 4
    var number = first
    ahead.begin(from: controller.view.composerCopy)
    while number < first + Int64(count), number == first || MonotonicClock.now() < end {
      let due = frameClock.deadline(ofFrame: number)
      let reading = controller.time.read(at: moment.later(by: due - now))
      guard controller.view.lookAhead(to: reading) else { break }
      let damage = controller.view.changes.damage
      ahead.add(
        .init(number: number, due: due, reading: reading, pixels: damage.area), painting: damage)
      number += 1
      guard !damage.isEmpty else { continue }
      compositor.begin(controller.view.frame, changes: controller.view.changes)
      let isHeld = held.add(damage.rects, due: due, paint: compositor.paint(into:))
      compositor.end()
      guard isHeld else {
        cancelFramesAhead()
        return true
      }
      controller.view.changes.removeAll()
    }
    guard number > first else {
      ahead.close()
      held.end()
      return false
    }
    ahead.open()
    held.send()
    return true
  }

  /// Records the frames that have become due; false where the clocks say something else by now than they show at `now`.
  func passFramesAhead(at now: Int64, _ reading: Reading) -> Bool {
    var last: FramesAhead.Frame?
    while let frame = ahead.takeDue(at: now) {
      last = frame
      countFrame(at: frame.due, of: frame.pixels)
      guard frame.pixels > 0 else { continue }
      statistics.ahead += 1
      nextFrameStart = frameClock.deadline(after: frame.due)
    }
    guard let last else { return true }
    if ahead.isEmpty, controller.view.nextChange != .nextFrame { frameClock.rest() }
    settle()
    // The computer may have slept.
    let passed = (reading.instant - last.reading.instant).nanosecondsClamped
    return reading.goesOn(from: last.reading)
      && (passed - (now - last.due)).magnitude < frameClock.period.magnitude
  }

  /// Cancels the frames that were made ahead, and goes back to before them; what they have painted is damage.
  func cancelFramesAhead() {
    let held = controller.window.presenter.scheduled
    let isNeeded = !(held?.isEmpty ?? true) || !ahead.isEmpty
    let point = ahead.cancel()
    guard isNeeded else { return }
    controller.window.presenter.cancelScheduled()
    if let point { controller.view.restore(point.composer, painted: point.painted) }
  }
}
