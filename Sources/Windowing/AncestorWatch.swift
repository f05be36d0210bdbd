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
  /// Whether one of them is not mapped.
  private(set) var isUnviewable = false
  /// Whether an ancestor was mapped or unmapped since the state was read.
  private var isStale = false

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
      for ancestor in ancestors { XSelectInput(connection.display, ancestor, StructureNotifyMask) }
      readState()
    }
  }

  /// Takes note of an event.
  func note(_ event: XEvent) {
    guard event.type == MapNotify || event.type == UnmapNotify, ancestors.contains(event.xany.window) else {
      return
    }
    isStale = true
  }

  /// Asks for what has changed; true where something may have.
  func settle() -> Bool {
    guard isStale else { return false }
    isStale = false
    _ = connection.trapErrors { readState() }
    return true
  }

  private func readState() {
    var attributes = XWindowAttributes()
    guard connection.isAlive, XGetWindowAttributes(connection.display, window, &attributes) != 0 else {
      return
    }
    isUnviewable = attributes.map_state == IsUnviewable
  }

  private func findAncestors() -> [XID] {
    var found: [XID] = []
    while connection.isAlive {
      var root: XID = 0
      var parent: XID = 0
      var children: UnsafeMutablePointer<XID>?
      var count: UInt32 = 0
      guard XQueryTree(connection.display, found.last ?? window, &root, &parent, &children, &count) != 0
      else {
        break
      }
      if let children { XFree(children) }
      if parent == root || parent == 0 { break }
      found.append(parent)
    }
    return found
  }
}
