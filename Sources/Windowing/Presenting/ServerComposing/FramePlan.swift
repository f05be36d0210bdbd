import Geometry
import RenderSteps

/// How a frame is composed: its steps, and which of its pixels they make.
struct FramePlan {
  /// A rectangle that shows nothing but a sprite, whose top left corner is at (`x`, `y`).
  struct Cover {
    let rect: PixelRect
    let sprite: Sprite
    let x: Int
    let y: Int
  }

  private(set) var steps: [RenderStep] = []
  /// What is copied to the window as it is: nothing lies over it.
  private(set) var covered: [Cover] = []
  /// What is composed, and what has to be sent as pixels.
  private(set) var composed: [PixelRect] = []
  private(set) var unkept: [PixelRect] = []

  /// Finds out how `rects` of the source's current frame are composed.
  mutating func make(of rects: [PixelRect], from source: some FrameSource) {
    steps.removeAll(keepingCapacity: true)
    covered.removeAll(keepingCapacity: true)
    composed.removeAll(keepingCapacity: true)
    unkept.removeAll(keepingCapacity: true)
    let bounds = PixelRect(x: 0, y: 0, width: source.frameSize.width, height: source.frameSize.height)
    source.describe(rects, into: &steps)
    for rect in rects {
      let inside = rect.intersection(bounds)
      if !inside.isEmpty { composed.append(inside) }
    }
    for case .pixels(let area) in steps { cut(area) }
    for index in composed.indices.reversed() {
      guard let cover = cover(of: composed[index]) else { continue }
      covered.append(cover)
      composed.remove(at: index)
    }
    if composed.isEmpty {
      steps.removeAll(keepingCapacity: true)
    } else {
      steps.removeAll { [composed] in !FramePlan.shows($0, in: composed) }
    }
  }

  /// Whether there is nothing but what has to be sent as pixels.
  var isEmpty: Bool { composed.isEmpty && covered.isEmpty }

  /// Whether a step shows in what is composed, or says what others do.
  private static func shows(_ step: RenderStep, in composed: [PixelRect]) -> Bool {
    switch step {
    case .clip, .endClip: return true
    case .pixels: return false
    default:
      let place = step.place
      return composed.contains { $0.intersects(place) }
    }
  }

  /// What alone shows in `rect`; nil where that is not one opaque picture, or a part of it.
  private func cover(of rect: PixelRect) -> Cover? {
    guard let index = steps.lastIndex(where: { $0.place.intersects(rect) }),
      case .picture(let sprite, let x, let y) = steps[index], sprite.isOpaque,
      steps[index].place.contains(rect), !isClipped(at: index)
    else { return nil }
    return Cover(rect: rect, sprite: sprite, x: x, y: y)
  }

  /// Whether the step of this index shows within rectangles alone.
  private func isClipped(at index: Int) -> Bool {
    for step in steps[..<index].reversed() {
      if case .endClip = step { return false }
      if case .clip = step { return true }
    }
    return false
  }

  /// What its requests take on the wire, in bytes, a little more: X11's sizes of each, and of its own clip, copy, wait and message.
  var aheadBytes: Int {
    let clip = 12 + 8 * composed.count
    return steps.reduce(180 + 2 * clip + 32 * covered.count) { sum, step in
      switch step {
      case .clip(let rect): composed.reduce(sum) { $0 + ($1.intersects(rect) ? 8 : 0) }
      case .endClip: sum + 12
      case .turned, .turnedAssembly: sum + 100
      case .fill, .picture, .assembly, .mixed, .added, .mask, .glyph: sum + 40
      case .pixels: sum
      }
    }
  }

  /// Calls `body` with every sprite that is needed.
  func forEachSprite(_ body: (Sprite) -> Void) {
    for cover in covered { body(cover.sprite) }
    for step in steps {
      switch step {
      case .picture(let sprite, _, _), .assembly(let sprite, _, _), .mixed(let sprite, _, _, _),
        .added(let sprite, _, _, _), .mask(let sprite, _, _, _, _), .turned(let sprite, _, _, _),
        .turnedAssembly(let sprite, _, _):
        body(sprite)
      case .fill, .glyph, .clip, .endClip, .pixels: continue
      }
    }
  }

  /// How many glyphs it has at most.
  var glyphCount: Int {
    var count = 0
    for case .glyph in steps { count += 1 }
    return count
  }

  /// Takes `area` out of what is composed and adds what lies in it to `unkept`.
  private mutating func cut(_ area: PixelRect) {
    for index in composed.indices.reversed() {
      let rect = composed[index]
      let hole = rect.intersection(area)
      guard !hole.isEmpty else { continue }
      composed.remove(at: index)
      unkept.append(hole)
      rect.forEachPiece(without: hole) { composed.append($0) }
    }
  }
}
