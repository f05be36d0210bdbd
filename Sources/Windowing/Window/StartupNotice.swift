import CX11
import Glibc

/// The desktop's wait for a program that it has started (startup notification): it ends once the window is there.
package struct StartupNotice: Equatable, Sendable {
  /// What the desktop calls this start: one line of 1...512 bytes.
  package let identifier: String

  /// The start of this name; nil where no desktop names one so.
  package init?(_ identifier: String) {
    guard (1...512).contains(identifier.utf8.count),
      !identifier.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    self.identifier = identifier
  }

  /// The start that the environment names, once: nothing that this program starts later is that start.
  package static func take() -> StartupNotice? {
    defer { unsetenv("DESKTOP_STARTUP_ID") }
    return getenv("DESKTOP_STARTUP_ID").flatMap { StartupNotice(String(cString: $0)) }
  }

  /// When the person has asked for the start, in the server's milliseconds; nil where the name does not say.
  var time: UInt? {
    guard let mark = identifier.utf8.end(ofLast: "_TIME") else { return nil }
    return UInt32(identifier[mark...]).map { UInt($0) }
  }

  /// What is told to all, with its end.
  var message: [UInt8] {
    var text = Array("remove: ID=\"".utf8)
    for byte in identifier.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
        text.append(UInt8(ascii: "\\"))
      }
      text.append(byte)
    }
    return text + [UInt8(ascii: "\""), 0]
  }

  /// Says on a fresh window which start it comes from.
  func write(to window: XID, on connection: Connection) {
    let atoms = connection.atoms
    connection.set(window, atoms[.netStartupID], type: atoms[.utf8String], to: identifier)
    if let time { connection.set(window, .netWMUserTime, type: XA_CARDINAL, to: [time]) }
  }

  /// Tells everybody that the window is there.
  func end(from window: XID, on connection: Connection) {
    var name = AtomName.netStartupInfoBegin
    var rest = message[...]
    while !rest.isEmpty {
      var event = XEvent()
      event.xclient = XClientMessageEvent()
      event.xclient.type = ClientMessage
      event.xclient.window = window
      event.xclient.message_type = connection.atoms[name]
      event.xclient.format = 8
      withUnsafeMutableBytes(of: &event.xclient.data) { $0.copyBytes(from: rest.prefix(20)) }
      connection.use { XSendEvent($0, connection.root, 0, PropertyChangeMask, &event) }
      rest = rest.dropFirst(20)
      name = .netStartupInfo
    }
    connection.flush()
  }
}

extension String.UTF8View {
  /// Where the text after the last `mark` begins.
  fileprivate func end(ofLast mark: String) -> Index? {
    let mark = Array(mark.utf8)
    var start = endIndex
    while true {
      if self[start...].starts(with: mark) { return index(start, offsetBy: mark.count) }
      guard start > startIndex else { return nil }
      start = index(before: start)
    }
  }
}
