extension Collection where Element: BinaryFloatingPoint {
  /// The middle value, the mean of the two middle ones where their number is even; 0 of nothing.
  public var median: Element {
    let sorted = self.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}

/// A number as text, the same in every locale.
public enum Decimal {
  /// `value` with so many `digits` after the point (0...9), rounded half away from zero; `-` where it is no number or
  /// too large for one.
  public static func text(_ value: Double, digits: Int) -> String {
    var power = 1
    for _ in 0..<min(max(digits, 0), 9) { power *= 10 }
    guard let whole = Int(exactly: (value * Double(power)).rounded()) else { return "-" }
    guard power > 1 else { return String(whole) }
    let rest = String(whole.magnitude % UInt(power))
    let padding = String(repeating: "0", count: max(0, digits - rest.count))
    return "\(whole < 0 ? "-" : "")\(whole.magnitude / UInt(power)).\(padding)\(rest)"
  }
}
