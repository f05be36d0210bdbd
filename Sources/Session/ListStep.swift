/// How far a list scrolls.
package enum ListStep: Hashable, Sendable {
  case pageUp, pageDown
  case home
  case end
  /// Only as far as makes this row visible; 0 is the first.
  case row(Int)
}
