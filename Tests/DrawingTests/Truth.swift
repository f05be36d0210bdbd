import Drawing
import Geometry
import Glibc

/// A colour while the truth is reckoned: opaque, 0...255 a channel.
struct TrueColor {
  var red: Double
  var green: Double
  var blue: Double

  init(_ color: Color) {
    red = Double(color.red) * 255
    green = Double(color.green) * 255
    blue = Double(color.blue) * 255
  }

  static let black = TrueColor(.black)

  /// The colour `fraction` of the way to `other`.
  func mixed(_ other: TrueColor, _ fraction: Double) -> TrueColor {
    var result = self
    result.red += (other.red - red) * fraction
    result.green += (other.green - green) * fraction
    result.blue += (other.blue - blue) * fraction
    return result
  }
}

/// Many samples in every pixel: the truth that pictures are held against.
struct Supersampled {
  var pixels: [TrueColor]
  let width: Int

  /// The mean of `side` x `side` samples over every pixel of a picture.
  ///
  /// Six a side are 36; an edge along the grid is then up to a twelfth of a pixel off, which a small picture with
  /// strong contrasts shows as an error of the truth, so that it wants more.
  init(width: Int, height: Int, side: Int = 6, sample: (Double, Double) -> TrueColor) {
    self.width = width
    pixels = []
    pixels.reserveCapacity(width * height)
    for y in 0..<height {
      for x in 0..<width {
        var sum = TrueColor.black
        for j in 0..<side {
          for i in 0..<side {
            let color = sample(
              Double(x) + (Double(i) + 0.5) / Double(side), Double(y) + (Double(j) + 0.5) / Double(side))
            sum.red += color.red
            sum.green += color.green
            sum.blue += color.blue
          }
        }
        let count = Double(side * side)
        sum.red /= count
        sum.green /= count
        sum.blue /= count
        pixels.append(sum)
      }
    }
  }

  /// The peak signal-to-noise ratio of `raster`, in decibels.
  func ratio(to raster: Raster) -> Double {
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
