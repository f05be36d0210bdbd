/// A value that can be added, scaled and measured, and so be moved from one place to another step by step.
public protocol VectorArithmetic: AdditiveArithmetic, Sendable {
  /// Multiplies every component by `factor`.
  mutating func scale(by factor: Double)

  /// The sum of the squares of the components; not finite where one of them is not.
  var magnitudeSquared: Double { get }
}

extension VectorArithmetic {
  /// The value with every component multiplied by `factor`.
  @inlinable
  func scaled(by factor: Double) -> Self {
    var copy = self
    copy.scale(by: factor)
    return copy
  }
}

extension Double: VectorArithmetic {
  /// Multiplies it by `factor`.
  @inlinable
  public mutating func scale(by factor: Double) { self *= factor }

  /// Its square.
  public var magnitudeSquared: Double { self * self }
}
