package import DisplayLists
import Geometry
import Session

/// A laid-out panel: where the instruments are and what they look like.
///
/// It depends on its key and font alone, and never changes; it is a class to be passed at no cost.
final class Panel {
  /// Everything that the layout depends on besides the font.
  struct Key: Equatable {
    /// Without drift, which moves the finished items, and without the measures of fonts.
    var environment: Environment
    var parts: Set<Part>
    var theme: ThemeName
    var ringNames: [String]
    /// The digits' width by their height in this mode.
    var digitAspect: Double
    var hasButtons: Bool
    var hasList: Bool

    init(_ model: Model, in environment: Environment) {
      self.environment = environment
      self.environment.drift = .none
      self.environment.fonts = []
      parts = environment.parts ?? model.defaultParts
      theme = model.shownTheme
      ringNames = model.rings.map(\.title)
      digitAspect = PanelLayout.digitAspect
      if case .number(let value, let digits) = model.readout {
        let count = max(digits, String(value.magnitude).utf8.count)
        digitAspect =
          DigitRow(text: String(repeating: "8", count: count + 1), ends: .init(hasSign: true))
          .aspect
      }
      hasButtons = model.hasButtons
      hasList = model.hasList
    }
  }

  let key: Key
  let theme: Theme
  let font: FontMetrics
  private let measurer: TextMeasurer
  /// The smallest legible text, in device pixels.
  let leastText: Double
  let isAnimated: Bool
  let frames: [Part: Rect]
  let mainButtons: Rect?
  let ringButtons: Rect?

  init(_ key: Key, font: FontMetrics = .standard, measurer: TextMeasurer = .none) {
    (self.key, self.font, self.measurer) = (key, font, measurer)
    let environment = key.environment
    theme = environment.themes.theme(named: key.theme).onBackground(
      opacity: environment.shownOpacity)
    leastText = environment.leastText
    isAnimated = environment.isAnimated
    var parts = key.parts.subtracting([.buttons])
    // If there are rings, the list stands in their part of the panel.
    if parts.contains(.rings) || !key.hasList && key.parts != [.laps] { parts.remove(.laps) }
    var buttons: [ButtonRows.Row] = []
    if key.parts.contains(.buttons) {
      // Below a dial there is room for buttons in every mode, so that it stays where it is.
      if key.hasButtons || parts.contains(.dial) { buttons.append(.main) }
      if parts.contains(.rings) { buttons.append(.rings) }
    }
    let layout = PanelLayout(
      parts: parts, buttons: buttons, digitAspect: key.digitAspect, leastText: leastText,
      shape: environment.shape)
    let (frames, rows) = layout.place(in: environment.size, scale: environment.scale)
    self.frames = frames
    mainButtons = key.hasButtons ? rows[.main] : nil
    ringButtons = rows[.rings]
  }

  /// The width of `text` in ems, at least `letter` a character: that is what the design assumes.
  /// It may be wider than that by `slack`.
  func width(of text: String, isBold: Bool = false, letter: Double, slack: Double = 0) -> Double {
    max(Double(text.count) * letter, measurer.width(text, isBold, font) * (1 - slack))
  }
}

package struct TextMeasurer: Sendable {
  /// The width of a text in ems, by its weight and font.
  let width: @Sendable (_ text: String, _ isBold: Bool, _ font: FontMetrics) -> Double

  package init(width: @escaping @Sendable (String, Bool, FontMetrics) -> Double) {
    self.width = width
  }

  /// Every text is as wide as the design assumes.
  package static let none = TextMeasurer { _, _, _ in 0 }
}

/// How the parts of a panel share a window: in the arrangement in which they become largest.
///
/// What counts is what is drawn in a box, not the box. The layout is the same in every mode with the
/// same parts. Parts that are too small are left out: buttons (each has its key), and in a small
/// window all instruments but the first ones.
struct PanelLayout {
  /// All instruments, from back to front.
  static let instruments: [any Instrument.Type] = [
    Dial.self, Buttons.self, Digits.self, Rings.self, LapList.self, Help.self, NoticeBar.self,
  ]

  /// The ways to arrange the instruments that take room.
  private enum Design: CaseIterable {
    case wide, square, tall, strip

    var arrangement: Arrangement {
      switch self {
      case .wide: .row([.part(.dial), .column([.part(.digits), .part(.rings), .part(.laps)])])
      case .square:
        .column([.part(.digits), .evenRow([.part(.dial), .part(.rings), .part(.laps)])])
      case .tall: .column(PanelLayout.ranking.map { .part($0) })
      case .strip: .row([.part(.dial), .part(.digits), .part(.rings), .part(.laps)])
      }
    }
  }

  /// The most important part first, which stays the longest in a small window.
  private static let ranking: [Part] = [.digits, .dial, .rings, .laps]

  private static let shares = Dictionary(
    uniqueKeysWithValues: instruments.compactMap { $0.share }.map { ($0.part, $0) })

