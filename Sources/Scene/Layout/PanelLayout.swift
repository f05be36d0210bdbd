import Geometry
import Session

/// The boxes that a panel is put together from.
package enum PanelPart: Hashable, Sendable {
  case digits, dial, rings, laps, mainButtons, ringButtons
}

/// How a panel's parts share a window: in whichever of a few arrangements they become largest.
///
/// What counts is what is drawn in a box, not the box. It is the same in every mode that has these parts, so that the dial
/// stays where it is from mode to mode. What is too small to be of use is left out: the buttons (every one has its key), in
/// a small window all instruments but one.
struct PanelLayout {
  /// What is to be shown.
  var parts: Set<PanelPart>
  /// The digits' width by their height.
  var digitAspect = PanelLayout.digitAspect
  /// The smallest size of text that is of use, in device pixels.
  var leastText = Environment.leastText
  /// What of its box the window fills.
  var shape = WindowShape.rectangle

  /// The lengths of the design, in units of a 480th of the window's shorter side: from its edge, between instruments, and
  /// to a row of buttons.
  static let margin = 34.0
  static let gap = Size(width: 48, height: 32)
  static let buttonGap = 18.0
  /// The height of a button in the same units, and by the width of a row of them.
  static let button = 40.0
  static let buttonShare = 0.16
  /// The least height of a button, in user units, at which its caption can still be read.
  static let leastButton = 19.0
  /// How much of the content's height a button that is no higher may take.
  static let mostForLeastButton = 0.12
  /// In a window whose shorter side is less than this, in user units, there are as many instruments as there are squares
  /// along the longer one.
  static let leastWindow = 140.0
  /// The width of digits by their height where they share a window: a time of hours, to the hundredth.
  static let digitAspect = 4.3

  /// Places the parts in a window of `size`, where one user unit is `scale` device pixels.
  func place(in size: Size, scale: Double) -> [PanelPart: Rect] {
    let unit = min(size.width, size.height) / 480
    let shown = instruments(in: size, scale: scale)
    let bars = [PanelPart.mainButtons, .ringButtons].filter(parts.contains)
    guard !shown.isEmpty else {
      let room = shape.middle(of: size).inset(by: margin * unit)
      return ButtonRows(bars, unit: unit).stack(in: room)
    }
    let gap = Size(width: PanelLayout.gap.width * unit, height: PanelLayout.gap.height * unit)
    var best:
      (worth: Double, content: Rect, arrangement: Arrangement, rows: ButtonRows, shares: [Double])?
    for content in contents(in: size, of: shown, unit: unit) {
      for design in Design.allCases {
        guard let arrangement = design.arrangement.filtered(shown.contains) else { continue }
        // Beside a dial it is for windows in which nothing else would fill the width.
        if design == .strip, shown.contains(.dial), shown.count > 1, size.width < size.height * 3.2
        {
          continue
        }
        for rows in ButtonRows.choices(
          bars, in: content, unit: unit, design: design, least: PanelLayout.leastButton * scale)
        {
          let room = rows.room(in: content).size
          let (shares, worth) = arrangement.bestShares(in: room, gap: gap, worth: worth)
          guard worth > (best?.worth ?? 0) * 1.0001 else { continue }
          best = (worth, content, arrangement, rows, shares)
        }
      }
    }
    guard let best else { return [:] }
    let (content, rows) = (best.content, best.rows)
    let room = rows.room(in: content)
    var frames = best.arrangement.placeSubviews(
      in: room, gap: gap, shares: best.shares, drawn: drawnSize)
    let drawn = frames.map { part, frame in
      (part, Rect(center: frame.center, size: drawnSize(of: part, in: frame.size)))
    }
    let columns = rows.place(in: content, below: Dictionary(uniqueKeysWithValues: drawn))
    if let digits = frames[.digits], shown.count > 1 {
      // Fewer digits than the box is made for become larger, but not so large that they crowd what is beside them.
      let height = drawnSize(of: .digits, in: digits.size).height
      frames[.digits] = Rect(
        center: digits.center,
        size: Size(width: digits.width, height: min(digits.height, height * 1.2)))
    }
    return frames.merging(columns) { $1 }
  }

  /// From the edge, in units of the design. A round window has room beside what it holds, but for the words below rings, which
  /// are wider than those.
  private var margin: Double { PanelLayout.margin * (shape == .round ? 0.7 : 1) }

  /// The boxes that all of it may take.
  private func contents(in size: Size, of shown: Set<PanelPart>, unit: Double) -> [Rect] {
    if shape == .round, shown == [.dial], parts == shown {
      // It is as round as the window.
      return [Rect(origin: .zero, size: size).inset(by: PanelLayout.margin * 0.3 * unit)]
    }
    return shape.rooms(in: size).map { $0.inset(by: margin * unit) }
  }

  /// What is shown besides buttons: as many instruments as there is room for, the most important first.
  private func instruments(in size: Size, scale: Double) -> Set<PanelPart> {
    let wanted = [PanelPart.digits, .dial, .rings, .laps].filter(parts.contains)
    let least = PanelLayout.leastWindow * scale * (shape == .round ? 1.25 : 1)
    guard min(size.width, size.height) < least else { return Set(wanted) }
    let squares = max(size.width, size.height) / min(size.width, size.height)
    return Set(wanted.prefix(max(1, Int(min(squares, 4)))))
  }

  /// How much of `size` a part fills.
  private func drawnSize(of part: PanelPart, in size: Size) -> Size {
    switch part {
    case .digits: size.fitting(aspect: Size(width: digitAspect, height: 1))
    case .dial: DialLayout(leastText: leastText).sizeThatFits(size)
    case .rings: ActivityRings.sizeThatFits(size, leastText: leastText)
    case .laps: size.fitting(aspect: Size(width: 1.1, height: 1))
    case .mainButtons, .ringButtons: size
    }
  }

  /// What a part is worth in a box of `size`: twice the area is not twice as good, so that no part starves beside another.
  private func worth(_ part: PanelPart, _ size: Size) -> Double {
    let drawn = drawnSize(of: part, in: size)
    let area = drawn.width * drawn.height
    let eighth = area.squareRoot().squareRoot().squareRoot()
    let root = eighth * eighth.squareRoot()
    return switch part {
    case .digits: root
    case .dial: 1.5 * root
    case .rings: 0.8 * root
    case .laps: 0.7 * root
    case .mainButtons, .ringButtons: 0
    }
  }
}

/// One of the ways to arrange a panel.
enum Design: CaseIterable {
  /// The dial beside the rest.
  case wide
  /// The digits above the rest.
  case square
  case tall
  case strip

  var arrangement: Arrangement {
    let (digits, dial) = (Arrangement.part(.digits), Arrangement.part(.dial))
    let (rings, laps) = (Arrangement.part(.rings), Arrangement.part(.laps))
    return switch self {
    case .wide: .row([dial, .column([digits, rings, laps])])
    case .square: .column([digits, .evenRow([dial, rings, laps])])
    case .tall: .column([digits, dial, rings, laps])
    case .strip: .row([dial, digits, rings, laps])
    }
  }
}
