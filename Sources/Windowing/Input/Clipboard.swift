import CX11

/// Text that other programs may paste (ICCCM 2).
///
/// Short texts are written at once; longer ones bit by bit as the other program takes them (INCR, ICCCM 2.7.2), so that
/// neither the server nor this program ever has to hold more than a piece.
final class Clipboard {
  /// The longest text that is offered, in bytes of UTF-8.
  static let longestText = 4 << 20
  /// The most pieces that are on their way to other programs at a time; the oldest gives way to a new one.
  private static let mostTransfers = 16
  /// The most conversions that one MULTIPLE request may ask for.
  private static let mostPairs = 32

  /// What is offered, and since when by the server's time.
  private struct Offer {
    let bytes: [UInt8]
    let isASCII: Bool
    let time: Time
  }

  /// A text on its way to another program's window.
  private struct Transfer {
    let requestor: XID
    let property: Atom
    let type: Atom
    let bytes: [UInt8]
    var sent = 0
    /// What was selected of the requestor's events before: it may be a window that is watched for other reasons.
    let formerMask: Int
  }

  private let connection: Connection
  private let window: XID
  private let events: EventQueue
  private var offer: Offer?
  /// Whether the server has to be asked if it took the offer.
  private(set) var isStale = false
  private var transfers: [Transfer] = []
  /// The most bytes that go in one request.
  private let largestPiece: Int

  init(connection: Connection, window: XID, events: EventQueue) {
    (self.connection, self.window, self.events) = (connection, window, events)
    let display = connection.display
    // In units of four bytes; without BIG-REQUESTS there is no extended size.
    let most = max(Int(XMaxRequestSize(display)), Int(XExtendedMaxRequestSize(display))) * 4
    largestPiece = min(1 << 18, most / 2)
  }

  /// The text that is offered; nil while another program's is.
  var text: String? { offer.map { String(decoding: $0.bytes, as: UTF8.self) } }

  /// Offers `text` as of the server's `time`; false for a text over `longestText`. `copyRefused` follows where the server
  /// does not take the offer, as with a time before the present owner's.
  func offer(_ text: String, at time: Time) -> Bool {
    guard text.utf8.count <= Clipboard.longestText else { return false }
    connection.use { XSetSelectionOwner($0, connection.atoms[.clipboard], window, time) }
    connection.flush()
    let bytes = Array(text.utf8)
    offer = Offer(bytes: bytes, isASCII: bytes.allSatisfy { $0 < 0x80 }, time: time)
    isStale = true
    return true
  }

  /// Asks whether the server took the offer; takes a round trip.
  func refresh() {
    guard isStale else { return }
    isStale = false
    let owner = connection.use { XGetSelectionOwner($0, connection.atoms[.clipboard]) }
    guard let owner, owner != window, offer != nil else { return }
    offer = nil
    events.append(.copyRefused)
  }

  /// Takes note that another program offers something now.
  func clear(_ event: XSelectionClearEvent) {
    if event.selection == connection.atoms[.clipboard], event.window == window { offer = nil }
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
    // The other program may go at any moment; an error about its window is no news.
    connection.ignoringErrors {
      // Programs of old times name no property and mean one called like the target.
      let property = request.property != 0 ? request.property : request.target
      notice.xselection.property = write(request, to: property) ? property : 0
      connection.use { XSendEvent($0, request.requestor, 0, NoEventMask, &notice) }
    }
    connection.flush()
  }

  /// Goes on with a transfer whose last piece was taken, and forgets those to windows that are gone.
  func note(_ event: XEvent) {
    guard !transfers.isEmpty else { return }
    if event.type == DestroyNotify {
      transfers.removeAll { $0.requestor == event.xdestroywindow.window }
    } else if event.type == PropertyNotify, event.xproperty.state == PropertyDelete,
      let index = transfers.firstIndex(where: {
        $0.requestor == event.xproperty.window && $0.property == event.xproperty.atom
      })
    {
      sendPiece(at: index)
    }
  }

