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

  static let margin = 34.0
  /// Between instruments.
  static let gap = Size(width: 48, height: 32)

  let key: Panel.Key
  let size: Size
  /// A 480th of the window's shorter side.
  let unit: Double
  private(set) var parts: Set<Part>
  private(set) var rows: [ButtonRows.Row] = []

  init(_ key: Panel.Key) {
    self.key = key
    size = key.environment.size
    unit = min(size.width, size.height) / 480
    parts = key.parts.subtracting([.buttons])
    // The rings include the list.
    if parts.contains(.rings) || !key.hasList && key.parts != [.laps] { parts.remove(.laps) }
    guard key.parts.contains(.buttons) else { return }
    if key.mainWidth > 0 { rows.append(.main) }
    // In a tall window, space for buttons that are not shown would cost too much.
    if parts.contains(.rings), key.hasRingButtons || !isTall { rows.append(.rings) }
  }

  func place() -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    guard !parts.isEmpty else {
      let room = key.environment.middle.inset(by: margin)
      let height = min(room.height / 4, buttonHeights.upperBound)
      return ([:], ButtonRows.stack(rows, in: room, height: height, unit: unit))
    }
    if key.hasBezel { return placeInBezel() }
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
        guard let arrangement = design.arrangement.filtered(shown.contains) else { continue }
        // Beside a dial, it is for windows whose width nothing else would fill.
        if design == .strip, shown.contains(.dial), shown.count > 1, size.width < size.height * 2.8
        {
          continue
        }
        for buttons in ButtonRows.choices(rows, in: content, of: self, isStrip: design == .strip) {
          let (shares, worth) = arrangement.bestShares(
            in: buttons.room.size, gap: gap, worth: worth)
          guard worth > (best?.worth ?? 0) * 1.0001 else { continue }
          best = (worth, design, arrangement, buttons, shares)
        }
      }
    }
    guard var best else { return ([:], [:]) }
    var frames = best.arrangement.place(
      in: best.buttons.room, gap: gap, shares: best.shares, drawn: drawnSize)
    if let rings = frames[.rings], let digits = frames[.digits],
      drawnSize(of: .rings, in: rings.size).height
        < min(drawnSize(of: .digits, in: digits.size).height / 2, 56 * key.environment.scale)
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
      best.buttons.widen(by: key.mainWidth, minCaption: 11 * key.environment.scale)
    }
    if frames[.dial] != nil, best.design == .strip, let digits = frames[.digits] {
      best.buttons.center(below: digits)
    }
    if best.design == .square, let dial = frames[.dial], let rings = frames[.rings] {
      let drawn = drawnSize(of: .rings, in: rings.size)
      if drawn.height > drawn.width {
        // The legend is below the rings, which are level with the dial, and the list is below it.
        let full = drawnSize(of: .dial, in: dial.size).height
        let list = max(4.1 * key.environment.minText / ListBox.textShare, full * 0.28)
        let top = min(full, dial.height - gap.height / 2 - list)
        let hasSpace = top > full * 0.85
        frames[.dial] = dial.inset(bottom: dial.height - (hasSpace ? top : full))
        if hasSpace, key.hasList { frames[.laps] = dial.inset(top: top + gap.height / 2) }
      }
    }
    if let digits = frames[.digits], shown.count > 1 {
      // Fewer digits than the box is made for become larger, but must not crowd their neighbours.
      let height = drawnSize(of: .digits, in: digits.size).height
      frames[.digits] = Rect(
        center: digits.center,
        size: Size(width: digits.width, height: min(digits.height, height * 1.2)))
    }
    return (frames, best.buttons.frames)
  }

  /// The targets of the modes' icons in the middle of the top margin, unless it is too low.
  var modeIcons: [Rect] {
    // WCAG 2.2 (2.5.8) requires 24 units.
    let side = max(24 * key.environment.scale, margin * 0.7)
    guard !isRound, side <= margin else { return [] }
    return Mode.allCases.indices.map { index in
      let x = size.width / 2 + side * (Double(index) - 2.5)
      return Rect(x: x, y: (margin - side) / 2, width: side, height: side).snapped
    }
  }

  var minButtonHeight: Double { 28 * key.environment.scale }

  /// The diameter of a circle around a legible "100%".
  var minCircle: Double { minButtonHeight * 1.15 }

  var buttonHeights: ClosedRange<Double> {
    isTall
      ? 44 * key.environment.scale...56 * key.environment.scale : minButtonHeight...(.infinity)
  }

  /// Whether each row of buttons has the full width.
  var isTall: Bool { size.height >= size.width * 1.1 }

  private var isRound: Bool { key.environment.shape == .round }

  var margin: Double {
    let isTight = key.extent != .usual && parts.contains(.digits)
    return PanelLayout.margin * (isTight ? 0.6 : isRound ? 0.7 : 1) * unit
  }

  private func contents(of shown: Set<Part>) -> [Rect] {
    if isRound, shown == [.dial], rows.isEmpty, parts == shown {
      // It is as round as the window.
      return [Rect(origin: .zero, size: size).inset(by: PanelLayout.margin * 0.3 * unit)]
    }
    return key.environment.rooms.map { $0.inset(by: margin) }
  }

  /// As many instruments as fit, the most important first.
  private var shownParts: Set<Part> {
    guard key.extent != .usual else { return parts }
    // The others are squares. The digits fill a low window of more than three, or a narrow one.
    let squares = max(size.width, size.height) / min(size.width, size.height)
    let taken = !parts.contains(.digits) ? 0 : key.digits == .stacked ? 0.8 : 2.4
    let count = key.extent == .tiny ? 1 : max(1, Int(min(squares - taken, 4)))
    return Set(PanelLayout.ranking.filter(parts.contains).prefix(count))
  }

  private func drawnSize(of part: Part, in size: Size) -> Size {
    switch part {
    case .digits: size.fitting(aspect: key.digitAspect)
    case .dial: DialLayout.size(in: size)
    case .rings: RingLayout.size(in: size, minText: key.environment.minText)
    case .laps: size.fitting(aspect: 1.1)
    case .buttons: size
    }
  }

  /// Returns a part's worth in a box: twice the area is not twice as good, so that no part starves.
  private func worth(_ part: Part, _ size: Size) -> Double {
    let drawn = drawnSize(of: part, in: size)
    let area = drawn.width * drawn.height
    let eighth = area.squareRoot().squareRoot().squareRoot()
    return (key.weights[part] ?? 0) * (eighth * eighth.squareRoot())
  }
}
