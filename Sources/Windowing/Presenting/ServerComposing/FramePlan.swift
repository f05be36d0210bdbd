import Geometry
import RenderSteps

/// How a frame is composed: its steps, and which of its pixels they make.
struct FramePlan {
  private(set) var steps: [RenderStep] = []
  /// What is composed, and what has to be sent as pixels.
  private(set) var composed: [PixelRect] = []
  private(set) var unkept: [PixelRect] = []

  /// Finds out how `rects` of the source's current frame are composed.
  mutating func make(of rects: [PixelRect], from source: some FrameSource) {
    steps.removeAll(keepingCapacity: true)
    composed.removeAll(keepingCapacity: true)
    unkept.removeAll(keepingCapacity: true)
    let bounds = PixelRect(x: 0, y: 0, width: source.frameSize.width, height: source.frameSize.height)
    source.describe(rects, into: &steps)
    for rect in rects {
      let inside = rect.intersection(bounds)
      if !inside.isEmpty { composed.append(inside) }
    }
    for case .pixels(let area) in steps { cut(area) }
  }

  /// Whether a step shows in what is composed.
  func shows(_ step: RenderStep) -> Bool {
    let place = step.place
    return composed.contains { $0.intersects(place) }
  }

  /// What its requests take on the wire, in bytes, a little more: X11's sizes of each, and of its own clip, copy, wait and message.
  var aheadBytes: Int {
    let clip = 12 + 8 * composed.count
    return steps.reduce(180 + 2 * clip) { sum, step in
      switch step {
      case .clip: sum + 16
      case .endClip: sum + clip
      case .turned: sum + 92
      case .fill, .picture, .assembly, .mixed, .added, .mask, .glyph: sum + 40
      case .pixels: sum
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
