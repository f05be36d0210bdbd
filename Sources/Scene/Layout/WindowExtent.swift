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
  private static let maxSmall = 140.0

  init(_ environment: Environment, _ mode: Mode) {
    let (size, scale) = (environment.size, environment.scale)
    let (shorter, longer) = (min(size.width, size.height), max(size.width, size.height))
    let maxSmall = WindowExtent.maxSmall * scale * (environment.shape == .round ? 1.25 : 1)
    // The clock's dial is large, as it has no buttons.
    let maxTiny = (mode == .clock ? 200 : 240) * scale
    let isTiny = longer <= maxTiny && longer < shorter * 1.7
    self = isTiny ? .tiny : shorter < maxSmall ? .small : .usual
  }
}
