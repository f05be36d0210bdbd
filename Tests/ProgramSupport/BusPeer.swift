import Glibc

/// A connection to the bus, by which a test is what it likes: a daemon that shows notifications, or one that says it is.
package final class BusPeer {
  /// Its unique name.
  package private(set) var name = ""
  private let socket: Int32
  private var bytes: [UInt8] = []
  private var serial: UInt32 = 0

  private static let bus = "org.freedesktop.DBus"
  private static let notifications = "org.freedesktop.Notifications"
  private static let path = "/org/freedesktop/Notifications"

  /// Connects to `bus`.
  package init(_ bus: MessageBus) throws {
    socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { place in
      place.copyBytes(from: Array(bus.path.utf8).prefix(place.count - 1))
    }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard status == 0 else { throw Failure("no connection to the bus: \(errnoText())") }
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    send(Array("\0AUTH EXTERNAL \(user)\r\n".utf8))
    while !bytes.contains(UInt8(ascii: "\n")) { try receive(Deadline()) }
    guard bytes.starts(with: Array("OK ".utf8)) else { throw Failure("the bus refuses") }
    bytes = []
    send(Array("BEGIN\r\n".utf8))
    name = try askBus("Hello", []).first?.text ?? ""
  }

  deinit {
    close(socket)
  }

  /// Is the desktop's daemon from now on.
  package func becomeNotificationDaemon() throws {
    try own(BusPeer.notifications)
  }

  /// Gives a name up.
  package func release(_ name: String) throws {
    _ = try askBus("ReleaseName", [.text(name)])
  }

  /// Has this well-known name from now on.
  package func own(_ name: String) throws {
    let answer = try askBus("RequestName", [.text(name), .number(4)])
    guard answer == [.number(1)] else { throw Failure("the name is taken: \(answer)") }
  }

  /// The next call of a method, as soon as it is there.
  package func nextCall(_ deadline: Deadline = Deadline()) throws -> BusMessage {
    while true {
      let message = try next(deadline)
      if message.kind == .call { return message }
    }
  }

  /// Whether a call comes before the deadline.
  package func isCalled(_ deadline: Deadline) throws -> Bool {
    while true {
      guard let message = try nextIfAny(deadline) else { return false }
      if message.kind == .call { return true }
    }
  }

  /// Answers `call` with values of this signature.
  package func answer(_ call: BusMessage, _ signature: String, _ values: [BusValue]) {
    var message = BusMessage(.answer)
    message.answers = call.serial
    message.destination = call.sender
    message.signature = signature
    message.body = values
    send(message)
  }

  /// Answers `call` with a failure.
  package func fail(_ call: BusMessage, _ name: String) {
    var message = BusMessage(.failure)
    message.answers = call.serial
    message.destination = call.sender
    message.errorName = name
    send(message)
  }

  /// Tells of a notification; everybody who wants to know, or `destination` alone.
  package func tell(
    _ member: String, _ signature: String, _ values: [BusValue], to destination: String? = nil
  ) {
    signal(BusPeer.path, BusPeer.notifications, member, signature, values, to: destination)
  }

  /// Sends any signal; to everybody who wants to know, or to `destination` alone.
  package func signal(
    _ path: String, _ interface: String, _ member: String, _ signature: String,
    _ values: [BusValue],
    to destination: String? = nil
  ) {
    var message = BusMessage(.signal)
    message.path = path
    message.interface = interface
    message.member = member
    message.destination = destination
    message.signature = signature
    message.body = values
    send(message)
  }

  /// Calls a method of the bus itself, and waits for the answer.
  private func askBus(_ member: String, _ values: [BusValue]) throws -> [BusValue] {
    var message = BusMessage(.call)
    message.destination = BusPeer.bus
    message.path = "/org/freedesktop/DBus"
    message.interface = BusPeer.bus
    message.member = member
    message.signature = values.map { $0.number == nil ? "s" : "u" }.joined()
    message.body = values
    let serial = send(message)
    while true {
      let answer = try next(Deadline())
      guard answer.answers == serial else { continue }
      guard answer.kind == .answer else { throw Failure("\(member): \(answer.errorName ?? "")") }
      return answer.body
    }
  }

  /// Returns when the bus has dealt with all that was sent before.
  package func synchronize() throws {
    _ = try askBus("GetId", [])
  }

  private func next(_ deadline: Deadline) throws -> BusMessage {
    guard let message = try nextIfAny(deadline) else {
      throw Failure("waited in vain for a message on the bus")
    }
    return message
  }

  private func nextIfAny(_ deadline: Deadline) throws -> BusMessage? {
    while true {
      if let length = try BusMessage.length(bytes), bytes.count >= length {
        let message = try BusMessage(Array(bytes[..<length]))
        bytes.removeFirst(length)
        return message
      }
      guard deadline.awaitReadable(socket) else { return nil }
      try receive(deadline)
    }
  }

  private func receive(_ deadline: Deadline) throws {
    guard deadline.awaitReadable(socket) else { throw Failure("the bus says nothing") }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(socket, &chunk, chunk.count)
    guard count > 0 else { throw Failure("the bus is gone") }
    bytes += chunk[..<count]
  }

  @discardableResult
  private func send(_ message: BusMessage) -> UInt32 {
    serial += 1
    var message = message
    message.serial = serial
    send(message.bytes)
    return serial
  }

  private func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }
}
