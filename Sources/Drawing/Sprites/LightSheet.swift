import DisplayLists
import Geometry

/// Groups of lights of one shape and look: the masks of the parts, and finished pictures by level.
///
/// Everything here is relative to the group's origin, so that all digits of a counter share one sheet.
final class LightSheet {
  private let parts: [Path]
  private let style: LightStyle
  private let cell: PixelRect
  private let backdrop: Color?

  /// What one part covers, made once.
  private struct Part {
    var fill: Mask?
    var outline: Mask?
    /// One for each shadow of the style, in order.
    var shadows: [Mask?]
  }

  /// A finished picture.
  private struct Picture {
    var levels: UInt64
    var block: PixelBlock
    var lastUse: Int
  }

  private let masks: [Part]
  private var pictures: [Picture] = []
  private var index: [UInt64: Int] = [:]
  /// When the sheet was last looked into.
  private(set) var lastUse = 0

  /// So many pictures there are before one is used again, however little memory is left.
  private static let fewest = 4

  /// Whether a finished picture hides what is behind it.
  let isOpaque: Bool
  /// How much memory the masks take.
  let maskBytes: Int
  /// How much memory a finished picture takes.
  var pictureBytes: Int { cell.area * MemoryLayout<UInt32>.stride }
  /// How much memory all takes.
  var bytes: Int { maskBytes + pictures.count * pictureBytes }
  /// How many finished pictures there are.
  var count: Int { pictures.count }

  /// Makes the masks of `group`.
  init(_ group: LightGroup) {
    parts = group.parts
    style = group.style
    cell = group.cell
    backdrop = group.backdrop
    isOpaque = group.backdrop?.isOpaque ?? false
    let clip = group.cell
    let look = group.style
    masks = group.parts.prefix(8).map { path in
      Part(
        fill: Shapes.fill(path, clip: clip),
        outline: look.outline.alpha > 0
          ? Shapes.stroke(path, width: look.outlineWidth, clip: clip) : nil,
        shadows: look.shadows.map { $0.color.alpha > 0 ? Shapes.shadow(of: path, $0, clip: clip) : nil })
    }
    var sum = 0
    for part in masks {
      sum += (part.fill?.bytes ?? 0) + (part.outline?.bytes ?? 0)
      for shadow in part.shadows { sum += shadow?.bytes ?? 0 }
    }
    maskBytes = sum
  }

  /// Whether it is the sheet of `group`.
  func matches(_ group: LightGroup) -> Bool {
    cell == group.cell && backdrop == group.backdrop && style == group.style && parts == group.parts
  }

  /// The finished picture of `levels`, composed when it is not there yet; nil where memory ends.
  ///
  /// With `reusing`, a new picture takes the place of the one that was not asked for for the longest time.
  func picture(_ levels: UInt64, at time: Int, reusing: Bool) -> PixelBlock? {
    lastUse = time
    if let known = index[levels] {
      pictures[known].lastUse = time
      return pictures[known].block
    }
    if reusing, pictures.count >= LightSheet.fewest, let oldest = oldestPicture {
      index[pictures[oldest].levels] = nil
      index[levels] = oldest
      pictures[oldest].levels = levels
      pictures[oldest].lastUse = time
      compose(levels, into: pictures[oldest].block)
      return pictures[oldest].block
    }
    guard let block = PixelBlock(rect: cell) else { return nil }
    compose(levels, into: block)
    index[levels] = pictures.count
    pictures.append(Picture(levels: levels, block: block, lastUse: time))
    return block
  }

  /// Drops all finished pictures.
  func removePictures() {
    pictures.removeAll()
    index.removeAll()
  }

  private var oldestPicture: Int? {
    pictures.indices.min { pictures[$0].lastUse < pictures[$1].lastUse }
  }

  /// All shadows first, then the parts, then their outlines: a lit part hides what shadows fall on it.
  private func compose(_ levels: UInt64, into block: PixelBlock) {
    Blend.fill(block.base, count: cell.area, with: backdrop?.premultiplied ?? 0)
    let buffer = block.buffer
    let full = Float(LightGroup.fullLevel)
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

extension Color {
  /// Whether nothing shines through.
  var isOpaque: Bool { alpha >= 1 }
}
