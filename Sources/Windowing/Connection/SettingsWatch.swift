import CX11

/// Follows what the desktop's settings manager says (XSETTINGS): who owns its selection, and that window's property.
struct SettingsWatch {
  /// What it says now; nothing where there is no manager.
  private(set) var settings = DesktopSettings()
  /// The manager's window; 0 for none.
  private var owner: XID = 0
  /// Whether another may own the selection than when that was asked.
  private var isOwnerStale = true
  /// Whether the property has changed since it was read.
  private var isPropertyStale = false

  /// The longest property that is read, in bytes; desktops write a few thousand.
  private static let longestProperty = 1 << 16

  /// Takes note of an event and asks nothing.
  mutating func note(_ event: XEvent, on connection: Connection) {
    let atoms = connection.atoms
    switch event.type {
    case ClientMessage:
      let message = event.xclient
      if message.window == connection.root, message.message_type == atoms[.manager],
        Atom(bitPattern: message.data.l.1) == atoms.settingsManager
      {
        isOwnerStale = true
      }
    case DestroyNotify: if owner != 0, event.xdestroywindow.window == owner { isOwnerStale = true }
    case PropertyNotify:
      if owner != 0, event.xproperty.window == owner, event.xproperty.atom == atoms[.settings] {
        isPropertyStale = true
      }
    default: break
    }
  }

  /// Whether the events noted have left anything open.
  var isStale: Bool { isOwnerStale || isPropertyStale }

  /// Asks for what is open; takes round trips.
  mutating func refresh(on connection: Connection) {
    // Another program's window may go at any moment; an error about it is no news.
    connection.ignoringErrors {
      if isOwnerStale { findOwner(on: connection) }
      isOwnerStale = false
      isPropertyStale = false
      settings = owner == 0 ? DesktopSettings() : read(on: connection)
    }
  }

  private mutating func findOwner(on connection: Connection) {
    let before = owner
    connection.use { display in
      owner = XGetSelectionOwner(display, connection.atoms.settingsManager)
      guard owner != before else { return }
      if before != 0 { XSelectInput(display, before, NoEventMask) }
      // Before the property is read, so that no change of it is missed.
      if owner != 0 { XSelectInput(display, owner, StructureNotifyMask | PropertyChangeMask) }
    }
  }

  private func read(on connection: Connection) -> DesktopSettings {
    let atom = connection.atoms[.settings]
    let bytes = connection.bytes(of: owner, atom, type: atom, limit: SettingsWatch.longestProperty)
    return bytes.flatMap { XSettings($0) }.map { DesktopSettings($0) } ?? DesktopSettings()
  }
}
