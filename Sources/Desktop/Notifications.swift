import Wording

/// Shows desktop notifications, one for each name, such as that of an alarm's source.
///
/// Nothing here blocks. If the daemon is missing, hangs or sends nonsense, nothing is shown.
package final class Notifications {
  package struct Content: Equatable, Sendable {
    package var title: String
    package var body: String
    package var actions: [Action]
    /// Whether it stays until it is dismissed. Otherwise it expires.
    package var isLasting: Bool

    package struct Action: Equatable, Sendable {
      package var key: String
      package var label: String

      package init(key: String, label: String) { (self.key, self.label) = (key, label) }
    }

    package init(title: String, body: String, actions: [Action], isLasting: Bool) {
      (self.title, self.body) = (title, body)
      (self.actions, self.isLasting) = (actions, isLasting)
    }
  }

  /// Called with the name of a notification, and with the key of an action, or nil when the user has dismissed it.
  package var handler: (_ name: String, _ key: String?) -> Void = { _, _ in }
  private let bus: SessionBus
  /// At most one for each name.
  private var all: [Notification] = []
  /// Set while a notification is shown, because the daemon also signals other programs' notifications.
  private var signals: BusSlot?

  fileprivate static let service = "org.freedesktop.Notifications"
  fileprivate static let path = "/org/freedesktop/Notifications"
  /// The program and its icon.
  fileprivate static let program = "segclock"

  package init(_ bus: SessionBus) {
    self.bus = bus
    bus.onLoss { [weak self] in
      self?.all = []
      self?.signals = nil
    }
  }

  /// Shows a text without markup, with buttons, instead of the last one of this name.
  package func show(_ content: Content, as name: String) {
    guard bus.connect() else { return }
    signals = signals ?? addMatches()
    let known = all.first { $0.name == name }
    let notification = known ?? Notification(name, on: bus) { [unowned self] in removeGone() }
    if known == nil { all.append(notification) }
    notification.wanted = content
  }

  package func close(_ name: String) { all.first { $0.name == name }?.wanted = nil }

  package func closeAll() { for notification in all { notification.wanted = nil } }

  private func removeGone() {
    all.removeAll { $0.isGone }
    if all.isEmpty { signals = nil }
  }

  private func addMatches() -> BusSlot {
    bus.addMatch(
      "type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.service)'"
    ) { [unowned self] message in
      guard let id = message.number(),
        let notification = all.first(where: { $0.isShown(as: id, by: message.sender) })
      else { return }
      switch message.member {
      case "ActionInvoked": if let key = message.text() { handler(notification.name, key) }
      case "NotificationClosed":
        guard let reason = message.number() else { return }
        notification.forget()
        // Other reasons: it expired, or we closed it.
        if reason == 2 { handler(notification.name, nil) }
      default: break
      }
    }
  }
}

/// A notification that is wanted, being sent, shown or being closed.
private final class Notification {
  let name: String
  var wanted: Notifications.Content? { didSet { update() } }
  private let bus: SessionBus
  private let goneHandler: () -> Void
  /// What is shown, and the daemon's unique bus name.
  private var shown: (id: UInt32, owner: String)?
  /// No further calls until the daemon has replied.
  private var pendingReply: BusSlot?
  /// Whether `wanted` has changed since that call.
  private var isOutdated = false

  /// How long the daemon may take to say whether it reads markup.
  private static let patience = Duration.seconds(1)
  /// How long one that does not last is shown, in milliseconds.
  private static let lifetime: Int32 = 10_000

  init(_ name: String, on bus: SessionBus, _ goneHandler: @escaping () -> Void) {
    (self.name, self.bus, self.goneHandler) = (name, bus, goneHandler)
  }

  var isGone: Bool { shown == nil && pendingReply == nil }

  func isShown(as id: UInt32, by owner: String) -> Bool {
    shown.map { $0.id == id && $0.owner == owner } ?? false
  }

  func forget() {
    (shown, pendingReply, isOutdated) = (nil, nil, false)
    goneHandler()
  }

  private func update() {
    isOutdated = pendingReply != nil
    guard !isOutdated else { return }
    if let (id, owner) = shown {
      // Send it to this daemon only: for a later one, the ID is another notification.
      bus.call(
        owner, Notifications.path, Notifications.service, "CloseNotification", "u",
        [.number(Int32(bitPattern: id))])
      shown = nil
    }
    guard let wanted else { return goneHandler() }
    // Most texts read the same as markup and as plain text, and need no question.
    guard wanted.body.markup != wanted.body else { return notify(wanted, wanted.body) }
    pendingReply = bus.call(
      Notifications.service, Notifications.path, Notifications.service, "GetCapabilities", "", [],
      timeout: Notification.patience
    ) { [unowned self] in handleCapabilities($0) }
    if pendingReply == nil { forget() }
  }

  private func handleCapabilities(_ message: BusMessage) {
    pendingReply = nil
    guard let wanted else { return update() }
    var capabilities: [String] = []
    let isKnown =
      !message.isError
      && message.eachItem("s") {
        message.text().map { capabilities.append($0) } != nil
      }
    let readsMarkup = capabilities.contains("body-markup")
    // A daemon that does not say it may do either: without these characters, both read the same.
    let body =
      !isKnown ? wanted.body.withoutMarkup : readsMarkup ? wanted.body.markup : wanted.body
    notify(wanted, body)
  }

  private func notify(_ content: Notifications.Content, _ body: String) {
    isOutdated = false
    let actions = content.actions.flatMap { [BusArgument.text($0.key), .text($0.label)] }
    // Urgency 2 (critical) stays until dismissed; 1 is normal. No sound, because the alarm has one.
    let hints: [BusArgument] = [
      .number(3), .text("urgency"), .text("y"), .number(content.isLasting ? 2 : 1),
      .text("desktop-entry"), .text("s"), .text(DesktopEntry.id),
      .text("suppress-sound"), .text("b"), .number(1),
    ]
    let head: [BusArgument] = [
      .text(Notifications.program), .number(0), .text(Notifications.program),
      .text(content.title), .text(body), .number(Int32(actions.count)),
    ]
    // The last argument is the lifetime; 0 is for one that does not expire.
    pendingReply = bus.call(
      Notifications.service, Notifications.path, Notifications.service, "Notify",
      "susssasa{sv}i",
      head + actions + hints + [.number(content.isLasting ? 0 : Notification.lifetime)]
    ) { [unowned self] in handleReply($0) }
    if pendingReply == nil { forget() }
  }

  private func handleReply(_ message: BusMessage) {
    let wasOutdated = isOutdated
    pendingReply = nil
    if !message.isError, let id = message.number(), id > 0 {
      shown = (id, message.sender)
      if wasOutdated { update() }
    } else if wasOutdated, wanted != nil {
      update()
    } else {
      forget()
    }
  }
}
