extension Collection where Element: BinaryFloatingPoint {
  /// The middle value, the mean of the two middle ones where their number is even; 0 of nothing.
  package var median: Element {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}

extension Double {
  /// The number with so many `digits` after the point (0...9), rounded half away from zero, the same in every locale;
  /// `-` where it is no number or too large for one.
  package func text(_ digits: Int = 0) -> String {
    var power = 1
    for _ in 0..<Swift.min(Swift.max(digits, 0), 9) { power *= 10 }
    guard let whole = Int(exactly: (self * Double(power)).rounded()) else { return "-" }
    guard power > 1 else { return String(whole) }
    let rest = String(power + Int(whole.magnitude % UInt(power))).dropFirst()
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / UInt(power)).\(rest)"
  }
}

/// The size of a window in pixels, each side from 1 to 32767.
package struct WindowSize: Equatable, Sendable {
  package let width: Int
  package let height: Int

  package init?(width: Int, height: Int) {
    guard (1...32767).contains(width), (1...32767).contains(height) else { return nil }
    self.width = width
    self.height = height
  }

  /// The size that `text` tells, as in `840x480`.
  package init?(_ text: String) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
    self.init(width: width, height: height)
  }

  /// The size as that initialiser takes it.
  package var text: String { "\(width)x\(height)" }
}
