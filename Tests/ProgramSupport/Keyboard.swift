import CX11
import CXTest
import Glibc

/// The keys of a display, pressed by XTEST: for the program they are a person's.
package final class Keyboard {
  private let server: XServer
  private var connection: Connection

  package init(_ server: XServer) throws {
    self.server = server
    connection = try Connection.forInput(server)
  }

  /// Holds the key with that keycode down until `release`.
  package func press(code: UInt8) {
    cxtest_fake_key(connection.display, UInt32(code), 1)
    connection.synchronize()
  }

  package func release(code: UInt8) {
    cxtest_fake_key(connection.display, UInt32(code), 0)
    connection.synchronize()
  }

  /// Presses and releases the key with that keycode, with the `held` ones down around it.
  package func tap(code: UInt8, holding held: [UInt8] = []) {
    for other in held { press(code: other) }
    press(code: code)
    release(code: code)
    for other in held.reversed() { release(code: other) }
  }

  /// Presses and releases the key that gives a symbol in the layout in force, with Shift if it needs that.
  ///
  /// - Parameters:
  ///   - symbol: a name that Xlib knows: `space`, `l`, `question`, `F11`.
  ///   - modifiers: symbols held down around it, such as `Control_L`.
  package func tap(_ symbol: String, holding modifiers: [String] = []) throws {
    let stroke = try self.stroke(symbol)
    var held = try modifiers.map { try self.stroke($0).code }
    if stroke.shifted { held.append(try self.stroke("Shift_L").code) }
    tap(code: stroke.code, holding: held)
  }

  /// The keycode of a symbol in the layout and group in force, and whether it takes Shift.
  package func stroke(_ symbol: String) throws -> (code: UInt8, shifted: Bool) {
    let display = connection.display
    let wanted = XStringToKeysym(symbol)
    guard wanted != 0 else { throw Failure("no key symbol \(symbol)") }
    var state = XkbStateRec()
    XkbGetState(display, UInt32(XkbUseCoreKbd), &state)
    func meaning(_ code: UInt8, _ level: Int32) -> KeySym {
      let own = XkbKeycodeToKeysym(display, code, Int32(state.group), level)
      let isGroupless = XkbKeycodeToKeysym(display, code, Int32(state.group), 0) == 0
      // A key with one group only, such as Home, is the same in all of them.
      return isGroupless ? XkbKeycodeToKeysym(display, code, 0, level) : own
    }
    for level: Int32 in [0, 1] {
      for code: UInt8 in 8...255 where meaning(code, level) == wanted { return (code, level == 1) }
    }
    throw Failure("no key gives \(symbol)")
  }

  /// Whether this layout has the symbol on a key at all.
  package func has(_ symbol: String) -> Bool {
    (try? stroke(symbol)) != nil
  }

  /// Changes the layout, as `setxkbmap` takes it (`us,ru`, `fr`, `dvorak` as a variant of us), and locks one of
  /// its groups.
  package func useLayout(_ layout: String, variant: String? = nil, group: UInt32 = 0) throws {
    let setter = try ChildProcess(
      installed("setxkbmap"), ["-layout", layout] + (variant.map { ["-variant", $0] } ?? []),
      environment: ["DISPLAY": server.display, "PATH": "/usr/bin:/bin"])
    guard try setter.wait() == .exited(0) else {
      throw Failure("setxkbmap: \(setter.standardError)")
    }
    // The old connection still believes in the old map.
    connection = try Connection(server)
    XkbLockGroup(connection.display, UInt32(XkbUseCoreKbd), group)
    connection.synchronize()
  }

  /// Makes held keys repeat soon and quickly: after `delay` milliseconds, every `interval`.
  package func repeatKeys(delay: UInt32, interval: UInt32) {
    XkbSetAutoRepeatRate(connection.display, UInt32(XkbUseCoreKbd), delay, interval)
    connection.synchronize()
  }

  /// Sends a key press and release to a window by XSendEvent: not a person's, and to be ignored.
  package func forge(_ symbol: String, to window: UInt) throws {
    let code = try stroke(symbol).code
    for type in [KeyPress, KeyRelease] {
      var event = XEvent()
      event.xkey.type = type
      event.xkey.window = window
      event.xkey.root = connection.root
      event.xkey.keycode = UInt32(code)
      event.xkey.same_screen = 1
      XSendEvent(
        connection.display, window, 0, type == KeyPress ? KeyPressMask : KeyReleaseMask, &event)
    }
    connection.synchronize()
  }
}

/// The pointer of a display, moved and clicked by XTEST.
package final class Mouse {
  private let connection: Connection

  package init(_ server: XServer) throws {
    connection = try Connection.forInput(server)
  }

  package func move(x: Int, y: Int) {
    cxtest_fake_motion(connection.display, Int32(clamping: x), Int32(clamping: y))
    connection.synchronize()
  }

  package func move(to window: UInt, x: Double, y: Double) throws {
    guard let place = connection.geometry(of: window) else { throw Failure("the window is gone") }
    move(x: place.x + Int(x), y: place.y + Int(y))
  }

  /// Holds a button down until `release`; 1 is the left one.
  package func press(_ button: UInt32 = 1) {
    cxtest_fake_button(connection.display, button, 1)
    connection.synchronize()
  }

  package func release(_ button: UInt32 = 1) {
    cxtest_fake_button(connection.display, button, 0)
    connection.synchronize()
  }

  package func click(_ button: UInt32 = 1) {
    press(button)
    release(button)
  }
}

extension Connection {
  /// A connection that can press keys and buttons; throws where there is no XTEST.
  fileprivate static func forInput(_ server: XServer) throws -> Connection {
    let connection = try Connection(server)
    guard cxtest_has_xtest(connection.display) != 0 else { throw Failure("no XTEST (libxtst6)") }
    return connection
  }
}
