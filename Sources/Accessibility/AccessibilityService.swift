package import Desktop
package import Platform

/// Makes the window known to a screen reader, by AT-SPI.
///
/// While no reader runs, it only watches a property on the session bus. Nothing here blocks; a missing, hung or
/// nonsensical reader or registry leaves the window as it is.
package final class AccessibilityService: EventSource {
  package weak var window: (any AccessibleWindow)?
  /// The program's name and its version.
  let program, version: String
  private let session: SessionBus
  private var hasBegun = false
  private var watches: [BusSlot] = []
  // One question each, so that a flood of changes leaves nothing behind.
  private var propertyReply: BusSlot?
  private var addressReply: BusSlot?
  /// The unique bus name of the desktop's accessibility service, once known.
  private var owner: String?
  /// nil while no reader runs.
  private var connection: AccessibilityConnection?
  private var isEnabled = false { didSet { if isEnabled != oldValue { follow() } } }

  private static let service = "org.a11y.Bus"
  private static let path = "/org/a11y/bus"
  private static let status = "org.a11y.Status"
  private static let property = "IsEnabled"
  private static let properties = "org.freedesktop.DBus.Properties"

  package init(_ session: SessionBus, program: String, version: String) {
    (self.session, self.program, self.version) = (session, program, version)
    session.onLoss { [weak self] in
      guard let self else { return }
      (watches, propertyReply, owner, isEnabled) = ([], nil, nil, false)
    }
  }

  package var isActive: Bool { connection != nil }

  /// Watches for a reader from now on; later calls do nothing.
  package func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    guard session.connect() else { return }
    // Before the question, so that no change is missed.
    watches = [
      session.addMatch(
        """
        type='signal',sender='\(Self.service)',path='\(Self.path)',\
        interface='\(Self.properties)',member='PropertiesChanged',arg0='\(Self.status)'
        """
      ) { [unowned self] in handleChange($0) },
      session.watchOwner(of: Self.service) { [unowned self] _, new in
        owner = new.isEmpty ? nil : new
        (isEnabled, propertyReply) = (false, nil)
        if owner != nil { ask() }
      },
    ]
    ask()
  }

  private func ask() {
    propertyReply = session.call(
      Self.service, Self.path, Self.properties, "Get", "ss",
      [.text(Self.status), .text(Self.property)], startsService: false
    ) { [unowned self] message in
      propertyReply = nil
      // An error may be the bus's, whose name has no colon.
      if message.sender.hasPrefix(":") { owner = message.sender }
      if !message.isError { isEnabled = message.truth() ?? false }
    }
  }

  private func handleChange(_ message: BusMessage) {
    guard message.sender == owner, message.text() == Self.status else { return }
    // The reply to the question may be older.
    propertyReply = nil
    message.eachEntry { name in
      guard name == Self.property else { return message.skipVariant() }
      guard let isOn = message.truth() else { return false }
      isEnabled = isOn
      return true
    }
  }

  private func follow() {
    (connection, addressReply) = (nil, nil)
    guard isEnabled else { return }
    addressReply = session.call(
      Self.service, Self.path, Self.service, "GetAddress", "", [], startsService: false
    ) { [unowned self] message in
      addressReply = nil
      guard !message.isError, let address = message.text().flatMap(BusAddress.init) else { return }
      connection = AccessibilityConnection(address, of: self)
    }
  }

  package func addInterest(to interest: inout Interest) { connection?.addInterest(to: &interest) }

  package func handle(_ turn: Turn) {
    connection?.handle(turn)
    if connection?.isLost == true { connection = nil }
  }

  /// Reports what has changed since the last call.
  package func update() { connection?.update() }
}
