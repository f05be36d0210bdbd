import CSystemd
import Glibc

/// A connection to the session's message bus, by sd-bus. Nothing here blocks.
///
/// A bus that is lost is silent. A rule names a sender by its well-known name, but anybody can send
/// to one connection alone. So the sender of each message is checked. Notifications and the portal
/// have a connection each, so that who floods one does not silence the other.
final class SessionBus {
  private let library: UnsafePointer<segclock_sd_bus>
  private let bus: OpaquePointer
  /// Where the messages go that have come; false of one that is not as it should be.
  private let take: (_ message: Message) -> Bool
  private var messagesTaken = 0
  /// How many of them were not as they should be.
  private var nonsenseTaken = 0

  /// The name of the bus itself.
  static let bus = "org.freedesktop.DBus"
  /// The path of its only object.
  static let path = "/org/freedesktop/DBus"

  /// The library's functions, looked up once; nil where it is not installed.
  private nonisolated(unsafe) static let library = segclock_load_sd_bus().map { UnsafePointer($0) }
  /// The most messages that one turn takes.
  private static let mostMessagesPerTurn = 16
  /// The most messages in all: a few for each alarm, and for each change of the desktop's looks. Who sends more means no good.
  private static let mostMessages = 10_000
  /// The most of them that are not as they should be: the library reads whatever comes, however long that is.
  private static let mostNonsense = 32

  /// Begins to connect to the session's bus; nil where there is none, or no library. `take` is called by `takeTurn` alone, and
  /// returns false of a message that is not as it should be.
  init?(_ take: @escaping (_ message: Message) -> Bool) {
    func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
    // The library is not loaded for nothing.
    let directory = variable("XDG_RUNTIME_DIR").flatMap {
      access("\($0)/bus", F_OK) == 0 ? $0 : nil
    }
    guard
      let address = BusAddress.find(
        named: variable("DBUS_SESSION_BUS_ADDRESS"), runtimeDirectory: directory),
      let library = SessionBus.library
    else { return nil }
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

  /// Reads, writes and tells what has come, up to a bound; false where the bus is lost, or has said too much.
  func takeTurn() -> Bool {
    for _ in 0..<SessionBus.mostMessagesPerTurn {
      let status = library.pointee.sd_bus_process(bus, nil)
      guard status > 0 else { return status == 0 && isBounded }
      messagesTaken += 1
    }
    return isBounded
  }

  private var isBounded: Bool {
    messagesTaken < SessionBus.mostMessages && nonsenseTaken < SessionBus.mostNonsense
  }

  /// Has the signals told that this rule matches.
  func follow(_ rule: String) {
    let this = Unmanaged.passUnretained(self).toOpaque()
    _ = library.pointee.sd_bus_add_match_async(
      bus, nil, rule, { message, this, _ in SessionBus.tell(message, this, isAnswer: false) },
      { _, _, _ in 0 },
      this)
  }

  /// Calls a method with the values that `write` adds; the answer is told where it `isAnswered`, and a service that does not run
  /// is started where it `startsService`. Returns the number of the call, nil where it cannot be made.
  func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String,
    isAnswered: Bool = true,
    startsService: Bool = true, _ write: (inout Writer) -> Void
  ) -> UInt32? {
    var made: OpaquePointer?
    guard
      library.pointee.sd_bus_message_new_method_call(
        bus, &made, destination, path, interface, member) >= 0,
      let message = made
    else { return nil }
    defer { _ = library.pointee.sd_bus_message_unref(message) }
    var writer = Writer(library, message)
    write(&writer)
    guard writer.isWhole,
      library.pointee.sd_bus_message_set_auto_start(message, startsService ? 1 : 0) >= 0,
      send(message, isAnswered: isAnswered)
    else { return nil }
    var number: UInt64 = 0
    return library.pointee.sd_bus_message_get_cookie(message, &number) >= 0
      ? UInt32(exactly: number) : nil
  }

  private func send(_ message: OpaquePointer, isAnswered: Bool) -> Bool {
    guard isAnswered else {
      return library.pointee.sd_bus_message_set_expect_reply(message, 0) >= 0
        && library.pointee.sd_bus_send(bus, message, nil) >= 0
    }
    // However late the answer comes: what it is about is to be taken away then.
    return library.pointee.sd_bus_call_async(
      bus, nil, message, { message, this, _ in SessionBus.tell(message, this, isAnswer: true) },
      Unmanaged.passUnretained(self).toOpaque(), UInt64.max) >= 0
  }

  /// The letter of a type, as C has it.
  static func code(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }

  private static func tell(
    _ message: OpaquePointer?, _ this: UnsafeMutableRawPointer?, isAnswer: Bool
  )
    -> Int32
  {
    guard let this else { return 0 }
    let bus = Unmanaged<SessionBus>.fromOpaque(this).takeUnretainedValue()
    if !bus.take(Message(bus.library, message, isAnswer: isAnswer)) { bus.nonsenseTaken += 1 }
    return 0
  }
}
