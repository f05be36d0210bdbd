import CSystemd

package indirect enum BusValue: Hashable, Sendable {
  case number(Int64)
  case truth(Bool)
  case fraction(Double)
  case text(String)
  /// An array or a structure; entries of a dictionary are structures of two.
  case list([BusValue])
  /// A value that comes with its own signature.
  case variant(String, BusValue)

  package var number: Int64? { if case .number(let number) = self { number } else { nil } }
  package var fraction: Double? { if case .fraction(let number) = self { number } else { nil } }
  package var text: String? { if case .text(let text) = self { text } else { nil } }
  /// The content of a variant.
  package var content: BusValue? {
    if case .variant(_, let content) = self { content } else { nil }
  }
  /// The value of a dictionary's entry, without its variant.
  package subscript(name: String) -> BusValue? {
    list?.first { $0.list?.first?.text == name }?.list?.last?.content
  }
  package var list: [BusValue]? { if case .list(let list) = self { list } else { nil } }
}

/// A call of a method that came over D-Bus.
package final class BusMessage {
  package let interface, member, sender, path: String?
  package let signature: String
  package let body: [BusValue]
  package let wantsNoAnswer: Bool
  fileprivate let message: OpaquePointer

  fileprivate init(_ message: OpaquePointer) {
    self.message = message
    interface = sd_bus_message_get_interface(message).map { String(cString: $0) }
    member = sd_bus_message_get_member(message).map { String(cString: $0) }
    sender = sd_bus_message_get_sender(message).map { String(cString: $0) }
    path = sd_bus_message_get_path(message).map { String(cString: $0) }
    signature = sd_bus_message_get_signature(message, 1).map { String(cString: $0) } ?? ""
    wantsNoAnswer = sd_bus_message_get_expect_reply(message) == 0
    body = BusMessage.values(message)
  }

  deinit { sd_bus_message_unref(message) }

  /// The values up to the end of the container that is being read.
  fileprivate static func values(_ message: OpaquePointer) -> [BusValue] {
    var values: [BusValue] = []
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    while sd_bus_message_peek_type(message, &type, &contents) > 0 {
      let letter = Character(Unicode.Scalar(UInt8(bitPattern: type)))
      switch letter {
      case "a", "r", "e", "v":
        let signature = contents.map { String(cString: $0) } ?? ""
        sd_bus_message_enter_container(message, type, contents)
        let inner = BusMessage.values(message)
        sd_bus_message_exit_container(message)
        values.append(letter == "v" ? .variant(signature, inner.first ?? .list([])) : .list(inner))
      case "s", "o", "g":
        var text: UnsafePointer<CChar>?
        sd_bus_message_read_basic(message, type, &text)
        values.append(.text(text.map { String(cString: $0) } ?? ""))
      default:
        var bits: UInt64 = 0
        sd_bus_message_read_basic(message, type, &bits)
        switch letter {
        case "b": values.append(.truth(bits != 0))
        case "d": values.append(.fraction(Double(bitPattern: bits)))
        case "n": values.append(.number(Int64(Int16(truncatingIfNeeded: bits))))
        case "i": values.append(.number(Int64(Int32(truncatingIfNeeded: bits))))
        default: values.append(.number(Int64(bitPattern: bits)))
        }
      }
    }
    return values
  }
}

