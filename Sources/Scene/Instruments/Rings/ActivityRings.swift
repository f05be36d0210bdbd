import DisplayLists
import Geometry

/// Concentric rings with a legend beside or below them, and room for a list under the legend.
struct ActivityRings: Equatable {
  /// How many rings, 1 to 6.
  var count: Int
  /// Whether room is wanted for a list.
  var hasList: Bool
  /// The smallest size of text that is of use, in device pixels.
  var leastText = Environment.leastText

  /// The circle that one ring runs along, in device pixels.
  struct Circle: Equatable {
    var center: Point
    /// To the outer edge.
    var radius: Double
    var thickness: Double
  }

  /// Where one ring's words stand, in device pixels.
  struct LegendEntry: Equatable {
    var name: Rect
    var nameSize: Double
    var value: Rect
    var valueSize: Double
    var nameAlignment: TextRun.Alignment
    var valueAlignment: TextRun.Alignment
  }

  /// Rings that have been placed.
  struct Placement: Equatable {
    var circles: [Circle]
    /// One entry a ring, or none where there is no room for words.
    var legend: [LegendEntry]
    /// The room for the list; empty where there is none.
    var list: Rect
  }

  /// From the outer edge of a ring to its inner one, and to the next ring's outer edge, in diameters of the
  /// outermost. 30 of 250 is the proportion of a single ring.
  static func proportions(count: Int) -> (thickness: Double, pitch: Double) {
    switch count {
    case ...1: (0.12, 0.14)
    case 2: (0.115, 0.135)
    case 3: (0.105, 0.125)
    default: (0.43 / Double(count) * 0.82, 0.43 / Double(count))
    }
  }
}

extension ActivityRings {
  func sizeThatFits(_ proposal: Size) -> Size {
    let isWide = proposal.width > proposal.height * 1.15
    return proposal.fitting(aspect: isWide ? Size(width: 1.7, height: 1) : Size(width: 1, height: 1))
  }

  func placeSubviews(in bounds: Rect) -> Placement {
    if bounds.width > bounds.height * 1.15 {
      let side = min(bounds.height, bounds.width * 0.61)
      let square = Rect(
        x: bounds.minX, y: bounds.midY - side / 2, width: side, height: side)
      let column = Rect(
        x: square.maxX + side * 0.13, y: square.minY, width: bounds.maxX - square.maxX - side * 0.13,
        height: side)
      let (legend, list) = hasList ? compactLegend(in: column, unit: side / 212) : tallLegend(in: column)
      if !legend.isEmpty || count == 0 {
        return Placement(circles: circles(in: square), legend: legend, list: list)
      }
    } else {
      // Rings, legend and list below each other; without a list the rings take their share.
      let side = min(bounds.width, bounds.height * (hasList ? 0.54 : 0.74))
      let spare = bounds.height - side
      let square = Rect(x: bounds.midX - side / 2, y: bounds.minY, width: side, height: side)
      let legend = rowLegend(
        in: Rect(
          x: bounds.minX, y: square.maxY + spare * (hasList ? 0.06 : 0.18), width: bounds.width,
          height: spare * (hasList ? 0.4 : 0.82)))
      let list = Rect(
        x: bounds.minX + bounds.width * 0.12, y: bounds.maxY - spare * 0.48, width: bounds.width * 0.76,
        height: spare * 0.48)
      if !legend.isEmpty {
        return Placement(circles: circles(in: square), legend: legend, list: hasList ? list : .zero)
      }
    }
    let side = min(bounds.width, bounds.height)
    return Placement(
      circles: circles(in: Rect(center: bounds.center, size: Size(width: side, height: side))), legend: [],
      list: .zero)
  }

  private func circles(in square: Rect) -> [Circle] {
    let (thickness, pitch) = ActivityRings.proportions(count: count)
    let diameter = square.width
    let center = Point(
      x: (square.minX + diameter / 2).rounded(), y: (square.minY + diameter / 2).rounded())
    return (0..<count).map { index in
      Circle(
        center: center, radius: diameter * (0.5 - pitch * Double(index)), thickness: diameter * thickness)
    }
  }

