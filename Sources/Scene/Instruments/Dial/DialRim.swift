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
    case .laps: .fixed(0)
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
      case .laps: break  // They are still, so the face has them.
      }
    }
    func box(_ radius: Double) -> PixelRect {
      PixelRect(covering: Rect(center: center, size: .zero).inset(by: -radius))
    }
    let isFull = if case .wedge = state.rim, state.alarm == 0 { true } else { false }
    let pieces = box(plateRadius + 1).subtracting(isFull ? .zero : box(length(105)))
    return marks.isEmpty ? [] : pieces.map { Picture(marks: marks, extent: $0) }
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

  /// Concentric arcs in a sunk track, the newest outside. The longest is three quarters of a turn.
  func lapMarks(_ laps: [DialRim.LapArc], _ theme: Theme) -> [Mark] {
    guard hasLaps else { return [] }
    let pitch = 5.75
    let track = Ring(
      center: center, radius: length(188.6), thickness: length(pitch * Double(DialRim.maxLaps)),
      progress: 0, startColor: theme.majorTick, endColor: .clear,
      trackColor: theme.hubFill.mixed(with: theme.text, by: theme.trackOpacity * 0.4))
    let arcs = laps.reversed().enumerated().map { lane, lap in
      let plain = theme.hubFill.mixed(with: theme.lapHand, by: 0.86 - 0.11 * Float(lane))
      return arc(
        0, lap.turns * 0.75, 188.6 - pitch * (Double(lane) + 0.5), width: 4.5,
        lap.kind == .plain ? plain : theme.style(of: lap.kind).time, isRound: true)
    }
    let line = theme.trackOutline * leastText / Environment.leastText
    return track.bed(theme, diameter: 2 * plateRadius, outline: line) + arcs
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