/// A connection to the bus, by which a test is what it likes: a daemon that shows notifications, or one that says it is.
package final class BusPeer {
  package let name: String
  private let bus: OpaquePointer

  private static let notifications = "org.freedesktop.Notifications"
  private static let notificationsPath = "/org/freedesktop/Notifications"

  package init(_ bus: MessageBus?) throws {
    guard let bus else { throw Failure("there is no bus") }
    var made: OpaquePointer?
    guard sd_bus_new(&made) >= 0, let connection = made else { throw Failure("no bus") }
    self.bus = connection
    var name: UnsafePointer<CChar>?
    guard sd_bus_set_address(connection, bus.address) >= 0,
      sd_bus_set_bus_client(connection, 1) >= 0, sd_bus_start(connection) >= 0,
      sd_bus_get_unique_name(connection, &name) >= 0, let name
    else { throw Failure("no connection to the bus") }
    self.name = String(cString: name)
  }

  deinit { sd_bus_close_unref(bus) }

  package func becomeNotificationDaemon() throws { try own(BusPeer.notifications) }

  package func release(_ name: String) throws {
    guard sd_bus_release_name(bus, name) >= 0 else { throw Failure("\(name) is not ours") }
  }

  package func own(_ name: String) throws {
    guard sd_bus_request_name(bus, name, 0) > 0 else { throw Failure("\(name) is taken") }
  }

  package func nextCall(_ deadline: Deadline = Deadline()) throws -> BusMessage {
    guard let call = try nextCallIfAny(deadline) else {
      throw Failure("waited in vain for a message on the bus")
    }
    return call
  }

  /// Whether a call comes before the deadline.
  package func isCalled(_ deadline: Deadline) throws -> Bool {
    try nextCallIfAny(deadline) != nil
  }

  private func nextCallIfAny(_ deadline: Deadline) throws -> BusMessage? {
    while true {
      var message: OpaquePointer?
      let status = sd_bus_process(bus, &message)
      guard status >= 0 else { throw Failure("the bus is gone") }
      if let message {
        var type: UInt8 = 0
        sd_bus_message_get_type(message, &type)
        if type == UInt8(SD_BUS_MESSAGE_METHOD_CALL) { return BusMessage(message) }
        sd_bus_message_unref(message)
      }
      if status == 0, !deadline.awaitReadable(sd_bus_get_fd(bus)) { return nil }
    }
  }

  /// Calls a method of another connection and waits for the reply; nil for an error or none.
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ signature: String = "", _ values: [BusValue] = []
  ) -> [BusValue]? {
    var (call, reply): (OpaquePointer?, OpaquePointer?)
    guard sd_bus_message_new_method_call(bus, &call, destination, path, interface, member) >= 0
    else { return nil }
    defer { sd_bus_message_unref(call) }
    append(values, signature, to: call)
    // In microseconds; more than a busy machine takes.
    guard sd_bus_call(bus, call, 20_000_000, nil, &reply) >= 0, let reply else { return nil }
    return BusMessage(reply).body
  }

  /// Calls a method many times, and reads no reply.
  package func flood(
    _ destination: String, _ path: String, _ interface: String, _ member: String, count: Int
  ) {
    for _ in 0..<count {
      var call: OpaquePointer?
      sd_bus_message_new_method_call(bus, &call, destination, path, interface, member)
      sd_bus_call_async(bus, nil, call, { _, _, _ in 0 }, nil, 0)
      sd_bus_message_unref(call)
    }
    sd_bus_flush(bus)
  }

  /// Gets the signals that match `rule` from now on.
  package func watch(_ rule: String) throws {
    guard sd_bus_add_match(bus, nil, rule, nil, nil) >= 0 else { throw Failure("no match") }
  }

  /// The next signal of an interface that begins with `prefix`; nil if none comes before the deadline.
  package func nextSignal(from prefix: String, _ deadline: Deadline = Deadline()) throws
    -> BusMessage?
  {
    while true {
      var message: OpaquePointer?
      let status = sd_bus_process(bus, &message)
      guard status >= 0 else { throw Failure("the bus is gone") }
      if let message {
        let found = BusMessage(message)
        if found.interface?.hasPrefix(prefix) == true { return found }
      }
      if status == 0, !deadline.awaitReadable(sd_bus_get_fd(bus)) { return nil }
    }
  }

  package func answer(_ call: BusMessage, _ signature: String, _ values: [BusValue]) {
    var answer: OpaquePointer?
    sd_bus_message_new_method_return(call.message, &answer)
    send(answer, signature, values)
  }

  package func fail(_ call: BusMessage, _ name: String) {
    name.withCString { name in
      var error = sd_bus_error(name: name, message: name, _need_free: 0)
      sd_bus_reply_method_error(call.message, &error)
    }
    sd_bus_flush(bus)
  }

  /// Tells of a notification; everybody who wants to know, or `destination` alone.
  package func tell(
    _ member: String, _ signature: String, _ values: [BusValue], to destination: String? = nil
  ) {
    signal(
      BusPeer.notificationsPath, BusPeer.notifications, member, signature, values, to: destination)
  }

  /// Sends any signal; to everybody who wants to know, or to `destination` alone.
  package func signal(
    _ path: String, _ interface: String, _ member: String, _ signature: String,
    _ values: [BusValue], to destination: String? = nil
  ) {
    var message: OpaquePointer?
    sd_bus_message_new_signal(bus, &message, path, interface, member)
    if let destination { sd_bus_message_set_destination(message, destination) }
    send(message, signature, values)
  }

  /// Returns when the bus has dealt with all that was sent before.
  package func synchronize() throws {
    var (call, answer): (OpaquePointer?, OpaquePointer?)
    let name = "org.freedesktop.DBus"
    sd_bus_message_new_method_call(bus, &call, name, "/org/freedesktop/DBus", name, "GetId")
    defer { sd_bus_message_unref(call) }
    guard sd_bus_call(bus, call, 0, nil, &answer) >= 0 else { throw Failure("the bus is gone") }
    sd_bus_message_unref(answer)
  }

  /// Sends `message` with values of the types in `signature`.
  private func send(_ message: OpaquePointer?, _ signature: String, _ values: [BusValue]) {
    defer { sd_bus_message_unref(message) }
    append(values, signature, to: message)
    sd_bus_send(bus, message, nil)
    sd_bus_flush(bus)
  }

  private func append(_ values: [BusValue], _ signature: String, to message: OpaquePointer?) {
    var rest = signature[...]
    for value in values { append(value, BusPeer.takeType(&rest), to: message) }
  }

  /// The first whole type of a signature, such as a(sa{sv}).
  private static func takeType(_ rest: inout Substring) -> String {
    var (type, depth) = ("", 0)
    repeat {
      guard let letter = rest.popFirst() else { break }
      type.append(letter)
      depth += "({".contains(letter) ? 1 : ")}".contains(letter) ? -1 : 0
    } while depth > 0 || type.last == "a"
    return type
  }

  private func append(_ value: BusValue, _ type: String, to message: OpaquePointer?) {
    let letter = CChar(type.utf8.first ?? 0)
    switch value {
    case .number(let number):
      // As many bytes are read as the type has.
      var number = number
      sd_bus_message_append_basic(message, letter, &number)
    case .truth(let truth):
      var number: Int32 = truth ? 1 : 0
      sd_bus_message_append_basic(message, letter, &number)
    case .text(let text): sd_bus_message_append_basic(message, letter, text)
    case .variant(let own, let content):
      sd_bus_message_open_container(message, letter, own)
      append(content, own, to: message)
      sd_bus_message_close_container(message)
    case .list(let values):
      let isArray = type.hasPrefix("a")
      let inner = String(isArray ? type.dropFirst() : type.dropFirst().dropLast())
      let kind: Unicode.Scalar = isArray ? "a" : type.hasPrefix("{") ? "e" : "r"
      sd_bus_message_open_container(message, CChar(kind.value), inner)
      if isArray {
        for value in values { append(value, inner, to: message) }
      } else {
        append(values, inner, to: message)
      }
      sd_bus_message_close_container(message)
    case .fraction(let number):
      var number = number
      sd_bus_message_append_basic(message, letter, &number)
    }
  }
}
