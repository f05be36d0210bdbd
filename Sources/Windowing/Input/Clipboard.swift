import CX11

/// Text that other programs may paste (ICCCM 2), as one property: neither INCR nor MULTIPLE is
/// supported.
final class Clipboard {
  private let target: ServerWindow
  private var connection: Connection { target.connection }
  /// Nil while another program owns the clipboard.
  private(set) var text: String?
  /// The server's time of the last input before the copy.
  private var time: Time = 0
  /// Maximum length in bytes of UTF-8: 1 MiB, or less if the server takes no such property at once.
  let maxLength: Int

  init(_ target: ServerWindow) {
    self.target = target
    let display = target.connection.display
    // In units of four bytes, of which a request has six or seven of its own; without BIG-REQUESTS
    // the extended size is 0.
    let words = max(Int(XMaxRequestSize(display)), Int(XExtendedMaxRequestSize(display)))
    maxLength = min(1 << 20, (words - 7) * 4)
  }

  /// Offers `text`; returns false for more than `maxLength`.
  func offer(_ text: String, at time: Time) -> Bool {
    guard text.utf8.count <= maxLength else { return false }
    (self.text, self.time) = (text, time)
    // With the time of the last input the server would refuse a copy that `ctl` asks for later.
    target.send {
      XSetSelectionOwner(
        $0, connection.atoms[.clipboard], target.identifier, Time(CX11.CurrentTime))
    }
    return true
  }

  func clear(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.window == target.identifier {
      text = nil
    }
  }

  /// Answers a program that pastes, by a property on its window and a SelectionNotify.
  func answer(_ request: XSelectionRequestEvent) {
    var notice = XEvent()
    notice.xselection = XSelectionEvent()
    notice.xselection.type = SelectionNotify
    notice.xselection.requestor = request.requestor
    notice.xselection.selection = request.selection
    notice.xselection.target = request.target
    notice.xselection.time = request.time
    // The other program may go at any moment, so errors about its window are expected.
    connection.ignoringErrors {
      // ICCCM 2.2: old programs name no property and mean the one named like the target.
      let property = request.property != 0 ? request.property : request.target
      notice.xselection.property = write(request, to: property) ? property : 0
      connection.use { XSendEvent($0, request.requestor, 0, NoEventMask, &notice) }
    }
    connection.flush()
  }

  private func write(_ request: XSelectionRequestEvent, to property: Atom) -> Bool {
    let (atoms, requestor) = (connection.atoms, request.requestor)
    guard let text, request.selection == atoms[.clipboard], request.owner == target.identifier
    else { return false }
    // STRING is Latin-1.
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    let forms = [atoms[.utf8String], atoms[.textPlainUTF8]] + (isASCII ? [XA_STRING] : [])
    switch request.target {
    case atoms[.targets]:
      let targets = [atoms[.targets], atoms[.timestamp]] + forms
      connection.set(requestor, property, type: XA_ATOM, to: targets)
    case atoms[.timestamp]:
      connection.set(requestor, property, type: XA_INTEGER, to: [time])
    case let form where forms.contains(form):
      connection.set(requestor, property, type: form, to: text)
    default: return false
    }
    return true
  }
}
