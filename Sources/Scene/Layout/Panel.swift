package import DisplayLists
import Geometry
import Session

/// How the digits show a time.
enum DigitForm {
  /// In one line, with all parts.
  case full
  /// `mm:ss`.
  case short
  /// `mm` above `ss`.
  case stacked
  /// Hours, minutes and seconds in three lines.
  case column

  /// The largest where there is no room for more.
  fileprivate init(in size: Size, _ extent: WindowExtent, hasBezel: Bool) {
    let isLow = size.width > size.height * 1.3
    switch extent {
    case .tiny: self = isLow && !hasBezel ? .short : .stacked
    case .small: self = size.width < size.height ? .stacked : .full
    case .usual: self = .full
    }
  }

  var lineCount: Int { self == .column ? 3 : self == .stacked ? 2 : 1 }

  var aspect: Double {
    switch self {
    case .full: DigitRow.usualAspect
    case .short: DigitRow(text: "00:00").aspect
    case .stacked: DigitRow(text: "0000", lineCount: 2).aspect
    case .column: DigitRow(text: "000000", lineCount: 3).aspect
    }
  }
}

/// How many instruments a window has room for.
private enum WindowExtent {
  /// All.
  case usual
  /// As many as fit beside the digits.
  case small
  /// One, and a ring around it.
  case tiny

  // In user units.
  private static let maxSmall = 140.0

  init(_ environment: Environment, _ mode: Mode) {
    let (size, scale) = (environment.size, environment.scale)
    let (shorter, longer) = (min(size.width, size.height), max(size.width, size.height))
    let maxSmall = WindowExtent.maxSmall * scale * (environment.shape == .round ? 1.25 : 1)
    // The clock's dial is large, as it has no buttons.
    let maxTiny = (mode == .clock ? 200 : 240) * scale
    let isTiny = longer <= maxTiny && longer < shorter * 1.7
    self = isTiny ? .tiny : shorter < maxSmall ? .small : .usual
  }
}

/// A laid-out panel: where the instruments are and what they look like.
///
/// It is immutable, and depends only on its key and font. It is a class so that passing it is free.
final class Panel {
  /// What the layout depends on besides the font.
  struct Key: Equatable {
    /// Without drift, which moves the finished items, and without font metrics.
    var environment: Environment
    var parts: Set<Part>
    var theme: ThemeName
    /// The indices of the shown rings.
    var rings: Range<Int>
    var ringNames: [String]
    /// Whether the rings are around the other instruments.
    var hasBezel = false
    var digits = DigitForm.full
    /// Whether the dial is in the middle, between the rings and the digits, or above the digits.
    var isDialCentered = false
    /// The digits' aspect ratio in this mode.
    var digitAspect: Double
    var minDigits = 1
    /// The value of a part's area, relative to that of a time.
    var weights: [Part: Double] = [.digits: 1, .dial: 1.5, .rings: 0.8, .laps: 0.7]
    /// The width of the main buttons by the size of their captions; 0 if there are none.
    var mainWidth: Double
    var hasRingButtons: Bool
    var hasList: Bool
    fileprivate var extent: WindowExtent

