/// Shows one desktop notification at a time.
///
/// Nothing here blocks. If the daemon is missing, hangs or sends nonsense, nothing is shown.
package final class Notifications {
  /// Called with the key of an action, or with nil when the user has dismissed the notification.
  package var handler: (String?) -> Void = { _ in }
  private let bus: SessionBus
  private var wanted: (title: String, body: String, actions: [(key: String, label: String)])?
  /// What is shown, and the daemon's unique bus name.
  private var shown: (id: UInt32, owner: String)?
  /// No further calls until the daemon has replied.
  private var pendingReply: BusSlot?
  /// Whether `wanted` has changed since that call.
  private var isOutdated = false
  /// Set while a notification is shown, because the daemon also signals other programs' notifications.
  private var signals: BusSlot?

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// The program, its icon and its desktop file.
  private static let program = "segclock"

  package init(_ bus: SessionBus) {
    self.bus = bus
    bus.onLoss { [weak self] in
      self?.wanted = nil
      self?.forget()
    }
  }

  /// Shows a text without markup, with buttons; `handler` gets the key of one that is pressed.
  package func show(title: String, body: String, actions: [(key: String, label: String)]) {
    wanted = (title, body, actions)
    update()
  }

  package func close() {
    wanted = nil
    update()
  }

  private func update() {
    isOutdated = pendingReply != nil
    guard !isOutdated else { return }
    if let (id, owner) = shown {
      // Send it to this daemon only: for a later one, the ID is another notification.
      bus.call(
        owner, Self.path, Self.service, "CloseNotification", "u", [.number(Int32(bitPattern: id))])
      forget()
    }
    guard let wanted, bus.connect() else { return }
    signals = signals ?? follow()
    let actions = wanted.actions.flatMap { [BusArgument.text($0.key), .text($0.label)] }
    // Urgency 2 (critical) stays until dismissed. No sound, because the alarm has one.
    let hints: [BusArgument] = [
      .number(3), .text("urgency"), .text("y"), .number(2), .text("desktop-entry"), .text("s"),
      .text(Self.program), .text("suppress-sound"), .text("b"), .number(1),
    ]
    let head: [BusArgument] = [
      .text(Self.program), .number(0), .text(Self.program), .text(wanted.title), .text(wanted.body),
      .number(Int32(actions.count)),
    ]
    // The last argument: it does not expire.
    pendingReply = bus.call(
      Self.service, Self.path, Self.service, "Notify", "susssasa{sv}i",
      head + actions + hints + [.number(0)]
    ) { [unowned self] in handleReply($0) }
    if pendingReply == nil { forget() }
  }

  private func handleReply(_ message: BusMessage) {
    pendingReply = nil
    if !message.isError, let id = message.number(), id > 0 {
      shown = (id, message.sender)
    } else {
      forget()
    }
    if isOutdated { update() }
  }

  private func follow() -> BusSlot {
    bus.follow(
      "type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.service)'"
    ) { [unowned self] message in
      guard let (id, owner) = shown, message.sender == owner, message.number() == id else { return }
      switch message.member {
      case "ActionInvoked": if let key = message.text() { handler(key) }
      case "NotificationClosed":
        guard let reason = message.number() else { return }
        forget()
        // Other reasons: it expired, or we closed it.
        if reason == 2 { handler(nil) }
      default: break
      }
    }
  }

  private func forget() { (shown, pendingReply, signals) = (nil, nil, nil) }
}
