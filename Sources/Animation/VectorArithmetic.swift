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

extension Float: VectorArithmetic {
  /// Multiplies it by `factor`.
  public mutating func scale(by factor: Double) { self = Float(Double(self) * factor) }

  /// Its square.
  public var magnitudeSquared: Double { Double(self) * Double(self) }
}

/// Two values that move together; pairs of pairs make more.
public struct AnimatablePair<First: VectorArithmetic, Second: VectorArithmetic>: VectorArithmetic {
  /// The first value.
  public var first: First
  /// The second value.
  public var second: Second

  /// The pair of `first` and `second`.
  public init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  /// The pair of zeros.
  public static var zero: AnimatablePair { AnimatablePair(.zero, .zero) }

  /// The sum, value by value.
  public static func + (left: AnimatablePair, right: AnimatablePair) -> AnimatablePair {
    AnimatablePair(left.first + right.first, left.second + right.second)
  }

  /// The difference, value by value.
  public static func - (left: AnimatablePair, right: AnimatablePair) -> AnimatablePair {
    AnimatablePair(left.first - right.first, left.second - right.second)
  }

  /// Multiplies both values by `factor`.
  public mutating func scale(by factor: Double) {
    first.scale(by: factor)
    second.scale(by: factor)
  }

  /// The sum of the squares of all components of both.
  public var magnitudeSquared: Double { first.magnitudeSquared + second.magnitudeSquared }
}

/// A value that shows one part of itself as numbers that can move.
public protocol Animatable {
  /// What moves.
  associatedtype AnimatableData: VectorArithmetic

  /// The part that moves; setting it to a value in between shows the value in between.
  var animatableData: AnimatableData { get set }
}
