import DisplayLists
import Geometry

/// Groups of lights of one shape and look: the masks of the parts, and finished pictures by level.
///
/// Everything here is relative to the group's origin, so that all digits of a counter share one atlas.
final class SegmentAtlas {
  /// What the lights have in common.
  let shape: SegmentShape

  /// What one part covers, made once.
  private struct Part {
    var fill: Mask?
    var outline: Mask?
    /// One for each shadow of the style, in order.
    var shadows: [Mask?]
  }

  private let masks: [Part]
  private var pictures = LRUCache<(levels: UInt64, block: PixelBlock)>()

  /// So many pictures there are before one is used again, however little memory is left.
  private static let fewest = 4
  /// No more are kept: the ten digits, their change from one to the next, and a few that were interrupted.
  private static let most = 16

  /// How much memory the masks take.
  let maskBytes: Int
  /// How much memory a finished picture takes.
  var pictureBytes: Int { shape.cell.area * MemoryLayout<UInt32>.stride }
  /// How much memory all takes.
  var bytes: Int { maskBytes + pictures.count * pictureBytes }

  /// Makes the masks of `shape`.
  init(_ shape: SegmentShape) {
    self.shape = shape
    let clip = shape.cell
    let look = shape.style
    masks = shape.parts.prefix(8).map { path in
      Part(
        fill: Shapes.fill(path, clip: clip),
        outline: look.outline.alpha > 0
          ? Shapes.stroke(path, width: look.outlineWidth, clip: clip) : nil,
        shadows: look.shadows.map {
          $0.color.alpha > 0 ? Shapes.shadow(of: path, $0, clip: clip) : nil
        })
    }
    var sum = 0
    for part in masks {
      sum += (part.fill?.bytes ?? 0) + (part.outline?.bytes ?? 0)
      for shadow in part.shadows { sum += shadow?.bytes ?? 0 }
    }
    maskBytes = sum
  }

  /// What the lights look like at `levels`; nil where memory ends.
  ///
  /// With `reusing`, a new picture takes the place of the one that was not asked for for the longest time.
  func look(_ levels: UInt64, at time: Int, reusing: Bool) -> SegmentPicture? {
    if let fade = SegmentCrossfade(levels) {
      guard let first = picture(fade.from, at: time, reusing: reusing),
        let second = picture(fade.to, at: time, reusing: reusing)
      else { return nil }
      return .between(first, second, weight: fade.weight)
    }
    return picture(levels, at: time, reusing: reusing).map { .finished($0) }
  }

  private func picture(_ levels: UInt64, at time: Int, reusing: Bool) -> PixelBlock? {
    if let known = pictures.value(at: time, where: { $0.levels == levels }) { return known.block }
    var block: PixelBlock?
    if pictures.count >= SegmentAtlas.most || reusing && pictures.count >= SegmentAtlas.fewest,
      let oldest = pictures.oldest()
    {
      block = pictures.remove(at: oldest.place).block
      // Somebody may still show what it was.
      if !isKnownUniquelyReferenced(&block) { block = nil }
    }
    guard let block = block ?? PixelBlock(rect: shape.cell) else { return nil }
    compose(levels, into: block)
    pictures.add((levels, block), at: time)
    return block
  }

  /// All shadows first, then the parts, then their outlines: a lit part hides what shadows fall on it.
  private func compose(_ levels: UInt64, into block: PixelBlock) {
    let (cell, style) = (shape.cell, shape.style)
    Blend.fill(block.base, count: cell.area, with: shape.backdrop?.premultiplied ?? 0)
    let buffer = block.buffer
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

/// What a group of lights looks like.
enum SegmentPicture {
  /// As in a finished picture.
  case finished(PixelBlock)
  /// So many 256ths of the way from one finished picture to another.
  case between(PixelBlock, PixelBlock, weight: Int)

  /// Puts the pixels that `clip` lets through into `buffer`, moved by (`dx`, `dy`).
  func draw(into buffer: PixelBuffer, clip: PixelRect, dx: Int, dy: Int, isOpaque: Bool) {
    switch self {
    case .finished(let block):
      block.draw(into: buffer, clip: clip, dx: dx, dy: dy, isOpaque: isOpaque)
    case .between(let first, let second, let weight):
      first.draw(
        into: buffer, clip: clip, dx: dx, dy: dy, isOpaque: isOpaque, mixed: weight, with: second)
    }
  }
}

/// Levels as they are while lights cross-fade: some parts are on their way up, and others as far on their way down.
///
/// Mixing the pictures of both ends then does what composing the lights at their levels would, but where the shadows
/// of two changing parts overlap: there it is off by a quarter of what one shadow takes from the other, at most.
struct SegmentCrossfade: Equatable {
  /// The levels at both ends.
  let from: UInt64
  let to: UInt64
  /// How far on the way, in 256ths.
  let weight: Int

  /// The fade that has come to `levels`; nil where all parts are at an end, or no one fade leads to `levels`.
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
  /// Whether nothing shines through.
  var isOpaque: Bool { alpha >= 1 }
}
