import CSystemd
import Glibc

/// A connection to the session's message bus. Nothing here blocks, and a bus that is lost is silent.
final class SessionBus {
  /// A message that has come; to be read from its beginning, while it is told.
  struct Message {
    fileprivate let library: UnsafePointer<segclock_sd_bus>
    fileprivate let message: OpaquePointer?

    /// The name of the connection that has sent it, as the bus says.
    var sender: String {
      library.pointee.sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    }

    /// Whether it says that a call has failed.
    var isError: Bool { library.pointee.sd_bus_message_is_method_error(message, nil) > 0 }

    /// Whether it is this signal.
    func isSignal(_ interface: String, _ member: String) -> Bool {
      library.pointee.sd_bus_message_is_signal(message, interface, member) > 0
    }

    /// Its next value; nil where that is no number of this kind.
    func number() -> UInt32? {
      var number: UInt32 = 0
      return library.pointee.sd_bus_message_read_basic(message, SessionBus.code("u"), &number) > 0
        ? number : nil
    }

    /// Its next value; nil where that is no text.
    func text() -> String? {
      var text: UnsafePointer<CChar>?
      let status = library.pointee.sd_bus_message_read_basic(message, SessionBus.code("s"), &text)
      return status > 0 ? text.map { String(cString: $0) } : nil
    }
  }

  private let library: UnsafePointer<segclock_sd_bus>
  private let bus: OpaquePointer
  /// Where the messages go that have come.
  private let take: (_ message: Message, _ isAnswer: Bool) -> Void
  private var messagesTaken = 0

  /// The library's functions, looked up once; nil where it is not installed.
  private nonisolated(unsafe) static let library = segclock_load_sd_bus().map { UnsafePointer($0) }
  /// The most messages that one turn takes.
  private static let mostMessagesPerTurn = 16
  /// The most messages in all: a few for each alarm. Who sends more means no good.
  private static let mostMessages = 10_000

  /// Begins to connect to the bus at `address`; nil where that is hopeless. `take` is called by `takeTurn` alone.
  init?(address: String, take: @escaping (_ message: Message, _ isAnswer: Bool) -> Void) {
    guard let library = SessionBus.library else { return nil }
    var made: OpaquePointer?
    guard library.pointee.sd_bus_new(&made) >= 0, let bus = made else { return nil }
    self.library = library
    self.bus = bus
    self.take = take
    guard library.pointee.sd_bus_set_address(bus, address) >= 0,
      library.pointee.sd_bus_set_bus_client(bus, 1) >= 0,
      library.pointee.sd_bus_negotiate_fds(bus, 0) >= 0,
      library.pointee.sd_bus_start(bus) >= 0
    else { return nil }
  }

  deinit {
    library.pointee.sd_bus_close(bus)
    _ = library.pointee.sd_bus_unref(bus)
  }

  /// What to wait for: a descriptor, poll's events on it, and a time on CLOCK_MONOTONIC in nanoseconds.
  var wait: (descriptor: Int32, events: Int16, deadline: Int64?) {
    var microseconds = UInt64.max
    _ = library.pointee.sd_bus_get_timeout(bus, &microseconds)
    let deadline = Int64(exactly: microseconds).flatMap { time in
      let (nanoseconds, isTooLong) = time.multipliedReportingOverflow(by: 1000)
      return isTooLong ? nil : nanoseconds
    }
    let events = Int16(clamping: library.pointee.sd_bus_get_events(bus))
    return (library.pointee.sd_bus_get_fd(bus), max(events, 0), deadline)
  }

  /// Whether all that was to be sent has been sent.
  var hasSent: Bool {
    var count: UInt64 = 0
    return library.pointee.sd_bus_get_n_queued_write(bus, &count) < 0 || count == 0
  }

