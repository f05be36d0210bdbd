/// What a notification says and offers.
package struct Notification {
  package var title: String
  /// The text below the title, without markup.
  package var body: String
  /// The buttons: the name that the daemon returns, and the label.
  package var actions: [(key: String, label: String)]

  package init(title: String, body: String, actions: [(key: String, label: String)]) {
    (self.title, self.body, self.actions) = (title, body, actions)
  }
}

/// What the user has done with the notification.
package enum NotificationEvent {
  /// They pressed the action of this key.
  case action(String)
  case dismissed
}

/// The desktop's notifications, one at a time.
///
/// Nothing here blocks: a daemon that is missing, hangs or sends nonsense shows nothing.
package final class Notifications {
  private enum State {
    case none
    /// The daemon has not answered yet. Until it has, it gets nothing more to do.
    case asked(isCurrent: Bool)
    /// The connection called `owner` shows the notification of this ID.
    case shown(id: UInt32, owner: String)
  }

  /// Called with what the user does.
  package var handler: (NotificationEvent) -> Void = { _ in }
  private let bus: SessionBus
  private var state = State.none
  /// What is to be shown.
  private var wanted: Notification?
  private var answer: BusSlot?
  /// Follows the daemon's signals while something is shown: it also sends those of other programs' notifications.
  private var signals: BusSlot?

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// The names of the program, of its icon and of its desktop file.
  private static let program = "segclock"

  package init(_ bus: SessionBus) {
    self.bus = bus
    bus.onLoss { [weak self] in
      self?.wanted = nil
      self?.forget()
    }
  }

  /// Shows `notification` in place of the one before.
  package func show(_ notification: Notification) {
    wanted = notification
    update()
  }

  /// Takes the notification away.
  package func close() {
    wanted = nil
    update()
  }

  private func update() {
    if case .asked = state { return state = .asked(isCurrent: false) }
    if case .shown(let id, let owner) = state {
      // Only this daemon gets it: to a later one, the ID means another notification.
      bus.send(
        owner, Self.path, Self.service, "CloseNotification", "u", [.number(Int32(bitPattern: id))])
      forget()
    }
    guard let wanted, bus.connect() else { return }
    signals = signals ?? follow()
    let actions = wanted.actions.flatMap { [BusArgument.text($0.key), .text($0.label)] }
    // It is critical (2), so that it stays until the user dismisses it, and makes no sound: the alarm has one.
    let hints: [BusArgument] = [
      .number(3), .text("urgency"), .text("y"), .number(2), .text("desktop-entry"), .text("s"),
      .text(Self.program), .text("suppress-sound"), .text("b"), .number(1),
    ]
    let head: [BusArgument] = [
      .text(Self.program), .number(0), .text(Self.program), .text(wanted.title), .text(wanted.body),
      .number(Int32(actions.count)),
    ]
    // The last number is that it does not expire.
    answer = bus.call(
      Self.service, Self.path, Self.service, "Notify", "susssasa{sv}i",
      head + actions + hints + [.number(0)]
    ) { [unowned self] in takeAnswer($0) }
    if answer != nil { state = .asked(isCurrent: true) } else { forget() }
  }

  private func takeAnswer(_ message: BusMessage) {
    guard case .asked(let isCurrent) = state else { return }
    if !message.isError, let id = message.number(), id > 0 {
      state = .shown(id: id, owner: message.sender)
    } else {
      forget()
    }
    if !isCurrent { update() }
  }

  private func follow() -> BusSlot {
    bus.follow(
      "type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.service)'"
    ) { [unowned self] message in
      guard case .shown(let id, let owner) = state, message.sender == owner, message.number() == id
      else { return }
      switch message.member {
      case "ActionInvoked": if let key = message.text() { handler(.action(key)) }
      case "NotificationClosed":
        guard let reason = message.number() else { return }
        forget()
        // It may also have expired, or been closed by us.
        if reason == 2 { handler(.dismissed) }
      default: break
      }
    }
  }

  private func forget() {
    (state, answer, signals) = (.none, nil, nil)
  }
}
