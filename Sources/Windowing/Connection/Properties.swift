import CX11

/// Window properties as Swift values. Reading takes a round trip.
extension Connection {
  /// The 32-bit items of a property; empty where there is none of this type.
  func items(of window: XID, _ property: Atom, type: Atom, limit: Int = 1024) -> [UInt] {
    read(window, property, type: type, format: 32, limit: limit) { data, count in
      let items = UnsafeRawPointer(data).assumingMemoryBound(to: UInt.self)
      return (0..<count).map { items[$0] & 0xFFFF_FFFF }
    } ?? []
  }

  /// The bytes of a text property; nil where there is none of this type.
  func text(of window: XID, _ property: Atom, type: Atom, limit: Int = 1 << 18) -> String? {
    read(window, property, type: type, format: 8, limit: limit / 4) { data, count in
      String(decoding: UnsafeBufferPointer(start: data, count: count), as: UTF8.self)
    }
  }

  /// The bytes of a property, no more than `limit`; nil where there is none of this type, or more.
  func bytes(of window: XID, _ property: Atom, type: Atom, limit: Int) -> [UInt8]? {
    let bytes = read(window, property, type: type, format: 8, limit: limit / 4 + 1) { data, count in
      Array(UnsafeBufferPointer(start: data, count: count))
    }
    return bytes.flatMap { $0.count <= limit ? $0 : nil }
  }

  /// Replaces a property by 32-bit items.
  func set(_ window: XID, _ property: AtomName, type: Atom, to items: [UInt]) {
    set(window, atoms[property], type: type, to: items)
  }

  /// Replaces a property by 32-bit items.
  ///
  /// What does not fit into Xlib's buffer goes in pieces: where the server is lost in the middle of a call, Xlib sends
  /// nothing any more, and the call would wait for ever for room in the buffer. The pieces are put together in a property
  /// of our own, which then changes places with the other one (RotateProperties): nobody reads a part of them.
  func set(_ window: XID, _ property: Atom, type: Atom, to items: [UInt]) {
    guard items.count > Connection.mostItems else {
      return change(window, property, type: type, PropModeReplace, items[...])
    }
    let pieces = atoms[.pieces]
    for start in stride(from: 0, to: items.count, by: Connection.mostItems) {
      let piece = items[start..<min(start + Connection.mostItems, items.count)]
      change(window, pieces, type: type, start == 0 ? PropModeReplace : PropModeAppend, piece)
    }
    // Both have to be there. What comes in one piece the server does without a pause.
    flush()
    change(window, property, type: type, PropModeReplace, [])
    use { display in
      withUnsafeTemporaryAllocation(of: Atom.self, capacity: 2) { both in
        (both[0], both[1]) = (property, pieces)
        XRotateWindowProperties(display, window, both.baseAddress, 2, 1)
      }
      XDeleteProperty(display, window, pieces)
      XFlush(display)
    }
  }

  /// How many items of a property are sent at once: half of what Xlib's buffer holds (16 KiB, if XLIBBUFFERSIZE says nothing else).
  private static let mostItems = 2048

  private func change(
    _ window: XID, _ property: Atom, type: Atom, _ mode: Int32, _ items: ArraySlice<UInt>
  ) {
    _ = items.withUnsafeBytes { bytes in
      // Xlib takes an item of 32 bits as a C long.
      use { display in
        XChangeProperty(
          display, window, property, type, 32, mode,
          bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
      }
    }
  }

  /// Replaces a property by text.
  func set(_ window: XID, _ property: Atom, type: Atom, to text: String) {
    set(window, property, type: type, to: Array(text.utf8)[...])
  }

  /// Replaces a property by bytes, no more than one request can have.
  func set(_ window: XID, _ property: Atom, type: Atom, to bytes: ArraySlice<UInt8>) {
    _ = bytes.withUnsafeBufferPointer { bytes in
      use { display in
        XChangeProperty(
          display, window, property, type, 8, PropModeReplace, bytes.baseAddress,
          Int32(clamping: bytes.count)
        )
      }
    }
  }

  /// Sends the root window a request to the window manager about `window`.
  func askWindowManager(_ message: AtomName, about window: XID, _ data: (Int, Int, Int, Int, Int)) {
    var event = XEvent()
    event.xclient = XClientMessageEvent()
    event.xclient.type = ClientMessage
    event.xclient.window = window
    event.xclient.message_type = atoms[message]
    event.xclient.format = 32
    event.xclient.data.l = data
    use { XSendEvent($0, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event) }
  }

  /// Whether a window manager runs: somebody else decides on the top level windows' places.
  func hasWindowManager() -> Bool {
    attributes(of: root).map { $0.all_event_masks & SubstructureRedirectMask != 0 } ?? false
  }

  /// Whether a window manager runs that announces this hint.
  func windowManagerSupports(_ hint: AtomName) -> Bool {
    guard hasWindowManager(),
      items(of: root, atoms[.netSupported], type: XA_ATOM).contains(atoms[hint])
    else { return false }
    return windowManagerWindow() != nil
  }

  /// The window by which a window manager shows that it runs: what a killed one has said stays, its window does not.
  private func windowManagerWindow() -> XID? {
    let check = atoms[.netSupportingWMCheck]
    guard let window = items(of: root, check, type: XA_WINDOW).first else { return nil }
    var named: [UInt] = []
    ignoringErrors { named = items(of: window, check, type: XA_WINDOW) }
    return named == [window] ? window : nil
  }

  /// The name of the window manager, empty where it does not say.
  func windowManagerName() -> String {
    guard let window = windowManagerWindow() else { return "" }
    var name: String?
    ignoringErrors {
      name = text(of: window, atoms[.netWMName], type: atoms[.utf8String], limit: 256)
    }
    return name ?? ""
  }

  /// Reads the resource database again.
  func refreshResources() {
    let text = text(of: root, XA_RESOURCE_MANAGER, type: XA_STRING) ?? ""
    if isAlive { dotsPerInch = Resolution.dotsPerInch(resources: text) }
  }

  /// The attributes of a window; nil where it is gone.
  func attributes(of window: XID) -> XWindowAttributes? {
    use { display -> XWindowAttributes? in
      var attributes = XWindowAttributes()
      return XGetWindowAttributes(display, window, &attributes) != 0 ? attributes : nil
    } ?? nil
  }

  /// The parent of a window, 0 for the root's, and its children from the bottom to the top; nil where it is gone.
  func family(of window: XID) -> (parent: XID, children: [XID])? {
    use { display -> (XID, [XID])? in
      var root: XID = 0
      var parent: XID = 0
      var list: UnsafeMutablePointer<XID>?
      var count: UInt32 = 0
      guard XQueryTree(display, window, &root, &parent, &list, &count) != 0 else { return nil }
      defer { if let list { XFree(list) } }
      return (parent, Array(UnsafeBufferPointer(start: list, count: list == nil ? 0 : Int(count))))
    } ?? nil
  }

  private func read<Value>(
    _ window: XID, _ property: Atom, type: Atom, format: Int32, limit: Int,
    _ body: (UnsafeMutablePointer<UInt8>, Int) -> Value
  ) -> Value? {
    var actualType: Atom = 0
    var actualFormat: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = use { display in
      XGetWindowProperty(
        display, window, property, 0, limit, 0, type, &actualType, &actualFormat, &count, &left,
        &data)
    }
    defer { if let data { XFree(data) } }
    guard status == Success, let data, actualFormat == format else { return nil }
    return body(data, Int(count))
  }
}
