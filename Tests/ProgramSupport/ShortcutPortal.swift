/// The desktop's portal for keys in all windows, on a bus of the test's own, which grants what the test has it grant.
package final class ShortcutPortal {
  private let peer: BusPeer
  /// The bus name of the program.
  package private(set) var client = ""
  /// The shortcuts that the program has asked for, and the window that it has named.
  package private(set) var shortcuts: [(id: String, description: String, trigger: String)] = []
  package private(set) var parent = ""
  /// How many sessions the program has closed.
  package private(set) var closedCount = 0
  /// Where the answer to the last request is expected.
  package private(set) var request = ""

  package static let session = "/org/freedesktop/portal/desktop/session/test"
  private static let name = "org.freedesktop.portal.Desktop"
  private static let path = "/org/freedesktop/portal/desktop"
  private static let interface = "org.freedesktop.portal.GlobalShortcuts"

  package init(_ bus: MessageBus?) throws {
    peer = try BusPeer(bus)
    try peer.own(ShortcutPortal.name)
  }

  package func leave() throws { try peer.release(ShortcutPortal.name) }
  package func comeBack() throws { try peer.own(ShortcutPortal.name) }
  package func synchronize() throws { try peer.synchronize() }

  /// Takes all calls up to the one that asks for keys, and answers them; the user is not done yet.
  package func takeRequest() throws {
    let registration = try next("Register")
    guard registration.body.first?.text == desktopEntry else {
      throw Failure("registered as \(registration.body)")
    }
    peer.answer(registration, "", [])
    let creation = try next("CreateSession")
    accept(creation, options: creation.body.first)
    respond(0, [("session_handle", .variant("s", .text(ShortcutPortal.session)))])
    let binding = try next("BindShortcuts")
    guard binding.body.count == 4, binding.body[0].text == ShortcutPortal.session else {
      throw Failure("an odd call: \(binding.body)")
    }
    shortcuts = (binding.body[1].list ?? []).map { item in
      let options = item.list?.last
      return (
        item.list?.first?.text ?? "", options?["description"]?.text ?? "",
        options?["preferred_trigger"]?.text ?? ""
      )
    }
    parent = binding.body[2].text ?? ""
    accept(binding, options: binding.body[3])
  }

  /// Takes the next call and leaves it without an answer.
  package func ignoreOne() throws { _ = try next(nil) }

  /// The next call that is not about the desktop's settings.
  private func next(_ member: String?) throws -> BusMessage {
    while true {
      let call = try peer.nextCall()
      if call.interface == "org.freedesktop.portal.Settings" {
        peer.fail(call, "org.freedesktop.portal.Error.NotFound")
      } else if call.member == "Close" {
        closedCount += 1
      } else if let member, call.member != member {
        throw Failure("\(call.member ?? "") in place of \(member)")
      } else {
        client = call.sender ?? ""
        return call
      }
    }
  }

  private func accept(_ call: BusMessage, options: BusValue?) {
    let sender = client.dropFirst().replacing(".", with: "_")
    request = "\(ShortcutPortal.path)/request/\(sender)/\(options?["handle_token"]?.text ?? "")"
    peer.answer(call, "o", [.text(request)])
  }

  private func respond(_ code: Int64, _ results: [(String, BusValue)]) {
    peer.respond(to: request, of: client, code, results)
  }

  package func grant(_ triggers: [String: String]) {
    respond(0, [("shortcuts", .variant("a(sa{sv})", ShortcutPortal.list(triggers)))])
  }

  package func refuse() { respond(1, []) }

  package func change(_ triggers: [String: String]) {
    signal("ShortcutsChanged", "oa(sa{sv})", [ShortcutPortal.list(triggers)])
  }

  /// Presses the key of a shortcut, whatever has the focus.
  package func press(_ id: String) {
    signal("Activated", "osta{sv}", [.text(id), .number(1), .list([])])
  }

  package func closeSession() {
    peer.signal(
      ShortcutPortal.session, "org.freedesktop.portal.Session", "Closed", "a{sv}", [.list([])],
      to: client)
  }

  private func signal(_ member: String, _ signature: String, _ values: [BusValue]) {
    peer.signal(
      ShortcutPortal.path, ShortcutPortal.interface, member, signature,
      [.text(ShortcutPortal.session)] + values, to: client)
  }

  private static func list(_ triggers: [String: String]) -> BusValue {
    .list(
      triggers.map { id, trigger in
        .list([
          .text(id),
          .list([
            .list([.text("description"), .variant("s", .text("any"))]),
            .list([.text("trigger_description"), .variant("s", .text(trigger))]),
          ]),
        ])
      })
  }

  /// What another program sends to look like the portal: that all is granted, and that a key was pressed.
  package func forge(on bus: MessageBus?, _ id: String) throws {
    let other = try BusPeer(bus)
    other.respond(
      to: request, of: client, 0,
      [("shortcuts", .variant("a(sa{sv})", ShortcutPortal.list([id: "forged"])))])
    other.signal(
      ShortcutPortal.path, ShortcutPortal.interface, "Activated", "osta{sv}",
      [.text(ShortcutPortal.session), .text(id), .number(1), .list([])], to: client)
    try other.synchronize()
  }
}

extension BusPeer {
  fileprivate func respond(
    to request: String, of client: String, _ code: Int64, _ results: [(String, BusValue)]
  ) {
    signal(
      request, "org.freedesktop.portal.Request", "Response", "ua{sv}",
      [.number(code), .list(results.map { .list([.text($0), $1]) })], to: client)
  }
}
