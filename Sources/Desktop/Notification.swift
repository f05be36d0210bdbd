/// What a notification says and offers.
package struct Notification: Equatable, Sendable {
  /// The line in bold.
  package var title: String
  /// What there is to say besides, with no markup in it.
  package var body: String
  /// What can be pressed: what the program calls it, and what is written on it.
  package var actions: [Action]

  /// Something to press.
  package struct Action: Equatable, Sendable {
    /// What it is told by.
    package var key: String
    /// What is written on it.
    package var label: String

    /// What is told by `key` and shows `label`.
    package init(_ key: String, _ label: String) {
      self.key = key
      self.label = label
    }
  }

  /// A notification that says this.
  package init(title: String, body: String, actions: [Action] = []) {
    self.title = title
    self.body = body
    self.actions = actions
  }
}

/// What somebody has done with the notification.
package enum NotificationEvent: Equatable, Sendable {
  /// They pressed the action of this key.
  case action(String)
  /// They put it away.
  case dismissed
}
