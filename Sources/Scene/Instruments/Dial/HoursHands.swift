import DisplayLists
import Geometry
import Timekeeping

/// What moves on a face of hours: two hands or three, and the date.
struct HoursHands {
  private var hour: TurningHand
  private var minute: TurningHand
  /// Where the clock shows seconds.
  private var second: TurningHand?
  private var date: TextRun?
  let style: ClockStyle

  /// The hands on `dial` of a clock of such a `style`, which go on with the motion of `old`.
  init(_ style: ClockStyle, on dial: DialLayout.Placement, theme: Theme, after old: HoursHands?) {
    self.style = style
    hour = TurningHand(dial.hourHand(theme: theme), after: old?.hour)
    minute = TurningHand(
      dial.minuteHand(isOnTop: !style.showsSeconds, theme: theme), after: old?.minute)
    if style.showsSeconds {
      // It steps once a second, and every step is a jump to be made good.
      second = TurningHand(
        dial.hand(color: theme.hand, theme: theme), after: old?.second, threshold: 0.001)
    }
    let size = dial.lapReadout.height * 0.9
    guard size >= dial.leastText else { return }
    date = TextRun("", frame: dial.readout, size: size, color: theme.secondaryText)
  }

  /// Writes all of them for the local time; returns whether a hand is making a jump good, in `duration` seconds.
  mutating func compose(_ reading: ClockSample, duration: Double, into frame: inout Frame) -> Bool {
    let now = reading.instant.inSeconds
    let wall = reading.wall
    let seconds = style.showsSeconds ? Double(wall.second) / 60 : 0
    let minutes = (Double(wall.minute) + seconds) / 60
    let hours = (Double(wall.hour % 12) + minutes) / 12
    if var date {
      date.string = style.words.date(wall)
      frame.append(.text(date))
    }
    frame.append(hour.item(hours, duration: duration, at: now))
    frame.append(minute.item(minutes, duration: duration, at: now))
    if let item = second?.item(seconds, duration: duration * 0.7, at: now) { frame.append(item) }
    return hour.isMoving(at: now) || minute.isMoving(at: now) || second?.isMoving(at: now) ?? false
  }
}