    init(_ model: Model, in environment: Environment) {
      self.environment = environment
      self.environment.drift = .none
      self.environment.fonts = []
      parts = environment.parts ?? model.defaultParts
      theme = model.shownTheme
      let shown = model.shownRings
      rings = shown.indices
      extent = WindowExtent(environment, model.mode)
      if parts.isSuperset(of: [.rings, .digits]), extent != .usual {
        // Empty rings take no room from the time, nor do others around it, unless asked for.
        let first =
          extent == .tiny && environment.parts == nil
          ? model.ownRing : shown.firstIndex { $0.source != .manual(0) }
        if first == nil { parts.remove(.rings) }
        if extent == .tiny, let first { rings = first..<first + 1 }
      }
      ringNames = rings.map { shown[$0].title }
      let isTiny = extent == .tiny && parts.contains(.digits)
      let slimness = environment.size.width / environment.size.height
      let isCircle = environment.shape == .round && max(slimness, 1 / slimness) < 1.2
      let isWatch = isCircle && !parts.isDisjoint(with: [.digits, .dial])
      hasBezel = parts.contains(.rings) && (isTiny || isWatch)
      digits = DigitForm(in: environment.size, extent, hasBezel: hasBezel)
      let isWide = slimness > 1.55
      let isClock =
        model.mode == .clock && extent == .usual && environment.shape != .round
        && (isWide || environment.parts == nil)
      // The clock's own rings, which nobody set, repeat what a large dial says.
      if isClock, !isWide, shown != model.rings { parts.remove(.rings) }
      isDialCentered = isClock && parts == (isWide ? [.digits, .dial, .rings] : [.digits, .dial])
      if isDialCentered, isWide, slimness < 3 { digits = .column }
      digitAspect = digits.aspect
      if case .number(let value, let digits) = model.readout {
        // A number keeps its size as it grows to three digits; room for more would make it small.
        minDigits = extent == .tiny ? 1 : min(digits, 3)
        self.digits = .full
        let count = max(minDigits, String(value.magnitude).utf8.count)
        // A sign makes only the largest numbers smaller.
        digitAspect = DigitRow(text: String(repeating: "8", count: count)).aspect
        weights[.digits] = 1.7
      }
      // "Stop" takes as much as "Start".
      let letters = model.buttons.map(\.title.count).reduce(5, max)
      mainWidth = 1.22 * Double(model.buttons.count * letters)
      hasRingButtons = model.hasRingButtons
      hasList = model.hasList && parts.contains(.laps)
    }

    func differsInDigits(from other: Key) -> Bool {
      var key = self
      key.digitAspect = other.digitAspect
      return self != other && key == other
    }
  }

  let key: Key
  let theme: Theme
  let font: FontMetrics
  let measurer: TextMeasurer
  let frames: [Part: Rect]
  let rows: [ButtonRows.Row: Rect]

  init(
    _ key: Key, font: FontMetrics = .standard,
    measurer: @escaping TextMeasurer = { _, _, _ in 0 }
  ) {
    (self.key, self.font, self.measurer) = (key, font, measurer)
    theme = key.environment.themes.theme(named: key.theme).onBackground(
      opacity: key.environment.shownOpacity)
    (frames, rows) = PanelLayout(key).place()
  }

  /// The colour under opaque pictures; nil if the window is translucent.
  var backdrop: Color? {
    let color = key.environment.backdrop(theme.background)
    return color.alpha < 1 ? nil : color
  }

  var minText: Double { key.environment.minText }

  func motion(_ duration: Double) -> Double { isAnimated ? duration : 0 }

  var isAnimated: Bool { key.environment.isAnimated }

  /// At least `letter` ems per character, as the design assumes; `slack` is the tolerated excess.
  func width(of text: String, isBold: Bool = false, letter: Double, slack: Double = 0) -> Double {
    max(Double(text.count) * letter, measurer(text, isBold, font) * (1 - slack))
  }
}

