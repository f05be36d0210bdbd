import Session
import Timekeeping
import Wording

/// The values of rings as text. They are looked up once, since a value may change with every frame.
struct RingLabels {
  private let percent = RingModel.percentLabel
  // TRANSLATORS: The present second, minute or hour, beside a ring of the clock, or what is on a dial; at most five letters.
  private let seconds = NumberLabel(mark("{0} s", NumberLabel.number))
  private let minutes = NumberLabel(mark("{0} min", NumberLabel.number))
  private let hours = NumberLabel(markc("time of day", "{0} h", NumberLabel.number))

  /// A percentage of `turns`, or what of the time of day a ring of the clock shows; `halves` for an hour from 1 to 12.
  func text(
    of value: RingValue, turns: Double, at wall: WallClock, _ halves: CalendarWords?
  ) -> String {
    guard case .timeOfDay(let turn, _) = value else {
      return percent.text(of: RingModel.percents(turns))
    }
    if turn == 60 { return seconds.text(of: wall.second) }
    if turn == 3600 { return minutes.text(of: wall.minute) }
    return halves.map { "\(wall.hour12) \($0.half(wall))" } ?? hours.text(of: wall.hour)
  }
}
