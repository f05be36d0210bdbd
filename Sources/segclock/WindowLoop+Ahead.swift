import Geometry
import Platform
import Timekeeping
import Windowing

/// Frames that are made before their time, shown by the server when they are due, and taken back where anything happens.
extension WindowLoop {
  /// Gets ready for frames to be made ahead, behind the one of `now`, which shows `moment` and is still to be sent, where there
  /// can be any.
  func openFramesAhead(from now: Int64, at moment: LocalTime.Moment) {
    let due = frameClock.deadline(after: now)
    let next = controller.time.read(at: moment.later(by: due - now)).instant
    let canLookAhead = controller.view.nextChange == .nextFrame && controller.view.canLookAhead(to: next)
    if canLookAhead, controller.window.presenter.prepareToHold() != nil { ahead.open() }
  }

  /// Composes and paints frames to come, where the server can take them; false where none were made. At `now` it is `moment`.
  func makeFramesAhead(_ held: HeldFrames, from now: Int64, at moment: LocalTime.Moment) -> Bool {
    let first = max(frameClock.frame(at: now), ahead.last?.number ?? .min) + 1
    let count = held.room(for: ahead.wanted(every: frameClock.period))
    // The first of them has to be shown in time.
    let end = frameClock.deadline(ofFrame: first) - frameClock.period / 4
    var number = first
    while number < first + Int64(count), number == first || MonotonicClock.now() < end {
      let due = frameClock.deadline(ofFrame: number)
      let reading = controller.time.read(at: moment.later(by: due - now))
      guard controller.view.lookAhead(to: reading) else { break }
      let damage = controller.view.changes.damage
      ahead.add(.init(number: number, due: due, reading: reading, pixels: damage.area))
      number += 1
      guard !damage.isEmpty else { continue }
      compositor.begin(controller.view.frame, changes: controller.view.changes)
      let isHeld = held.hold(damage.rects, until: due, paint: compositor.paint(into:))
      compositor.end()
      // Its damage stays, and is painted with the frame that takes its place.
      guard isHeld else {
        takeBackFramesAhead()
        return true
      }
      controller.view.changes.removeAll()
    }
    guard number > first else {
      ahead.end()
      held.end()
      return false
    }
    ahead.open()
    held.send()
    return true
  }

  /// Takes note of the frames that have been due since the last time; false where the clocks say something else by now than they
  /// show at `now`.
  func passFramesAhead(at now: Int64, _ reading: Reading) -> Bool {
    var last: FramesAhead.Frame?
    while let frame = ahead.next(at: now) {
      last = frame
      shown = frame.reading
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

  /// Goes back to the frame that the window shows: what has happened meanwhile begins there.
  func takeBackFramesAhead() {
    let presenter = controller.window.presenter
    guard !(presenter.held?.isEmpty ?? true) || !ahead.isEmpty else { return ahead.removeAll() }
    ahead.removeAll()
    guard let shown else { return }
    controller.view.goBack(to: shown, undone: presenter.takeBackHeld())
  }
}
