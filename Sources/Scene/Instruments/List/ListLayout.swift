import DisplayLists
import Geometry
import Timekeeping

/// The laps, newest first: the running lap on top, then the recorded ones, the shortest and the longest marked.
struct LapList: Equatable {
  /// How many laps there are to list, the running one included.
  var count: Int
  /// The height of a row that is wanted, in device pixels.
  var rowHeight: Double
  /// The smallest size of text that is of use, in device pixels.
  var leastText = Environment.leastText

  /// One row, in device pixels.
  struct Row: Equatable {
    var number: Rect
    var time: Rect
    var mark: Rect
    var textSize: Double
  }
}

extension LapList {
  /// The list in the room that `panel` has for it.
  init(on panel: Panel, count: Int) {
    // Five rows look best; in a low list fewer are shown rather than smaller ones.
    let scale = panel.key.environment.scale
    let least = min(14 * scale, panel.laps.height / 2)
    let height = min(max(panel.laps.height / 5, least), panel.laps.width * 0.165, 40 * scale)
    self.init(count: count, rowHeight: height, leastText: panel.leastText)
  }

  private var textSize: Double { rowHeight * 0.64 }

  /// How many rows there are in `bounds`.
  func rowCount(in bounds: Rect) -> Int {
    guard textSize >= leastText, bounds.width > textSize * 5 else { return 0 }
    return max(0, min(count, Int((bounds.height / rowHeight).rounded(.down))))
  }

  /// The rows in `bounds`, from the top.
  func placeSubviews(in bounds: Rect) -> [Row] {
    (0..<rowCount(in: bounds)).map { index in
      let y = bounds.minY + rowHeight * Double(index)
      func part(from start: Double, to end: Double) -> Rect {
        Rect(
          x: bounds.minX + bounds.width * start, y: y, width: bounds.width * (end - start), height: rowHeight
        ).snapped
      }
      return Row(
        number: part(from: 0, to: 0.26), time: part(from: 0.26, to: 0.86), mark: part(from: 0.86, to: 1),
        textSize: textSize)
    }
  }
}

extension LapList.Row {
  /// The words of a recorded lap.
  func runs(_ lap: Lap, rank: LapRank, theme: Theme) -> [TextRun] {
    let (color, symbol) =
      switch rank {
      case .shortest: (theme.best, "▼")
      case .longest: (theme.worst, "▲")
      case .middling: (theme.text, "")
      }
    return [
      number(lap.number, color: theme.secondaryText), time(TimeFormat.elapsed(lap.duration), color: color),
      TextRun(symbol, frame: mark, alignment: .trailing, size: textSize * 0.72, color: color),
    ]
  }

  /// The number of a lap.
  func number(_ number: Int, color: Color) -> TextRun {
    TextRun(
      "\(number)", frame: self.number, alignment: .leading, size: textSize, isTabular: true, color: color)
  }

  /// How long a lap took.
  func time(_ time: String, color: Color) -> TextRun {
    TextRun(time, frame: self.time, alignment: .trailing, size: textSize, isTabular: true, color: color)
  }
}

/// How a lap compares with the others.
enum LapRank {
  case shortest
  case middling
  case longest

  /// The rank of lap `number` among laps of which these are the shortest and the longest, if any two differ.
  init(of number: Int, shortest: Int?, longest: Int?) {
    switch number {
    case shortest: self = .shortest
    case longest: self = .longest
    default: self = .middling
    }
  }
}
