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

  /// Rows with nothing beside them.
  init(_ bars: [PanelPart], unit: Double) {
    (self.bars, design) = (bars, nil)
    (gap, columnGap) = (PanelLayout.buttonGap * unit, PanelLayout.gap.width * unit)
  }

  /// The rows `bars` for `design` in `content`, none of them where a button would be lower than `least` device pixels;
  /// `unit` is one of the design.
  init(_ bars: [PanelPart], in content: Rect, unit: Double, design: Design, least: Double) {
    self.bars = bars
    self.design = design
    gap = PanelLayout.buttonGap * unit
    columnGap = PanelLayout.gap.width * unit
    guard !bars.isEmpty else { return }
    func height(ofWidth width: Double, most: Double) -> Double { min(most, width * PanelLayout.buttonShare) }
    let wanted = PanelLayout.button * unit
    if design == .strip, content.width > content.height * 4 {
      // Low and wide as it is, there is more room at its end than at its foot.
      let width = content.height * 1.9
      self.height = height(ofWidth: width, most: content.height * 0.34)
      place = .side(width: width)
    } else {
      let line = height(ofWidth: (content.width - columnGap) / 2, most: wanted)
      let isLine = bars.count == 1 || line >= wanted * 0.7 && line >= least
      // Two lines take their room from the instruments: they are no higher than they have to be.
      self.height =
        isLine ? line : height(ofWidth: content.width, most: min(wanted, max(least, wanted * 0.75)))
      place = isLine ? .line : .stack
    }
    if self.height < least { place = .none }
  }

  /// What is left of `content` for the instruments.
  func room(in content: Rect) -> Rect {
    switch place {
    case .none: content
    case .line: content.inset(by: Insets(top: 0, left: 0, bottom: height + gap, right: 0))
    case .stack:
      content.inset(by: Insets(top: 0, left: 0, bottom: (height + gap) * Double(bars.count), right: 0))
    case .side(let width): content.inset(by: Insets(top: 0, left: 0, bottom: 0, right: width + columnGap))
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
      return stack(in: Rect(x: content.minX, y: content.maxY - all, width: content.width, height: all))
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
          let above = bar == .mainButtons ? dial : column
          (x, width) = (above.minX, above.width)
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
