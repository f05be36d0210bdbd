import DisplayLists
import Geometry

/// The coverage of the marks of one shape, relative to a group's origin; shared by all digits of a
/// counter.
final class SegmentMasks: Sprite {
  private let shape: SegmentShape
  private let masks: [Mask?]

  var bytes: Int { masks.reduce(0) { $0 + ($1?.bytes ?? 0) } }

  init(_ shape: SegmentShape) {
    self.shape = shape
    masks = zip(shape.marks(at: .max), shape.marks(at: 0)).map { lit, unlit in
      (lit.color.alpha > 0 ? lit : unlit).mask(shape.cell)
    }
  }

  /// Nil if memory runs out.
  func block(at levels: UInt64) -> PixelBlock? {
    guard let block = PixelBlock(rect: shape.cell, backdrop: shape.backdrop) else { return nil }
    for (mask, mark) in zip(masks, shape.marks(at: levels)) {
      mask?.draw(mark.color.premultiplied, into: block.buffer, clip: shape.cell)
    }
    return block
  }
}

extension SegmentShape {
  /// As many marks at all levels, clear for what does not show. Shadows come first, then parts,
  /// then outlines: a lit part hides the shadows that fall on it.
  func marks(at levels: UInt64) -> [Mark] {
    let full = Float(SegmentGroup.fullLevel)
    let parts = parts.prefix(8).enumerated().map { index, path in
      (path: path, level: min(Float((levels >> UInt64(index * 8)) & 0xFF) / full, 1))
    }
    func shadows(
      _ shadows: [Shadow], _ place: Mark.ShadowPlace, isUnlit: Bool = false
    ) -> [Mark] {
      shadows.flatMap { shadow in
        parts.map { part in
          var faded = shadow
          faded.color = shadow.color.opacity(isUnlit ? 1 - part.level : part.level)
          return Mark.shadow(part.path, faded, place)
        }
      }
    }
    func lines(_ color: Color, width: Double) -> [Mark] {
      parts.map { .stroke($0.path, width: width, round: false, color.opacity($0.level)) }
    }
    let fills = parts.map { Mark.fill($0.path, style.fill(at: $0.level)) }
    let sheens = parts.map { Mark.sheen($0.path, style.sheen.opacity($0.level)) }
    return lines(style.halo, width: 2 * style.haloWidth) + shadows(style.shadows, .everywhere)
      + fills
      + shadows(style.unlitEdges, .inside, isUnlit: true) + sheens
      + shadows(style.litEdges, .inside) + lines(style.outline, width: style.outlineWidth)
  }
}

extension SegmentGroup {
  /// Whether each part is unlit or fully lit.
  var isFinished: Bool {
    (0..<8 as Range<UInt64>).allSatisfy { part in
      let level = levels >> (part * 8) & 0xFF
      return level == 0 || level >= SegmentGroup.fullLevel
    }
  }
}

extension SegmentStyle {
  var glows: Bool { outline.alpha > 0 && outlineWidth > 0 }

  /// What glows has the hue of its outline while it is dim.
  fileprivate func fill(at level: Float) -> Color {
    guard glows else { return unlit.mixed(with: lit, by: level) }
    let hue = outline.opacity(1 / outline.alpha)
    return unlit.mixed(with: hue, by: min(level, 0.62)).mixed(with: lit, by: (level - 0.62) / 0.38)
  }
}

/// A mix of two finished pictures of one shape, with `weight` 256ths of the second.
struct SegmentMix: Painter {
  let first: PixelBlock
  let second: PixelBlock
  let weight: Int

  func paint(into buffer: PixelBuffer, clip: PixelRect) {
    first.forEachRow(of: buffer, in: clip) { start, row, count in
      Blend.mix(
        first.base + start, second.base + start, weight: weight, isOpaque: first.isOpaque, on: row,
        count: count)
    }
  }
}

/// Levels during a cross-fade: some parts brighten while others darken by the same amount.
///
/// Mixing the pictures of both ends then equals composing the parts, except where the shadows of two
/// changing parts overlap: by at most a quarter of one shadow's effect on the other.
struct SegmentCrossfade: Equatable {
  let from: UInt64
  let to: UInt64
  /// The progress, in 256ths.
  let weight: Int

  /// The fade, or the third of one that has a hue, that has reached `levels`; nil if no part is
  /// changing, or no single fade leads to `levels`.
  init?(_ levels: UInt64, hasHue: Bool = false) {
    let full = UInt64(SegmentGroup.fullLevel)
    var from: UInt64 = 0
    var to: UInt64 = 0
    var rising: UInt64 = 0
    for part in 0..<8 as Range<UInt64> {
      let level = min(levels >> (part * 8) & 0xFF, full)
      if level == 0 { continue }
      if rising == 0, level < full { rising = level }
      switch level {
      case full:
        from |= full << (part * 8)
        to |= full << (part * 8)
      case rising: to |= full << (part * 8)
      case full - rising: from |= full << (part * 8)
      default: return nil
      }
    }
    guard rising > 0 else { return nil }
    // Between these levels, colours change evenly.
    let stops = hasHue ? [0, 24, 39, full] : [0, full]
    let next = stops.firstIndex { $0 >= rising } ?? 1
    let (low, high) = (stops[next - 1], stops[next])
    func stage(_ level: UInt64) -> UInt64 {
      from & to | (to & ~from) / full * level | (from & ~to) / full * (full - level)
    }
    (self.from, self.to) = (stage(low), stage(high))
    weight = Int(((rising - low) * 256 + (high - low) / 2) / (high - low))
  }
}

extension Color {
  var isOpaque: Bool { alpha >= 1 }
}
