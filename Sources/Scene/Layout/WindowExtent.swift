import Session

/// How many instruments a window has room for.
enum WindowExtent {
  /// All.
  case usual
  /// As many as fit beside the digits.
  case small
  /// One, and a ring around it.
  case tiny

  // In user units.

  /// With a shorter side of less, digits above other instruments would both be small.
  private static let minUsual = 140.0
  /// In a square of this size, a second instrument would be as small as a button.
  private static let maxTiny = 240.0
  /// The clock has no buttons, so that its dial beside the digits is legible in a smaller square.
  private static let maxTinyClock = 200.0

  /// A circle loses its corners: four fifths of its diameter are as good as a square's side.
  private static let circle = 1.25
  /// A longer window holds two squares beside each other, less their margins.
  private static let maxTinyAspect = 1.7

  init(_ environment: Environment, _ mode: Mode) {
    let (size, scale) = (environment.size, environment.scale)
    let (shorter, longer) = (min(size.width, size.height), max(size.width, size.height))
    let minUsual =
      WindowExtent.minUsual * scale * (environment.shape == .round ? WindowExtent.circle : 1)
    let maxTiny = (mode == .clock ? WindowExtent.maxTinyClock : WindowExtent.maxTiny) * scale
    let isTiny = longer <= maxTiny && longer < shorter * WindowExtent.maxTinyAspect
    self = isTiny ? .tiny : shorter < minUsual ? .small : .usual
  }
}
