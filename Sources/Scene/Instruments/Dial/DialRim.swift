import DisplayLists
import Geometry
import Session
import Timekeeping

/// The rim of the dial: an arc of what is left, and a thin line all around once there is less than nothing.
struct DialRim: Instrument {
  /// What the rim is filled with.
  struct Filling: Equatable {
    var fraction: RingValue
    var total: LinearTime
  }

  /// How long the line takes to come, in seconds.
  static let fade = 0.35

  private var turns = FollowedTurns()
  private var arc: Ring?
  private var line: Ring?

  /// What the model of the dial asks for, if anything.
  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Filling? {
    guard case .seconds(let shown) = model.dial, let fraction = shown.fraction else { return nil }
    return Filling(fraction: fraction, total: shown.total)
  }

  mutating func layOut(on panel: Panel) {
    arc = panel.dial?.rimArc(theme: panel.theme)
    line = panel.dial?.rimLine(theme: panel.theme)
  }

  mutating func compose(_ input: Filling?, at moment: Moment, into frame: inout Frame) -> NextChange
  {
    guard let input else {
      turns = FollowedTurns()
      return .never
    }
    guard var arc, var line else { return .never }
    arc.setProgress(turns.turns(input.fraction, at: moment))
    frame.append(.ring(arc))
    let next = turns.nextChange(input.fraction, after: moment)
    let overrun = -input.total.value(at: moment.reading.instant).inSeconds
    guard overrun >= 0 else { return next }
    let isComing = input.total.isRunning && moment.panel.isAnimated && overrun < DialRim.fade
    if overrun > 0 {
      if isComing { line.trackColor = line.trackColor.opacity(Float(overrun / DialRim.fade)) }
      frame.append(.ring(line))
    }
    return isComing || overrun == 0 && input.total.isRunning ? .nextFrame : next
  }
}

extension DialLayout.Placement {
  /// The arc between the ticks and the plate's edge, which is full at first and empties clockwise.
  fileprivate func rimArc(theme: Theme) -> Ring {
    rim(
      thickness: 4, color: theme.hand,
      track: theme.hubFill.mixed(with: theme.hand, by: theme.trackOpacity))
  }

  /// A thin line in the middle of the arc's track.
  fileprivate func rimLine(theme: Theme) -> Ring {
    rim(thickness: 2, color: theme.warning, track: theme.warning)
  }

  private func rim(thickness: Double, color: Color, track: Color) -> Ring {
    let width = max(length(thickness), 1)
    return Ring(
      center: center, radius: length(153.75) + width / 2, thickness: width, progress: 0,
      startColor: color,
      endColor: color, trackColor: track, isReversed: true)
  }
}

extension Ring {
  /// Sets it to so many turns by steps of its tip, so that a slow arc is not painted in every frame.
  fileprivate mutating func setProgress(_ turns: Double) {
    let steps = (max(radius, 1) * 2 * .pi / DialRim.tipStep).rounded(.up)
    progress = (turns * steps).rounded() / steps
  }
}

extension DialRim {
  /// The arc's tip moves by steps of so many device pixels, which is too little to be seen.
  fileprivate static let tipStep = 1.0 / 8
}

extension Theme {
  /// The colour of what is past its time.
  fileprivate var warning: Color { worst }
}
