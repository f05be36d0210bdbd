import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// The edge of a small window, which burns down or goes round: what a large window shows on its dial and rings.
struct Edge: Instrument {
  private struct Look: Equatable {
    var course: EdgeContent.Course
    /// The strength of the red light of an overrun, 0 to 1.
    var alarm = 1.0
  }

  private var content: EdgeContent?
  private var path: EdgePath?
  private var width = 0.0
  private var track: Picture?
  private var look: Look?
  /// Equal parts of the edge, each as if it were full.
  private var parts: [Picture] = []
  private var tip: (turns: Double, picture: Picture)?
  private var turns = AnimatedTurns()
  private var icon: Picture?
  private var mode: Mode?
  /// 1 while the mode's icon is shown, as after each change.
  private var iconLight = Animated(0.0)
  private var isModeNew = false

  /// A moving tip repaints one part.
  private static let partCount = 24
  /// In device pixels.
  private static let overlap = 1.0
  /// What a tip that glows has of the light of digits.
  private static let tipLight: Float = 0.7
  /// The corners of a rectangle's edge by the shorter side of the window.
  private static let corner = 0.12
  /// The size of the mode's icon and of the disc behind it, by the shorter side of the window.
  private static let (iconSize, discSize) = (0.36, 0.62)
  /// The size of an icon in its own units, and the width of its lines there.
  private static let (iconUnits, iconLine) = (16.0, 1.6)

  mutating func update(_ update: inout Update) -> Bool {
    let (panel, model) = (update.panel, update.model)
    let new = panel.key.hasEdge ? model.edge : nil
    let isModeChange = mode != nil && mode != model.mode
    mode = model.mode
    guard update.isNew || new != content else { return false }
    if isModeChange, new != nil { (turns, isModeNew) = (AnimatedTurns(), true) }
    if update.isNew || new?.hue != content?.hue { (look, tip) = (nil, nil) }
    content = new
    guard let new else {
      (path, track, icon, parts) = (nil, nil, nil, [])
      return true
    }
    let size = panel.key.environment.size
    let side = min(size.width, size.height)
    width = max(1, (side * PanelLayout.edgeWidth).rounded())
    let box = Rect(origin: .zero, size: size).inset(by: width / 2)
    let isRound = panel.key.environment.shape == .round
    let path = EdgePath(in: box, radius: isRound ? side / 2 : side * Edge.corner)
    self.path = path
    let color = panel.theme.color(of: new.hue)
    let trackColor = panel.theme.background.mixed(with: color, by: panel.theme.trackOpacity)
    track = picture([(path.part(from: 0, to: path.length), trackColor)])
    icon = Edge.icon(of: model.mode, side: side, in: size, panel.theme)
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let content, let path, let track else { return .never }
    frame.append(.picture(track))
    let instant = moment.reading.instant
    var new = Look(course: content.course(at: instant))
    if new.course == .over, moment.panel.isAnimated, let left = content.remaining {
      new.alarm = Light.pulse(at: -left.value(at: instant).inSeconds)
    }
    if new != look {
      (look, tip) = (new, nil)
      let color = moment.panel.theme.color(of: content.hue, new.course, alarm: new.alarm)
      let step = path.length / Double(Edge.partCount)
      parts = (0..<Edge.partCount).map {
        // Over the beginning of the next, so that no seam is seen.
        let end = min(step * Double($0 + 1) + Edge.overlap, path.length)
        return picture([(path.part(from: step * Double($0), to: end), color)], isTransient: true)
      }
    }
    let (turns, next) = turns(of: content, at: moment)
    let filled = turns * Double(Edge.partCount)
    for index in parts.indices {
      let isFull = Double(index + 1) <= filled
      frame.append(isFull ? .picture(parts[index]) : .none)
    }
    if tip?.turns != turns {
      let start = filled.rounded(.down) / Double(Edge.partCount) * path.length
      let end = turns * path.length
      let theme = moment.panel.theme
      let color = theme.color(of: content.hue, new.course, alarm: 1)
      var pieces = [(path.part(from: start, to: end), color)]
      if theme.glows, [.running, .nearlyOver].contains(new.course) {
        let bright = color.mixed(with: theme.digits.lit, by: Edge.tipLight)
        pieces.append((path.part(from: max(0, end - width), to: end), bright))
      }
      tip = end > 0 ? (turns, picture(pieces, isTransient: true)) : nil
    }
    frame.append(tip.map { .picture($0.picture) } ?? .none)
    let light = iconLight(at: moment)
    frame.append(light > 0 ? icon.map { .picture($0) } ?? .none : .none)
    if iconLight.isMoving(at: moment.time) || new.course == .over && moment.panel.isAnimated {
      return .nextFrame
    }
    return next
  }

  /// Full in an overrun.
  private mutating func turns(of content: EdgeContent, at moment: Moment) -> (Double, NextChange) {
    guard content.course(at: moment.reading.instant) != .over else { return (1, .never) }
    let eased = turns.turns(content.value, at: moment)
    if turns.nextChange(.fixed(0), after: moment) == .nextFrame {
      return (min(eased, 1), .nextFrame)
    }
    let steps = Int64(max(1, (path?.length ?? 1).rounded()))
    return content.value.steps(of: steps, at: moment.reading)
  }

  private mutating func iconLight(at moment: Moment) -> Double {
    if isModeNew {
      isModeNew = false
      iconLight = Animated(1)
      iconLight.set(0, with: .modeIcon, at: moment.time)
    }
    return iconLight.value(at: moment.time)
  }

  private func picture(_ pieces: [(path: Path, color: Color)], isTransient: Bool = false)
    -> Picture
  {
    let bounds = pieces.dropFirst().reduce(pieces[0].path.bounds) { $0.union($1.path.bounds) }
    return Picture(
      pieces.map { .stroke($0.path, width: width, round: false, $0.color) },
      covering: bounds.inset(by: -width / 2 - 1), isTransient: isTransient)
  }

  private static func icon(of mode: Mode, side: Double, in size: Size, _ theme: Theme) -> Picture {
    let middle = Rect(origin: .zero, size: size).center
    let unit = side * iconSize / iconUnits
    let disc = Path.circle(center: middle, radius: side * discSize / 2)
    let strokes = mode.strokes.map { path in
      Mark.stroke(
        path.mapped(factor: unit) {
          Point(
            x: middle.x + ($0.x - iconUnits / 2) * unit, y: middle.y + ($0.y - iconUnits / 2) * unit
          )
        }, width: iconLine * unit, round: true, theme.text)
    }
    return Picture(
      [.fill(disc, theme.hubFill)] + strokes, covering: disc.bounds.inset(by: -1))
  }
}

extension Theme {
  /// What a stopped edge has of its colour.
  private static let stillEdge: Float = 0.4

  /// A moon's colour would say nothing about a time: the day has the sun's.
  fileprivate func color(of hue: EdgeContent.Hue) -> Color {
    switch hue {
    case .lap: lapHand
    case .hand: hand
    case .day: DialRim.noon
    case .step(let kind): color(ofStep: kind)
    }
  }

  fileprivate func color(
    of hue: EdgeContent.Hue, _ course: EdgeContent.Course, alarm: Double
  ) -> Color {
    switch course {
    case .running: color(of: hue)
    case .nearlyOver: worst
    case .over: background.mixed(with: worst, by: Float(alarm))
    case .still: background.mixed(with: color(of: hue), by: Theme.stillEdge)
    }
  }
}
