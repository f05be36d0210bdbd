import DisplayLists
import Geometry
import Timekeeping

/// What moves on a face of hours: three hands, and the date.
struct HoursHands {
  private var hour: TurningHand
  private var minute: TurningHand
  private var second: TurningHand
  private var date: TextRun?

  /// The hands on `dial`, which go on with the motion of `old`.
  init(on dial: DialLayout.Placement, theme: Theme, after old: HoursHands?) {
    hour = TurningHand(dial.clockHand(isHour: true, theme: theme), after: old?.hour)
    minute = TurningHand(dial.clockHand(isHour: false, theme: theme), after: old?.minute)
    // It steps once a second, and every step is a jump to be made good.
    second = TurningHand(dial.hand(color: theme.hand, theme: theme), after: old?.second, threshold: 0.001)
    let size = dial.lapReadout.height * 0.9
    guard size >= dial.leastText else { return }
    date = TextRun("", frame: dial.readout, size: size, color: theme.secondaryText)
  }

  /// Writes all of them for the local time; returns whether a hand is making a jump good, in `duration` seconds.
  mutating func compose(_ reading: Reading, duration: Double, into frame: inout Frame) -> Bool {
    let now = reading.instant.inSeconds
    let wall = reading.wall
    let seconds = Double(wall.second) / 60
    let minutes = (Double(wall.minute) + seconds) / 60
    let hours = (Double(wall.hour % 12) + minutes) / 12
    if var date {
      date.string = HoursHands.text(wall)
      frame.append(.text(date))
    }
    frame.append(hour.item(hours, duration: duration, at: now))
    frame.append(minute.item(minutes, duration: duration, at: now))
    frame.append(second.item(seconds, duration: duration * 0.7, at: now))
    return hour.isMoving(at: now) || minute.isMoving(at: now) || second.isMoving(at: now)
  }

  private static func text(_ wall: WallClock) -> String {
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(days[wall.weekday % 7]) \(wall.day) \(months[(wall.month + 11) % 12])"
  }
}