  /// Name above value, one ring below the other.
  private func tallLegend(in column: Rect) -> ([LegendEntry], Rect) {
    let pitch = min(column.height / Double(max(count, 1)), column.height * 0.3)
    let nameSize = pitch * 0.215
    guard nameSize >= leastText, column.width > nameSize * 3 else { return ([], .zero) }
    let top = column.midY - pitch * Double(count) / 2
    let entries = (0..<count).map { index in
      let y = top + pitch * Double(index)
      return LegendEntry(
        name: Rect(x: column.minX, y: y + pitch * 0.06, width: column.width, height: pitch * 0.34).snapped,
        nameSize: nameSize,
        value: Rect(x: column.minX, y: y + pitch * 0.4, width: column.width, height: pitch * 0.52).snapped,
        valueSize: pitch * 0.4, nameAlignment: .leading, valueAlignment: .leading)
    }
    return (entries, .zero)
  }

  /// Name and value in one line, one ring below the other, the list below.
  private func compactLegend(in column: Rect, unit: Double) -> ([LegendEntry], Rect) {
    let pitch = min(21 * unit, column.height * 0.4 / Double(max(count, 1)))
    let size = pitch * 0.62
    guard size >= leastText, column.width > size * 6 else { return tallLegend(in: column) }
    let entries = (0..<count).map { index in
      let line = Rect(
        x: column.minX, y: column.minY + pitch * Double(index), width: column.width, height: pitch)
      let share = column.width * 0.56
      return LegendEntry(
        name: Rect(x: line.minX, y: line.minY, width: share, height: pitch).snapped, nameSize: size,
        value: Rect(x: line.minX + share, y: line.minY, width: line.width - share, height: pitch).snapped,
        valueSize: size, nameAlignment: .leading, valueAlignment: .trailing)
    }
    let used = pitch * Double(count) + 12 * unit
    return (
      entries,
      Rect(x: column.minX, y: column.minY + used, width: column.width, height: column.height - used)
    )
  }

  /// Name above value, one ring beside the other.
  private func rowLegend(in row: Rect) -> [LegendEntry] {
    let pitch = row.width / Double(max(count, 1))
    let height = min(row.height, pitch * 0.8)
    let valueSize = min(height * 0.5, pitch * 0.26)
    let nameSize = valueSize * 0.72
    guard nameSize >= leastText else { return [] }
    let top = row.midY - height / 2
    return (0..<count).map { index in
      let x = row.minX + pitch * Double(index)
      return LegendEntry(
        name: Rect(x: x, y: top, width: pitch, height: height * 0.45).snapped, nameSize: nameSize,
        value: Rect(x: x, y: top + height * 0.45, width: pitch, height: height * 0.55).snapped,
        valueSize: valueSize, nameAlignment: .center, valueAlignment: .center)
    }
  }
}

extension ActivityRings.Circle {
  /// The empty ring along this circle; `strength` below 1 mixes its colours with the background.
  func ring(colors: RingColors, strength: Float, theme: Theme) -> Ring {
    func tinted(_ color: Color, by share: Float) -> Color {
      theme.background.mixed(with: color, by: share * strength)
    }
    return Ring(
      center: center, radius: radius, thickness: thickness, progress: 0,
      startColor: tinted(colors.start, by: 1), endColor: tinted(colors.end, by: 1),
      trackColor: tinted(colors.start, by: theme.trackOpacity))
  }
}

extension Panel {
  /// The colours of ring `index`, which is called `name`: those that were chosen for it, or the look's.
  func ringColors(_ index: Int, name: String) -> RingColors {
    key.environment.ringPaints[name].map { theme.colors(of: $0) } ?? theme.ringColors(index)
  }
}

extension Theme {
  /// What WCAG asks of large text.
  private static let leastContrast = 3.0

  /// The colours of a ring that is painted so, with a text that can be read: only as far from the tip's colour as it has to
  /// be.
  package func colors(of paint: RingPaint) -> RingColors {
    let text = paint.end.shade(toward: text, by: Theme.leastContrast, on: background)
    return RingColors(start: paint.start, end: paint.end, text: text)
  }

  /// The colours of ring `index`, around the end of the presets.
  func ringColors(_ index: Int) -> RingColors {
    rings[index % rings.count]
  }
}
