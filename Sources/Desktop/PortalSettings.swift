/// The desktop's preferences from its settings portal (org.freedesktop.portal.Settings).
///
/// Nothing here blocks. A missing, hung or nonsensical portal has no preferences; one that starts later is asked then.
package final class PortalSettings {
  private enum Key: String, CaseIterable {
    case colorScheme = "color-scheme"
    case contrast
    case reducedMotion = "reduced-motion"
  }

  package var handler: () -> Void = {}
  package private(set) var appearance = Appearance() {
    didSet { if appearance != oldValue { handler() } }
  }
  private let bus: SessionBus
  /// Whether a call may start the portal; nil before the first.
  private var startsService: Bool?
  /// The portal's unique bus name, once known.
  private var owner: String?
  private var signals: [BusSlot] = []
  private var pendingReplies: [Key: BusSlot] = [:]

  private static let service = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  package init(_ bus: SessionBus) {
    self.bus = bus
    bus.onLoss { [weak self] in self?.forget() }
  }

  /// Asks the portal once, and again if it may now be started.
  package func begin(startsService: Bool) {
    guard self.startsService == nil || startsService && self.startsService == false else { return }
    self.startsService = startsService
    if !signals.isEmpty {
      if owner == nil { ask() }
      return
    }
    guard bus.connect() else { return }
    // Before the calls, so that no change is missed.
    signals = [
      bus.addMatch(
        """
        type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.interface)',\
        member='SettingChanged',arg0='\(Self.namespace)'
        """
      ) { [unowned self] in handleChange($0) },
      bus.watchOwner(of: Self.service) { [unowned self] _, new in handleOwner(new) },
    ]
    ask()
  }

  private func ask() {
    for key in Key.allCases {
      // `ReadOne` replaces this method, which all portals have.
      pendingReplies[key] = bus.call(
        Self.service, Self.path, Self.interface, "Read", "ss",
        [.text(Self.namespace), .text(key.rawValue)], startsService: startsService ?? false
      ) { [unowned self] message in
        pendingReplies[key] = nil
        // An error may be the bus's, whose name has no colon.
        if message.sender.hasPrefix(":") { owner = message.sender }
        if !message.isError { apply(key, message.numberInVariant()) }
      }
    }
  }

  private func handleOwner(_ name: String) {
    owner = name.isEmpty ? nil : name
    (appearance, pendingReplies) = (Appearance(), [:])
    if owner != nil { ask() }
  }

  private func forget() {
    (owner, signals, pendingReplies, appearance) = (nil, [], [:], Appearance())
  }

  private func handleChange(_ message: BusMessage) {
    guard message.sender == owner, message.text() == Self.namespace,
      let key = message.text().flatMap({ Key(rawValue: $0) })
    else { return }
    // A pending reply may be older.
    pendingReplies[key] = nil
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

/// The desktop's preferences; nil for none.
package struct Appearance: Equatable, Sendable {
  package var isDark: Bool?
  package var isHighContrast: Bool?
  package var isStill: Bool?

  package init() {}

  package init(themeName: String?, enablesAnimations: Bool?) {
    isStill = enablesAnimations.map { !$0 }
    guard let themeName else { return }
    let words = themeName.split { !$0.isLetter }
    let isContrast = words.contains { $0.hasPrefix("HighContrast") }
    isHighContrast = isContrast ? true : nil
    // "Adwaita-dark", "Adwaita:dark", "Arc-Dark", "BreezeDark", and the dark high-contrast theme.
    isDark =
      words.contains {
        $0.lowercased() == "dark" || $0.contains("Dark") || $0 == "HighContrastInverse"
      }
  }

  package func filled(by other: Appearance) -> Appearance {
    var filled = self
    filled.isDark = isDark ?? other.isDark
    filled.isHighContrast = isHighContrast ?? other.isHighContrast
    filled.isStill = isStill ?? other.isStill
    return filled
  }
}
