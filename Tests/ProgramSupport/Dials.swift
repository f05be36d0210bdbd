import Glibc

/// A circle of a picture along which something is shown: a ring or a dial; angles are degrees clockwise from the top.
package struct Circle: Equatable, Sendable {
  package let x: Double
  package let y: Double
  package let radius: Double

  package init(x: Double, y: Double, radius: Double) {
    self.x = x
    self.y = y
    self.radius = radius
  }

  package func pixel(at degrees: Double, in picture: Picture) -> Pixel? {
    let radians = degrees * .pi / 180
    return picture[(x + radius * sin(radians), y - radius * cos(radians))]
  }

  /// The angles at which the two pictures differ clearly, of `count` that lie evenly around the circle.
  package func changedAngles(_ picture: Picture, from other: Picture, count: Int = 360) -> [Double]
  {
    (0..<count).map { Double($0) * 360 / Double(count) }.filter { angle in
      guard let here = pixel(at: angle, in: picture), let there = pixel(at: angle, in: other) else {
        return false
      }
      return here.distance(to: there) > 24
    }
  }

  /// How much of the circle differs from a picture in which it is empty, 0...1: the progress of a ring along it, with
  /// the round ends.
  package func coverage(_ picture: Picture, empty: Picture) -> Double {
    Double(changedAngles(picture, from: empty).count) / 360
  }

  /// The angle of the hand of that kind, by the middle of what it colours on the circle, in 0..<360; nil when there
  /// is none.
  package func hand(_ kind: HandColor, in picture: Picture) -> Double? {
    var east = 0.0
    var north = 0.0
    for step in 0..<3600 {
      let degrees = Double(step) / 10
      guard let pixel = pixel(at: degrees, in: picture) else { continue }
      let weight = Double(kind.strength(of: pixel) - 40)
      guard weight > 0 else { continue }
      east += weight * sin(degrees * .pi / 180)
      north += weight * cos(degrees * .pi / 180)
    }
    guard east != 0 || north != 0 else { return nil }
    let angle = atan2(east, north) * 180 / .pi
    return angle < 0 ? angle + 360 : angle
  }
}

package enum HandColor: Sendable {
  case orange
  case blue

  func strength(of pixel: Pixel) -> Int {
    switch self {
    case .orange: pixel.red - pixel.blue
    case .blue: pixel.blue - pixel.red
    }
  }
}

package func turn(from first: Double, to second: Double) -> Double {
  let turn = (second - first).truncatingRemainder(dividingBy: 360)
  return min(abs(turn), 360 - abs(turn))
}