/// The width of a text in ems; 0 for what the design assumes.
package typealias TextMeasurer =
  @Sendable (_ text: String, _ isBold: Bool, _ font: FontMetrics) -> Double

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

  fileprivate let key: Panel.Key
  private let size: Size
  /// A 480th of the window's shorter side.
  fileprivate let unit: Double
  fileprivate private(set) var parts: Set<Part>
  private var rows: [ButtonRows.Row] = []

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

  fileprivate var minButtonHeight: Double { 28 * key.environment.scale }

  /// The diameter of a circle around a legible "100%".
  fileprivate var minCircle: Double { minButtonHeight * 1.15 }

  fileprivate var buttonHeights: ClosedRange<Double> {
    isTall
      ? 44 * key.environment.scale...56 * key.environment.scale : minButtonHeight...(.infinity)
  }

  /// Whether each row of buttons has the full width.
  fileprivate var isTall: Bool { size.height >= size.width * 1.1 }

  private var isRound: Bool { key.environment.shape == .round }

  private var margin: Double {
    let isTight = key.extent != .usual && parts.contains(.digits)
    return PanelLayout.margin * (isTight ? 0.6 : isRound ? 0.7 : 1) * unit
  }

  /// Around the time, or around the dial if there are no digits; buttons are below the time.
  private func placeInBezel() -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    let side = min(size.width, size.height) - PanelLayout.margin * unit
    let middle = Rect(origin: .zero, size: size).center
    let bezel = Rect(center: middle, size: Size(width: side, height: side))
    let hole = RingLayout.bezelHole(count: key.rings.count, in: bezel)
    let radius = hole.width / 2
    guard parts.contains(.digits) else {
      return ([.rings: bezel, .dial: hole.inset(by: radius * 0.04)], [:])
    }
    let (across, down) = key.digits == .stacked ? (1.3, 1.62) : (1.72, 0.8)
    let digits = Rect(center: middle, size: Size(width: radius * across, height: radius * down))
    let height = max(minButtonHeight, radius * 0.16)
    let (top, bottom) = (radius * 0.5, radius * 0.5 + height)
    let width = 1.7 * max(0, radius * radius - bottom * bottom).squareRoot()
    let row = Rect(x: middle.x - width / 2, y: middle.y + top, width: width, height: height)
    let fits = rows.contains(.main) && width * ButtonRows.heightShare >= max(height, minCircle)
    return ([.rings: bezel, .digits: digits], fits ? [.main: row] : [:])
  }

  private func placeAroundDial() -> [Part: Rect] {
    let room = Rect(origin: .zero, size: size).inset(by: margin)
    guard key.parts.contains(.rings) else {
      let gap = 24 * unit
      let side = min(room.width, (room.height - gap) / (1 + 0.62 / key.digitAspect))
      let height = min(room.height - side - gap, side * 0.9 / key.digitAspect)
      let box = Rect(center: room.center, size: Size(width: side, height: side + gap + height))
      return [.dial: box.inset(bottom: gap + height), .digits: box.inset(top: side + gap)]
    }
    let (side, gap) = (min(room.height, room.width * 0.47), PanelLayout.gap.width * unit * 0.75)
    let width = (room.width - side) / 2 - gap
    let above = (room.height - side * 0.8) / 2
    return [
      .dial: Rect(center: room.center, size: Size(width: side, height: side)),
      .rings: room.inset(right: room.width - width),
      .digits: room.inset(top: above, left: room.width - width, bottom: above),
    ]
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

/// The rows of buttons of a panel, and the space that they leave to the instruments.
struct ButtonRows {
  enum Row {
    case main, rings
  }

  /// The space between buttons by the width of their row.
  static let gapShare = 0.045
  /// The maximum height of a button by the width of its row, in which four are circles.
  static let heightShare = (1 - 3 * gapShare) / 4
  /// The maximum where that is enough.
  private static let usualShare = 0.16
  // In 480ths of the window's shorter side; a strip has more space for its size.
  private static let (height, stripHeight) = (40.0, 48.0)
  private static let (gap, stripGap) = (18.0, 32.0)

  private(set) var room: Rect
  private(set) var frames: [Row: Rect] = [:]
  private var isLine = false

  /// Returns the choices in `content`, with as many rows as fit, the most important first.
  static func choices(_ rows: [Row], in content: Rect, of layout: PanelLayout, isStrip: Bool)
    -> [Self]
  {
    let sides = isStrip && content.width > content.height * 4 ? [true, false] : [false]
    for count in (0...rows.count).reversed() {
      let all = sides.map {
        ButtonRows(rows.prefix(count), in: content, of: layout, isStrip: isStrip, isBeside: $0)
      }
      let shown = all.filter { $0.frames.count == count }
      if !shown.isEmpty { return shown }
    }
    return []
  }

  /// No rows if a button would be too low, or if they would take much of the window.
  private init(
    _ rows: ArraySlice<Row>, in content: Rect, of layout: PanelLayout, isStrip: Bool,
    isBeside: Bool
  ) {
    room = content
    guard !rows.isEmpty else { return }
    let unit = layout.unit
    let gap = (isStrip ? ButtonRows.stripGap : ButtonRows.gap) * unit
    let columnGap = PanelLayout.gap.width * unit
    if isBeside {
      let (width, height) = (content.height * 1.9, content.height * 0.34)
      guard height >= layout.minButtonHeight else { return }
      room = content.inset(right: width + columnGap)
      let side = content.inset(left: content.width - width)
      frames = ButtonRows.stack(Array(rows), in: side, height: height, unit: unit)
      return
    }
    let heights = layout.buttonHeights
    let usual = isStrip ? ButtonRows.stripHeight : ButtonRows.height
    let wanted = min(max(usual * unit, heights.lowerBound), heights.upperBound)
    // Where the main row is in the middle, as the other one is not always shown.
    let isCentered =
      rows.count > 1 && !layout.key.hasRingButtons && (isStrip || !layout.parts.contains(.dial))
    let columns = Double(rows.count + (isCentered ? 1 : 0))
    let column = (content.width - columnGap * (columns - 1)) / columns
    isLine =
      !layout.isTall && column * ButtonRows.heightShare >= max(layout.minCircle, wanted * 0.7)
    let lines = isLine ? 1 : Double(rows.count)
    // Two lines take space from the instruments, so they are as low as possible.
    let low = lines > 1 && !layout.isTall ? max(heights.lowerBound, wanted * 0.75) : wanted
    let width = isLine ? column : content.width
    let height = min(
      low, max(heights.lowerBound, width * ButtonRows.usualShare), width * ButtonRows.heightShare)
    let maxShare = layout.isTall ? 0.2 : 0.15
    guard height >= layout.minButtonHeight, width * ButtonRows.heightShare >= layout.minCircle,
      height * lines <= content.height * maxShare
    else { return }
    room = content.inset(bottom: (height + gap) * lines)
    if isLine {
      // Wider buttons would look like bars.
      let width = min(width, height * 9.5)
      let right = content.midX + (width * columns + columnGap * (columns - 1)) / 2
      for (index, row) in rows.reversed().enumerated() {
        let x = right - width - (width + columnGap) * Double(index)
        frames[row] = Rect(x: x, y: content.maxY - height, width: width, height: height)
      }
    } else {
      let foot = content.inset(top: room.height + gap)
      // The main row is at the edge, and what is above it may be hidden.
      frames = ButtonRows.stack(rows.reversed(), in: foot, height: height, unit: unit)
    }
  }

  /// Moves each row of a line below its instruments as `drawn`: the dial, or else the digits, or the others.
  mutating func align(below drawn: [Part: Rect]) {
    let owner: Part = drawn[.dial] == nil ? .digits : .dial
    guard isLine, let main = drawn[owner], drawn.count > 1, let height = frames.first?.value.height
    else { return }
    let rest = drawn.filter { $0.key != owner }.values
    let column = rest.dropFirst().reduce(rest.first ?? main) { $0.union($1) }
    guard min(main.width, column.width) * ButtonRows.heightShare >= height else { return }
    for (row, frame) in frames {
      let above = row == .main ? main : column
      let width = owner == .dial ? above.width : min(above.width, frame.height * 9.5)
      frames[row] = Rect(
        x: above.midX - width / 2, y: frame.minY, width: width, height: frame.height)
    }
  }

  /// Moves the line of rows below `digits`, as far as it fits.
  mutating func center(below digits: Rect) {
    guard isLine, let first = frames.first?.value else { return }
    let line = frames.values.reduce(first) { $0.union($1) }
    let dx = min(
      max(digits.midX - room.midX, room.minX - line.minX), room.maxX - line.maxX)
    frames = frames.mapValues { $0.offset(dx: dx, dy: 0) }
  }

  /// Gives the main row the whole width, without the other row, if its captions would be smaller.
  mutating func widen(by width: Double, minCaption: Double) {
    guard isLine, let main = frames[.main],
      main.width < width * min(minCaption, main.height * 0.345)
    else { return }
    let size = Size(width: min(room.width, main.height * 13), height: main.height)
    frames = [.main: Rect(center: Point(x: room.midX, y: main.midY), size: size)]
  }

  static func stack(_ rows: [Row], in bounds: Rect, height: Double, unit: Double) -> [Row: Rect] {
    let height = min(height, bounds.width * heightShare)
    let pitch = height + gap * unit
    let top = bounds.midY - (pitch * Double(rows.count) - gap * unit) / 2
    let frames = rows.enumerated().map { index, row in
      let y = top + pitch * Double(index)
      return (row, Rect(x: bounds.minX, y: y, width: bounds.width, height: height))
    }
    return Dictionary(uniqueKeysWithValues: frames)
  }
}
