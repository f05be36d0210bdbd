import Geometry
import Session

/// How the parts of a panel share a window: in the arrangement in which they become largest.
///
/// This counts what is drawn in a box, not the box. Modes with the same parts have the same layout.
/// Parts that are too small are left out: buttons (each has its key) and, in a small window, all
/// but the most important instruments.
struct PanelLayout {
  private enum Design: CaseIterable {
    case wide, square, tall, strip

    var arrangement: Arrangement {
      switch self {
      case .wide: .row([.part(.dial), .column([.part(.digits), .part(.rings), .part(.laps)])])
      case .square:
        .column([
          .part(.digits), .row([.part(.dial), .part(.rings), .part(.laps)], isEven: true),
        ])
      case .tall: .column(PanelLayout.ranking.map { .part($0) })
      case .strip: .row([.part(.dial), .part(.digits), .part(.rings), .part(.laps)])
      }
    }
  }

  /// The most important part first, which stays longest as the window shrinks.
  private static let ranking: [Part] = [.digits, .dial, .rings, .laps]

  // The lengths of the design, in 480ths of the window's shorter side.

  /// The design's window is 840 by 480.
  private static let design = 480.0
  static let margin = 34.0
  /// Between instruments: columns are told apart by space alone, rows also by what they hold.
  static let gap = Size(width: 48, height: 32)

  // Parts of the margin.

  /// In a small window, where the digits need the space.
  private static let tightMargin = 0.6
  /// In a round one, whose boxes touch the edge only with their corners.
  private static let roundMargin = 0.7
  /// Around a dial that is as round as the window.
  private static let dialMargin = 0.3
  /// The size of a mode's icon, so that it has space above and below.
  private static let iconFraction = 0.7

  // In user units.

  /// What WCAG 2.2 (2.5.8) requires of a target.
  private static let minTarget = 24.0
  /// A quarter of it holds a legible hint, and more than a third a caption.
  private static let minButton = 28.0
  /// In a tall window, as on a phone, where buttons are touched: what WCAG 2.2 (2.5.5) requires.
  private static let minTallButton = 44.0

  /// A circle around a legible "100%", by the minimum height of a button: four bold letters of
  /// 0.66 ems in 0.74 of the width.
  private static let minCircle = 1.15
  /// The height of a window by its width from which each row of buttons has the full width.
  private static let minTallAspect = 1.1
  /// The width of a window by its height from which a dial is beside the digits and the others in
  /// one row: nothing else would fill that width.
  private static let minStripAspect = 2.8
  /// A design must be better by this factor than those before it: less is rounding.
  private static let minGain = 1.0001
  /// The height of buttons alone in a window, by the window's.
  private static let soleButtons = 0.25

  // A list below a dial in a square window.

  /// Four rows, and what rounding may take of them.
  private static let rowsBelowDial = 4.1
  /// The minimum height by the dial's.
  private static let listBelowDial = 0.24
  /// What the dial keeps of its height at least: with the list below them instead, the rings would be half as large.
  private static let minDial = 0.68

  /// What digits that fill their column may take of the height of the rings below.
  private static let maxFilling = 0.36
  /// How much digits may grow in height when there are fewer than the box is made for.
  private static let digitGrowth = 1.2
  /// What the digits take of a small window, in squares of its shorter side: in two lines, or in
  /// one, which is 4.3 times as wide as high but need not be as high as the window.
  private static let (stackedSquares, lineSquares) = (0.8, 2.4)
  /// The aspect ratio of a list that is alone, as high as wide but for its gaps.
  private static let listAspect = 1.1

  let key: Panel.Key
  let size: Size
  /// A 480th of the window's shorter side.
  let unit: Double
  private(set) var parts: Set<Part>
  private(set) var rows: [ButtonRows.Row] = []

  init(_ key: Panel.Key) {
    self.key = key
    size = key.environment.size
    unit = min(size.width, size.height) / PanelLayout.design
    parts = key.parts.subtracting([.buttons, .gap])
    // The rings include the list.
    if parts.contains(.rings) || !key.hasList && key.parts != [.laps] { parts.remove(.laps) }
    guard key.parts.contains(.buttons) else { return }
    if key.mainWidth > 0 { rows.append(.main) }
    // In a tall window, space for buttons that are not shown would cost too much.
    if key.hasRingRow, key.hasRingButtons || !isTall { rows.append(.rings) }
  }

