/// The desktop's accessibility service, the registry and a screen reader in one, on a bus of the test's own.
package final class ScreenReader {
  package let peer: BusPeer
  /// The program's connection, once it has joined.
  package private(set) var program = ""
  private let address: String

  package static let root = "/org/a11y/atspi/accessible/root"
  private static let service = "org.a11y.Bus"
  private static let registry = "org.a11y.atspi.Registry"
  private static let prefix = "org.a11y.atspi."
  package static let properties = "org.freedesktop.DBus.Properties"

  /// Comes up with the property `IsEnabled`, and waits until the program has asked for it.
  package init(_ bus: MessageBus?, isEnabled: Bool = true, address: String? = nil) throws {
    peer = try BusPeer(bus)
    self.address = address ?? bus?.address ?? ""
    try peer.watch("type='signal',path_namespace='/org/a11y/atspi'")
    try peer.own(ScreenReader.registry)
    try peer.own(ScreenReader.service)
    let question = try next("Get")
    peer.answer(question, "v", [.variant("b", .truth(isEnabled))])
  }

  private func next(_ member: String) throws -> BusMessage {
    let call = try peer.nextCall()
    guard call.member == member else {
      throw Failure("\(call.member ?? "") in place of \(member)")
    }
    return call
  }

  package func setEnabled(_ isEnabled: Bool) {
    peer.signal(
      "/org/a11y/bus", ScreenReader.properties, "PropertiesChanged", "sa{sv}as",
      [
        .text("org.a11y.Status"),
        .list([.list([.text("IsEnabled"), .variant("b", .truth(isEnabled))])]), .list([]),
      ])
  }

  package func giveAddress() throws {
    peer.answer(try next("GetAddress"), "s", [.text(address)])
  }

  /// Takes the program's request to be among the applications; answers it unless the registry is mute, or
  /// else by a text and a number.
  package func takeProgram(isMute: Bool = false, lie: [BusValue]? = nil) throws {
    let call = try next("Embed")
    program = call.sender ?? ""
    guard call.body == [.list([.text(program), .text(ScreenReader.root)])] else {
      throw Failure("an odd call: \(call.body)")
    }
    if let lie { peer.answer(call, "su", lie) }
    if !isMute {
      peer.answer(call, "(so)", [.list([.text(peer.name), .text(ScreenReader.root)])])
    }
    // It comes to the program after the answer.
    _ = ask("root", "Accessible", "GetRole")
  }

  package static func joined(_ bus: MessageBus?) throws -> ScreenReader {
    let reader = try ScreenReader(bus)
    try reader.giveAddress()
    try reader.takeProgram()
    return reader
  }

  /// Calls a method of an object of the program; `interface` is without its prefix.
  package func ask(
    _ id: String, _ interface: String, _ member: String, _ signature: String = "",
    _ values: [BusValue] = []
  ) -> [BusValue]? {
    peer.call(
      program, "/org/a11y/atspi/accessible/" + id, ScreenReader.prefix + interface, member,
      signature, values)
  }

  package func property(_ id: String, _ interface: String, _ name: String) -> BusValue? {
    peer.call(
      program, "/org/a11y/atspi/accessible/" + id, ScreenReader.properties, "Get", "ss",
      [.text(ScreenReader.prefix + interface), .text(name)])?.first?.content
  }

  package func setProperty(_ id: String, _ interface: String, _ name: String, _ value: BusValue)
    -> Bool
  {
    peer.call(
      program, "/org/a11y/atspi/accessible/" + id, ScreenReader.properties, "Set", "ssv",
      [.text(ScreenReader.prefix + interface), .text(name), value]) != nil
  }

  /// An object of the program, with all below it.
  package struct Node {
    package var id, role, name: String
    package var states: UInt64
    package var box: [Int64]
    package var interfaces: Set<String>
    package var children: [Node]

    // Bits of atspi-constants.h.
    package var isFocused: Bool { states >> 12 & 1 == 1 }
    package var isSelected: Bool { states >> 23 & 1 == 1 }

    package var all: [Node] { [self] + children.flatMap(\.all) }
  }

  /// Walks the whole tree as a reader does; throws if parents and children do not agree.
  package func walk(_ id: String = "root", below parent: String? = nil, at index: Int64 = 0) throws
    -> Node
  {
    func fail() -> Failure { Failure("no answer about \(id)") }
    guard let name = property(id, "Accessible", "Name")?.text,
      let count = property(id, "Accessible", "ChildCount")?.number,
      let role = ask(id, "Accessible", "GetRoleName")?.first?.text,
      let words = ask(id, "Accessible", "GetState")?.first?.list?.compactMap(\.number),
      let interfaces = ask(id, "Accessible", "GetInterfaces")?.first?.list?.compactMap(\.text),
      let children = ask(id, "Accessible", "GetChildren")?.first?.list, words.count == 2
    else { throw fail() }
    guard children.count == Int(count),
      ask(id, "Accessible", "GetIndexInParent")?.first?.number == index,
      let above = property(id, "Accessible", "Parent")?.list?.last?.text,
      parent.map({ above.hasSuffix("/" + $0) }) ?? true
    else { throw Failure("\(id) does not agree with its parent") }
    let box = ask(id, "Component", "GetExtents", "u", [.number(1)])?.first?.list
    let nodes = try children.enumerated().map { index, child in
      guard let path = child.list?.last?.text, let last = path.split(separator: "/").last else {
        throw fail()
      }
      return try walk(String(last), below: id, at: Int64(index))
    }
    return Node(
      id: id, role: role, name: name,
      states: UInt64(bitPattern: words[0]) | UInt64(bitPattern: words[1]) << 32,
      box: box?.compactMap(\.number) ?? [], interfaces: Set(interfaces), children: nodes)
  }

  /// Performs an action of an object by its name.
  package func perform(_ action: String, of id: String) throws {
    let count = property(id, "Action", "NActions")?.number ?? 0
    for index in 0..<count
    where ask(id, "Action", "GetName", "i", [.number(index)])?.first?.text == action {
      guard ask(id, "Action", "DoAction", "i", [.number(index)]) == [.truth(true)] else {
        throw Failure("\(id) refuses \(action)")
      }
      return
    }
    throw Failure("\(id) has no action \(action)")
  }

  /// The next event of this member, with its detail and content.
  package func event(
    _ member: String, of kind: String? = nil, _ deadline: Deadline = Deadline()
  ) throws
    -> (id: String, detail: String, first: Int64, content: BusValue?)?
  {
    while let signal = try peer.nextSignal(from: "org.a11y.atspi.Event.", deadline) {
      guard signal.signature == "siiva{sv}" else { throw Failure("\(signal.signature)") }
      guard signal.member == member, kind.map({ $0 == signal.body[0].text }) ?? true else {
        continue
      }
      let id = signal.path?.split(separator: "/").last.map(String.init) ?? ""
      return (
        id, signal.body[0].text ?? "", signal.body[1].number ?? 0, signal.body[3].content
      )
    }
    return nil
  }

  /// The unique names of all connections to the bus.
  package var connections: Set<String> {
    let daemon = "org.freedesktop.DBus"
    let names = peer.call(daemon, "/org/freedesktop/DBus", daemon, "ListNames")?.first?.list ?? []
    return Set(names.compactMap(\.text).filter { $0.hasPrefix(":") })
  }
}
