import CSystemd
import Glibc
package import Platform

/// The connection to the session bus or to another message bus, opened when first needed. Nothing here blocks.
///
/// Without a bus, nothing is sent or received. A match rule names a sender by its well-known name, but other programs
/// can send to this connection directly. So the sender of each signal is checked.
package final class SessionBus: EventSource {
  private(set) var bus: OpaquePointer?
  /// nil for the session bus.
  private let address: BusAddress?
  private var lossHandlers: [() -> Void] = []

  private static let name = "org.freedesktop.DBus"

  package init(_ address: BusAddress? = nil) { self.address = address }

  deinit { sd_bus_close_unref(bus) }

  package func addInterest(to interest: inout Interest) {
    guard let bus else { return }
    var microseconds = UInt64.max
    _ = sd_bus_get_timeout(bus, &microseconds)
    if microseconds != .max {
      interest.add(MonotonicTime(nanoseconds: 0) + .microseconds(microseconds))
    }
    interest.add(sd_bus_get_fd(bus), events: Int16(clamping: max(sd_bus_get_events(bus), 0)))
  }

  package func handle(_ turn: Turn) {
    repeat {
      guard let bus else { return }
      let status = sd_bus_process(bus, nil)
      if status < 0 {
        sd_bus_close_unref(bus)
        self.bus = nil
        for handler in lossHandlers { handler() }
      }
      guard status > 0 else { return }
    } while !turn.isSpent
  }

  package func onLoss(_ handler: @escaping () -> Void) { lossHandlers.append(handler) }

  /// Begins to connect, unless that was done; returns false where there is no bus.
  package func connect() -> Bool {
    guard bus == nil else { return true }
    guard let address else { return sd_bus_open_user(&bus) >= 0 }
    guard sd_bus_new(&bus) >= 0 else { return false }
    if sd_bus_set_address(bus, address.text) >= 0, sd_bus_set_bus_client(bus, 1) >= 0,
      sd_bus_start(bus) >= 0
    {
      return true
    }
    sd_bus_close_unref(bus)
    bus = nil
    return false
  }

  /// Calls `handler` for signals that match `rule`, while the returned slot exists.
  package func addMatch(_ rule: String, _ handler: @escaping (BusMessage) -> Void) -> BusSlot {
    let slot = BusSlot(handler)
    // Without a handler here, a rejected rule would close the connection.
    _ = sd_bus_add_match_async(
      bus, &slot.slot, rule, BusSlot.call, { _, _, _ in 0 },
      Unmanaged.passUnretained(slot).toOpaque())
    return slot
  }

  /// Calls `handler` when `service` gets another owner, with the old and the new unique bus name; empty for none.
  package func watchOwner(
    of service: String, _ handler: @escaping (_ old: String, _ new: String) -> Void
  ) -> BusSlot {
    let name = SessionBus.name
    return addMatch(
      "type='signal',sender='\(name)',interface='\(name)',member='NameOwnerChanged',arg0='\(service)'"
    ) { message in
      guard message.sender == name, message.text() == service, let old = message.text(),
        let new = message.text()
      else { return }
      handler(old, new)
    }
  }

  /// Calls a method with `arguments` of the signature `types`. `handler` gets the reply, or an error of the bus after
  /// `timeout`, while the returned slot exists; without one, no reply is sent. Returns nil if none can be expected.
  @discardableResult
  package func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    _ types: String, _ arguments: [BusArgument], startsService: Bool = true,
    timeout: Duration? = nil, answer handler: ((BusMessage) -> Void)? = nil
  ) -> BusSlot? {
    var made: OpaquePointer?
    guard
      sd_bus_message_new_method_call(bus, &made, destination, path, interface, member) >= 0,
      let message = made
    else { return nil }
    defer { sd_bus_message_unref(message) }
    var copies: [UnsafeMutablePointer<CChar>?] = []
    defer { for copy in copies { free(copy) } }
    let values = arguments.map { argument -> any CVarArg in
      switch argument {
      case .number(let number): return number
      case .text(let text):
        copies.append(strdup(text))
        return Int(bitPattern: copies.last ?? nil)
      }
    }
    guard withVaList(values, { sd_bus_message_appendv(message, types, $0) }) >= 0,
      sd_bus_message_set_auto_start(message, startsService ? 1 : 0) >= 0
    else { return nil }
    guard let handler else {
      _ = sd_bus_call_async(bus, nil, message, nil, nil, 0)
      return nil
    }
    let slot = BusSlot(handler)
    let microseconds = timeout.map { UInt64($0 / .microseconds(1)) } ?? .max
    let status = sd_bus_call_async(
      bus, &slot.slot, message, BusSlot.call, Unmanaged.passUnretained(slot).toOpaque(),
      microseconds)
    return status >= 0 ? slot : nil
  }
}