  private func write(_ request: XSelectionRequestEvent, to property: Atom) -> Bool {
    guard let offer, request.selection == connection.atoms[.clipboard], request.owner == window
    else {
      return false
    }
    // A request from before the offer is about what was there then; 0 is now. The times wrap.
    let sinceOffer = Int32(
      truncatingIfNeeded: Int(bitPattern: request.time) - Int(bitPattern: offer.time))
    if request.time != 0, offer.time != 0, sinceOffer < 0 { return false }
    guard request.target == connection.atoms[.multiple] else {
      return write(offer, as: request.target, to: property, of: request.requestor)
    }
    guard request.property != 0 else { return false }
    return writeMultiple(offer, to: property, of: request.requestor)
  }

  /// Carries out each pair of a target and a property that `property` lists; those that fail become 0 there.
  private func writeMultiple(_ offer: Offer, to property: Atom, of requestor: XID) -> Bool {
    let atoms = connection.atoms
    let limit = 2 * Clipboard.mostPairs
    var pairs = connection.items(of: requestor, property, type: atoms[.atomPair], limit: limit + 1)
    guard !pairs.isEmpty, pairs.count <= limit, pairs.count.isMultiple(of: 2) else {
      return false
    }
    for index in stride(from: 0, to: pairs.count, by: 2) {
      let (target, place) = (Atom(pairs[index]), Atom(pairs[index + 1]))
      let isDone = place != 0 && write(offer, as: target, to: place, of: requestor)
      if !isDone { pairs[index + 1] = 0 }
    }
    connection.set(requestor, property, type: atoms[.atomPair], to: pairs)
    return true
  }

  private func write(_ offer: Offer, as target: Atom, to property: Atom, of requestor: XID) -> Bool
  {
    let atoms = connection.atoms
    let texts: [Atom] =
      [atoms[.utf8String], atoms[.textPlainUTF8]] + (offer.isASCII ? [XA_STRING] : [])
    switch target {
    case atoms[.targets]:
      let targets = [atoms[.targets], atoms[.multiple], atoms[.timestamp]] + texts
      connection.set(requestor, property, type: XA_ATOM, to: targets)
    case atoms[.timestamp]:
      connection.set(requestor, property, type: XA_INTEGER, to: [offer.time])
    case _ where texts.contains(target):
      guard offer.bytes.count > largestPiece else {
        connection.set(requestor, property, type: target, to: offer.bytes[...])
        return true
      }
      return begin(offer, as: target, to: property, of: requestor)
    default: return false
    }
    return true
  }

  /// Says that the text comes in pieces: each time the other program deletes the property, the next one follows.
  private func begin(_ offer: Offer, as target: Atom, to property: Atom, of requestor: XID) -> Bool
  {
    guard let attributes = connection.attributes(of: requestor) else { return false }
    transfers.removeAll { $0.requestor == requestor && $0.property == property }
    if transfers.count == Clipboard.mostTransfers { end(at: 0) }
    let former =
      transfers.first { $0.requestor == requestor }?.formerMask ?? attributes.your_event_mask
    transfers.append(
      Transfer(
        requestor: requestor, property: property, type: target, bytes: offer.bytes,
        formerMask: former))
    connection.use {
      XSelectInput($0, requestor, former | PropertyChangeMask | StructureNotifyMask)
    }
    connection.set(
      requestor, property, type: connection.atoms[.incr], to: [UInt(offer.bytes.count)])
    return true
  }

  private func sendPiece(at index: Int) {
    let transfer = transfers[index]
    let piece = transfer.bytes[transfer.sent...].prefix(largestPiece)
    connection.ignoringErrors {
      // A piece of no bytes is the end.
      connection.set(transfer.requestor, transfer.property, type: transfer.type, to: piece)
      transfers[index].sent += piece.count
      if piece.isEmpty { end(at: index) }
    }
    connection.flush()
  }

  private func end(at index: Int) {
    let transfer = transfers.remove(at: index)
    guard !transfers.contains(where: { $0.requestor == transfer.requestor }) else { return }
    connection.use { XSelectInput($0, transfer.requestor, transfer.formerMask) }
  }
}
