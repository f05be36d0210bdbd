import Geometry

/// The rows of buttons of a panel: one line of them below the instruments, or a stack, below or beside them.
struct ButtonRows {
  private enum Place {
    case none
    /// Side by side at the foot.
    case line
    /// One below the other at the foot, or at the right end.
    case stack
    case side(width: Double)
  }

  private let bars: [PanelPart]
  private let design: Design?
  private var place = Place.none
  /// The height of a row, and the distance between two, in device pixels.
  private var height = 0.0
  private let gap: Double
  private let columnGap: Double
  /// Below this, in device pixels, a button is of no use.
  private let least: Double

  /// Rows with nothing beside them.
  init(_ bars: [PanelPart], unit: Double) {
    (self.bars, design, least) = (bars, nil, 0)
    (gap, columnGap) = (PanelLayout.buttonGap * unit, PanelLayout.gap.width * unit)
  }

  /// Where the rows `bars` may stand in `content`: at its foot, and where that is low and wide also at its right end. None
  /// is without buttons if another one has them.
  static func choices(
    _ bars: [PanelPart], in content: Rect, unit: Double, design: Design, least: Double
  ) -> [ButtonRows] {
    let sides = design == .strip && content.width > content.height * 4 ? [true, false] : [false]
    let all = sides.map {
      ButtonRows(bars, in: content, unit: unit, design: design, isBeside: $0, least: least)
    }
    let shown = all.filter(\.areShown)
    return shown.isEmpty ? all : shown
  }

  private var areShown: Bool { if case .none = place { false } else { true } }

  /// The rows `bars` for `design` in `content`, at its right end or at its foot, none of them where a button would be lower
  /// than `least` device pixels; `unit` is one of the design.
  private init(
    _ bars: [PanelPart], in content: Rect, unit: Double, design: Design, isBeside: Bool,
    least: Double
  ) {
    self.bars = bars
    self.design = design
    self.least = least
    gap = PanelLayout.buttonGap * unit
    columnGap = PanelLayout.gap.width * unit
    guard !bars.isEmpty else { return }
    func height(ofWidth width: Double, most: Double) -> Double {
      min(most, width * PanelLayout.buttonShare)
    }
    let usual = PanelLayout.button * unit
    // In a small window a line is as high as it has to be, as long as that takes little of it.
    let wanted = max(usual, least <= content.height * PanelLayout.mostForLeastButton ? least : 0)
    if isBeside {
      let width = content.height * 1.9
      self.height = height(ofWidth: width, most: content.height * 0.34)
      place = .side(width: width)
    } else {
      let line = height(ofWidth: (content.width - columnGap) / 2, most: wanted)
      let isLine = bars.count == 1 || line >= wanted * 0.7 && line >= least
      // Two lines take their room from the instruments: they are no higher than they have to be.
      self.height =
        isLine ? line : height(ofWidth: content.width, most: min(usual, max(least, usual * 0.75)))
      place = isLine ? .line : .stack
    }
    if self.height < least { place = .none }
  }

  /// What is left of `content` for the instruments.
  func room(in content: Rect) -> Rect {
    switch place {
    case .none: content
    case .line: content.inset(bottom: height + gap)
    case .stack:
      content.inset(bottom: (height + gap) * Double(bars.count))
    case .side(let width):
      content.inset(right: width + columnGap)
    }
  }

  /// Where the rows stand in `content`, of which the instruments draw on `drawn`.
  func place(in content: Rect, below drawn: [PanelPart: Rect]) -> [PanelPart: Rect] {
    switch place {
    case .none: return [:]
    case .side(let width):
      return stack(
        in: Rect(x: content.maxX - width, y: content.minY, width: width, height: content.height))
    case .stack:
      let all = (height + gap) * Double(bars.count) - gap
      return stack(
        in: Rect(x: content.minX, y: content.maxY - all, width: content.width, height: all))
    case .line:
      let y = content.maxY - height
      var frames: [PanelPart: Rect] = [:]
      // Wider ones than in the design would be mere bars.
      let half = min((content.width - columnGap) / 2, height * 9.5)
      let left = content.midX - (half * Double(bars.count) + columnGap * Double(bars.count - 1)) / 2
      for (index, bar) in bars.enumerated() {
        var (x, width) = (left + (half + columnGap) * Double(index), half)
        if design == .wide, let dial = drawn[.dial], drawn.count > 1 {
          // Each row below what it belongs to.
          let rest = drawn.filter { $0.key != .dial }.values
          let column = rest.dropFirst().reduce(rest.first ?? dial) { $0.union($1) }
          if min(dial.width, column.width) * PanelLayout.buttonShare >= least {
            let above = bar == .mainButtons ? dial : column
            (x, width) = (above.minX, above.width)
          }
        }
        frames[bar] = Rect(x: x, y: y, width: width, height: height)
      }
      return frames
    }
  }

  /// One below the other in the middle of `bounds`.
  func stack(in bounds: Rect) -> [PanelPart: Rect] {
    let most = height > 0 ? height : bounds.height / 4
    let height = min(most, bounds.width * PanelLayout.buttonShare)
    let all = (height + gap) * Double(bars.count) - gap
    let rows = bars.enumerated().map { index, bar in
      let y = bounds.midY - all / 2 + (height + gap) * Double(index)
      return (bar, Rect(x: bounds.minX, y: y, width: bounds.width, height: height))
    }
    return Dictionary(uniqueKeysWithValues: rows)
  }
}
