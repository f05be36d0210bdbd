import DisplayLists
import Geometry
import Timekeeping

/// The list of laps from frame to frame: the recorded laps are one picture, only the running one changes.
struct LapRows {
  private var rows: [LapList.Row] = []
  private var recorded: DisplayItem = .none
  private var recordedCount = -1

  /// Adds the list for `stopwatch` at `now` to `list`. The cost does not depend on how many laps there are.
  mutating func compose(
    _ stopwatch: Stopwatch, panel: Panel, at now: Instant, into list: inout DisplayList
  ) {
    guard panel.key.hasLaps || !panel.laps.isEmpty, !panel.laps.isEmpty else { return }
    let count = stopwatch.laps.count
    if count != recordedCount {
      recordedCount = count
      let layout = LapList(count: count + 1, rowHeight: panel.lapRowHeight)
      rows = layout.placeSubviews(in: panel.laps)
      recorded = picture(of: stopwatch, panel: panel)
    }
    list.items.append(recorded)
    guard let first = rows.first else { return }
    for run in first.runs(
      number: count + 1, time: TimeFormat.elapsed(stopwatch.lapElapsed(at: now)), rank: .middling,
      isRunning: true, theme: panel.theme)
    { list.items.append(.text(run)) }
  }

  private func picture(of stopwatch: Stopwatch, panel: Panel) -> DisplayItem {
    let laps = stopwatch.laps
    guard rows.count > 1, !laps.isEmpty else { return .none }
    var marks: [Mark] = []
    for (row, lap) in zip(rows.dropFirst(), laps.suffix(rows.count - 1).reversed()) {
      let runs = row.runs(
        number: lap.number, time: TimeFormat.elapsed(lap.duration),
        rank: LapRank(of: lap.number, in: stopwatch), isRunning: false, theme: panel.theme)
      for run in runs { marks.append(.text(run)) }
    }
    return .picture(Picture(marks: marks, extent: PixelRect(covering: panel.laps)))
  }
}
