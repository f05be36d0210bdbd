import Desktop
import Platform
import Timekeeping

/// The connection to the bus of a reader: our objects, and events about them.
final class AccessibilityConnection {
  private unowned let service: AccessibilityService
  private let bus: SessionBus
  private var slots: [BusSlot?] = []
  private(set) var isLost = false
  /// Our unique bus name, once known.
  private(set) var name = ""
  /// The registry's object that has ours; nil before it has answered.
  private(set) var parent: (name: String, path: String)?
  private var embedding: BusSlot?
  /// The number that the registry has given us.
  var number: Int32 = 0

  // Events.

  private var reported: AccessibleTree?
  private var announced: [String] = []
  private var lastReport = MonotonicTime.distantPast
  /// When changes are reported that came too soon after the last ones.
  private var deadline: MonotonicTime?
  /// A drag changes a value with every frame, and a reader speaks each change.
  private static let minInterval = Duration.milliseconds(100)

  private static let registry = "org.a11y.atspi.Registry"
  private static let daemon = "org.freedesktop.DBus"
  static let path = "/org/a11y/atspi"
  static let objects = path + "/accessible/"

  /// nil if there is no such bus.
  init?(_ address: BusAddress, of service: AccessibilityService) {
    (self.service, bus) = (service, SessionBus(address))
    guard bus.connect() else { return nil }
    bus.onLoss { [unowned self] in isLost = true }
    slots = [
      bus.answerCalls(below: Self.path) { [unowned self] in answer($0) },
      bus.watchOwner(of: Self.registry) { [unowned self] _, new in
        parent = nil
        // The first request may have started it.
        if !new.isEmpty, embedding == nil { embed() }
      },
      // The destination of any reply is our name. sd_bus_get_unique_name would wait for it.
      bus.call(Self.daemon, "/org/freedesktop/DBus", Self.daemon, "GetId", "", []) {
        [unowned self] message in
        guard !message.isError, let name = message.destination else { return }
        self.name = name
        embed()
      },
    ]
  }

  private func embed() {
    guard !name.isEmpty else { return }
    embedding = bus.call(
      Self.registry, Self.objects + AccessibleTree.root, "org.a11y.atspi.Socket", "Embed", "(so)",
      [.text(name), .text(Self.objects + AccessibleTree.root)]
    ) { [unowned self] message in
      embedding = nil
      guard !message.isError else { return }
      var found: (String, String)?
      _ = message.within("r", "so") {
        if let name = message.text(), let path = message.path() { found = (name, path) }
      }
      parent = found
      (reported, announced) = (tree, service.window?.announcements ?? [])
      for node in reported?.nodes ?? [] {
        if node.states.contains(.active) { reportActive(true, node) }
        if node.states.contains(.focused) { report(.state("focused", true, node)) }
      }
    }
  }

  func addInterest(to interest: inout Interest) {
    bus.addInterest(to: &interest)
    interest.add(deadline)
  }

  func handle(_ turn: Turn) {
    bus.handle(turn)
    if let deadline, deadline <= .now { update() }
  }

  var program: (name: String, version: String) { (service.program, service.version) }
  var window: (any AccessibleWindow)? { service.window }

  var tree: AccessibleTree? {
    service.window.map { AccessibleTree($0.accessibleNode, program: service.program) }
  }

  // MARK: Events

  func update() {
    guard parent != nil, !isLost, let window = service.window else { return }
    let next = lastReport + Self.minInterval
    guard next <= .now else {
      deadline = next
      return
    }
    deadline = nil
    guard let new = tree else { return }
    let texts = window.announcements
    let changes = AccessibleChange.all(from: reported, to: new)
    let spoken = zip(texts, announced).filter { $0 != $1 && !$0.isEmpty }.map(\.0)
    (reported, announced) = (new, texts)
    if !changes.isEmpty || !spoken.isEmpty { lastReport = .now }
    for change in changes { report(change) }
    guard let frame = new.nodes.dropFirst().first else { return }
    for text in spoken {
      // Not urgent: it does not interrupt what is being spoken.
      signal(frame.id, "Object", "Announcement", "", 1, 0, .text(text))
    }
  }

  private func report(_ change: AccessibleChange) {
    switch change {
    case .state("active", let isOn, let node): reportActive(isOn, node)
    case .state(let name, let isOn, let node):
      signal(node.id, "Object", "StateChanged", name, isOn ? 1 : 0, 0, .integer(0))
    case .name(let node):
      signal(node.id, "Object", "PropertyChange", "accessible-name", 0, 0, .text(node.name))
    case .value(let node, let value):
      signal(node.id, "Object", "PropertyChange", "accessible-value", 0, 0, .fraction(value))
    case .child(let id, let isAdded, let index, let parent):
      signal(
        parent, "Object", "ChildrenChanged", isAdded ? "add" : "remove", Int32(clamping: index), 0,
        reference(to: id))
    case .text(let node, let isInserted, let offset, let text):
      signal(
        node.id, "Object", "TextChanged", isInserted ? "insert" : "delete",
        Int32(clamping: offset), Int32(clamping: text.unicodeScalars.count), .text(text))
    case .caret(let node, let offset):
      signal(node.id, "Object", "TextCaretMoved", "", Int32(clamping: offset), 0, .integer(0))
    }
  }

  private func reportActive(_ isActive: Bool, _ node: AccessibleNode) {
    signal(
      node.id, "Window", isActive ? "Activate" : "Deactivate", "", 0, 0, .text(node.name))
    signal(node.id, "Object", "StateChanged", "active", isActive ? 1 : 0, 0, .integer(0))
  }

  private func signal(
    _ id: String, _ kind: String, _ member: String, _ detail: String, _ first: Int32,
    _ second: Int32, _ content: BusValue
  ) {
    bus.signal(
      Self.objects + id, "org.a11y.atspi.Event.\(kind)", member,
      [.text(detail), .integer(first), .integer(second), .variant(content), .array("{sv}", [])])
  }

  /// Names an object on the bus; without one, none.
  func reference(to id: String?) -> BusValue {
    .structure(
      id.map { [.text(name), .path(Self.objects + $0)] } ?? [.text(""), .path(Self.path + "/null")])
  }
}
