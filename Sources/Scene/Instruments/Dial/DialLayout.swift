import DisplayLists
import Geometry

/// The face of a dial and its parts: a disc with ticks, labels and room for hands.
///
/// It asks for a square. All measures are those of a dial of diameter 300 between the outer ends of its ticks.
struct DialLayout: Equatable {
  /// What the dial tells.
  enum Face: Equatable {
    /// Seconds of a minute, a small dial of 30 minutes, and a readout.
    case seconds
    /// Hours, minutes and seconds of half a day.
    case hours
  }

  /// A dial that has been placed; all in device pixels.
  struct Placement: Equatable {
    /// The middle.
    var center: Point
    /// Between the outer ends of the ticks.
    var diameter: Double
    /// The radius of the plate, which the ticks stand on.
    var plateRadius: Double
    /// The middle and the diameter of the small dial.
    var miniCenter: Point
    var miniDiameter: Double
    /// The boxes of the two lines of the readout, and of the words above it.
    var readout: Rect
    var lapReadout: Rect
    var caption: Rect
    /// The smallest size of text that is of use.
    var leastText: Double

    /// The length that is `units` at diameter 300.
    func length(_ units: Double) -> Double { units * diameter / 300 }
  }

  /// The smallest size of text that is of use, in device pixels.
  var leastText = Environment.leastText

  /// The plate's diameter by the ticks' one: room for the rim.
  static let plate = 1.05
  /// The small hand's tip moves by steps of so many device pixels, which is too little to be seen.
  static let tipStep = 1.0 / 32
  /// The circle of the small dial's ticks in that dial's own 90: its rim keeps clear of the large hub.
  static let miniRim = 0.87
}

extension DialLayout {
  func sizeThatFits(_ proposal: Size) -> Size {
    proposal.fitting(aspect: Size(width: 1, height: 1))
  }

  func placeSubviews(in bounds: Rect) -> Placement {
    // An odd or even whole number of pixels, its middle on a pixel's edge or middle: the dial is symmetrical.
    let side = sizeThatFits(bounds.size).width.rounded(.down)
    let x0 = (bounds.midX - side / 2).rounded()
    let y0 = (bounds.midY - side / 2).rounded()
    let center = Point(x: x0 + side / 2, y: y0 + side / 2)
    let diameter = side / DialLayout.plate
    let unit = diameter / 300
    func line(below: Double, height: Double, width: Double) -> Rect {
      Rect(
        center: center.offset(dx: 0, dy: (below * unit).rounded()),
        size: Size(width: width * unit, height: height * unit)
      ).snapped
    }
    let readout = line(below: 62, height: 26, width: 150)
    var lapReadout = line(below: 83, height: 15, width: 130)
    // On a small dial rounding would let them overlap.
    lapReadout.origin.y = max(lapReadout.minY, readout.maxY)
    return Placement(
      center: center, diameter: diameter, plateRadius: side / 2,
      miniCenter: center.offset(dx: 0, dy: -50 * unit), miniDiameter: 90 * unit,
      readout: readout, lapReadout: lapReadout,
      caption: line(below: 37, height: 18, width: 150),
      leastText: leastText)
  }
}

extension DialLayout.Placement {
  /// Everything of the face that stands still.
  func picture(face: DialLayout.Face, theme: Theme) -> Picture {
    var marks = plateMarks(theme: theme)
    switch face {
    case .seconds:
      marks += ticks(
        center: center, count: 240, diameter: diameter, labels: 240 / 12, long: 4, theme: theme)
      marks += labels(
        (1...12).map { "\($0 * 5)" }, center: center, radius: length(118), size: length(19),
        theme: theme)
      if length(9) >= leastText {
        marks += miniTicks(theme: theme)
        marks += labels(
          (1...6).map { "\($0 * 5)" }, center: miniCenter, radius: length(25.5), size: length(9),
          theme: theme)
      }
    case .hours:
      marks += ticks(
        center: center, count: 60, diameter: diameter, labels: 5, long: 1, theme: theme)
      marks += labels(
        (1...12).map { "\($0)" }, center: center, radius: length(116), size: length(24),
        theme: theme)
    }
    let reach =
      theme.plateShadows.map { ($0.radius * 3 + abs($0.offset)) / 100 * diameter }.max() ?? 0
    let box = Rect(center: center, size: Size(width: 2 * plateRadius, height: 2 * plateRadius))
    return Picture(
      marks: marks, extent: PixelRect(covering: box.inset(by: -reach - 1)),
      backdrop: theme.background)
  }

  private func plateMarks(theme: Theme) -> [Mark] {
    let plate = Path.circle(center: center, radius: plateRadius)
    var marks: [Mark] = theme.plateShadows.map { shadow in
      .shadow(
        plate,
        Shadow(
          color: shadow.color, radius: shadow.radius / 100 * diameter,
          dx: shadow.offset / 100 * diameter,
          dy: shadow.offset / 100 * diameter), knockout: true)
    }
    if theme.plate.alpha > 0 { marks.append(.fill(plate, theme.plate)) }
    if theme.plateBorder.alpha > 0 {
      let width = max(1, length(1))
      marks.append(
        .stroke(
          .circle(center: center, radius: plateRadius - width / 2), width: width, round: false,
          theme.plateBorder))
    }
    return marks
  }

