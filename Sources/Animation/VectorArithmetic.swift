/// Numbers that can be interpolated together, such as the levels of several lights.
public protocol VectorArithmetic: Equatable, Sendable {
  static var zero: Self { get }
  init(repeating number: Double)

  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  /// Multiplies number by number.
  static func * (left: Self, right: Self) -> Self

  var largest: Double { get }
  func mapped(_ transform: (Double) -> Double) -> Self
}

/// A value that can be between two others: its numbers are interpolated.
public protocol Animatable: Sendable {
  associatedtype AnimatableData: VectorArithmetic

  var animatableData: AnimatableData { get set }
}

extension Animatable where Self: VectorArithmetic {
  public var animatableData: Self {
    get { self }
    set { self = newValue }
  }
}

extension Double: VectorArithmetic, Animatable {
  public init(repeating number: Double) { self = number }

  public var largest: Double { self }
  public func mapped(_ transform: (Double) -> Double) -> Double { transform(self) }
}

extension SIMD where Scalar == Double {
  public var largest: Double { self.max() }

  public func mapped(_ transform: (Double) -> Double) -> Self {
    var copy = self
    for index in indices { copy[index] = transform(self[index]) }
    return copy
  }
}

extension SIMD4<Double>: VectorArithmetic, Animatable {}

extension SIMD8<Double>: VectorArithmetic, Animatable {}
