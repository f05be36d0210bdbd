import CX11

/// Text that other programs may paste.
extension Window {
  /// The longest text that is offered, in bytes of UTF-8.
  public static let longestClipboardText = 4 << 20

  /// Offers `text` on the clipboard until another program offers something, or this one ends.
  ///
  /// Returns whether the clipboard is ours now; it is not with a text over `longestClipboardText`.
  @discardableResult
  public func copy(_ text: String) -> Bool {
    guard isUsable, text.utf8.count <= Window.longestClipboardText else { return false }
    let clipboard = connection.atoms[.clipboard]
    // The time of the key or click that asked for it, as ICCCM 2.1 wants; without one, now.
    XSetSelectionOwner(connection.display, clipboard, identifier, lastEventTime)
    guard connection.isAlive, XGetSelectionOwner(connection.display, clipboard) == identifier else {
      return false
    }
    clipboardText = text
    return true
  }

  /// Answers a program that pastes, with a property on its window and a message that says so.
  func answer(_ request: XSelectionRequestEvent) {
    var notice = XEvent()
    notice.xselection = XSelectionEvent()
    notice.xselection.type = SelectionNotify
    notice.xselection.requestor = request.requestor
    notice.xselection.selection = request.selection
    notice.xselection.target = request.target
    notice.xselection.time = request.time
    // Programs of old times name no property and mean one called like the target.
    let property = request.property != 0 ? request.property : request.target
    notice.xselection.property = write(request, to: property) ? property : 0
    XSendEvent(connection.display, request.requestor, 0, NoEventMask, &notice)
    XFlush(connection.display)
  }

  private func write(_ request: XSelectionRequestEvent, to property: Atom) -> Bool {
    let atoms = connection.atoms
    guard let text = clipboardText, request.selection == atoms[.clipboard] else { return false }
    let utf8: [Atom] = [atoms[.utf8String], atoms[.textPlainUTF8]]
    if request.target == atoms[.targets] {
      let targets = [atoms[.targets]] + utf8 + (text.utf8.allSatisfy { $0 < 0x80 } ? [XA_STRING] : [])
      connection.set(request.requestor, property, type: XA_ATOM, to: targets)
      return true
    }
    guard utf8.contains(request.target) || request.target == XA_STRING else { return false }
    var rest = text.utf8[...]
    connection.set(request.requestor, property, type: request.target, to: "")
    // A request has a greatest length, and a property has none.
    while !rest.isEmpty, connection.isAlive {
      let piece = Array(rest.prefix(1 << 16))
      rest = rest.dropFirst(piece.count)
      XChangeProperty(
        connection.display, request.requestor, property, request.target, 8, PropModeAppend, piece,
        Int32(piece.count))
    }
    return true
  }
}