  /// Reads, writes and tells what has come, up to a bound; false where the bus is lost.
  func takeTurn() -> Bool {
    for _ in 0..<SessionBus.mostMessagesPerTurn {
      let status = library.pointee.sd_bus_process(bus, nil)
      guard status > 0 else { return status == 0 }
      messagesTaken += 1
    }
    return messagesTaken < SessionBus.mostMessages
  }

  /// Has the signals told that this rule matches.
  func follow(_ rule: String) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = library.pointee.sd_bus_add_match_async(
      bus, nil, rule, { message, this, _ in SessionBus.tell(message, this, isAnswer: false) },
      { _, _, _ in 0 },
      this)
  }

  /// Calls a method with the values that `write` adds; the answer is told where it `isAnswered`. False where that cannot
  /// be.
  func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, isAnswered: Bool,
    _ write: (inout Writer) -> Void
  ) -> Bool {
    var made: OpaquePointer?
    guard
      library.pointee.sd_bus_message_new_method_call(bus, &made, destination, path, interface, member) >= 0,
      let message = made
    else { return false }
    defer { _ = library.pointee.sd_bus_message_unref(message) }
    var writer = Writer(library: library, message: message)
    write(&writer)
    guard writer.isWhole else { return false }
    guard isAnswered else {
      return library.pointee.sd_bus_message_set_expect_reply(message, 0) >= 0
        && library.pointee.sd_bus_send(bus, message, nil) >= 0
    }
    // However late the answer comes: what it is about is to be taken away then.
    return library.pointee.sd_bus_call_async(
      bus, nil, message, { message, this, _ in SessionBus.tell(message, this, isAnswer: true) },
      Unmanaged.passUnretained(self).toOpaque(), UInt64.max) >= 0
  }

  /// Adds values to a message.
  struct Writer {
    fileprivate let library: UnsafePointer<segclock_sd_bus>
    fileprivate let message: OpaquePointer
    /// Whether everything so far was taken.
    fileprivate var isWhole = true

    mutating func text(_ value: String) { note(value.withCString { append("s", $0) }) }
    mutating func number(_ value: UInt32) { note(withUnsafePointer(to: value) { append("u", $0) }) }
    mutating func signedNumber(_ value: Int32) { note(withUnsafePointer(to: value) { append("i", $0) }) }
    mutating func byte(_ value: UInt8) { note(withUnsafePointer(to: value) { append("y", $0) }) }
    /// A truth has the size of a C int here.
    mutating func truth(_ value: Bool) {
      note(withUnsafePointer(to: Int32(value ? 1 : 0)) { append("b", $0) })
    }

    /// An array whose elements, of the signature `elements`, `write` adds.
    mutating func array(of elements: String, _ write: (inout Writer) -> Void) {
      container("a", elements, write)
    }

    /// An entry of an array of `{sv}`, whose value, of the signature `contents`, `write` adds.
    mutating func entry(_ key: String, _ contents: String, _ write: (inout Writer) -> Void) {
      container("e", "sv") { entry in
        entry.text(key)
        entry.container("v", contents, write)
      }
    }

    private mutating func container(
      _ type: Unicode.Scalar, _ contents: String, _ write: (inout Writer) -> Void
    ) {
      note(library.pointee.sd_bus_message_open_container(message, SessionBus.code(type), contents))
      write(&self)
      note(library.pointee.sd_bus_message_close_container(message))
    }

    private func append(_ type: Unicode.Scalar, _ value: UnsafeRawPointer) -> Int32 {
      library.pointee.sd_bus_message_append_basic(message, SessionBus.code(type), value)
    }

    private mutating func note(_ status: Int32) {
      if status < 0 { isWhole = false }
    }
  }

  /// The letter of a type, as C has it.
  private static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

  private static func tell(_ message: OpaquePointer?, _ this: UnsafeMutableRawPointer?, isAnswer: Bool)
    -> Int32
  {
    guard let this else { return 0 }
    let bus = Unmanaged<SessionBus>.fromOpaque(this).takeUnretainedValue()
    bus.take(Message(library: bus.library, message: message), isAnswer)
    return 0
  }
}
