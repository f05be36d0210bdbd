import Glibc

/// An sRGB colour with straight alpha; components are clamped to 0...1.
public struct Color: Equatable, Hashable, Sendable {
  public let red: Float
  public let green: Float
  public let blue: Float
  public let alpha: Float

  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = Color.clamped(red)
    self.green = Color.clamped(green)
    self.blue = Color.clamped(blue)
    self.alpha = Color.clamped(alpha)
  }

  public init(hex: UInt32, alpha: Float = 1) {
    self.init(
      red: Float((hex >> 16) & 0xFF) / 255, green: Float((hex >> 8) & 0xFF) / 255,
      blue: Float(hex & 0xFF) / 255, alpha: alpha)
  }

  public static let black = Color(hex: 0x000000)
  public static let white = Color(hex: 0xFFFFFF)
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  public func opacity(_ factor: Float) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha * factor)
  }

  /// `fraction` is clamped to 0...1.
  public func mixed(with other: Color, by fraction: Float) -> Color {
    let t = Color.clamped(fraction)
    return Color(
      red: red + (other.red - red) * t, green: green + (other.green - green) * t,
      blue: blue + (other.blue - blue) * t, alpha: alpha + (other.alpha - alpha) * t)
  }

  /// Returns the most transparent colour that looks like this one on `background`; both are opaque.
  public func tint(on background: Color) -> Color {
    let pairs = [(red, background.red), (green, background.green), (blue, background.blue)]
    // The alpha that each component needs, to reach its value from the background. The largest
    // decides.
    let alpha = pairs.reduce(0) {
      max($0, abs($1.0 - $1.1) / max($1.0 < $1.1 ? $1.1 : 1 - $1.1, 0.001))
    }
    guard alpha > 0, alpha < 1 else { return opacity(alpha) }
    let parts = pairs.map { ($0.0 - (1 - alpha) * $0.1) / alpha }
    return Color(red: parts[0], green: parts[1], blue: parts[2], alpha: alpha)
  }

  /// Returns the WCAG 2.2 contrast with another opaque colour, 1 to 21.
  public func contrast(with other: Color) -> Double {
    let values = [luminance, other.luminance]
    return ((values.max() ?? 0) + 0.05) / ((values.min() ?? 0) + 0.05)
  }

  /// Returns the nearest shade toward `other` with at least this contrast on `background`, else
  /// `other`.
  public func shade(toward other: Color, by contrast: Double, on background: Color) -> Color {
    let shades = stride(from: Float(0), through: 1, by: 0.1).lazy.map {
      mixed(with: other, by: $0).inBytes
    }
    return shades.first { $0.contrast(with: background) >= contrast } ?? other
  }

  public var luminance: Double {
    func linear(_ value: Float) -> Double {
      let part = Double(value)
      return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  public var inBytes: Color {
    Color(
      hex: Color.byte(red) << 16 | Color.byte(green) << 8 | Color.byte(blue), alpha: alpha)
  }

  /// The premultiplied 0xAARRGGBB word that cairo and X use.
  public var premultiplied: UInt32 {
    Color.byte(alpha) << 24 | Color.byte(red * alpha) << 16 | Color.byte(green * alpha) << 8
      | Color.byte(blue * alpha)
  }

  /// 0 for NaN.
  private static func clamped(_ value: Float) -> Float {
    value >= 0 ? min(value, 1) : 0
  }

  private static func byte(_ value: Float) -> UInt32 {
    UInt32(value * 255 + 0.5)
  }
}
