public import Timekeeping

extension Model {
  /// What is shown, as text to paste: the time or the count, then a line a lap with its number, its time and the
  /// total, separated by tabs.
  public func transcript(at now: Instant, wall: WallClock) -> String {
    switch mode {
    case .clock: return TimeFormat.clock(wall)
    case .counter: return String(counter.value)
    case .stopwatch:
      var text = TimeFormat.elapsed(stopwatch.elapsed(at: now))
      for lap in stopwatch.laps {
        text += "\n\(lap.number)\t\(TimeFormat.elapsed(lap.duration))\t\(TimeFormat.elapsed(lap.total))"
      }
      return text
    }
  }
}
