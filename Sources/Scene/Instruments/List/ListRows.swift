import DisplayLists
import Geometry
import Session
import Timekeeping

/// The list of laps: the recorded ones are one picture, only the running one changes.
struct LapRows: Instrument {
  /// The laps of the session; never all of them, or who marks one would have to copy them first.
  struct Input: Equatable {
    var running: RunningTime
    var count: Int
    var shortest: Int?
    var longest: Int?
    /// Those that are listed, oldest first.
    var listed: [Lap]
  }

  private var rows: [LapList.Row] = []
  private var recorded = DisplayItem.none
  /// What `recorded` was made of.
  private var shown: Input?
  private var number = DisplayItem.none
  private var time: RunningText?

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    let stopwatch = model.stopwatch
    let rows = LapList(on: panel, count: stopwatch.laps.count + 1).rowCount(in: panel.laps)
    return Input(
      running: stopwatch.currentLap, count: stopwatch.laps.count, shortest: stopwatch.shortestLap,
      longest: stopwatch.longestLap, listed: Array(stopwatch.laps.suffix(max(0, rows - 1))))
  }

  mutating func layOut(on panel: Panel) { shown = nil }

  mutating func prepare(_ input: Input, on panel: Panel) {
    guard !panel.laps.isEmpty else { return }
    var key = input
    key.running = RunningTime(.zero)
    guard key != shown else { return }
    shown = key
    rows = LapList(on: panel, count: input.count + 1).placeSubviews(in: panel.laps)
    var marks: [Mark] = []
    for (row, lap) in zip(rows.dropFirst(), input.listed.reversed()) {
      let rank = LapRank(of: lap.number, shortest: input.shortest, longest: input.longest)
      marks += row.runs(lap, rank: rank, theme: panel.theme).map { .text($0) }
    }
    recorded =
      marks.isEmpty ? .none : .picture(Picture(marks: marks, extent: PixelRect(covering: panel.laps)))
    guard let first = rows.first else { return }
    number = .text(first.number(input.count + 1, color: panel.theme.lapHand))
    time = RunningText(first.time("", color: panel.theme.lapHand))
  }

  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard !moment.panel.laps.isEmpty else { return .never }
    frame.append(recorded)
    guard !rows.isEmpty,
      let item = time?.item(TimeFormat.elapsed(input.running.value(at: moment.reading.instant)))
    else { return .never }
    frame.append(number)
    frame.append(item)
    return input.running.isRunning ? .nextFrame : .never
  }
}
