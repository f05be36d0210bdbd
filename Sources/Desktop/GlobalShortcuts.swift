import Wording

/// Keys that the desktop's portal reports wherever the focus is (org.freedesktop.portal.GlobalShortcuts).
///
/// Nothing here blocks. The desktop may ask the user first, who may choose other keys, or none. A portal that is missing,
/// hangs or sends nonsense grants nothing; one that starts later is asked then.
package final class GlobalShortcuts {
  /// The desktop remembers the user's choice by the ID. The wanted key is as in `Chord.trigger`: `CTRL+ALT+l`.
  package typealias Shortcut = (id: String, description: String, trigger: String)

  package enum State: Equatable, Sendable {
    case idle
    /// The portal or the user has not answered yet.
    case asked
    /// There is no such portal, or it has gone.
    case unavailable
    /// The keys by shortcut, in the desktop's words; none if the user refuses.
    case granted([String: String])
  }

  package var stateHandler: () -> Void = {}
  /// Called with the ID of a shortcut whose key was pressed. The time that comes with it has no defined base.
  package var handler: (String) -> Void = { _ in }
  package private(set) var state = State.idle {
    didSet { if state != oldValue { stateHandler() } }
  }
  private let bus: SessionBus
  /// The window that a dialog belongs to, as portals name it.
  private let parent: String
  private var shortcuts: [Shortcut] = []
  /// The portal's unique bus name, once known, and our session there.
  private var owner = ""
  private var session: String?
  private var signals: [BusSlot] = []
  private var pendingReply: BusSlot?
  /// Identifies the request whose response is awaited.
  private var requestCount = 0

  private static let service = "org.freedesktop.portal.Desktop"
  /// A portal may be started by the first call. The user may take any time, but calls are answered at once.
  private static let patience = Duration.seconds(10)

  /// `bus` has to be for these calls alone: the program's name counts only before any other call.
  package init(_ bus: SessionBus, window: UInt) {
    self.bus = bus
    parent = "x11:" + String(window, radix: 16)
    bus.onLoss { [weak self] in
      self?.signals = []
      self?.leave()
    }
  }

  package func bind(_ shortcuts: [Shortcut]) {
    guard !shortcuts.elementsEqual(self.shortcuts, by: ==) else { return }
    self.shortcuts = shortcuts
    if let session { bus.call(owner, session, "org.freedesktop.portal.Session", "Close", "", []) }
    forget()
    if shortcuts.isEmpty { state = .idle } else { begin() }
  }

  private func forget() { (session, pendingReply, owner) = (nil, nil, "") }

  private func leave() {
    forget()
    if state != .idle { state = .unavailable }
  }

  // MARK: Three calls, each after the answer to the one before

  private func begin() {
    guard bus.connect() else { return state = .unavailable }
    if signals.isEmpty { addMatches() }
    state = .asked
    // By the desktop file; portals before 1.19 know no such method, and find it in another way.
    call(
      "Register", "sa{sv}", [.text(DesktopEntry.id), .number(0)],
      of: "org.freedesktop.host.portal.Registry"
    ) { [unowned self] message in
      // The bus itself answers for a portal that is missing or hangs.
      guard message.sender.hasPrefix(":") else { return leave() }
      owner = message.sender
      call(
        "CreateSession", "a{sv}",
        [.number(2)] + nextToken() + option("session_handle_token", "segclock\(requestCount)"))
    }
  }

  private func bindShortcuts(in session: String) {
    let list = shortcuts.flatMap {
      [.text($0.id), .number(2)] + option("description", $0.description)
        + option("preferred_trigger", $0.trigger)
    }
    call(
      "BindShortcuts", "oa(sa{sv})sa{sv}",
      [.text(session), .number(Int32(shortcuts.count))] + list + [.text(parent), .number(1)]
        + nextToken())
  }

  /// Without an `answer`, the reply matters only if it is an error: a signal follows.
  private func call(
    _ member: String, _ types: String, _ arguments: [BusArgument],
    of interface: String = "org.freedesktop.portal.GlobalShortcuts",
    _ answer: ((BusMessage) -> Void)? = nil
  ) {
    pendingReply = bus.call(
      Self.service, "/org/freedesktop/portal/desktop", interface, member, types, arguments,
      timeout: Self.patience, answer: answer ?? { [unowned self] in if $0.isError { leave() } })
    if pendingReply == nil { leave() }
  }

  private func nextToken() -> [BusArgument] {
    requestCount += 1
    return option("handle_token", "segclock\(requestCount)")
  }

  private func option(_ name: String, _ value: String) -> [BusArgument] {
    [.text(name), .text("s"), .text(value)]
  }

  // MARK: Signals

  private func addMatches() {
    signals = [
      bus.addMatch("type='signal',sender='\(Self.service)'") { [unowned self] in handleSignal($0) },
      bus.watchOwner(of: Self.service) { [unowned self] in handleOwner($0, $1) },
    ]
  }

  private func handleSignal(_ message: BusMessage) {
    guard message.sender == owner, let path = message.objectPath else { return }
    switch message.member {
    case "Response":
      guard state == .asked, path.hasSuffix("/segclock\(requestCount)"),
        let code = message.number()
      else { return }
      handleResponse(message, isGranted: code == 0)
    case "Closed": if path == session { leave() }
    case "Activated":
      if message.path() == session, let id = message.text() { handler(id) }
    case "ShortcutsChanged":
      if state != .asked, message.path() == session, let triggers = message.triggers(of: ids) {
        state = .granted(triggers)
      }
    default: break
    }
  }

  private func handleResponse(_ message: BusMessage, isGranted: Bool) {
    guard isGranted else { return state = .granted([:]) }
    var (new, triggers): (String?, [String: String]?)
    message.eachEntry { name in
      switch name {
      case "session_handle": message.within("v", "s") { new = message.text() }
      case "shortcuts": message.within("v", "a(sa{sv})") { triggers = message.triggers(of: ids) }
      default: message.skipVariant()
      }
    }
    if session != nil {
      state = .granted(triggers ?? [:])
    } else if let new {
      session = new
      bindShortcuts(in: new)
    } else {
      leave()
    }
  }

  private var ids: Set<String> { Set(shortcuts.map(\.id)) }

  private func handleOwner(_ old: String, _ new: String) {
    guard state != .idle else { return }
    if !old.isEmpty { leave() }
    // While it is asked, our own call has started it.
    if !new.isEmpty, state != .asked { begin() }
  }
}

extension BusMessage {
  /// Reads the keys of a list of shortcuts, by ID, without those that have none and those that nobody asked for; nil if
  /// it is none. A key is a name: a portal may send any text.
  fileprivate func triggers(of ids: Set<String>) -> [String: String]? {
    var triggers: [String: String] = [:]
    let isList = eachItem("(sa{sv})") {
      within("r", "sa{sv}") {
        let id = text() ?? ""
        eachEntry { name in
          guard name == "trigger_description", ids.contains(id) else { return skipVariant() }
          return within("v", "s") { triggers[id] = text()?.name }
        }
      }
    }
    return isList ? triggers.filter { !$0.value.isEmpty } : nil
  }
}
