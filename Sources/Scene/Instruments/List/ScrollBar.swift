import DisplayLists
import Geometry
import Timekeeping

/// A thin bar beside a list that says which part of it is shown, while it moves and for a while afterwards.
struct ScrollBar {
  /// How long it stays once nothing moves any more, and how long it then takes to fade.
  private static let stay = Duration.milliseconds(600)
  private static let fade = Duration.milliseconds(300)

  /// When the list was last seen to move.
  private var lastMotion: Instant?

  /// Whether it was seen last.
  var isShown: Bool { lastMotion != nil }

  /// Writes the bar for a `list` that stands at the row `top`, if it is to be seen; returns when it will next differ.
  mutating func compose(
    _ list: ListPlacement, at top: Double, isHeld: Bool, isMoving: Bool, at moment: Moment,
    into frame: inout Frame
  ) -> NextChange {
    guard list.canScroll else {
      lastMotion = nil
      return .never
    }
    let now = moment.reading.instant
    if moment.panel.isAnimated, isHeld || isMoving { lastMotion = now }
    var opacity = isHeld ? 1.0 : 0
    var next = NextChange.never
    if !isHeld, let lastMotion {
      let end = lastMotion.advanced(by: ScrollBar.stay)
      // A clock that has gone back counts as no time.
      let past = max(.zero, now - end)
      opacity = max(
        0, 1 - Double(past.nanosecondsClamped) / Double(ScrollBar.fade.nanosecondsClamped))
      next = now < end ? .at(end) : .nextFrame
    }
    guard opacity > 0 else {
      lastMotion = nil
      return .never
    }
    frame.append(.picture(picture(list, at: top, opacity: opacity, on: moment.panel)))
    return next
  }

  private func picture(_ list: ListPlacement, at top: Double, opacity: Double, on panel: Panel)
    -> Picture
  {
    let scale = panel.key.environment.scale
    let room = list.rowHeight * Double(list.rows)
    let height = max(min(room, 12 * scale), room * Double(list.rows) / Double(list.extent.count))
    let bar = Rect(
      x: list.frame.maxX + 3 * scale,
      y: list.frame.minY + (room - height) * top / Double(max(1, list.lowestTop)), width: 3 * scale,
      height: height)
    return Picture(
      marks: [
        .fill(
          .roundedRect(bar, radius: bar.width / 2),
          panel.theme.secondaryText.opacity(Float(opacity) * 0.7))
      ], extent: PixelRect(covering: bar))
  }
}
