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
  var leastText = Surroundings.leastText

  /// One row, in device pixels.
  struct Row: Equatable {
    var number: Rect
    var time: Rect
    var mark: Rect
    var textSize: Double
  }
}

extension LapList: Layout {
  func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(proposal.height, rowHeight * Double(count)))
  }

  func placeSubviews(in bounds: Rect) -> [Row] {
    let size = rowHeight * 0.64
    guard size >= leastText, bounds.width > size * 5 else { return [] }
    let fitting = Int((bounds.height / rowHeight).rounded(.down))
    return (0..<max(0, min(count, fitting))).map { index in
      let y = bounds.minY + rowHeight * Double(index)
      func part(from start: Double, to end: Double) -> Rect {
        Rect(
          x: bounds.minX + bounds.width * start, y: y, width: bounds.width * (end - start), height: rowHeight
        ).snapped
      }
      return Row(
        number: part(from: 0, to: 0.26), time: part(from: 0.26, to: 0.86), mark: part(from: 0.86, to: 1),
        textSize: size)
    }
  }
}

extension LapList.Row {
  /// The words of one lap. The running lap has no mark, whatever its length.
  func runs(number: Int, time: String, rank: LapRank, isRunning: Bool, theme: Theme) -> [TextRun] {
    let color =
      switch rank {
      case _ where isRunning: theme.lapHand
      case .shortest: theme.best
      case .longest: theme.worst
      case .middling: theme.text
      }
    let symbol =
      switch rank {
      case .shortest: "▼"
      case .longest: "▲"
      case .middling: ""
      }
    return [
      self.number(number, color: isRunning ? color : theme.secondaryText), self.time(time, color: color),
      TextRun(
        isRunning ? "" : symbol, frame: mark, alignment: .trailing, size: textSize * 0.72, color: color),
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

  /// The rank of lap `number` in `stopwatch`; all are middling as long as no two differ.
  init(of number: Int, in stopwatch: Stopwatch) {
    switch number {
    case stopwatch.shortestLap: self = .shortest
    case stopwatch.longestLap: self = .longest
    default: self = .middling
    }
  }
}
