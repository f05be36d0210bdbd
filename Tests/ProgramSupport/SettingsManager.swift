import CX11

/// A settings manager of the test's own, as a desktop has one: it says what it is told to say (XSETTINGS).
package final class SettingsManager {
  package enum Value: Sendable {
    case number(Int32)
    case text(String)
    case color(UInt16, UInt16, UInt16, UInt16)
  }

  private let connection: Connection
  private let window: Window
  private var isGone = false

  /// A manager on the display that says `settings`, and has told everybody that it is there.
  package init(_ server: XServer, _ settings: [(name: String, value: Value)] = []) throws {
    connection = try Connection(server)
    let display = connection.display
    window = XCreateSimpleWindow(display, connection.root, -9, -9, 1, 1, 0, 0, 0)
    say(settings)
    let selection = connection.atom("_XSETTINGS_S0")
    let now = Time(CX11.CurrentTime)
    XSetSelectionOwner(display, selection, window, now)
    connection.send(
      "MANAGER", about: connection.root, to: connection.root, mask: StructureNotifyMask,
      [Int(now), Int(selection), Int(window)])
    connection.synchronize()
  }

  deinit { end() }

  package func end() {
    guard !isGone else { return }
    isGone = true
    connection.destroy(window)
  }

  package func say(_ settings: [(name: String, value: Value)]) {
    say(bytes: SettingsManager.bytes(settings))
  }

  package func say(bytes: [UInt8]) {
    let property = connection.atom("_XSETTINGS_SETTINGS")
    XChangeProperty(
      connection.display, window, property, property, 8, PropModeReplace, bytes, Int32(bytes.count))
    connection.synchronize()
  }

  /// Settings as the bytes of the property, in either order of bytes.
  package static func bytes(_ settings: [(name: String, value: Value)], isBigEndian: Bool = false)
    -> [UInt8]
  {
    func number(_ value: UInt32, _ size: Int) -> [UInt8] {
      let bytes = (0..<size).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
      return isBigEndian ? bytes.reversed() : bytes
    }
    func padded(_ text: String) -> [UInt8] {
      Array(text.utf8) + [UInt8](repeating: 0, count: -text.utf8.count & 3)
    }
    var bytes: [UInt8] =
      [isBigEndian ? 1 : 0, 0, 0, 0] + number(1, 4) + number(UInt32(settings.count), 4)
    for (name, value) in settings {
      let type: UInt8 =
        switch value {
        case .number: 0
        case .text: 1
        case .color: 2
        }
      bytes += [type, 0] + number(UInt32(name.utf8.count), 2) + padded(name) + number(1, 4)
      switch value {
      case .number(let value): bytes += number(UInt32(bitPattern: value), 4)
      case .text(let text): bytes += number(UInt32(text.utf8.count), 4) + padded(text)
      case .color(let red, let blue, let green, let alpha):
        for channel in [red, blue, green, alpha] { bytes += number(UInt32(channel), 2) }
      }
    }
    return bytes
  }
}