  func place() -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    if key.parts.contains(.gap) { return placeBelowGap() }
    guard !parts.isEmpty else {
      let room = key.environment.middle.inset(by: margin)
      let height = min(room.height * PanelLayout.soleButtons, buttonHeights.upperBound)
      return ([:], ButtonRows.stack(rows, in: room, height: height, unit: unit))
    }
    if key.hasBezel { return placeInBezel() }
    if key.hasEdge { return (placeInEdge(), [:]) }
    if key.isDialCentered { return (placeAroundDial(), [:]) }
    let shown = shownParts
    let gap = Size(width: PanelLayout.gap.width * unit, height: PanelLayout.gap.height * unit)
    var best:
      (
        worth: Double, design: Design, arrangement: Arrangement, buttons: ButtonRows,
        shares: [Double]
      )?
    for content in contents(of: shown) {
      for design in Design.allCases {
        guard let arrangement = design.arrangement.filtered(shown.contains),
          // Alone, the digits have the gaps of a strip.
          design == .strip || shown != [.digits]
        else { continue }
        if design == .strip, shown.contains(.dial), shown.count > 1,
          size.width < size.height * PanelLayout.minStripAspect
        {
          continue
        }
        let choices = ButtonRows.choices(
          rows, in: content, of: self, isStrip: design == .strip, isSole: shown.count == 1)
        for buttons in choices {
          let (shares, worth) = arrangement.bestShares(
            in: buttons.room.size, gap: gap, worth: worth)
          guard worth > (best?.worth ?? 0) * PanelLayout.minGain else { continue }
          best = (worth, design, arrangement, buttons, shares)
        }
      }
    }
    guard var best else { return ([:], [:]) }
    var frames = best.arrangement.place(
      in: best.buttons.room, gap: gap, shares: best.shares, drawn: drawnSize)
    if let rings = frames[.rings], let digits = frames[.digits],
      drawnSize(of: .rings, in: rings.size).height
        < min(drawnSize(of: .digits, in: digits.size).height / 2, 2 * minButtonHeight)
    {
      // Beside so large a number they would be a dot.
      var rest = self
      rest.parts.remove(.rings)
      return rest.place()
    }
    if best.design == (frames[.dial] == nil ? .strip : .wide) {
      let drawn = frames.map { part, frame in
        (part, Rect(center: frame.center, size: drawnSize(of: part, in: frame.size)))
      }
      best.buttons.align(below: Dictionary(uniqueKeysWithValues: drawn))
    }
    if !key.hasRingButtons {
      best.buttons.widen(
        by: key.mainWidth, minCaption: Environment.minCaption * key.environment.scale)
    }
    if frames[.dial] != nil, best.design == .strip, let digits = frames[.digits] {
      best.buttons.center(below: digits)
    }
    if best.design == .square, let dial = frames[.dial], let rings = frames[.rings] {
      let drawn = drawnSize(of: .rings, in: rings.size)
      if drawn.height > drawn.width {
        // The legend is below the rings, which are level with the dial, and the list is below it.
        let full = drawnSize(of: .dial, in: dial.size).height
        let list = max(
          PanelLayout.rowsBelowDial * key.environment.minText / ListBox.textFraction,
          full * PanelLayout.listBelowDial)
        let top = min(full, dial.height - gap.height / 2 - list)
        let hasSpace = top > full * PanelLayout.minDial
        frames[.dial] = dial.inset(bottom: dial.height - (hasSpace ? top : full))
        if hasSpace, key.hasList { frames[.laps] = dial.inset(top: top + gap.height / 2) }
      }
    }
    if shown == [.digits], let digits = frames[.digits] {
      // Beside buttons, a number that fits is still in the middle of the window.
      let middle = Point(x: size.width / 2, y: digits.midY)
      let width = 2 * (digits.maxX - middle.x)
      if width < digits.width, drawnSize(of: .digits, in: digits.size).width <= width {
        frames[.digits] = Rect(center: middle, size: Size(width: width, height: digits.height))
      }
    }
    if let digits = frames[.digits], shown.count > 1, !fillColumn(&frames) {
      // Fewer digits than the box is made for become larger, but must not crowd their neighbours.
      let height = drawnSize(of: .digits, in: digits.size).height
      frames[.digits] = Rect(
        center: digits.center,
        size: Size(
          width: digits.width, height: min(digits.height, height * PanelLayout.digitGrowth)))
    }
    return (frames, best.buttons.frames)
  }

  /// The targets of the modes' icons in the middle of the top margin, unless it is too low.
  var modeIcons: [Rect] {
    let side = max(
      PanelLayout.minTarget * key.environment.scale, margin * PanelLayout.iconFraction)
    guard !isRound, side <= margin else { return [] }
    return Mode.allCases.indices.map { index in
      let x = size.width / 2 + side * (Double(index) - Double(Mode.allCases.count) / 2)
      return Rect(x: x, y: (margin - side) / 2, width: side, height: side).snapped
    }
  }

  var minButtonHeight: Double { PanelLayout.minButton * key.environment.scale }

  /// The minimum diameter of a round button.
  var minCircle: Double { minButtonHeight * PanelLayout.minCircle }

  var buttonHeights: ClosedRange<Double> {
    isTall
      ? PanelLayout.minTallButton * key.environment.scale...2 * minButtonHeight
      : minButtonHeight...(.infinity)
  }

  /// Whether each row of buttons has the full width.
  var isTall: Bool { size.height >= size.width * PanelLayout.minTallAspect }

  private var isRound: Bool { key.environment.shape == .round }

  var margin: Double {
    let isTight = key.extent != .usual && parts.contains(.digits)
    let share = isTight ? PanelLayout.tightMargin : isRound ? PanelLayout.roundMargin : 1
    return PanelLayout.margin * share * unit
  }

  private func contents(of shown: Set<Part>) -> [Rect] {
    if isRound, shown == [.dial], rows.isEmpty, parts == shown {
      // It is as round as the window.
      return [
        Rect(origin: .zero, size: size).inset(
          by: PanelLayout.margin * PanelLayout.dialMargin * unit)
      ]
    }
    return key.environment.rooms.map { $0.inset(by: margin) }
  }

  /// As many instruments as fit, the most important first.
  private var shownParts: Set<Part> {
    guard key.extent != .usual else { return parts }
    // The others are squares. The digits fill a low window of more than three, or a narrow one.
    let squares = max(size.width, size.height) / min(size.width, size.height)
    let digits =
      key.digits == .stacked ? PanelLayout.stackedSquares : PanelLayout.lineSquares
    let free = squares - (parts.contains(.digits) ? digits : 0)
    let count =
      key.extent == .tiny ? 1 : max(1, Int(min(free, Double(PanelLayout.ranking.count))))
    return Set(PanelLayout.ranking.filter(parts.contains).prefix(count))
  }

  /// A short time grows to the width of its column, at the cost of the rings below it; returns false if it cannot.
  private func fillColumn(_ frames: inout [Part: Rect]) -> Bool {
    guard let aspect = key.fillingAspect, let digits = frames[.digits], let rings = frames[.rings],
      rings.minY >= digits.maxY, rings.minX < digits.maxX, !key.hasList,
      frames[.dial].map({ $0.maxX <= min(digits.minX, rings.minX) }) == true
    else { return false }
    let column = digits.union(rings)
    let growth = min(column.width / aspect - digits.height, rings.height * PanelLayout.maxFilling)
    guard growth > 0 else { return false }
    frames[.digits] = Rect(
      x: column.minX, y: digits.minY, width: column.width, height: digits.height + growth)
    frames[.rings] = Rect(
      x: column.minX, y: rings.minY + growth, width: column.width, height: rings.height - growth)
    return true
  }

  private func drawnSize(of part: Part, in size: Size) -> Size {
    switch part {
    case .digits: size.fitting(aspect: key.digitAspect)
    case .dial: DialLayout.size(in: size)
    case .rings: RingLayout.size(in: size, minText: key.environment.minText)
    case .laps: size.fitting(aspect: PanelLayout.listAspect)
    // A month covers all, and takes no room.
    case .buttons, .gap, .month: size
    }
  }

  /// Returns a part's worth in a box: its area to the power of 3/16. Twice the area is not twice as
  /// good, so that no part starves.
  private func worth(_ part: Part, _ size: Size) -> Double {
    let drawn = drawnSize(of: part, in: size)
    let area = drawn.width * drawn.height
    let eighth = area.squareRoot().squareRoot().squareRoot()
    return (key.weights[part] ?? 0) * (eighth * eighth.squareRoot())
  }
}
