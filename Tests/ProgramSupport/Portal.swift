/// The desktop's settings portal on a bus of the test's own, which says what the test has it say.
package final class Portal {
  private let peer: BusPeer
  private var values: [String: BusValue]
  package private(set) var client: String?

  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.Settings"
  private static let namespace = "org.freedesktop.appearance"

  /// A portal on `bus` that says these.
  package init(_ bus: MessageBus?, _ values: [String: BusValue] = [:]) throws {
    self.values = values
    peer = try BusPeer(bus)
    try peer.own(Portal.name)
  }

  package static func number(_ value: Int64) -> BusValue { .variant("u", .number(value)) }

  /// Goes, and takes no calls any more.
  package func leave() throws { try peer.release(Portal.name) }

  /// Answers the questions about three settings, and those that the bus kept while it started a service.
  package func answerAll() throws {
    for _ in 0..<3 { try answer(try peer.nextCall()) }
    while let call = try? peer.nextCall(Deadline(seconds: 0.2)) { try answer(call) }
    try peer.synchronize()
  }

  private func answer(_ call: BusMessage) throws {
    client = call.sender
    let texts = call.body.compactMap(\.text)
    guard call.member == "Read", call.interface == Portal.interface, texts.count == 2,
      texts[0] == Portal.namespace
    else {
      throw Failure("an unknown call: \(call)")
    }
    if let value = values[texts[1]] {
      peer.answer(call, "v", [.variant("v", value)])
    } else {
      peer.fail(call, "org.freedesktop.portal.Error.NotFound")
    }
  }

  /// Takes a question and leaves it without an answer.
  package func ignoreOne() throws { client = try peer.nextCall().sender }

  package func change(_ key: String, _ value: BusValue, namespace: String = Portal.namespace) {
    values[key] = value
    peer.signal(
      Portal.path, Portal.interface, "SettingChanged", "ssv", [.text(namespace), .text(key), value])
  }

  package func say(_ signature: String, _ values: [BusValue]) {
    peer.signal(Portal.path, Portal.interface, "SettingChanged", signature, values)
  }

  package func synchronize() throws { try peer.synchronize() }
}
