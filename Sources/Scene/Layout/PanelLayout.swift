import Geometry
import Session

/// The boxes that a panel is put together from.
package enum PanelPart: Hashable, Sendable {
  case digits, dial, rings, laps, mainButtons, ringButtons
}

/// How a panel's parts share a window: one of a few arrangements, whichever lets them be largest.
///
/// The units are those of the design: 840 x 480 for the wide one. What is too small to be of use is left out:
/// the buttons go (every one has its key), and texts that could not be read.
struct PanelLayout {
  /// What is to be shown.
  var parts: Set<PanelPart>

  /// The distance from the window's edge, in units of the design.
  static let margin = 34.0
  /// The least height of a button, in user units, at which its caption can still be read.
  static let leastButton = 19.0

  /// Places the parts in a window of `size`, where one user unit is `scale` device pixels.
  func place(in size: Size, scale: Double) -> [PanelPart: Rect] {
    var shown = parts
    while true {
      let (frames, unit) = bestPlacement(of: shown, in: size)
      let isLegible = unit * PanelLayout.buttonHeight >= PanelLayout.leastButton * scale
      let buttons: Set<PanelPart> = [.mainButtons, .ringButtons]
      if isLegible || shown.isDisjoint(with: buttons) || shown.isSubset(of: buttons) { return frames }
      shown.subtract(buttons)
    }
  }

  private static let buttonHeight = 40.0

  private func bestPlacement(of shown: Set<PanelPart>, in size: Size) -> ([PanelPart: Rect], Double) {
    var best: (arrangement: Arrangement, unit: Double, area: Double)?
    for candidate in candidates {
      guard let kept = candidate.filtered(shown.contains) else { continue }
      let ideal = kept.ideal
      let unit = min(
        size.width / (ideal.width + 2 * PanelLayout.margin),
        size.height / (ideal.height + 2 * PanelLayout.margin))
      // The designs differ in their units, so it is what they make of the window that is compared.
      let area = kept.area * unit * unit
      if area > (best?.area ?? 0) * 1.0001 { best = (kept, unit, area) }
    }
    guard let best else { return ([:], 0) }
    let ideal = best.arrangement.ideal
    // A column may be a little longer than ideal, so that the panel fills a window of another shape.
    let height = min(size.height - 2 * PanelLayout.margin * best.unit, ideal.height * best.unit * 1.25)
    let content = Rect(
      center: Point(x: size.width / 2, y: size.height / 2),
      size: Size(width: ideal.width * best.unit, height: height))
    var frames: [PanelPart: Rect] = [:]
    for (part, frame) in best.arrangement.placeSubviews(in: content) { frames[part] = frame }
    return (frames, best.unit)
  }

  private var candidates: [Arrangement] {
    func box(_ part: PanelPart, _ width: Double, _ height: Double) -> Arrangement {
      .box(part, Size(width: width, height: height))
    }
    func bar(_ part: PanelPart, _ width: Double) -> Arrangement { box(part, width, PanelLayout.buttonHeight) }
    let instruments = [box(.rings, 360, 212), box(.laps, parts.contains(.rings) ? 360 : 240, 212)]
    let bars = [bar(.mainButtons, 360), bar(.ringButtons, 360)]
    let wide = Arrangement.row(
      [
        .column([box(.dial, 360, 360), bars[0]], gap: 16),
        .column([box(.digits, 360, 84)] + instruments + [bars[1]], gap: 32),
      ], gap: 48)
    let tall = Arrangement.column(
      [box(.digits, 360, 84), box(.dial, 360, 360)] + instruments + bars, gap: 30)
    let square = Arrangement.column(
      [
        box(.digits, 560, 120),
        .row([box(.dial, 270, 270), box(.rings, 270, 270), box(.laps, 270, 270)], gap: 20),
        .row([bar(.mainButtons, 240), bar(.ringButtons, 300)], gap: 20),
      ], gap: 28)
    let strip = Arrangement.row(
      [
        box(.dial, 220, 220), box(.digits, 560, 130), box(.rings, 360, 212), box(.laps, 240, 212),
        .column([bar(.mainButtons, 300), bar(.ringButtons, 300)], gap: 30),
      ], gap: 40)
    // Without a dial the wide arrangement has nothing to put beside the rest; digits and rings stand side by side.
    let pair = Arrangement.column(
      [.row([box(.digits, 360, 212)] + instruments, gap: 48), .row(bars, gap: 48)], gap: 40)
    return [parts.contains(.dial) ? wide : pair, square, tall, strip]
  }
}
