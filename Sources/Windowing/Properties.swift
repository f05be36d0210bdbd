import CX11

/// Window properties as Swift values. Reading takes a round trip; nothing here may be called on a lost server.
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

  /// Replaces a property by 32-bit items.
  func set(_ window: XID, _ property: AtomName, type: Atom, to items: [UInt]) {
    set(window, atoms[property], type: type, to: items)
  }

  /// Replaces a property by 32-bit items.
  func set(_ window: XID, _ property: Atom, type: Atom, to items: [UInt]) {
    items.withUnsafeBytes { bytes in
      // Xlib takes an item of 32 bits as a C long.
      _ = XChangeProperty(
        display, window, property, type, 32, PropModeReplace,
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), Int32(items.count))
    }
  }

  /// Replaces a property by text.
  func set(_ window: XID, _ property: Atom, type: Atom, to text: String) {
    set(window, property, type: type, to: Array(text.utf8)[...])
  }

  /// Replaces a property by bytes, no more than one request can have.
  func set(_ window: XID, _ property: Atom, type: Atom, to bytes: ArraySlice<UInt8>) {
    bytes.withUnsafeBufferPointer { bytes in
      _ = XChangeProperty(
        display, window, property, type, 8, PropModeReplace, bytes.baseAddress, Int32(clamping: bytes.count))
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
    XSendEvent(display, root, 0, SubstructureRedirectMask | SubstructureNotifyMask, &event)
  }

  /// Whether a window manager runs: somebody else decides on the top level windows' places.
  func hasWindowManager() -> Bool {
    var attributes = XWindowAttributes()
    return XGetWindowAttributes(display, root, &attributes) != 0
      && attributes.all_event_masks & SubstructureRedirectMask != 0
  }

  /// Whether a window manager runs that announces this hint.
  func windowManagerSupports(_ hint: AtomName) -> Bool {
    guard isAlive, hasWindowManager(), isAlive else { return false }
    return items(of: root, atoms[.netSupported], type: XA_ATOM).contains(atoms[hint])
  }

  /// Reads the resource database again; returns the scale where it has changed.
  func refreshScale() -> Double? {
    let resources = text(of: root, XA_RESOURCE_MANAGER, type: XA_STRING) ?? ""
    let fresh = Resolution.scale(resources: resources)
    guard isAlive, fresh != scale else { return nil }
    scale = fresh
    return fresh
  }

  private func read<Value>(
    _ window: XID, _ property: Atom, type: Atom, format: Int32, limit: Int,
    _ body: (UnsafeMutablePointer<UInt8>, Int) -> Value
  ) -> Value? {
    guard isAlive else { return nil }
    var actualType: Atom = 0
    var actualFormat: Int32 = 0
    var count: UInt = 0
    var left: UInt = 0
    var data: UnsafeMutablePointer<UInt8>?
    let status = XGetWindowProperty(
      display, window, property, 0, limit, 0, type, &actualType, &actualFormat, &count, &left, &data)
    defer { if let data { XFree(data) } }
    guard status == Success, isAlive, let data, actualFormat == format else { return nil }
    return body(data, Int(count))
  }
}
