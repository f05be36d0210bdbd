/// The length of a list, and its position before it is scrolled.
package struct ListExtent: Equatable, Sendable {
  package var count: Int
  /// The row to keep visible.
  package var focus = 0
  package var pinned: [Int] = []
  /// The number of the stopwatch's session, or the negative position in the plan. Scrolling resets when it changes.
  package var identity: Int64

  /// The first of `rows` visible rows before scrolling: the one before the focus, if three fit.
  package func home(rows: Int) -> Int { max(0, min(focus - (rows > 2 ? 1 : 0), count - rows)) }
}