  /// The instruments to show, and the rows of buttons.
  var parts: Set<Part>
  var buttons: [ButtonRows.Row]
  /// The digits' width by their height.
  var digitAspect = PanelLayout.digitAspect
  var leastText = Environment.leastText
  var shape = WindowShape.rectangle

  // The lengths of the design, in 480ths of the window's shorter side.

  static let margin = 34.0
  /// Between instruments.
  static let gap = Size(width: 48, height: 32)
  static let buttonGap = 18.0
  static let button = 40.0

  /// The height of a button by the width of its row.
  static let buttonShare = 0.16
  /// The least height of a button, in user units, at which its caption is legible.
  static let leastButton = 19.0
  /// How much of the content's height a button of that height may take.
  static let maxLeastButton = 0.12
  /// A smaller window, in user units, has as many instruments as squares along its longer side.
  static let leastWindow = 140.0
  /// The digits' width by their height in a shared window: a time of hours, to the hundredth.
  static let digitAspect = 4.3

  /// Places everything in a window of `size` device pixels, `scale` of which are a user unit.
  func place(in size: Size, scale: Double) -> ([Part: Rect], [ButtonRows.Row: Rect]) {
    let unit = min(size.width, size.height) / 480
    let shown = instruments(in: size, scale: scale)
    guard !shown.isEmpty else {
      let room = shape.middle(of: size).inset(by: margin * unit)
      return (
        [:],
        ButtonRows.stack(
          buttons, in: room, height: room.height / 4, gap: PanelLayout.buttonGap * unit)
      )
    }
    let gap = Size(width: PanelLayout.gap.width * unit, height: PanelLayout.gap.height * unit)
    var best:
      (
        worth: Double, content: Rect, design: Design, arrangement: Arrangement, rows: ButtonRows,
        shares: [Double]
      )?
    for content in contents(in: size, of: shown, unit: unit) {
      for design in Design.allCases {
        guard let arrangement = design.arrangement.filtered(shown.contains) else { continue }
        // Beside a dial it is for windows in which nothing else would fill the width.
        if design == .strip, shown.contains(.dial), shown.count > 1, size.width < size.height * 3.2
        {
          continue
        }
        for rows in ButtonRows.choices(
          buttons, in: content, unit: unit, isStrip: design == .strip,
          least: PanelLayout.leastButton * scale)
        {
          let room = rows.room(in: content).size
          let (shares, worth) = arrangement.bestShares(in: room, gap: gap, worth: worth)
          guard worth > (best?.worth ?? 0) * 1.0001 else { continue }
          best = (worth, content, design, arrangement, rows, shares)
        }
      }
    }
    guard let best else { return ([:], [:]) }
    let (content, rows) = (best.content, best.rows)
    var frames = best.arrangement.place(
      in: rows.room(in: content), gap: gap, shares: best.shares, drawn: drawnSize)
    let drawn = frames.map { part, frame in
      (part, Rect(center: frame.center, size: drawnSize(of: part, in: frame.size)))
    }
    let buttonFrames = rows.place(
      in: content,
      below: best.design == .wide ? Dictionary(uniqueKeysWithValues: drawn) : nil)
    if let digits = frames[.digits], shown.count > 1 {
      // Fewer digits than the box is made for become larger, but must not crowd what is beside them.
      let height = drawnSize(of: .digits, in: digits.size).height
      frames[.digits] = Rect(
        center: digits.center,
        size: Size(width: digits.width, height: min(digits.height, height * 1.2)))
    }
    return (frames, buttonFrames)
  }

  private var margin: Double { PanelLayout.margin * (shape == .round ? 0.7 : 1) }

  private func contents(in size: Size, of shown: Set<Part>, unit: Double) -> [Rect] {
    if shape == .round, shown == [.dial], buttons.isEmpty, parts == shown {
      // It is as round as the window.
      return [Rect(origin: .zero, size: size).inset(by: PanelLayout.margin * 0.3 * unit)]
    }
    return shape.rooms(in: size).map { $0.inset(by: margin * unit) }
  }

  /// As many instruments as there is room for, the most important first.
  private func instruments(in size: Size, scale: Double) -> Set<Part> {
    let wanted = PanelLayout.ranking.filter(parts.contains)
    let least = PanelLayout.leastWindow * scale * (shape == .round ? 1.25 : 1)
    guard min(size.width, size.height) < least else { return Set(wanted) }
    let squares = max(size.width, size.height) / min(size.width, size.height)
    return Set(wanted.prefix(max(1, Int(min(squares, 4)))))
  }

  private func drawnSize(of part: Part, in size: Size) -> Size {
    PanelLayout.shares[part]?.fit(size, self) ?? size
  }

  /// What a part is worth in a box: twice the area is not twice as good, so that no part starves.
  private func worth(_ part: Part, _ size: Size) -> Double {
    guard let share = PanelLayout.shares[part] else { return 0 }
    let drawn = share.fit(size, self)
    let area = drawn.width * drawn.height
    let eighth = area.squareRoot().squareRoot().squareRoot()
    return share.weight * (eighth * eighth.squareRoot())
  }
}

