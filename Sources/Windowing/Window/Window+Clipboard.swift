import CX11

// Text that other programs may paste (ICCCM 2), as one property: neither INCR nor MULTIPLE is
// supported.
extension Window {
  /// Maximum length of a copied text in bytes of UTF-8: 1 MiB, or less if the server takes no such
  /// property at once.
  var maxCopy: Int {
    // In units of four bytes, of which a request has six or seven of its own; without BIG-REQUESTS
    // the extended size is 0.
    let display = connection.display
    let words = max(XMaxRequestSize(display), XExtendedMaxRequestSize(display))
    return min(1 << 20, (Int(words) - 7) * 4)
  }

  /// Offers `text` on the clipboard; returns false if it is too long.
  package func copy(_ text: String) -> Bool {
    guard !target.isDestroyed, text.utf8.count <= maxCopy else { return false }
    copied = (text, serverClock.lastInput)
    // With the time of the last input the server would refuse a copy that `ctl` asks for later.
    target.send {
      XSetSelectionOwner(
        $0, connection.atoms[.CLIPBOARD], identifier, Time(CX11.CurrentTime))
    }
    return true
  }

  /// Answers a program that pastes, by a property on its window and a SelectionNotify.
  func answer(paste request: XSelectionRequestEvent) {
    var notice = XEvent()
    notice.xselection = XSelectionEvent()
    notice.xselection.type = SelectionNotify
    notice.xselection.requestor = request.requestor
    notice.xselection.selection = request.selection
    notice.xselection.target = request.target
    notice.xselection.time = request.time
    // ICCCM 2.2: old programs name no property and mean the one named like the target.
    let property = request.property != 0 ? request.property : request.target
    notice.xselection.property = write(request, to: property) ? property : 0
    XSendEvent(connection.display, request.requestor, 0, NoEventMask, &notice)
    connection.flush()
  }

  private func write(_ request: XSelectionRequestEvent, to property: Atom) -> Bool {
    let (atoms, requestor) = (connection.atoms, request.requestor)
    guard let (text, time) = copied, request.selection == atoms[.CLIPBOARD],
      request.owner == identifier
    else { return false }
    // STRING is Latin-1.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let forms = [atoms[.UTF8_STRING], atoms[.textPlainUTF8]] + (isASCII ? [XA_STRING] : [])
    switch request.target {
    case atoms[.TARGETS]:
      let targets = [atoms[.TARGETS], atoms[.TIMESTAMP]] + forms
      connection.set(requestor, property, type: XA_ATOM, to: targets)
    case atoms[.TIMESTAMP]:
      connection.set(requestor, property, type: XA_INTEGER, to: [time])
    case let form where forms.contains(form):
      connection.set(requestor, property, type: form, to: text)
    default: return false
    }
    return true
  }
}
