import CX11
import Glibc

/// A start of the program that the desktop waits for (startup notification).
package struct StartupNotice: Equatable, Sendable {
  /// One line of 1...512 bytes.
  package let identifier: String

  package init?(_ identifier: String) {
    guard (1...512).contains(identifier.utf8.count),
      !identifier.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    self.identifier = identifier
  }

  /// Removes the start from the environment, so that child processes do not inherit it.
  package static func take() -> StartupNotice? {
    defer { unsetenv("DESKTOP_STARTUP_ID") }
    return getenv("DESKTOP_STARTUP_ID").flatMap { StartupNotice(String(cString: $0)) }
  }

  /// The server's time of the start, in milliseconds; nil if the identifier has none.
  var time: UInt? {
    let (bytes, mark) = (Array(identifier.utf8), Array("_TIME".utf8))
    guard let start = bytes.indices.last(where: { bytes[$0...].starts(with: mark) }) else {
      return nil
    }
    return UInt32(String(decoding: bytes[(start + mark.count)...], as: UTF8.self)).map { UInt($0) }
  }

  /// The message that ends the start, with its terminating 0.
  var message: [UInt8] {
    let (quote, escape) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    let name = identifier.utf8.flatMap { $0 == quote || $0 == escape ? [escape, $0] : [$0] }
    return Array("remove: ID=\"".utf8) + name + [quote, 0]
  }

  func write(to window: XID, on connection: Connection) {
    let atoms = connection.atoms
    connection.set(window, atoms[.netStartupID], type: atoms[.utf8String], to: identifier)
    if let time { connection.set(window, .netWMUserTime, type: XA_CARDINAL, to: [time]) }
  }

  func end(from window: XID, on connection: Connection) {
    var name = AtomName.netStartupInfoBegin
    var remaining = message[...]
    while !remaining.isEmpty {
      var event = XEvent()
      event.xclient = XClientMessageEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = connection.atoms[name]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data) { $0.copyBytes(from: remaining.prefix(20)) }
      connection.use { XSendEvent($0, connection.root, 0, PropertyChangeMask, &event) }
      remaining = remaining.dropFirst(20)
      name = .netStartupInfo
    }
    connection.flush()
  }
}