  /// `count` ticks: every `labels`-th at full strength, every `long`-th long, in one path of each kind.
  private func ticks(
    center: Point, count: Int, diameter: Double, labels: Int, long: Int, theme: Theme
  ) -> [Mark] {
    // Where ticks would run together, only those of the whole seconds, then only the labelled ones, are drawn.
    let pitch = diameter * .pi / Double(count)
    let step = pitch >= 2.6 ? 1 : pitch * Double(long) >= 2.6 ? long : labels
    var major = Path()
    var minor = Path()
    var fine = Path()
    for index in stride(from: 0, to: count, by: step) {
      let angle = Angle(turns: Double(index) / Double(count))
      let isLong = index % long == 0
      let line = Path.line(
        from: center.polar(angle: angle, distance: diameter / 2),
        to: center.polar(angle: angle, distance: diameter / 2 - length(isLong ? 15 : 7)))
      if index % labels == 0 {
        major.append(line)
      } else if isLong {
        minor.append(line)
      } else {
        fine.append(line)
      }
    }
    // The ticks between whole seconds are finer than those of the seconds: 240 of one width make a grey band.
    let width = max(length(2), 0.75)
    return [
      .stroke(fine, width: max(width * 0.55, 0.6), round: false, theme.minorTick),
      .stroke(minor, width: width, round: false, theme.minorTick),
      .stroke(major, width: max(width, 1), round: false, theme.majorTick),
    ]
  }

  private func miniTicks(theme: Theme) -> [Mark] {
    var major = Path()
    var minor = Path()
    for index in 0..<60 {
      let angle = Angle(turns: Double(index) / 60)
      let outer = miniDiameter * DialLayout.miniRim / 2
      let line = Path.line(
        from: miniCenter.polar(angle: angle, distance: outer),
        to: miniCenter.polar(angle: angle, distance: outer - length(index % 2 == 0 ? 5 : 3)))
      if index % 10 == 0 {
        major.append(line)
      } else {
        minor.append(line)
      }
    }
    let width = max(length(1), 0.7)
    return [
      .stroke(minor, width: width, round: false, theme.minorTick),
      .stroke(major, width: width, round: false, theme.majorTick),
    ]
  }

  /// Upright labels, the last at the top, the others clockwise after it.
  private func labels(
    _ texts: [String], center: Point, radius: Double, size: Double, theme: Theme
  ) -> [Mark] {
    guard size >= leastText else { return [] }
    return texts.enumerated().map { index, text in
      let angle = Angle(turns: Double(index + 1) / Double(texts.count))
      return .text(
        TextRun(
          text,
          frame: Rect(
            center: center.polar(angle: angle, distance: radius),
            size: Size(width: size * 2.4, height: size * 1.6)), size: size, color: theme.text))
    }
  }

  /// A hand of the total or the lap, from the rim to a tail of one tenth of the diameter.
  func hand(color: Color, theme: Theme) -> Hand {
    shaped(reach: 150, tail: 30, width: 2, hub: 3, center: center, color: color, theme: theme)
  }

  /// The hand that stands where the lap ended which the running one is compared with: thin, translucent and flat.
  func ghostHand(theme: Theme) -> Hand {
    var hand = shaped(
      reach: 150, tail: 0, width: 1.4, hub: 0, center: center, color: theme.ghostHand, theme: theme)
    hand.shadow.color = .clear
    return hand
  }

  /// The hand of the small dial.
  func miniHand(theme: Theme) -> Hand {
    shaped(
      reach: 37, tail: 8, width: 1.6, hub: 2.2, center: miniCenter, color: theme.hand, theme: theme)
  }

  /// The hour hand of the clock.
  func hourHand(theme: Theme) -> Hand {
    shaped(reach: 72, tail: 14, width: 6, hub: 0, center: center, color: theme.text, theme: theme)
  }

  /// The minute hand of the clock; with a hub where it lies on top.
  func minuteHand(isOnTop: Bool, theme: Theme) -> Hand {
    shaped(
      reach: 118, tail: 14, width: 4, hub: isOnTop ? 4 : 0, center: center, color: theme.text,
      theme: theme)
  }

  private func shaped(
    reach: Double, tail: Double, width: Double, hub: Double, center: Point, color: Color,
    theme: Theme
  ) -> Hand {
    let shadow = theme.handShadow
    let offset = shadow.offset / 100 * diameter
    return Hand(
      center: center, angle: Angle(turns: 0), length: length(reach), tail: length(tail),
      width: max(length(width), 1.2), hubRadius: length(hub), hubFill: theme.hubFill, color: color,
      shadow: Shadow(
        color: shadow.color, radius: shadow.radius / 100 * diameter, dx: offset * 0.6, dy: offset))
  }
}

extension Theme {
  /// The colour of the ghost hand, that of the best lap.
  var ghostHand: Color { best.opacity(0.75) }

  /// The colour inside the hub's ring: that of the plate.
  var hubFill: Color { plate.alpha > 0 ? plate : background }
}
