import Geometry
import Session

/// A list on the panel: where it stands, and how much of it there is.
struct ListPlacement: Equatable {
  var frame: Rect
  /// How many rows are shown at once, and how high one is, in device pixels.
  var rows: Int
  var rowHeight: Double
  var extent: ListExtent

  /// The last row that can be the first one shown.
  var lowestTop: Int { max(0, extent.count - rows) }

  /// Whether there are more rows than are shown.
  var canScroll: Bool { rows > 0 && extent.count > rows }
}

/// How far a list has been scrolled.
///
/// It is kept from the list's end, so that a lap more, which comes on top, moves nothing of what is looked at.
package struct ListScroll: Equatable, Sendable {
  /// Where a list stands that has been scrolled.
  private struct Place: Equatable {
    var identity: ListExtent.Identity
    /// How many rows there are from the first one shown on, that one included.
    var fromEnd: Double
  }

  /// Where it was taken hold of: the pointer's height, in device pixels, and what was shown there.
  private struct Grip: Equatable {
    var y: Double
    var fromEnd: Double
  }

  private var place: Place?
  private var grip: Grip?

  /// Whether it stands where it does by itself.
  var isHome: Bool { place == nil }
  /// Whether the pointer holds it.
  package var isHeld: Bool { grip != nil }

  /// The first of `rows` rows that are shown; between two rows while it is dragged.
  func top(of extent: ListExtent, rows: Int) -> Double {
    guard let place, place.identity == extent.identity else {
      return Double(extent.home(rows: rows))
    }
    return max(0, min(Double(extent.count) - place.fromEnd, Double(extent.count - rows)))
  }

  /// Forgets a place on a list that is no longer there, or that the newest row has come down to.
  mutating func settle(on extent: ListExtent) {
    guard let place, !isHeld else { return }
    let isGone = place.identity != extent.identity
    if isGone || extent.focus == 0 && place.fromEnd >= Double(extent.count) { self.place = nil }
  }

  /// Scrolls `list` so many rows down, or up where they are below 0.
  mutating func scroll(by rows: Int, on list: ListPlacement) {
    let top = Int(self.top(of: list.extent, rows: list.rows).rounded())
    let step = max(-list.extent.count, min(rows, list.extent.count))
    set(Double(max(0, min(top + step, list.lowestTop))), on: list)
  }

  mutating func scroll(_ step: ListStep, on list: ListPlacement) {
    // A row stays in sight, to go on from.
    let page = max(1, list.rows - 1)
    switch step {
    case .pageUp: scroll(by: -page, on: list)
    case .pageDown: scroll(by: page, on: list)
    case .home: place = nil
    case .end: set(Double(list.lowestTop), on: list)
    }
  }

  /// The pointer takes hold of `list` at the height `y`.
  mutating func take(at y: Double, on list: ListPlacement) {
    grip = Grip(y: y, fromEnd: Double(list.extent.count) - top(of: list.extent, rows: list.rows))
  }

  /// The pointer that holds `list` has moved to the height `y`.
  mutating func drag(to y: Double, on list: ListPlacement) {
    guard let grip else { return }
    let top = Double(list.extent.count) - grip.fromEnd + (grip.y - y) / list.rowHeight
    set(max(0, min(top, Double(list.lowestTop))), on: list)
  }

  /// The pointer lets go: the nearest whole row becomes the first one shown.
  mutating func drop(on list: ListPlacement?) {
    guard grip != nil else { return }
    grip = nil
    if let list { scroll(by: 0, on: list) } else { place?.fromEnd.round() }
  }

  private mutating func set(_ top: Double, on list: ListPlacement) {
    let isHome = top == Double(list.extent.home(rows: list.rows))
    place =
      isHome
      ? nil : Place(identity: list.extent.identity, fromEnd: Double(list.extent.count) - top)
  }
}
