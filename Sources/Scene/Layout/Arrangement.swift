import Geometry

/// Boxes in rows and columns, each with an ideal size in units of the design.
///
/// The arrangement is scaled as a whole until it fits, then every box gets its share. Along a column the room that
/// is left over goes between the boxes first, then above and below; along a row, to both sides.
indirect enum Arrangement: Equatable {
  /// A part of the panel and its ideal size.
  case box(PanelPart, Size)
  /// Side by side, `gap` apart, each as high as the row.
  case row([Arrangement], gap: Double)
  /// One below the other, at least `gap` apart, each as wide as the column.
  case column([Arrangement], gap: Double)

  /// The size at which every box has its ideal size.
  var ideal: Size {
    switch self {
    case .box(_, let size): return size
    case .row(let children, let gap):
      return Size(
        width: children.reduce(gap * Double(max(0, children.count - 1))) { $0 + $1.ideal.width },
        height: children.reduce(0) { max($0, $1.ideal.height) })
    case .column(let children, let gap):
      return Size(
        width: children.reduce(0) { max($0, $1.ideal.width) },
        height: children.reduce(gap * Double(max(0, children.count - 1))) { $0 + $1.ideal.height })
    }
  }

  /// The area of all boxes at their ideal sizes.
  var area: Double {
    switch self {
    case .box(_, let size): size.width * size.height
    case .row(let children, _), .column(let children, _): children.reduce(0) { $0 + $1.area }
    }
  }

  /// The arrangement without what `keep` refuses, or nil when nothing is left.
  func filtered(_ keep: (PanelPart) -> Bool) -> Arrangement? {
    switch self {
    case .box(let part, _): return keep(part) ? self : nil
    case .row(let children, let gap):
      let kept = children.compactMap { $0.filtered(keep) }
      return kept.count > 1 ? .row(kept, gap: gap) : kept.first
    case .column(let children, let gap):
      let kept = children.compactMap { $0.filtered(keep) }
      return kept.count > 1 ? .column(kept, gap: gap) : kept.first
    }
  }
}

extension Arrangement {
  /// The size that it wants out of `proposal`; never larger in either direction.
  func sizeThatFits(_ proposal: Size) -> Size {
    proposal.fitting(aspect: ideal)
  }

  /// Where each part stands in `bounds`.
  func placeSubviews(in bounds: Rect) -> [(part: PanelPart, frame: Rect)] {
    let unit = ideal.width > 0 ? sizeThatFits(bounds.size).width / ideal.width : 0
    switch self {
    case .box(let part, _): return [(part, bounds)]
    case .row(let children, let gap):
      let spare = max(0, bounds.width - ideal.width * unit)
      var x = bounds.minX + spare / 2
      return children.flatMap { child in
        let frame = Rect(x: x, y: bounds.minY, width: child.ideal.width * unit, height: bounds.height)
        x = frame.maxX + gap * unit
        return child.placeSubviews(in: frame)
      }
    case .column(let children, let gap):
      // A gap grows to twice its ideal at most, so that what belongs together stays together.
      let gaps = Double(max(1, children.count - 1))
      let rest = max(0, bounds.height - ideal.height * unit)
      let spare = children.count > 1 ? min(rest / gaps, gap * unit) : 0
      var y = bounds.minY + (rest - spare * gaps) / 2
      return children.flatMap { child in
        let frame = Rect(x: bounds.minX, y: y, width: bounds.width, height: child.ideal.height * unit)
        y = frame.maxY + gap * unit + spare
        return child.placeSubviews(in: frame)
      }
    }
  }
}
