import Geometry
import Platform
import Timekeeping

/// Frames that are made before their time, and taken back where anything happens.
extension WindowLoop {
  /// Composes and paints frames to come, behind the one of `now`, which showed `moment`.
  func makeFramesAhead(from now: Int64, at moment: LocalTime.Moment) {
    let frame = frameClock.frame(at: now)
    func reading(ofFrame number: Int64) -> (due: Int64, reading: Reading) {
      let due = frameClock.deadline(ofFrame: number)
      return (due, controller.time.read(at: moment.later(by: due - now)))
    }
    guard controller.view.canLookAhead(to: reading(ofFrame: frame + 1).reading.instant) else { return }
    ahead.grow()
    let presenter = controller.window.presenter
    let count = presenter.makeRoom(for: ahead.wanted(every: frameClock.period))
    // The first of them has to be shown in time.
    let end = MonotonicClock.now() + frameClock.period / 2
    for number in 0..<Int64(count) where MonotonicClock.now() < end {
      let (due, reading) = reading(ofFrame: frame + 1 + number)
      guard controller.view.lookAhead(to: reading) else { return }
      ahead.add(.init(due: due, reading: reading, pixels: controller.view.changes.damage.area))
      compositor.begin(controller.view.frame, changes: controller.view.changes)
      let isHeld = presenter.hold(controller.view.changes.damage.rects) { compositor.paint(into: $0) }
      compositor.end()
      // Its damage stays, and is painted with the frame that takes its place.
      guard isHeld else { return takeBackFramesAhead() }
      controller.view.changes.removeAll()
    }
  }

  /// Shows the next of the frames that were made ahead.
  func showFrameAhead(at now: Int64) {
    guard let frame = ahead.first else { return }
    countFrame(at: now, of: frame.pixels)
    if frame.pixels > 0 {
      statistics.ahead += 1
      nextFrameStart = frameClock.deadline(after: now)
    }
    ahead.advance()
    shown = frame.reading
    controller.window.presenter.expectsMore = !ahead.isEmpty || controller.view.nextChange == .nextFrame
    controller.window.presenter.showHeld()
  }

  /// Goes back to the frame that the window shows: what has happened meanwhile begins there.
  func takeBackFramesAhead() {
    defer { ahead.removeAll() }
    guard !ahead.isEmpty, let shown else { return }
    controller.view.goBack(to: shown, undone: controller.window.presenter.dropHeld())
  }
}
