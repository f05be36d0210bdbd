package import Drawing
package import Geometry
import Glibc

/// A colour while the truth is reckoned: opaque, 0...255 a channel.
package struct TrueColor {
  package var red: Double
  package var green: Double
  package var blue: Double

  package init(_ color: Color) {
    red = Double(color.red) * 255
    green = Double(color.green) * 255
    blue = Double(color.blue) * 255
  }

  package static let black = TrueColor(.black)

  /// The colour `fraction` of the way to `other`.
  package func mixed(_ other: TrueColor, _ fraction: Double) -> TrueColor {
    var result = self
    result.red += (other.red - red) * fraction
    result.green += (other.green - green) * fraction
    result.blue += (other.blue - blue) * fraction
    return result
  }
}

/// Many samples in every pixel: the truth that pictures are held against.
package struct Supersampled {
  package var pixels: [TrueColor]
  package let width: Int

  /// The mean of `side` x `side` samples on a grid over every pixel of a picture.
  ///
  /// Six a side are 36; an edge along the grid is then up to a twelfth of a pixel off, which a small picture with
  /// strong contrasts shows as an error of the truth, so that it wants more, or `points`.
  package init(width: Int, height: Int, side: Int = 6, sample: (Double, Double) -> TrueColor) {
    let middles = (0..<side).map { (Double($0) + 0.5) / Double(side) }
    self.init(
      width: width, height: height, places: middles.flatMap { y in middles.map { x in (x, y) } },
      sample: sample)
  }

  /// The mean of that number of samples, for every pixel of a picture.
  ///
  /// They are a rank-1 lattice by the golden ratio: no two of them share a column or a row, so that an edge along the grid is
  /// off by no more than one sample's share.
  package init(width: Int, height: Int, points: Int, sample: (Double, Double) -> TrueColor) {
    let places = (0..<points).map { index in
      let place = Double(index) + 0.5
      let turned = place * 0.618_033_988_749_894_9
      return (place / Double(points), turned - turned.rounded(.down))
    }
    self.init(width: width, height: height, places: places, sample: sample)
  }

  private init(
    width: Int, height: Int, places: [(x: Double, y: Double)], sample: (Double, Double) -> TrueColor
  ) {
    self.width = width
    let count = Double(places.count)
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = TrueColor.black
        for place in places {
          let color = sample(Double(x) + place.x, Double(y) + place.y)
          sum.red += color.red
          sum.green += color.green
          sum.blue += color.blue
        }
        sum.red /= count
        sum.green /= count
        sum.blue /= count
        pixels.append(sum)
      }
    }
  }

  /// The peak signal-to-noise ratio of `raster`, in decibels.
  package func ratio(to raster: Raster) -> Double {
    var sum = 0.0
    for index in pixels.indices {
      let word = raster.base[index]
      let red = Double((word >> 16) & 0xFF) - pixels[index].red
      let green = Double((word >> 8) & 0xFF) - pixels[index].green
      let blue = Double(word & 0xFF) - pixels[index].blue
      sum += red * red + green * green + blue * blue
    }
    let mean = sum / Double(pixels.count * 3)
    return mean > 0 ? 10 * log10(255 * 255 / mean) : .infinity
  }
}
