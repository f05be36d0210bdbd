import CX11

/// Text that other programs may paste (ICCCM 2), as one property: neither INCR nor MULTIPLE is
/// supported.
final class Clipboard {
  private struct Offer {
    let bytes: [UInt8]
    let time: Time
  }

  private let target: ServerWindow
  private var connection: Connection { target.connection }
  private var offer: Offer?
  /// Whether it is unknown if the server took the offer.
  private(set) var isStale = false
  /// Maximum length in bytes of UTF-8: 4 MiB, or less if the server takes no such property at once.
  let maxLength: Int

  init(_ target: ServerWindow) {
    self.target = target
    let display = target.connection.display
    // In units of four bytes, of which a request has six or seven of its own; without BIG-REQUESTS
    // the extended size is 0.
    let words = max(Int(XMaxRequestSize(display)), Int(XExtendedMaxRequestSize(display)))
    maxLength = min(4 << 20, (words - 7) * 4)
  }

  var text: String? { offer.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Offers `text` as of the server's `time`; returns false for more than `maxLength`.
  /// `copyRefused` follows if the server refuses, as with a time before the current owner's.
  func offer(_ text: String, at time: Time) -> Bool {
    guard text.utf8.count <= maxLength else { return false }
    target.send {
      XSetSelectionOwner($0, connection.atoms[.clipboard], target.identifier, time)
    }
    offer = Offer(bytes: Array(text.utf8), time: time)
    isStale = true
    return true
  }

  /// Checks whether the server took the offer; takes a round trip.
  func refresh() {
    guard isStale else { return }
    isStale = false
    let owner = connection.use { XGetSelectionOwner($0, connection.atoms[.clipboard]) }
    guard let owner, owner != target.identifier, offer != nil else { return }
    offer = nil
    target.events.append(.copyRefused)
  }

  func clear(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.window == target.identifier {
      offer = nil
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
    guard let offer, request.selection == atoms[.clipboard], request.owner == target.identifier
    else { return false }
    // A request from before the offer is about the old content; 0 is now. The times wrap.
    let sinceOffer = Int32(
      truncatingIfNeeded: Int(bitPattern: request.time) - Int(bitPattern: offer.time))
    if request.time != 0, offer.time != 0, sinceOffer < 0 { return false }
    // STRING is Latin-1.
    let isASCII = offer.bytes.allSatisfy { $0 < 0x80 }
    let texts = [atoms[.utf8String], atoms[.textPlainUTF8]] + (isASCII ? [XA_STRING] : [])
    switch request.target {
    case atoms[.targets]:
      let targets = [atoms[.targets], atoms[.timestamp]] + texts
      connection.set(requestor, property, type: XA_ATOM, to: targets)
    case atoms[.timestamp]:
      connection.set(requestor, property, type: XA_INTEGER, to: [offer.time])
    case let form where texts.contains(form):
      return connection.setInPieces(requestor, property, type: form, to: offer.bytes)
    default: return false
    }
    return true
  }
}
