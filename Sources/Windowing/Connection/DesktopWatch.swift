import CX11

/// Follows what the desktop says of looks and scale: its settings, and the resource database.
struct DesktopWatch {
  private let connection: Connection
  private let events: EventQueue
  /// Whether the resource database has changed since it was read.
  private var areResourcesStale = false

  init(connection: Connection, events: EventQueue) {
    (self.connection, self.events) = (connection, events)
  }

  /// Takes note of an event and asks nothing.
  mutating func note(_ event: XEvent) {
    connection.settings.note(event, on: connection)
    if event.type == PropertyNotify, event.xproperty.window == connection.root,
      event.xproperty.atom == XA_RESOURCE_MANAGER
    {
      areResourcesStale = true
    }
  }

  /// Whether the events noted have left anything open.
  var isStale: Bool { areResourcesStale || connection.settings.isStale }

  /// Reads what has changed, and tells what is new of it; takes round trips.
  mutating func refresh() {
    let before = (scale: connection.scale, settings: connection.desktopSettings)
    if areResourcesStale {
      areResourcesStale = false
      connection.refreshResources()
    }
    if connection.settings.isStale { connection.settings.refresh(on: connection) }
    let (scale, settings) = (connection.scale, connection.desktopSettings)
    guard connection.isAlive else { return }
    if settings != before.settings { events.append(.desktopChanged(settings)) }
    if scale != before.scale { events.append(.scaleChanged(scale)) }
  }
}
