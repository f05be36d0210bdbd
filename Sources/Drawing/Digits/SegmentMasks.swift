import DisplayLists
import Geometry

/// The coverage of the parts of one shape, relative to a group's origin; shared by all digits of a
/// counter.
final class SegmentMasks: Sprite {
  private let shape: SegmentShape

  private struct Part {
    var fill: Mask?
    var outline: Mask?
    var shadows: [Mask?]
  }

  private let masks: [Part]

  override var bytes: Int {
    masks.reduce(0) { sum, part in
      let shadows = part.shadows.reduce(0) { $0 + ($1?.bytes ?? 0) }
      return sum + (part.fill?.bytes ?? 0) + (part.outline?.bytes ?? 0) + shadows
    }
  }

  init(_ shape: SegmentShape) {
    self.shape = shape
    let clip = shape.cell
    let style = shape.style
    masks = shape.parts.prefix(8).map { path in
      Part(
        fill: Shapes.fill(path, clip: clip),
        outline: style.outline.alpha > 0
          ? Shapes.stroke(path, width: style.outlineWidth, clip: clip) : nil,
        shadows: style.shadows.map {
          $0.color.alpha > 0 ? Shapes.shadow(of: path, $0, clip: clip) : nil
        })
    }
  }

  /// Paints shadows first, then parts, then outlines: a lit part hides the shadows that fall on it.
  func compose(_ levels: UInt64, into block: PixelBlock) {
    let (cell, style) = (shape.cell, shape.style)
    let buffer = block.buffer
    if let backdrop = shape.backdrop {
      buffer.fill(backdrop)
      block.isOpaque = backdrop.isOpaque
    }
    let full = Float(SegmentGroup.fullLevel)
    func fraction(_ part: Int) -> Float {
      min(Float((levels >> UInt64(part * 8)) & 0xFF) / full, 1)
    }
    for (shadow, look) in style.shadows.enumerated() {
      for part in masks.indices where fraction(part) > 0 {
        let color = look.color.opacity(fraction(part)).premultiplied
        masks[part].shadows[shadow]?.draw(color, into: buffer, clip: cell)
      }
    }
    for part in masks.indices {
      let color = style.unlit.mixed(with: style.lit, by: fraction(part))
      masks[part].fill?.draw(color.premultiplied, into: buffer, clip: cell)
    }
    for part in masks.indices where fraction(part) > 0 {
      let color = style.outline.opacity(fraction(part)).premultiplied
      masks[part].outline?.draw(color, into: buffer, clip: cell)
    }
  }
}

enum SegmentPicture {
  case finished(PixelBlock)
  /// A mix of two finished pictures, with `weight` 256ths of the second.
  case between(PixelBlock, PixelBlock, weight: Int)

  func draw(into buffer: PixelBuffer, clip: PixelRect) {
    switch self {
    case .finished(let block): block.draw(into: buffer, clip: clip)
    case .between(let first, let second, let weight):
      first.draw(into: buffer, clip: clip, mixed: weight, with: second)
    }
  }
}

/// Levels during a cross-fade: some parts brighten while others darken by the same amount.
///
/// Mixing the pictures of both ends then equals composing the parts at their levels, except where
/// the shadows of two changing parts overlap. There the error is at most a quarter of one shadow's
/// effect on the other.
struct SegmentCrossfade: Equatable {
  let from: UInt64
  let to: UInt64
  /// The progress, in 256ths.
  let weight: Int

  /// The fade that has reached `levels`; nil if no part is changing, or no single fade leads to
  /// `levels`.
  init?(_ levels: UInt64) {
    let full = UInt64(SegmentGroup.fullLevel)
    var from: UInt64 = 0
    var to: UInt64 = 0
    var rising: UInt64 = 0
    for part in 0..<8 as Range<UInt64> {
      let level = levels >> (part * 8) & 0xFF
      if level == 0 { continue }
      if level >= full {
        from |= full << (part * 8)
        to |= full << (part * 8)
        continue
      }
      if rising == 0 { rising = level }
      if level == rising {
        to |= full << (part * 8)
      } else if level == full - rising {
        from |= full << (part * 8)
      } else {
        return nil
      }
    }
    guard rising > 0 else { return nil }
    (self.from, self.to) = (from, to)
    weight = Int((rising * 256 + full / 2) / full)
  }
}

extension Color {
  var isOpaque: Bool { alpha >= 1 }
}

extension SegmentGroup {
  var marks: [Mark] {
    let style = shape.style
    let parts = shape.parts.prefix(8).enumerated().map { index, path in
      (
        path: path.offset(dx: Double(x), dy: Double(y)),
        level: min(Float(level(index)) / Float(SegmentGroup.fullLevel), 1)
      )
    }
    let lit = parts.filter { $0.level > 0 }
    let shadows = style.shadows.flatMap { shadow in
      lit.map { part in
        var faded = shadow
        faded.color = shadow.color.opacity(part.level)
        return Mark.shadow(part.path, faded, knockout: false)
      }
    }
    let fills = parts.map {
      Mark.fill($0.path, style.unlit.mixed(with: style.lit, by: $0.level))
    }
    guard style.outline.alpha > 0 else { return shadows + fills }
    return shadows + fills
      + lit.map {
        Mark.stroke(
          $0.path, width: style.outlineWidth, round: false, style.outline.opacity($0.level))
      }
  }
}
