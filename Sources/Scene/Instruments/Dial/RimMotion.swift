import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// What is on a dial's rim, on the way from one mode to the next: a wedge closes and opens at the top, and a plan's
/// steps divide the rim one after another.
struct RimMotion {
  private struct Steps {
    let rim: DialRim
    var turns: Double
    /// How far each step is there, 0...1; none at rest.
    var division: [Animated<Double>] = []
  }

  /// Of a wedge; 0 in modes without.
  private var wedge = AnimatedTurns()
  /// Of a plan's steps or of the running lap.
  private var turns = AnimatedTurns()
  private var steps: Steps?
  /// The strength of the red light past the end.
  private var alarm = Animated(0.0)
  private var shown: (state: RimState, geometry: DialGeometry, pictures: [Picture])?
  private var runningLap: Ring?
  private var wedgeColor = Color.clear
  /// The arcs of the laps before the newest one, and how much of them is left.
  private var former: (pictures: [Picture], weight: Animated<Double>)?
  private(set) var isMoving = false

  /// The steps that come and go together at most: later ones have the delay of the last.
  private static let maxStagger = 10

  /// Prepares for another mode.
  mutating func leave(isCarried: Bool) {
    if !isCarried {
      let color = wedgeColor
      self = RimMotion()
      wedgeColor = color
    }
    (turns, shown, runningLap, former) = (AnimatedTurns(), nil, nil, nil)
  }

  /// Prepares for another layout or theme.
  mutating func prepare(_ theme: Theme) { (shown, former, wedgeColor) = (nil, nil, theme.wedge) }

  /// The arcs of the laps, to leave with their track.
  var lapMarks: [Mark] {
    guard let shown, case .laps = shown.state.rim, shown.state.alarm == 0 else { return [] }
    let marks = shown.pictures.first?.marks ?? []
    guard let ring = runningLap else { return marks }
    let arc = Path.Element.arc(
      center: ring.center, radius: ring.radius - ring.thickness / 2, start: Angle(turns: 0),
      end: Angle(turns: ring.progress))
    return marks + [
      .stroke(Path([arc]), width: ring.thickness, round: true, ring.startColor)
    ]
  }

  /// Returns when it next differs, where it is, in turns, and how it moves.
  ///
  /// `layout` is on its way to `target`. Without `content`, what is there leaves.
  mutating func compose(
    _ content: SecondsContent?, on layout: DialLayout, of target: DialLayout, face: FaceMotion,
    isHeld: Bool, change: Motion?, at moment: Moment, into frame: inout Frame
  ) -> (next: NextChange, turns: Double, edge: Animated<Double>) {
    let (theme, time) = (moment.panel.theme, moment.time)
    let rim = content?.rim
    var wedgeValue: RingValue?
    if case .wedge(let value)? = rim { wedgeValue = value }
    let value = wedgeValue ?? .fixed(0)
    let open = min(wedge.turns(value, isHeld: isHeld, with: change, at: moment), 1)
    var next = wedge.nextChange(value, after: moment)
    var (turns, edge) = (open, wedge.turns)
    if edge.target > 1 { edge = Animated(1) }
    if let rim, wedgeValue == nil {
      turns = self.turns.turns(rim.value, isHeld: isHeld, at: moment)
      edge = self.turns.turns
      next = min(next, self.turns.nextChange(rim.value, after: moment))
    }
    let alarm = light(of: content, change, at: moment)
    divide(rim, turns: turns, change, at: time)
    isMoving = self.alarm.isMoving(at: time) || steps?.division.isEmpty == false

    runningLap = nil
    if case .laps(let laps, _)? = rim,
      var ring = self.lap(turns, after: laps, face, layout, target, theme)
    {
      let light = Float(face.trackLight(at: time))
      (ring.startColor, ring.endColor) = (
        ring.startColor.opacity(light), ring.endColor.opacity(light)
      )
      runningLap = ring
      frame.append(.ring(ring))
    }
    // A timer of more than twelve hours fills the dial until its last ones.
    let stepped = stepped(open, by: Dial.rimStep, radius: layout.plateRadius)
    if wedgeValue != nil && alarm == 0 || open > 0 {
      let wedge = layout.wedge(stepped, wedgeColor, theme)
      frame.append(.sector(wedge.fill))
      frame.append(.sector(wedge.edge))
    }
    composeMoving(on: layout, theme, face, at: time, into: &frame)
    if alarm == 0, wedgeValue != nil { return (next, turns, edge) }
    var state = RimState(rim: rim ?? RimState().rim)
    state.alarm = alarm
    if case .steps? = rim {
      if steps?.division.isEmpty == false, alarm == 0 { return (next, turns, edge) }
      state.turns = Scene.stepped(turns, by: Dial.rimStep, radius: layout.plateRadius)
    }
    // Arcs of laps are scaled with their track.
    let place = alarm > 0 ? layout : target
    if shown?.state != state || shown?.geometry != place.geometry {
      recolor(since: shown?.state, to: state, at: time)
      shown = (state, place.geometry, place.pictures(of: state, theme: theme))
    }
    for picture in shown?.pictures ?? [] {
      frame.append(
        alarm == 0 && face.isMoving
          ? face.onTrack(picture, of: target, at: time) : .picture(picture))
    }
    composeFormer(at: time, into: &frame)
    return (former == nil ? next : .nextFrame, turns, edge)
  }

