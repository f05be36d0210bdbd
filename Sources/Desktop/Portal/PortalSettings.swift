import Glibc

/// What the desktop's settings portal says of how programs are to look (org.freedesktop.portal.Settings), as it changes.
///
/// Nothing here blocks. A portal that is missing, hangs or talks nonsense has no preference; one that comes later is asked then.
package final class PortalSettings {
  private var bus: BusSocket?
  private var course = PortalCourse()
  /// The unique name of the portal, whose words count; empty where there is none.
  private var owner = ""
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
      if owner.isEmpty { for question in course.begin() { ask(question) } }
      return
    }
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    guard
      let address = BusAddress.find(
        named: variable("DBUS_SESSION_BUS_ADDRESS"), runtimeDirectory: variable("XDG_RUNTIME_DIR")),
      let bus = BusSocket(addresses: address)
    else { return }
    self.bus = bus
    self.startsService = startsService
    // Both before the questions, so that no change is missed.
    follow(
      """
      type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.interface)',\
      member='SettingChanged',arg0='\(PortalCourse.namespace)'
      """)
    follow(
      """
      type='signal',sender='\(BusSocket.bus)',interface='\(BusSocket.bus)',member='NameOwnerChanged',\
      arg0='\(Self.service)'
      """)
    ownerCall = bus.call(BusSocket.bus, BusSocket.path, BusSocket.bus, "GetNameOwner", [Self.service])
    for question in course.begin() { ask(question) }
  }

  /// What to wait for until `takeTurn`: a descriptor, or -1, and poll's events on it.
  package var wait: (descriptor: Int32, events: Int16) { bus?.wait ?? (-1, 0) }

  /// Reads and writes; returns whether the desktop wants anything else than before.
  package func takeTurn() -> Bool {
    guard let bus else { return false }
    let before = appearance
    if !bus.takeTurn({ take($0) }) {
      self.bus = nil
      _ = course.begin(isThere: false)
    }
    return appearance != before
  }

  private func follow(_ rule: String) {
    _ = bus?.call(BusSocket.bus, BusSocket.path, BusSocket.bus, "AddMatch", [rule])
  }

  private func ask(_ question: PortalCourse.Question) {
    let call = bus?.call(
      Self.service, Self.path, Self.interface, question.member,
      [PortalCourse.namespace, question.key.rawValue], startsService: startsService)
    if let call { course.asked(question, by: call) }
  }

  private func take(_ frame: BusFrame) {
    var values = frame.values
    switch frame.kind {
    case .answer where frame.serial == ownerCall && frame.sender == BusSocket.bus:
      if frame.signature == "s", let name = values.text() { owner = name }
    case .answer, .failure:
      let value = frame.signature == "v" ? values.numberInVariant() : nil
      let next = course.answered(frame.serial, value, hasFailed: frame.kind == .failure)
      if let next { ask(next) }
    case .signal where frame.interface == BusSocket.bus && frame.sender == BusSocket.bus:
      guard frame.member == "NameOwnerChanged", frame.signature == "sss", values.text() == Self.service,
        values.text() != nil, let name = values.text()
      else { return }
      owner = name
      for question in course.begin(isThere: !name.isEmpty) { ask(question) }
    case .signal where frame.interface == Self.interface && frame.path == Self.path && frame.sender == owner:
      guard frame.member == "SettingChanged", frame.signature == "ssv",
        values.text() == PortalCourse.namespace,
        let key = values.text()
      else { return }
      course.changed(key, values.numberInVariant())
    default: break
    }
  }
}
