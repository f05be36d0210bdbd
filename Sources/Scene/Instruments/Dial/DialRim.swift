import DisplayLists
import Geometry
import Session

/// All that the picture of the rim depends on besides the layout and the theme.
struct RimState: Equatable {
  var rim = DialRim.laps([])
  /// The value of `rim`, or the part of the day that has passed.
  var turns = 0.0
  var isDay = false
  /// The strength of the red light past the end, 0 to 1.
  var alarm = 0.0
}

extension DialRim {
  static let wedgeOpacity: Float = 0.22

  var value: RingValue {
    switch self {
    case .wedge(let value), .steps(_, let value): value
    case .laps(let laps): .fixed(laps.isEmpty ? 0 : 1)
    }
  }
}

extension DialLayout {
  /// Around a square in which most of the hands moves, except for a wedge.
  func pictures(of state: RimState, theme: Theme) -> [Picture] {
    var marks: [Mark] = []
    if state.alarm > 0 {
      let red = theme.hubFill.mixed(with: theme.worst, by: Float(state.alarm))
      marks = [arc(0, 1, 153.75, width: 5, red)]
    } else if state.isDay {
      marks = day(at: state.turns, theme)
    } else {
      switch state.rim {
      case .wedge: marks = wedge(state.turns, theme)
      case .steps(let starts, _): marks = steps(starts, done: state.turns, theme)
      case .laps(let laps): marks = arcs(of: laps, turns: state.turns, theme)
      }
    }
    guard !marks.isEmpty else { return [] }
    func box(_ radius: Double) -> PixelRect {
      PixelRect(covering: Rect(center: center, size: .zero).inset(by: -radius))
    }
    var pictures: [Picture] = []
    let isFull = if case .wedge = state.rim, state.alarm == 0 { true } else { false }
    box(plateRadius + 1).forEachPiece(without: isFull ? .zero : box(length(105))) {
      pictures.append(Picture(marks: marks, extent: $0))
    }
    return pictures
  }

  private func arc(
    _ start: Double, _ end: Double, _ radius: Double, width: Double, _ color: Color,
    isRound: Bool = false
  ) -> Mark {
    .stroke(
      Path([
        .arc(
          center: center, radius: length(radius), start: Angle(turns: start),
          end: Angle(turns: end))
      ]), width: max(length(width), 1), round: isRound, color)
  }

  private func wedge(_ turns: Double, _ theme: Theme) -> [Mark] {
    [
      arc(0, turns, 75, width: 150, theme.hand.opacity(DialRim.wedgeOpacity)),
      arc(0, turns, 153.75, width: 4, theme.hand),
    ]
  }

  private func steps(_ starts: [Double], done: Double, _ theme: Theme) -> [Mark] {
    let track = theme.hubFill.mixed(with: theme.hand, by: theme.trackOpacity * 1.6)
    let past = theme.hubFill.mixed(with: theme.hand, by: 0.6)
    let gap = starts.count > 1 ? 0.004 : 0
    return starts.indices.flatMap { index -> [Mark] in
      let next = index + 1 < starts.count ? starts[index + 1] : 1
      let (start, end) = (starts[index] + gap / 2, next - gap / 2)
      var marks = [arc(start, end, 153.75, width: 5, done >= next ? past : track)]
      if done > start, done < next {
        marks.append(arc(start, min(done, end), 153.75, width: 5, theme.hand))
      }
      return marks
    }
  }

  /// Concentric arcs of the newest laps, the newest outside, as many as can be distinguished. The
  /// longest is three quarters of a turn.
  private func arcs(of laps: [DialRim.LapArc], turns: Double, _ theme: Theme) -> [Mark] {
    let lanes = min(Int(length(7) / 2.3), max(3, Int(length(7) / 4)), DialRim.maxLaps)
    let pitch = 7 / Double(max(lanes, 1))
    return laps.suffix(lanes).reversed().enumerated().map { lane, lap in
      let color =
        switch lap.kind {
        case .shortest: theme.best
        case .longest: theme.worst
        default: theme.hubFill.mixed(with: theme.lapHand, by: 0.5)
        }
      return arc(
        0, lap.turns * turns * 0.75, 157.2 - pitch * (Double(lane) + 0.5), width: pitch * 0.65,
        color,
        isRound: true)
    }
  }

  /// From midnight at the bottom to noon at the top, and a sun.
  private func day(at turns: Double, _ theme: Theme) -> [Mark] {
    let night = theme.hubFill.mixed(with: theme.lapHand.mixed(with: theme.text, by: 0.45), by: 0.7)
    let noon = theme.hubFill.mixed(with: theme.hand, by: 0.4)
    let count = 96
    var marks = (0..<count).map { index -> Mark in
      let middle = (Double(index) + 0.5) / Double(count)
      // Dawn and dusk last three hours each.
      let light = EaseInOut.value(at: 0.5 + (0.25 - abs(middle - 0.5)) * 8)
      return arc(
        0.5 + Double(index) / Double(count), 0.5 + (Double(index) + 1.1) / Double(count), 153.75,
        width: 5, night.mixed(with: noon, by: Float(light)))
    }
    let sun = center.polar(angle: Angle(turns: turns + 0.5), distance: length(153.75))
    marks.append(.fill(.circle(center: sun, radius: length(4.2)), theme.hubFill))
    marks.append(.fill(.circle(center: sun, radius: length(3)), theme.hand))
    return marks
  }
}