  /// Lets the last laps fade over those with a new one.
  private mutating func recolor(since old: RimState?, to new: RimState, at time: AnimationTime) {
    guard case .laps(let laps, _)? = old?.rim, case .laps(let newLaps, _) = new.rim,
      laps != newLaps, old?.alarm == 0, new.alarm == 0, !laps.isEmpty
    else { return }
    var weight = Animated(1.0)
    weight.set(0, with: .row, at: time)
    former = (shown?.pictures ?? [], weight)
  }

  private mutating func composeFormer(at time: AnimationTime, into frame: inout Frame) {
    if former?.weight.isMoving(at: time) == false { former = nil }
    guard let former else { return }
    let weight = Float(former.weight.value(at: time))
    for picture in former.pictures { frame.append(picture.shown(light: min(weight, 0.999))) }
  }

  /// The red light, which a change of mode fades.
  private mutating func light(
    of content: SecondsContent?, _ change: Motion?, at moment: Moment
  ) -> Double {
    var new = 0.0
    if let content, content.readout.isOverrun(at: moment.reading.instant) {
      let overrun = -content.total.value(at: moment.reading.instant).inSeconds
      let moves = content.total.isRunning && moment.panel.isAnimated
      new = moves ? Light.pulse(at: overrun) : 1
    }
    if let change { alarm.set(new, with: change, at: moment.time) } else { alarm.track(new) }
    return alarm.isMoving(at: moment.time) ? max(0, alarm.value(at: moment.time)) : new
  }

  /// Lets the steps of a plan come with its mode, and go with it.
  private mutating func divide(
    _ rim: DialRim?, turns: Double, _ change: Motion?, at time: AnimationTime
  ) {
    if case .steps(let arcs, _)? = rim, let rim {
      var division = steps?.division ?? []
      if change != nil || !division.isEmpty {
        if division.count != arcs.count {
          division = [Animated<Double>](
            repeating: Animated(change == nil ? 1 : 0), count: arcs.count)
        }
        steps = Steps(rim: rim, turns: turns, division: division)
      } else if steps?.rim != rim {
        steps = Steps(rim: rim, turns: turns)
      }
      steps?.turns = turns
    } else if change == nil, steps?.division.isEmpty == true {
      steps = nil
    }
    guard let count = steps.map({ rim?.isOfSteps == true ? $0.division.count : $0.rim.stepCount })
    else { return }
    if change != nil {
      let target = rim?.isOfSteps == true ? 1.0 : 0
      if steps?.division.isEmpty == true {
        steps?.division = [Animated<Double>](repeating: Animated(1), count: count)
      }
      for index in 0..<count {
        steps?.division[index].set(
          target, with: .step(min(index, RimMotion.maxStagger)), at: time)
      }
    }
    if steps?.division.contains(where: { $0.isMoving(at: time) }) == false {
      if rim?.isOfSteps == true { steps?.division = [] } else { steps = nil }
    }
  }

  /// The steps that come or go.
  private func composeMoving(
    on layout: DialLayout, _ theme: Theme, _ face: FaceMotion, at time: AnimationTime,
    into frame: inout Frame
  ) {
    guard let steps, !steps.division.isEmpty else { return }
    var state = RimState(rim: steps.rim)
    state.turns = steps.turns
    state.division = steps.division.map { $0.value(at: time) }
    for picture in layout.pictures(of: state, theme: theme) { frame.append(.picture(picture)) }
  }

  private func lap(
    _ turns: Double, after laps: [DialRim.LapArc], _ face: FaceMotion, _ layout: DialLayout,
    _ target: DialLayout, _ theme: Theme
  ) -> Ring? {
    guard face.isMoving else { return target.running(turns, after: laps, theme) }
    // The track is as large as the plate.
    var geometry = layout.geometry
    geometry.diameter = target.diameter * geometry.side / target.side
    return target.moved(to: geometry).running(turns, after: laps, theme)
  }
}

extension DialRim {
  fileprivate var isOfSteps: Bool { if case .steps = self { true } else { false } }

  fileprivate var stepCount: Int { if case .steps(let arcs, _) = self { arcs.count } else { 0 } }
}
