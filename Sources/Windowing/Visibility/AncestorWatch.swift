import CX11

/// Follows the windows around a window: a window manager's frame, or several.
///
/// Some window managers take a window off the screen by unmapping its frame alone, as i3 does with those of another
/// desktop. The window itself is told nothing of that.
final class AncestorWatch {
  private let connection: Connection
  private let window: XID
  /// The windows around it, the innermost first, without the root.
  private var ancestors: [XID] = []
  /// Whether the server draws the window aside, as it does with one whose depth is not that of what it lies in: with
  /// translucent windows, and in the frames of awesome and herbstluftwm (`compImplicitRedirect` of the X server).
  private(set) var isDrawnAside = false
  /// Whether one of them is not mapped.
  private(set) var isUnviewable = false
  /// Whether an ancestor was mapped or unmapped since the state was read.
  private(set) var isStale = false

  init(connection: Connection, window: XID) {
    self.connection = connection
    self.window = window
  }

  /// The ancestor right below the root, or the window itself.
  var topLevel: XID { ancestors.last ?? window }

  /// Finds the ancestors and asks for their changes; takes round trips.
  func refresh() {
    // Frames go with their window manager; an error about one is no news.
    _ = connection.trapErrors {
      ancestors = findAncestors()
      for ancestor in ancestors {
        connection.use { XSelectInput($0, ancestor, StructureNotifyMask) }
      }
      let depth = connection.use { XDefaultDepth($0, connection.screen) }
      isDrawnAside = ([window] + ancestors).contains { ancestor in
        connection.attributes(of: ancestor).map { $0.depth != depth } ?? false
      }
      readState()
    }
  }

  /// Takes note of an event.
  func note(_ event: XEvent) {
    guard event.type == MapNotify || event.type == UnmapNotify,
      ancestors.contains(event.xany.window)
    else {
      return
    }
    isStale = true
  }

  /// Asks for what has changed; takes round trips.
  func refreshState() {
    isStale = false
    _ = connection.trapErrors { readState() }
  }

  private func readState() {
    guard let attributes = connection.attributes(of: window) else { return }
    isUnviewable = attributes.map_state == IsUnviewable
  }

  private func findAncestors() -> [XID] {
    var found: [XID] = []
    // Nobody nests windows that deep; another program could, while we look.
    while found.count < 100, let (parent, _) = connection.family(of: found.last ?? window),
      parent != 0, parent != connection.root
    {
      found.append(parent)
    }
    return found
  }
}
