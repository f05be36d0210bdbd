import CSystemd

/// A value that is sent over a bus.
package indirect enum BusValue: Equatable, Sendable {
  case truth(Bool)
  case short(Int16)
  case integer(Int32)
  case number(UInt32)
  case fraction(Double)
  case text(String)
  case path(String)
  case structure([BusValue])
  /// Its items have this type.
  case array(String, [BusValue])
  case entry(BusValue, BusValue)
  case variant(BusValue)

  /// The type, as in a signature.
  package var type: String {
    switch self {
    case .truth: "b"
    case .short: "n"
    case .integer: "i"
    case .number: "u"
    case .fraction: "d"
    case .text: "s"
    case .path: "o"
    case .structure(let values): "(" + values.map(\.type).joined() + ")"
    case .array(let item, _): "a" + item
    case .entry(let key, let value): "{" + key.type + value.type + "}"
    case .variant: "v"
    }
  }

  fileprivate func append(to message: OpaquePointer?) -> Bool {
    switch self {
    case .truth(let value): append(value ? 1 : 0 as Int32, to: message)
    case .short(let value): append(value, to: message)
    case .integer(let value): append(value, to: message)
    case .number(let value): append(value, to: message)
    case .fraction(let value): append(value, to: message)
    case .text(let text), .path(let text):
      text.withCString { sd_bus_message_append_basic(message, letter, $0) >= 0 }
    case .structure(let values):
      append(values, in: "r", values.map(\.type).joined(), to: message)
    case .array(let item, let values): append(values, in: "a", item, to: message)
    case .entry(let key, let value):
      append([key, value], in: "e", key.type + value.type, to: message)
    case .variant(let value): append([value], in: "v", value.type, to: message)
    }
  }

  private var letter: CChar { CChar(truncatingIfNeeded: type.utf8.first ?? 0) }

  private func append<Value: BitwiseCopyable>(_ value: Value, to message: OpaquePointer?) -> Bool {
    withUnsafePointer(to: value) { sd_bus_message_append_basic(message, letter, $0) >= 0 }
  }

  private func append(
    _ values: [BusValue], in container: Unicode.Scalar, _ contents: String,
    to message: OpaquePointer?
  ) -> Bool {
    sd_bus_message_open_container(message, code(container), contents) >= 0
      && values.allSatisfy { $0.append(to: message) }
      && sd_bus_message_close_container(message) >= 0
  }
}

extension SessionBus {
  /// Answers calls to all objects at or below `path` by `handler`, while the returned slot exists. nil stands for a
  /// method that there is not.
  package func answerCalls(
    below path: String, _ handler: @escaping (BusMessage) -> [BusValue]?
  ) -> BusSlot {
    let slot = BusSlot { call in
      let message = call.message
      var reply: OpaquePointer?
      defer { sd_bus_message_unref(reply) }
      let values = handler(call)
      guard sd_bus_message_get_expect_reply(message) > 0 else { return }
      if let values, sd_bus_message_new_method_return(message, &reply) >= 0,
        values.allSatisfy({ $0.append(to: reply) })
      {
        _ = sd_bus_send(sd_bus_message_get_bus(message), reply, nil)
      } else {
        "org.freedesktop.DBus.Error.UnknownMethod".withCString { name in
          var error = sd_bus_error(name: name, message: name, _need_free: 0)
          _ = sd_bus_reply_method_error(message, &error)
        }
      }
    }
    slot.add { sd_bus_add_fallback(bus, &$0, path, BusSlot.answer, $1) }
    return slot
  }

  package func signal(_ path: String, _ interface: String, _ member: String, _ values: [BusValue]) {
    var message: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &message, path, interface, member) >= 0 else { return }
    defer { sd_bus_message_unref(message) }
    if values.allSatisfy({ $0.append(to: message) }) { _ = sd_bus_send(bus, message, nil) }
  }
}