/// The rows of buttons of a panel: a line below the instruments, or a stack below or beside them.
struct ButtonRows {
  enum Row {
    case main, rings
  }

  private enum Place {
    case none
    /// Side by side at the foot.
    case line
    /// One below the other at the foot.
    case stack
    /// One below the other at the right end.
    case side(width: Double)
  }

  private let rows: [Row]
  private var place = Place.none
  /// The height of a row and the gaps, in device pixels.
  private var height = 0.0
  private let gap: Double
  private let columnGap: Double
  /// The least height of a button, in device pixels.
  private let least: Double

  /// The choices in `content`: without buttons only if none has them.
  static func choices(
    _ rows: [Row], in content: Rect, unit: Double, isStrip: Bool, least: Double
  ) -> [ButtonRows] {
    let sides = isStrip && content.width > content.height * 4 ? [true, false] : [false]
    let all = sides.map {
      ButtonRows(rows, in: content, unit: unit, isBeside: $0, least: least)
    }
    let shown = all.filter { if case .none = $0.place { false } else { true } }
    return shown.isEmpty ? all : shown
  }

  /// Rows at the right end of `content` or at its foot, or none if a button would be too low.
  private init(_ rows: [Row], in content: Rect, unit: Double, isBeside: Bool, least: Double) {
    (self.rows, self.least) = (rows, least)
    gap = PanelLayout.buttonGap * unit
    columnGap = PanelLayout.gap.width * unit
    guard !rows.isEmpty else { return }
    func height(ofWidth width: Double, max most: Double) -> Double {
      min(most, width * PanelLayout.buttonShare)
    }
    let usual = PanelLayout.button * unit
    // In a small window a line is as high as it has to be, as long as that is little of the window.
    let wanted = max(usual, least <= content.height * PanelLayout.maxLeastButton ? least : 0)
    if isBeside {
      let width = content.height * 1.9
      self.height = height(ofWidth: width, max: content.height * 0.34)
      place = .side(width: width)
    } else {
      let line = height(ofWidth: (content.width - columnGap) / 2, max: wanted)
      let isLine = rows.count == 1 || line >= wanted * 0.7 && line >= least
      // Two lines take their room from the instruments, so they are as low as possible.
      self.height =
        isLine ? line : height(ofWidth: content.width, max: min(usual, max(least, usual * 0.75)))
      place = isLine ? .line : .stack
    }
    if self.height < least { place = .none }
  }

  func room(in content: Rect) -> Rect {
    switch place {
    case .none: content
    case .line: content.inset(bottom: height + gap)
    case .stack: content.inset(bottom: (height + gap) * Double(rows.count))
    case .side(let width): content.inset(right: width + columnGap)
    }
  }

  /// The rows in `content`. In a line each is below its instruments `drawn`, the dial or the rest.
  func place(in content: Rect, below drawn: [Part: Rect]?) -> [Row: Rect] {
    switch place {
    case .none: return [:]
    case .side(let width):
      let side = Rect(
        x: content.maxX - width, y: content.minY, width: width, height: content.height)
      return ButtonRows.stack(rows, in: side, height: height, gap: gap)
    case .stack:
      let all = (height + gap) * Double(rows.count) - gap
      let foot = Rect(
        x: content.minX, y: content.maxY - all, width: content.width, height: all)
      return ButtonRows.stack(rows, in: foot, height: height, gap: gap)
    case .line:
      let y = content.maxY - height
      var frames: [Row: Rect] = [:]
      // Wider ones than in the design would be mere bars.
      let half = min((content.width - columnGap) / 2, height * 9.5)
      let left =
        content.midX - (half * Double(rows.count) + columnGap * Double(rows.count - 1)) / 2
      for (index, row) in rows.enumerated() {
        var (x, width) = (left + (half + columnGap) * Double(index), half)
        if let drawn, let dial = drawn[.dial], drawn.count > 1 {
          let rest = drawn.filter { $0.key != .dial }.values
          let column = rest.dropFirst().reduce(rest.first ?? dial) { $0.union($1) }
          if min(dial.width, column.width) * PanelLayout.buttonShare >= least {
            let above = row == .main ? dial : column
            (x, width) = (above.minX, above.width)
          }
        }
        frames[row] = Rect(x: x, y: y, width: width, height: height)
      }
      return frames
    }
  }

  /// One below the other in the middle of `bounds`, each at most `height`.
  static func stack(_ rows: [Row], in bounds: Rect, height: Double, gap: Double) -> [Row: Rect] {
    let height = min(height, bounds.width * PanelLayout.buttonShare)
    let all = (height + gap) * Double(rows.count) - gap
    let frames = rows.enumerated().map { index, row in
      let y = bounds.midY - all / 2 + (height + gap) * Double(index)
      return (row, Rect(x: bounds.minX, y: y, width: bounds.width, height: height))
    }
    return Dictionary(uniqueKeysWithValues: frames)
  }
}
