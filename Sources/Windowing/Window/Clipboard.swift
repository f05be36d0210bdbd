import CX11
import Glibc
import Platform

/// Text that other programs may paste (ICCCM 2), and that a clipboard manager takes over at the end.
package final class Clipboard: WindowPart {
  /// A text that goes in parts, since it is too large for one request (INCR, ICCCM 2.7.2).
  private struct Transfer {
    let requestor: XID
    let property: Atom
    let type: Atom
    var rest: ArraySlice<UInt8>
    var lastPart: MonotonicTime
  }

  private let surface: Surface
  private var connection: Connection { surface.connection }
  private var atoms: Atoms { connection.atoms }
  /// The text and the time of the last input before; nil if another program has the clipboard.
  private(set) var copied: (text: String, time: UInt)?
  private var transfers: [Transfer] = []

  /// Maximum length of a text in UTF-8: the transcript of a million laps.
  package static let maxLength = 64 << 20
  private static let maxTransfers = 16
  private static let maxConversions = 64
  /// How long a program may take for a part of a text.
  private static let patience = Duration.seconds(10)
  /// How long a clipboard manager may take at the end: for its next request, and for all.
  private static let managerPatience = (
    request: Duration.milliseconds(300), all: Duration.seconds(1)
  )

  init(_ surface: Surface) { self.surface = surface }

  /// Maximum length of a property that one request writes, in bytes.
  var maxPart: Int {
    // In units of four bytes, seven for the request itself; without BIG-REQUESTS the latter is 0.
    let display = connection.display
    let words = max(XMaxRequestSize(display), XExtendedMaxRequestSize(display))
    return min(1 << 20, max(1, Int(words) - 7) * 4)
  }

  /// Offers `text`; returns false if it is too long. `time` is that of the last input.
  func copy(_ text: String, at time: UInt) -> Bool {
    guard !surface.isDestroyed, text.utf8.count <= Clipboard.maxLength else { return false }
    copied = (text, time)
    // With the time of the last input the server would refuse a copy that `ctl` asks for later.
    surface.send {
      XSetSelectionOwner($0, atoms[.CLIPBOARD], surface.identifier, Time(CX11.CurrentTime))
    }
    return true
  }

  func record(_ event: XEvent) { _ = handle(event) }

  /// Handles an event of the clipboard; returns whether it was one.
  private func handle(_ event: XEvent) -> Bool {
    switch event.type {
    case SelectionRequest: answer(event.xselectionrequest)
    case SelectionClear where event.xselectionclear.selection == atoms[.CLIPBOARD]: copied = nil
    case PropertyNotify where event.xproperty.state == PropertyDelete:
      return sendPart(to: event.xproperty.window, event.xproperty.atom)
    case DestroyNotify:
      transfers.removeAll { $0.requestor == event.xdestroywindow.window }
      return false
    default: return false
    }
    return true
  }

  // MARK: Answers

  /// The forms in which the text is offered. STRING is Latin-1, as old programs read it.
  private var forms: [Atom] { [atoms[.UTF8_STRING], atoms[.textPlainUTF8], XA_STRING] }

  /// Answers a program that pastes, by a property on its window and a SelectionNotify.
  func answer(_ request: XSelectionRequestEvent) {
    var notice = XEvent()
    notice.xselection = XSelectionEvent()
    notice.xselection.type = SelectionNotify
    notice.xselection.requestor = request.requestor
    notice.xselection.selection = request.selection
    notice.xselection.target = request.target
    notice.xselection.time = request.time
    // ICCCM 2.2: old programs name no property and mean the one named like the target.
    let property = request.property != 0 ? request.property : request.target
    let isOurs = request.selection == atoms[.CLIPBOARD] && request.owner == surface.identifier
    let isDone =
      isOurs
      && (request.target == atoms[.MULTIPLE]
        ? writeAll(of: request.property, to: request.requestor)
        : write(request.target, to: property, of: request.requestor))
    notice.xselection.property = isDone ? property : 0
    XSendEvent(connection.display, request.requestor, 0, NoEventMask, &notice)
    connection.flush()
  }

  /// Carries out the conversions that a property lists as pairs of a target and a property.
  private func writeAll(of list: Atom, to requestor: XID) -> Bool {
    guard list != 0, connection.ping() else { return false }
    var pairs = connection.items(
      of: requestor, list, type: atoms[.ATOM_PAIR], limit: 2 * Clipboard.maxConversions)
    guard !pairs.isEmpty, pairs.count.isMultiple(of: 2) else { return false }
    for index in stride(from: 0, to: pairs.count, by: 2) {
      let (form, property) = (pairs[index], pairs[index + 1])
      // ICCCM 2.6.2: the property of a conversion that fails becomes None.
      let isPossible = property != 0 && form != atoms[.MULTIPLE]
      if !isPossible || !write(form, to: property, of: requestor) { pairs[index + 1] = 0 }
    }
    connection.set(requestor, list, type: atoms[.ATOM_PAIR], to: pairs)
    return true
  }

  private func write(_ form: Atom, to property: Atom, of requestor: XID) -> Bool {
    guard let (text, time) = copied else { return false }
    switch form {
    case atoms[.TARGETS]:
      let targets = [atoms[.TARGETS], atoms[.TIMESTAMP], atoms[.MULTIPLE]] + forms
      connection.set(requestor, property, type: XA_ATOM, to: targets)
    case atoms[.TIMESTAMP]:
      connection.set(requestor, property, type: XA_INTEGER, to: [time])
    case XA_STRING:
      let bytes = text.unicodeScalars.map { UInt8(exactly: $0.value) ?? UInt8(ascii: "?") }
      return write(bytes, as: form, to: property, of: requestor)
    case let form where forms.contains(form):
      return write(Array(text.utf8), as: form, to: property, of: requestor)
    default: return false
    }
    return true
  }

  private func write(
    _ bytes: [UInt8], as type: Atom, to property: Atom, of requestor: XID
  ) -> Bool {
    guard bytes.count > maxPart else {
      connection.set(requestor, property, type: type, to: bytes)
      return true
    }
    let now = MonotonicTime.now
    transfers.removeAll {
      $0.requestor == requestor && $0.property == property
        || now - $0.lastPart > Clipboard.patience
    }
    // Our own window reports its properties anyway.
    guard transfers.count < Clipboard.maxTransfers, requestor != surface.identifier
    else { return false }
    transfers.append(
      Transfer(
        requestor: requestor, property: property, type: type, rest: bytes[...], lastPart: now))
    XSelectInput(connection.display, requestor, PropertyChangeMask | StructureNotifyMask)
    connection.set(requestor, property, type: atoms[.INCR], to: [UInt(bytes.count)])
    return true
  }

  /// Sends the next part of a text, once the requestor has deleted the one before; returns whether
  /// there is such a text.
  private func sendPart(to requestor: XID, _ property: Atom) -> Bool {
    let index = transfers.firstIndex { $0.requestor == requestor && $0.property == property }
    guard let index else { return false }
    let part = transfers[index].rest.prefix(maxPart)
    connection.set(requestor, property, type: transfers[index].type, to: Array(part))
    transfers[index].rest.removeFirst(part.count)
    transfers[index].lastPart = .now
    // A part of no bytes is the end.
    if part.isEmpty {
      transfers.remove(at: index)
      if !transfers.contains(where: { $0.requestor == requestor }) {
        XSelectInput(connection.display, requestor, NoEventMask)
      }
    }
    connection.flush()
    return true
  }

  // MARK: The end

  /// Lets a clipboard manager take the text over (freedesktop.org's clipboard manager specification).
  ///
  /// Nothing else is handled meanwhile, so call it last. A manager that is slow ends it.
  func handOver() {
    let (display, manager, window) = (
      connection.display, atoms[.CLIPBOARD_MANAGER], surface.identifier
    )
    guard copied != nil, !surface.isDestroyed, connection.ping(),
      XGetSelectionOwner(display, manager) != 0
    else { return }
    // The forms to save; without one the manager asks for all.
    connection.set(window, atoms[.SAVE_TARGETS], type: XA_ATOM, to: forms)
    XConvertSelection(
      display, manager, atoms[.SAVE_TARGETS], atoms[.SAVE_TARGETS], window,
      Time(CX11.CurrentTime))
    let end = MonotonicTime.now + Clipboard.managerPatience.all
    var next = MonotonicTime.now + Clipboard.managerPatience.request
    while copied != nil {
      guard let event = connection.nextEvent() else {
        guard connection.awaitInput(until: min(next, end)) else { return }
        continue
      }
      if event.type == SelectionNotify, event.xselection.selection == manager { return }
      if handle(event) { next = .now + Clipboard.managerPatience.request }
    }
  }
}
