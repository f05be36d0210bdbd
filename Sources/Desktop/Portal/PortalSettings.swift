/// What the desktop's settings portal says of how programs are to look (org.freedesktop.portal.Settings), as it changes.
///
/// Nothing here blocks. A portal that is missing, hangs or talks nonsense has no preference; one that comes later is asked then.
package final class PortalSettings {
  private var bus: SessionBus?
  private var course = PortalCourse()
  /// The unique name of the portal, whose words count; nil where there is none.
  private var owner: String?
  /// The number of the call that asks for it.
  private var ownerCall: UInt32?
  /// Whether a portal that does not run is started to answer.
  private var startsService = false

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"

  /// Asks nothing yet.
  package init() {}

  /// How the desktop wants programs to look, as far as it has said.
  package var appearance: Appearance { course.appearance }

  /// Begins to ask, by the session's bus; has the portal started to answer where it `startsService`. Called again for that, it
  /// asks again where there is no portal.
  package func begin(startsService: Bool) {
    if bus != nil {
      guard startsService, !self.startsService else { return }
      self.startsService = true
      if owner == nil { for question in course.begin() { ask(question) } }
      return
    }
    guard let bus = SessionBus({ [unowned self] in self.take($0) }) else { return }
    self.bus = bus
    self.startsService = startsService
    // Both before the questions, so that no change is missed.
    bus.follow(
      """
      type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.interface)',\
      member='SettingChanged',arg0='\(PortalCourse.namespace)'
      """)
    bus.follow(
      """
      type='signal',sender='\(SessionBus.bus)',interface='\(SessionBus.bus)',member='NameOwnerChanged',\
      arg0='\(Self.service)'
      """)
    ownerCall = bus.call(SessionBus.bus, SessionBus.path, SessionBus.bus, "GetNameOwner") {
      $0.text(Self.service)
    }
    for question in course.begin() { ask(question) }
  }

  /// What to wait for until `takeTurn`: a descriptor, or -1, poll's events on it, and a time on CLOCK_MONOTONIC in
  /// nanoseconds.
  package var wait: (descriptor: Int32, events: Int16, deadline: Int64?) {
    bus?.wait ?? (-1, 0, nil)
  }

  /// Reads and writes; returns whether the desktop wants anything else than before.
  package func takeTurn() -> Bool {
    guard let bus else { return false }
    let before = appearance
    if !bus.takeTurn() {
      (self.bus, owner) = (nil, nil)
      _ = course.begin(isThere: false)
    }
    return appearance != before
  }

  private func ask(_ question: PortalCourse.Question) {
    let call = bus?.call(
      Self.service, Self.path, Self.interface, question.member, startsService: startsService
    ) {
      $0.text(PortalCourse.namespace)
      $0.text(question.key.rawValue)
    }
    if let call { course.asked(question, by: call) }
  }

  /// Returns false where the message is not as it should be.
  private func take(_ message: SessionBus.Message) -> Bool {
    if let call = message.answers {
      let hasFailed = message.isError
      guard call != ownerCall else { return hasFailed || takeOwner(message) }
      let value = hasFailed ? nil : message.numberInVariant()
      let next = course.answered(call, value, hasFailed: hasFailed)
      if let next { ask(next) }
      return hasFailed || value != nil
    } else if message.isSignal(SessionBus.bus, "NameOwnerChanged") {
      guard message.sender == SessionBus.bus, message.text() == Self.service, message.text() != nil,
        let name = message.text()
      else { return false }
      owner = name.isEmpty ? nil : name
      for question in course.begin(isThere: owner != nil) { ask(question) }
    } else if message.isSignal(Self.interface, "SettingChanged") {
      guard message.sender == owner, message.text() == PortalCourse.namespace,
        let key = message.text()
      else { return false }
      let value = message.numberInVariant()
      course.changed(key, value)
      return value != nil || PortalCourse.Key(rawValue: key) == nil
    }
    return true
  }

  private func takeOwner(_ answer: SessionBus.Message) -> Bool {
    guard answer.sender == SessionBus.bus, let name = answer.text() else { return false }
    owner = name
    return true
  }
}
