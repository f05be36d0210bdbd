/// The course of one notification at a time, from the wish to show it to its end: what is to be asked of the daemon, and
/// whose words count.
struct NotificationCourse: Equatable {
  /// What is asked of the daemon.
  enum Request: Equatable {
    case show(Notification)
    /// To take away what the connection of the name `owner` shows under this number.
    case close(UInt32, owner: String)
  }

  private enum State: Equatable {
    case none
    /// It was asked for, and the daemon has not answered; it may be that it is not wanted any more.
    case asked(isWanted: Bool)
    /// It is shown under this number by the connection of this name.
    case shown(number: UInt32, owner: String)
  }

  private var state = State.none
  /// What is to be shown once the daemon has answered.
  private var next: Notification?

  /// Whether nothing is shown, asked for or waited for.
  var isOver: Bool { state == .none }

  /// Shows `notification`, in place of one before.
  mutating func show(_ notification: Notification) -> [Request] {
    let requests = close()
    guard state == .none else {
      // A daemon that does not answer gets no more to do.
      next = notification
      return requests
    }
    state = .asked(isWanted: true)
    return requests + [.show(notification)]
  }

  /// Takes the notification away.
  mutating func close() -> [Request] {
    next = nil
    switch state {
    case .none: return []
    case .asked:
      state = .asked(isWanted: false)
      return []
    case .shown(let number, let owner):
      state = .none
      return [.close(number, owner: owner)]
    }
  }

  /// Takes the daemon's answer: the notification's number, from the connection of the name `owner`.
  mutating func answered(_ number: UInt32, owner: String) -> [Request] {
    guard case .asked(let isWanted) = state else { return [] }
    state = .shown(number: number, owner: owner)
    guard !isWanted else { return [] }
    // Closing forgets it.
    let next = next
    return close() + (next.map { show($0) } ?? [])
  }

  /// Takes it that there is no daemon, or that it has refused or talks nonsense.
  mutating func failed() -> [Request] {
    guard case .asked = state else { return [] }
    state = .none
    return next.map { show($0) } ?? []
  }

  /// What an action that `sender` says was pressed means; nil where it is none of ours.
  mutating func pressed(_ action: String, on number: UInt32, sender: String) -> NotificationEvent? {
    state == .shown(number: number, owner: sender) ? .action(action) : nil
  }

  /// What it means that `sender` says the notification is gone, for this `reason`; nil where it is none of ours, and
  /// where it was not put away by a person.
  mutating func closed(_ number: UInt32, reason: UInt32, sender: String) -> NotificationEvent? {
    guard state == .shown(number: number, owner: sender) else { return nil }
    state = .none
    // 1 is that it has expired, 2 that the person has put it away, 3 that we have closed it.
    return reason == 2 ? .dismissed : nil
  }
}
