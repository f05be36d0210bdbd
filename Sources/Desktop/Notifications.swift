/// The desktop's notifications, one at a time.
///
/// The bus is connected to when the first is shown, and left once nothing is shown any more. Nothing here blocks: a daemon
/// that is missing, hangs or talks nonsense shows nothing, and that is all.
package final class Notifications {
  private var course = NotificationCourse()
  private var bus: SessionBus?
  private var events: [NotificationEvent] = []

  private static let service = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"
  /// What daemons know this program by: its name, that of its icon and that of its desktop file.
  private static let program = "segclock"

  /// Shows nothing yet.
  package init() {}

  /// Shows `notification`, in place of one before.
  package func show(_ notification: Notification) {
    carryOut(course.show(notification))
    settle()
  }

  /// Takes the notification away.
  package func close() {
    carryOut(course.close())
    settle()
  }

  /// Whether there is anything to wait for.
  package var isOpen: Bool { bus != nil }

  /// What to wait for until `takeTurn`: a descriptor, or -1, poll's events on it, and a time on CLOCK_MONOTONIC in
  /// nanoseconds.
  package var wait: (descriptor: Int32, events: Int16, deadline: Int64?) {
    bus?.wait ?? (-1, 0, nil)
  }

  /// Reads and writes, and returns what somebody has done with the notification.
  package func takeTurn() -> [NotificationEvent] {
    guard let bus else { return [] }
    if !bus.takeTurn() { lose() }
    settle()
    defer { events.removeAll() }
    return events
  }

  private func lose() {
    bus = nil
    course = NotificationCourse()
  }

  /// Leaves the bus where nothing is to be said or heard any more.
  private func settle() {
    if course.isOver, let bus, bus.hasSent { lose() }
  }

  private func carryOut(_ requests: [NotificationCourse.Request]) {
    for request in requests {
      switch request {
      case .show(let notification): if !ask(for: notification) { carryOut(course.failed()) }
      case .close(let number, let owner):
        // To that daemon alone: the number is another's where it is not there any more.
        _ = bus?.call(
          owner, Notifications.path, Notifications.service, "CloseNotification", isAnswered: false
        ) { $0.number(number) }
      }
    }
  }

  private func ask(for notification: Notification) -> Bool {
    guard let bus = bus ?? connect() else { return false }
    self.bus = bus
    return bus.call(
      Notifications.service, Notifications.path, Notifications.service, "Notify"
    ) { message in
      message.text(Notifications.program)
      message.number(0)
      message.text(Notifications.program)
      message.text(notification.title)
      message.text(notification.body)
      message.array(of: "s") { actions in
        for action in notification.actions {
          actions.text(action.key)
          actions.text(action.label)
        }
      }
      message.array(of: "{sv}") { hints in
        // 2 is critical: to be seen until somebody puts it away.
        hints.entry("urgency", "y") { $0.byte(2) }
        hints.entry("desktop-entry", "s") { $0.text(Notifications.program) }
        // The alarm plays its own sound, as not every daemon has one.
        hints.entry("suppress-sound", "b") { $0.truth(true) }
      }
      // It does not expire.
      message.signedNumber(0)
    } != nil
  }

  private func connect() -> SessionBus? {
    guard let bus = SessionBus({ [unowned self] in self.take($0) }) else { return nil }
    bus.follow(
      "type='signal',sender='\(Notifications.service)',path='\(Notifications.path)',interface='\(Notifications.service)'"
    )
    return bus
  }

  /// Returns false where the message is not as it should be.
  private func take(_ message: SessionBus.Message) -> Bool {
    if message.answers != nil {
      let hasFailed = message.isError
      // 0 is no notification's number.
      guard !hasFailed, let number = message.number(), number > 0 else {
        carryOut(course.failed())
        return hasFailed
      }
      carryOut(course.answered(number, owner: message.sender))
    } else if message.isSignal(Notifications.service, "ActionInvoked") {
      guard let number = message.number(), let action = message.text() else { return false }
      add(course.pressed(action, on: number, sender: message.sender))
    } else if message.isSignal(Notifications.service, "NotificationClosed") {
      guard let number = message.number(), let reason = message.number() else { return false }
      add(course.closed(number, reason: reason, sender: message.sender))
    }
    return true
  }

  private func add(_ event: NotificationEvent?) {
    if let event { events.append(event) }
  }
}
