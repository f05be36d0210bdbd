package import Geometry

/// An activity ring: a full track, and on it an arc with round caps that starts at the top and runs clockwise.
package struct Ring: Equatable, Sendable {
  /// The middle of the ring, in device pixels.
  package var center: Point
  /// From the middle to the outer edge, in device pixels.
  package var radius: Double
  /// From the outer edge to the inner one, in device pixels; at most `radius`.
  package var thickness: Double
  /// How far the arc runs, in turns: 0 is the track alone, past 1 it runs on over itself. Held within
  /// 0...`maximumProgress`; NaN is 0.
  package var progress: Double {
    didSet { progress = Ring.held(progress) }
  }
  /// The colour at the start of the arc.
  package var startColor: Color
  /// The colour at the end of the arc; in between the two are mixed by angle.
  package var endColor: Color
  /// The colour of the track.
  package var trackColor: Color

  /// A ring about `center`.
  package init(
    center: Point, radius: Double, thickness: Double, progress: Double, startColor: Color, endColor: Color,
    trackColor: Color
  ) {
    self.center = center
    self.radius = radius
    self.thickness = min(thickness, radius)
    self.progress = Ring.held(progress)
    self.startColor = startColor
    self.endColor = endColor
    self.trackColor = trackColor
  }

  /// The most turns that can be shown; more look the same and would only cost precision.
  package static let maximumProgress = 1000.0

  private static func held(_ progress: Double) -> Double {
    progress.isNaN ? 0 : min(max(progress, 0), maximumProgress)
  }

  /// All pixels that it may touch.
  package var extent: PixelRect {
    PixelRect(covering: Rect(center: center, size: Size(width: 2 * radius, height: 2 * radius)).inset(by: -1))
  }

  /// Adds the pixels that may change when this ring follows on `before`: the quarters that either arc reaches.
  ///
  /// All of an arc changes when it grows, since its colours are spread over its length; the track beyond it does not.
  func addChange(since before: Ring, to damage: inout Damage) {
    var same = before
    same.progress = progress
    guard same == self else {
      damage.add(extent)
      damage.add(before.extent)
      return
    }
    // The cap at the tip reaches half a thickness ahead, and a pixel for its soft edge; the tip's shadow, which reaches
    // farther, is there on a nearly full ring only.
    let inner = max(radius - thickness, 1)
    let reach = max(progress, before.progress) + (thickness / 2 + 1) / inner / (2 * .pi)
    guard reach < 0.75 else {
      damage.add(extent)
      return
    }
    let outer = radius + 1
    let right = Rect(x: center.x - 1, y: center.y - outer, width: outer + 1, height: outer + 1)
    let cap = Rect(
      x: center.x - thickness / 2 - 1, y: center.y - outer, width: thickness / 2 + 1, height: thickness + 3)
    damage.add(PixelRect(covering: cap).intersection(extent))
    damage.add(
      PixelRect(covering: reach < 0.25 ? right : right.union(right.offset(dx: 0, dy: outer))).intersection(
        extent))
    guard reach >= 0.5 else { return }
    damage.add(
      PixelRect(covering: Rect(x: center.x - outer, y: center.y - 1, width: outer, height: outer + 1))
        .intersection(extent))
  }
}
