import Glibc

/// A connection to the session's message bus for what comes once in a while: no library, a few kilobytes, and nothing here blocks.
///
/// Notifications have sd-bus for their richer talk; it costs two thirds of a megabyte, which is for the minutes of an alarm.
final class BusSocket {
  private enum Stage {
    /// The bus has been told who we are, and has not answered.
    case introduced
    case open
  }

  private let descriptor: Int32
  private var stage = Stage.introduced
  private var received: [UInt8] = []
  /// Who we are, as far as the bus was not told.
  private var greeting: [UInt8]
  /// What is to be sent once the bus has answered to that, and was not taken yet.
  private var unsent: [UInt8] = []
  /// How much of a message that is too long is still to be passed over, in bytes.
  private var surplus = 0
  private var serial: UInt32 = 0
  private var messagesTaken = 0

  /// The most bytes that are read in one turn; the rest comes with the next.
  private static let mostBytesPerTurn = 1 << 16
  /// The most messages in all: a desktop changes its looks a few times a day. Who says more means no good.
  private static let mostMessages = 10_000
  /// The length of a message that counts once, in bytes.
  private static let ordinaryLength = 4096
  /// The most bytes that wait to be sent; a bus that takes so few is stuck.
  private static let mostUnsent = 1 << 14
  /// The longest line of the bus before it takes messages, in bytes.
  private static let longestLine = 256

  /// Connects to the first of `addresses` (as D-Bus has them, with semicolons between) that takes us; nil where none does.
  init?(addresses: String) {
    let sockets = addresses.split(separator: ";").compactMap { BusAddress.socket(of: $0) }
    guard let descriptor = sockets.lazy.compactMap(BusSocket.connect).first else { return nil }
    self.descriptor = descriptor
    let user = String(getuid()).utf8.map { String($0, radix: 16) }.joined()
    greeting = [0] + Array("AUTH EXTERNAL \(user)\r\n".utf8)
    _ = call(BusSocket.bus, BusSocket.path, BusSocket.bus, "Hello")
  }

  deinit { close(descriptor) }

  /// The name of the bus itself.
  static let bus = "org.freedesktop.DBus"
  /// The path of its only object.
  static let path = "/org/freedesktop/DBus"

  /// What to wait for: the descriptor, and poll's events on it.
  var wait: (descriptor: Int32, events: Int16) {
    let isBehind = !greeting.isEmpty || stage == .open && !unsent.isEmpty
    return (descriptor, Int16(POLLIN) | (isBehind ? Int16(POLLOUT) : 0))
  }

  /// Calls a method with texts; returns the number that its answer bears.
  func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ texts: [String] = [],
    startsService: Bool = true
  ) -> UInt32 {
    serial += 1
    unsent +=
      BusFrame(
        call: serial, destination, path, interface, member, texts, startsService: startsService
      ).bytes
    return serial
  }

  /// Sends and reads what can be, and gives `take` what has come; false where the bus is lost, refuses us or talks nonsense.
  func takeTurn(_ take: (BusFrame) -> Void) -> Bool {
    guard send(), receive() else { return false }
    if stage == .introduced {
      guard let isAdmitted = admitted() else { return received.count <= BusSocket.longestLine }
      guard isAdmitted else { return false }
      stage = .open
      unsent = Array("BEGIN\r\n".utf8) + unsent
    }
    return tell(take) && send() && unsent.count <= BusSocket.mostUnsent
  }

  /// What the bus has answered to who we are; nil before it has.
  private func admitted() -> Bool? {
    guard let end = received.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { received.removeSubrange(...end) }
    return received.starts(with: Array("OK ".utf8))
  }

  /// Tells all messages that are whole.
  private func tell(_ take: (BusFrame) -> Void) -> Bool {
    var place = 0
    defer { received.removeSubrange(..<place) }
    while received.count - place >= BusFrame.fixedLength {
      let start = received[place...]
      guard let length = BusFrame.length(of: start.prefix(BusFrame.fixedLength)) else { return false }
      // A long one counts for many: it has to be read to be passed over.
      messagesTaken += 1 + length / BusSocket.ordinaryLength
      guard messagesTaken <= BusSocket.mostMessages else { return false }
      if length > BusFrame.mostBytes {
        let passed = min(length, start.count)
        surplus = length - passed
        place += passed
      } else {
        guard start.count >= length else { return true }
        if let frame = BusFrame(Array(start.prefix(length))) { take(frame) }
        place += length
      }
    }
    return true
  }

  /// Sends what the bus is ready for; false where it is gone.
  private func send() -> Bool {
    let ready = stage == .open ? unsent : greeting
    guard !ready.isEmpty else { return true }
    let count = ready.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    guard count > 0 else { return count == 0 || BusSocket.isTemporary(errno) }
    if stage == .open { unsent.removeFirst(count) } else { greeting.removeFirst(count) }
    return true
  }

  /// Reads what has come, up to a bound; false where the bus is gone.
  private func receive() -> Bool {
    var room = BusSocket.mostBytesPerTurn
    while room > 0 {
      let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count > 0 {
          let passed = min(surplus, count)
          surplus -= passed
          received += buffer[passed..<count]
        }
        return count
      }
      guard count > 0 else { return count < 0 && BusSocket.isTemporary(errno) }
      room -= count
    }
    return true
  }

  private static func isTemporary(_ code: Int32) -> Bool { code == EAGAIN || code == EINTR }

  /// A connection to the socket of that address that never blocks; nil where there is none, or its queue is full.
  private static func connect(_ name: [UInt8]) -> Int32? {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let offset = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
    // A path ends with a zero byte; a name of the kernel's own, which begins with one, ends with its length.
    guard name.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(offset + name.count + (name.first == 0 ? 0 : 1))
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    guard descriptor >= 0 else { return nil }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, length) }
    }
    if status == 0 { return descriptor }
    close(descriptor)
    return nil
  }
}
