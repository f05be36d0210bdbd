import Geometry
import Session

/// The rows of buttons of a panel, and the space that they leave to the instruments.
struct ButtonRows {
  enum Row {
    case main, rings
  }

  /// The space between buttons by the width of their row.
  static let gapFraction = 0.045
  /// The maximum height of a button by the width of its row, in which four are circles.
  static let heightFraction = (1 - 3 * gapFraction) / 4
  /// The maximum where that is enough: a row of two buttons is then of capsules, not of discs.
  private static let usualFraction = 0.16
  /// The maximum width of a line of buttons by its height: wider ones would look like bars. With
  /// the other row hidden, the main one may be wider, as its captions need it.
  private static let (maxWidth, maxSoleWidth) = (9.5, 13.0)
  /// The part of the wanted height that buttons keep when both rows are in one line, so that they
  /// fit beside each other; and in two lines, which take space from the instruments.
  private static let (lineHeight, stackHeight) = (0.7, 0.75)
  /// The maximum part of the window's content. In a tall one nothing else would fill the space.
  private static let (maxFraction, maxTallFraction) = (0.15, 0.2)
  /// A column of rows beside the instruments of a strip: the width from which it fits, its width,
  /// and a row's height, which two fill with their gap; by the content's height.
  private static let (besideAspect, besideWidth, besideHeight) = (4.0, 1.9, 0.34)
  // In 480ths of the window's shorter side; a strip has more space for its size.
  private static let (height, stripHeight) = (40.0, 48.0)
  private static let (gap, stripGap) = (18.0, 32.0)

  private(set) var room: Rect
  private(set) var frames: [Row: Rect] = [:]
  private var isLine = false

  /// Returns the choices in `content`, with as many rows as fit, the most important first, for one instrument or more.
  static func choices(
    _ rows: [Row], in content: Rect, of layout: PanelLayout, isStrip: Bool, isSole: Bool
  ) -> [Self] {
    let sides = isStrip && content.width > content.height * besideAspect ? [true, false] : [false]
    for count in (0...rows.count).reversed() {
      let all = sides.map {
        ButtonRows(rows.prefix(count), in: content, of: layout, isStrip: isStrip, isBeside: $0)
      }
      let shown = all.filter { $0.frames.count == count }
      // A sole instrument keeps the middle if it can.
      if !shown.isEmpty { return isSole ? shown.suffix(1) : shown }
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
      let width = content.height * ButtonRows.besideWidth
      let height = content.height * ButtonRows.besideHeight
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
      !layout.isTall
      && column * ButtonRows.heightFraction >= max(layout.minCircle, wanted * ButtonRows.lineHeight)
    let lines = isLine ? 1 : Double(rows.count)
    let low =
      lines > 1 && !layout.isTall
      ? max(heights.lowerBound, wanted * ButtonRows.stackHeight) : wanted
    let width = isLine ? column : content.width
    let height = min(
      low, max(heights.lowerBound, width * ButtonRows.usualFraction),
      width * ButtonRows.heightFraction)
    let maxFraction = layout.isTall ? ButtonRows.maxTallFraction : ButtonRows.maxFraction
    guard height >= layout.minButtonHeight, width * ButtonRows.heightFraction >= layout.minCircle,
      height * lines <= content.height * maxFraction
    else { return }
    room = content.inset(bottom: (height + gap) * lines)
    if isLine {
      let width = min(width, height * ButtonRows.maxWidth)
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
    guard min(main.width, column.width) * ButtonRows.heightFraction >= height else { return }
    for (row, frame) in frames {
      let above = row == .main ? main : column
      let width =
        owner == .dial ? above.width : min(above.width, frame.height * ButtonRows.maxWidth)
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
      main.width < width * min(minCaption, main.height * Button.captionHeight)
    else { return }
    let size = Size(
      width: min(room.width, main.height * ButtonRows.maxSoleWidth), height: main.height)
    frames = [.main: Rect(center: Point(x: room.midX, y: main.midY), size: size)]
  }

  static func stack(_ rows: [Row], in bounds: Rect, height: Double, unit: Double) -> [Row: Rect] {
    let height = min(height, bounds.width * heightFraction)
    let pitch = height + gap * unit
    let top = bounds.midY - (pitch * Double(rows.count) - gap * unit) / 2
    let frames = rows.enumerated().map { index, row in
      let y = top + pitch * Double(index)
      return (row, Rect(x: bounds.minX, y: y, width: bounds.width, height: height))
    }
    return Dictionary(uniqueKeysWithValues: frames)
  }
}
