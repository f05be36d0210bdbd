/// What the desktop's settings portal says about how programs are to look (org.freedesktop.portal.Settings).
///
/// Nothing here blocks. A portal that is missing, hangs or sends nonsense has no preference; one that starts later is
/// asked then.
package final class PortalSettings {
  private enum Key: String, CaseIterable {
    case colorScheme = "color-scheme"
    case contrast
    case reducedMotion = "reduced-motion"
  }

  /// Called when the portal says something new.
  package var handler: () -> Void = {}
  /// What the portal has said.
  package private(set) var appearance = Appearance() {
    didSet { if appearance != oldValue { handler() } }
  }
  private let bus: SessionBus
  /// Whether the portal was asked.
  private var hasBegun = false
  /// Whether a portal that does not run is started to answer.
  private var startsService = false
  /// The unique name of the portal; nil where there is none.
  private var owner: String?
  private var signals: [BusSlot] = []
  private var ownerAnswer: BusSlot?
  /// The awaited answers.
  private var answers: [Key: BusSlot] = [:]

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  package init(_ bus: SessionBus) {
    self.bus = bus
    bus.onLoss { [weak self] in self?.forget() }
  }

  /// Asks the portal, once, and again if one that does not run is to be started now.
  package func begin(startsService: Bool) {
    guard !hasBegun || startsService && !self.startsService else { return }
    self.startsService = startsService
    if hasBegun {
      if owner == nil { ask() }
      return
    }
    hasBegun = true
    guard bus.connect() else { return }
    // Before the questions, so that no change is missed.
    signals = [
      bus.follow(
        """
        type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.interface)',\
        member='SettingChanged',arg0='\(Self.namespace)'
        """
      ) { [unowned self] in takeChange($0) },
      bus.follow(
        """
        type='signal',sender='\(SessionBus.name)',interface='\(SessionBus.name)',\
        member='NameOwnerChanged',arg0='\(Self.service)'
        """
      ) { [unowned self] in takeOwner($0) },
    ]
    ownerAnswer = bus.call(
      SessionBus.name, "/org/freedesktop/DBus", SessionBus.name, "GetNameOwner", "s",
      [.text(Self.service)]
    ) { [unowned self] message in
      if !message.isError { owner = message.text() }
    }
    ask()
  }

  private func ask() { for key in Key.allCases { ask(key, by: "ReadOne") } }

  /// Asks for a setting. Portals before version 2 only have the method `Read`.
  private func ask(_ key: Key, by member: String) {
    answers[key] = bus.call(
      Self.service, Self.path, Self.interface, member, "ss",
      [.text(Self.namespace), .text(key.rawValue)], startsService: startsService
    ) { [unowned self] message in
      answers[key] = nil
      if !message.isError {
        apply(key, message.numberInVariant())
      } else if member == "ReadOne" {
        ask(key, by: "Read")
      }
    }
  }

  private func takeOwner(_ message: BusMessage) {
    guard message.sender == SessionBus.name, message.text() == Self.service,
      message.text() != nil, let name = message.text()
    else { return }
    owner = name.isEmpty ? nil : name
    (appearance, answers) = (Appearance(), [:])
    if owner != nil { ask() }
  }

  private func forget() {
    (owner, signals, answers, appearance) = (nil, [], [:], Appearance())
  }

  private func takeChange(_ message: BusMessage) {
    guard message.sender == owner, message.text() == Self.namespace,
      let key = message.text().flatMap({ Key(rawValue: $0) })
    else { return }
    // An answer that is still to come may be older.
    answers[key] = nil
    apply(key, message.numberInVariant())
  }

  private func apply(_ key: Key, _ value: UInt32?) {
    switch (key, value) {
    case (.colorScheme, 1): appearance.isDark = true
    case (.colorScheme, 2): appearance.isDark = false
    case (.colorScheme, _): appearance.isDark = nil
    case (.contrast, _): appearance.isHighContrast = value == 1 ? true : nil
    case (.reducedMotion, _): appearance.isStill = value == 1 ? true : nil
    }
  }
}
