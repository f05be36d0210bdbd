package enum Direction: Int, Hashable, Sendable {
  case forward = 1
  case backward = -1
}

extension Array {
  /// Wraps around; starts from the end if `index` is nil.
  package func nextIndex(
    after index: Int?, _ step: Int, where isAllowed: (Element) -> Bool = { _ in true }
  ) -> Int? {
    let start = index ?? (step > 0 ? -1 : count)
    return indices.lazy.map { (start + step * ($0 + 1) + 2 * count) % count }
      .first { isAllowed(self[$0]) }
  }
}

extension Array where Element: Equatable {
  func next(_ direction: Direction, from element: Element) -> Element {
    nextIndex(after: firstIndex(of: element), direction.rawValue).map { self[$0] } ?? element
  }
}
