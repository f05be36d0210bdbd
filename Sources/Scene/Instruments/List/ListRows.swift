import DisplayLists
import Geometry
import Session
import Timekeeping

/// The list of laps, or of steps: the rows that stand are one picture, only the running one changes.
struct ListRows: Instrument {
  private var standing = DisplayItem.none
  /// What `standing` was made of.
  private var shown: ListContent?
  private var label = DisplayItem.none
  private var time: RunningText?

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> ListContent {
    model.list(rows: ListLayout(on: panel).rowCount(in: panel.list))
  }

  mutating func layOut(on panel: Panel) { shown = nil }

  mutating func prepare(_ content: ListContent, on panel: Panel) {
    guard !panel.list.isEmpty else { return }
    var new = content
    new.running?.time = .time(RunningTime(.zero))
    guard new != shown else { return }
    shown = new
    var rows = ListLayout(on: panel, count: content.count, labels: content.labels).placeSubviews(
      in: panel.list)
    time = nil
    if let running = content.running, rows.indices.contains(running.row) {
      let row = rows.remove(at: running.row)
      let style = panel.theme.style(of: running.kind)
      label = .text(row.label(running.label, style))
      time = RunningText(row.time("", style))
    }
    let marks: [Mark] = zip(rows, content.rows).flatMap { place, row in
      place.runs(row, theme: panel.theme).map { .text($0) }
    }
    standing =
      marks.isEmpty ? .none : .picture(Picture(marks: marks, extent: PixelRect(covering: panel.list)))
  }

  mutating func compose(_ content: ListContent, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard !moment.panel.list.isEmpty else { return .never }
    frame.append(standing)
    guard let running = content.running, let item = time?.item(running.time.text(at: moment.reading)) else {
      return .never
    }
    frame.append(label)
    frame.append(item)
    return running.time.nextChange(after: moment.reading)
  }
}
