import CX11

/// Follows all that decides whether any of a window can be seen, and tells each change of the outcome.
final class VisibilityWatch {
  private let cover: CoverWatch
  private let ancestors: AncestorWatch
  private let blank: BlankWatch
  private let events: EventQueue
  private(set) var signs = Visibility()
  /// Whether what lies around the window is watched; it takes some round trips to begin.
  private(set) var hasBegun = false
  private var areAncestorsStale = false

  init(connection: Connection, window: XID, events: EventQueue) {
    self.events = events
    cover = CoverWatch(connection: connection, window: window)
    ancestors = AncestorWatch(connection: connection, window: window)
    blank = BlankWatch(connection: connection)
  }

  /// Whether any of the window can be seen, as far as X tells.
  var isVisible: Bool { signs.isVisible }

  /// Whether a compositor shows the windows; known once this has begun or has looked for one.
  private(set) var isComposited = false

  /// Asks whether there is a compositor; takes a round trip.
  func lookForCompositor() {
    isComposited = cover.hasCompositor()
  }

  private func tellCompositing() {
    guard cover.isComposited != isComposited else { return }
    isComposited = cover.isComposited
    events.append(.compositingChanged(isComposited))
  }

  /// Looks around for the first time; takes round trips.
  func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    cover.begin()
    refreshAncestors()
    tellCompositing()
    blank.begin()
    settle()
  }

  /// Changes a sign and tells where the outcome differs.
  func change(_ change: (inout Visibility) -> Void) {
    let before = signs.isVisible
    change(&signs)
    if signs.isVisible != before { events.append(.visibilityChanged(isVisible: !before)) }
  }

  /// Takes note of an event and asks nothing.
  func note(_ event: inout XEvent) {
    guard hasBegun else { return }
    cover.note(&event)
    ancestors.note(event)
    blank.note(&event)
  }

  /// Takes note that the server has carried out a frame.
  func noteFrame() {
    if hasBegun { cover.noteFrame() }
  }

  /// Says that the window was put into another one.
  func reparented() {
    areAncestorsStale = true
  }

  /// Whether the events noted have left anything open.
  var isStale: Bool {
    hasBegun && (areAncestorsStale || cover.isStale || ancestors.isStale || blank.isStale)
  }

  /// Asks the server what is open; takes round trips.
  func refresh() {
    guard hasBegun else { return }
    if areAncestorsStale { refreshAncestors() }
    if cover.isStale {
      cover.refresh()
      tellCompositing()
    }
    if ancestors.isStale { ancestors.refreshState() }
    if blank.isStale { blank.refresh() }
  }

  /// Tells what the events noted come to.
  func settle() {
    guard hasBegun else { return }
    change { signs in
      signs.isUnviewable = ancestors.isUnviewable
      signs.isBlanked = blank.isBlanked
      signs.isAway = blank.isAway
    }
    // Asked once all that was told is known: a window that is raised and moved is one change.
    if let isCovered = cover.takeChange() { change { $0.isCovered = isCovered } }
  }

  private func refreshAncestors() {
    areAncestorsStale = false
    ancestors.refresh()
    cover.setTopLevel(ancestors.topLevel, isDrawnAside: ancestors.isDrawnAside)
  }
}
