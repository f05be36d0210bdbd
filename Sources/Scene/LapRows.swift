import DisplayLists
import Geometry
import Timekeeping

/// The list of laps from frame to frame: the recorded laps are one picture, only the running one changes.
struct LapRows {
  private var rows: [LapList.Row] = []
  private var picture: DisplayItem = .none
  /// What the picture was made of: the laps on it, oldest first, and, of all laps, how many and which are marked.
  private var shown: [Lap] = []
  private var total = -1
  private var shortest: Int?
  private var longest: Int?

  /// Adds the list for `stopwatch` at `now` to `list`. The cost does not depend on how many laps there are.
  mutating func compose(
    _ stopwatch: Stopwatch, panel: Panel, at now: Instant, into list: inout DisplayList
  ) {
    guard !panel.laps.isEmpty else { return }
    let count = stopwatch.laps.count
    if !isShowing(stopwatch, count: count) {
      let layout = LapList(count: count + 1, rowHeight: panel.lapRowHeight, leastText: panel.leastText)
      rows = layout.placeSubviews(in: panel.laps)
      shown = Array(stopwatch.laps.suffix(max(0, rows.count - 1)))
      total = count
      shortest = stopwatch.shortestLap
      longest = stopwatch.longestLap
      picture = picture(of: stopwatch, panel: panel)
    }
    list.items.append(picture)
    guard let first = rows.first else { return }
    let color = panel.theme.lapHand
    let time = TimeFormat.elapsed(stopwatch.lapElapsed(at: now))
    list.items.append(.text(first.number(count + 1, color: color)))
    list.items.append(.text(first.time(time, color: color).fittedToFigures))
  }

  /// Whether the picture is that of `stopwatch`. Between two frames all laps can have been replaced by as many.
  private func isShowing(_ stopwatch: Stopwatch, count: Int) -> Bool {
    count == total && shortest == stopwatch.shortestLap && longest == stopwatch.longestLap
      && shown.elementsEqual(stopwatch.laps.suffix(shown.count))
  }

  private func picture(of stopwatch: Stopwatch, panel: Panel) -> DisplayItem {
    guard !shown.isEmpty else { return .none }
    var marks: [Mark] = []
    for (row, lap) in zip(rows.dropFirst(), shown.reversed()) {
      let runs = row.runs(
        number: lap.number, time: TimeFormat.elapsed(lap.duration),
        rank: LapRank(of: lap.number, in: stopwatch), isRunning: false, theme: panel.theme)
      for run in runs { marks.append(.text(run)) }
    }
    return .picture(Picture(marks: marks, extent: PixelRect(covering: panel.laps)))
  }
}