/// An argument for sd_bus_message_append(3).
package enum BusArgument {
  case text(String)
  case number(Int32)
}

/// A match rule or a pending reply, cancelled on deinit.
package final class BusSlot {
  fileprivate var slot: OpaquePointer?
  private let handler: (BusMessage) -> Void

  init(_ handler: @escaping (BusMessage) -> Void) { self.handler = handler }

  deinit { sd_bus_slot_unref(slot) }

  func add(_ add: (inout OpaquePointer?, UnsafeMutableRawPointer) -> Int32) {
    _ = add(&slot, Unmanaged.passUnretained(self).toOpaque())
  }

  /// The handler answers each call: no other object of the bus gets it.
  static let answer: sd_bus_message_handler_t = { message, this, error in
    _ = call(message, this, error)
    return 1
  }

  fileprivate static let call: sd_bus_message_handler_t = { message, this, _ in
    guard let message, let this else { return 0 }
    let slot = Unmanaged<BusSlot>.fromOpaque(this).takeUnretainedValue()
    // The handler may release the slot.
    withExtendedLifetime(slot) { slot.handler(BusMessage(message: message)) }
    return 0
  }
}

/// A received message. Its values are read in order.
package struct BusMessage {
  let message: OpaquePointer

  package var sender: String {
    sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
  }

  /// The unique bus name that it was sent to: in a reply, our own.
  package var destination: String? {
    sd_bus_message_get_destination(message).map { String(cString: $0) }
  }

  package var interface: String? {
    sd_bus_message_get_interface(message).map { String(cString: $0) }
  }

  package var isError: Bool { sd_bus_message_is_method_error(message, nil) > 0 }

  package var member: String {
    sd_bus_message_get_member(message).map { String(cString: $0) } ?? ""
  }

  package var objectPath: String? { sd_bus_message_get_path(message).map { String(cString: $0) } }

  package func number() -> UInt32? {
    var number: UInt32 = 0
    return sd_bus_message_read_basic(message, code("u"), &number) > 0 ? number : nil
  }

  package func integer() -> Int32? {
    var number: Int32 = 0
    return sd_bus_message_read_basic(message, code("i"), &number) > 0 ? number : nil
  }

  /// Reads a Boolean, in a variant or not.
  package func truth() -> Bool? {
    var number: Int32 = 0
    _ = sd_bus_message_enter_container(message, code("v"), "b")
    return sd_bus_message_read_basic(message, code("b"), &number) > 0 ? number != 0 : nil
  }

  package func fractionInVariant() -> Double? {
    var number = 0.0
    guard sd_bus_message_enter_container(message, code("v"), "d") > 0 else { return nil }
    return sd_bus_message_read_basic(message, code("d"), &number) > 0 ? number : nil
  }

  package func integerInVariant() -> Int32? {
    sd_bus_message_enter_container(message, code("v"), "i") > 0 ? integer() : nil
  }

  package func text() -> String? { text(of: "s") }

  package func path() -> String? { text(of: "o") }

  private func text(of type: Unicode.Scalar) -> String? {
    var text: UnsafePointer<CChar>?
    let status = sd_bus_message_read_basic(message, code(type), &text)
    return status > 0 ? text.map { String(cString: $0) } : nil
  }

  /// Reads all of a container by `read`; returns false if the next value is none of that type, or not all was read.
  package func within(_ type: Unicode.Scalar, _ contents: String, _ read: () -> Void) -> Bool {
    guard sd_bus_message_enter_container(message, code(type), contents) > 0 else { return false }
    read()
    return sd_bus_message_exit_container(message) >= 0
  }

  /// Reads an array by `read`, until that returns false.
  package func eachItem(_ contents: String, _ read: () -> Bool) -> Bool {
    within("a", contents) { while sd_bus_message_at_end(message, 0) == 0, read() {} }
  }

  /// Reads a dictionary of variants: `read` gets a name and reads its variant.
  @discardableResult
  package func eachEntry(_ read: (String) -> Bool) -> Bool {
    eachItem("{sv}") { within("e", "sv") { if let name = text() { _ = read(name) } } }
  }

  package func skipVariant() -> Bool { sd_bus_message_skip(message, "v") >= 0 }

  /// Reads a number in a variant, which may be nested in another; nil for anything else.
  func numberInVariant() -> UInt32? {
    _ = sd_bus_message_enter_container(message, code("v"), "v")
    return sd_bus_message_enter_container(message, code("v"), "u") > 0 ? number() : nil
  }
}

func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
