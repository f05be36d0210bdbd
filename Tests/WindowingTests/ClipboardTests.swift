import CX11
import Platform
import Testing

@testable import Windowing

extension ServerTests {
  /// The clipboard as another program has it.
  @Suite(.serialized) struct Clipboards {
    private let server: XServer
    private let test: TestWindow
    private let other: TestWindow

    init() throws {
      server = try XServer()
      test = try TestWindow(on: server)
      try test.show()
      other = try TestWindow(on: server)
    }

    private var atoms: Atoms { other.connection.atoms }
    private var requestor: XID { other.window.identifier }

    /// Offers `text`; returns once the server has taken it.
    private func copy(_ text: String) -> Bool {
      defer { XSync(test.connection.display, 0) }
      return test.window.copy(text)
    }

    /// Asks for the clipboard as `target` into PRIMARY, and waits until the owner has answered.
    private func convert(_ target: Atom, time: Time = Time(CurrentTime)) throws -> XSelectionEvent {
      XConvertSelection(
        other.connection.display, atoms[.clipboard], target, XA_PRIMARY, requestor, time)
      return try next(SelectionNotify).xselection
    }

    /// Waits for an event of the other program while the owner sees to its own.
    private func next(_ type: Int32) throws -> XEvent {
      let display = other.connection.display
      XFlush(display)
      var event = XEvent()
      let deadline = MonotonicClock.now() + 20_000_000_000
      while XCheckTypedEvent(display, type, &event) == 0 {
        while test.window.nextEvent() != nil {}
        _ = other.connection.awaitInput(until: MonotonicClock.now() + 1_000_000)
        try #require(MonotonicClock.now() < deadline)
      }
      return event
    }

    /// The text that comes in pieces, and how many of them there were.
    private func collect(_ type: Atom) throws -> (text: String, pieces: Int) {
      let connection = other.connection
      #expect(connection.items(of: requestor, XA_PRIMARY, type: atoms[.incr]).count == 1)
      XSync(connection.display, 0)
      var event = XEvent()
      while XCheckTypedEvent(connection.display, PropertyNotify, &event) != 0 {}
      XDeleteProperty(connection.display, requestor, XA_PRIMARY)
      var text = ""
      var pieces = 0
      while true {
        let change = try next(PropertyNotify).xproperty
        guard change.atom == XA_PRIMARY, change.state == PropertyNewValue else { continue }
        let piece = connection.text(of: requestor, XA_PRIMARY, type: type, limit: 1 << 20) ?? ""
        XDeleteProperty(connection.display, requestor, XA_PRIMARY)
        if piece.isEmpty { return (text, pieces) }
        text += piece
        pieces += 1
      }
    }

    @Test("what was copied can be pasted, as long as nobody else copies")
    func short() throws {
      #expect(copy("1\t0:05.30 é"))
      #expect(try convert(atoms[.utf8String]).property == XA_PRIMARY)
      #expect(
        other.connection.text(of: requestor, XA_PRIMARY, type: atoms[.utf8String]) == "1\t0:05.30 é"
      )
      #expect(try convert(XA_PIXMAP).property == 0)
      // Text that is not ASCII cannot be had as STRING, which is Latin-1.
      #expect(try convert(XA_STRING).property == 0)
      #expect(!copy(String(repeating: "x", count: Clipboard.longestText + 1)))

      #expect(other.window.copy("mine"))
      XSync(other.connection.display, 0)
      XSync(test.connection.display, 0)
      while test.window.nextEvent() != nil {}
      #expect(test.window.clipboard.text == nil)
    }

    @Test("an offer that the server does not take is no offer, and is reported")
    func refused() throws {
      // The server takes no offer from before the present owner's.
      let now = Time(CurrentTime)
      XSetSelectionOwner(other.connection.display, atoms[.clipboard], requestor, now)
      XSync(other.connection.display, 0)
      test.window.input.lastEventTime = 1
      #expect(copy("5"))
      try test.wait { $0 == .copyRefused }
      #expect(test.window.clipboard.text == nil)
    }

    @Test("the forms that ICCCM asks of every owner are offered and given")
    func requiredTargets() throws {
      test.window.input.lastEventTime = 4711
      #expect(copy("5"))
      #expect(try convert(atoms[.targets]).property == XA_PRIMARY)
      #expect(
        other.connection.items(of: requestor, XA_PRIMARY, type: XA_ATOM) == [
          atoms[.targets], atoms[.multiple], atoms[.timestamp], atoms[.utf8String],
          atoms[.textPlainUTF8],
          XA_STRING,
        ])
      #expect(try convert(atoms[.timestamp]).property == XA_PRIMARY)
      #expect(other.connection.items(of: requestor, XA_PRIMARY, type: XA_INTEGER) == [4711])
      // What was asked before the offer is about another.
      #expect(try convert(atoms[.utf8String], time: 4710).property == 0)
      #expect(try convert(atoms[.utf8String], time: 4711).property == XA_PRIMARY)
    }

    @Test("MULTIPLE gives each form that it can and marks those that it cannot")
    func multiple() throws {
      #expect(copy("5"))
      let pairs: [Atom] = [
        atoms[.utf8String], XA_SECONDARY, XA_PIXMAP, XA_CUT_BUFFER0, atoms[.multiple],
        XA_CUT_BUFFER1,
        atoms[.utf8String], 0, XA_STRING, XA_CUT_BUFFER2,
      ]
      let connection = other.connection
      connection.set(requestor, XA_PRIMARY, type: atoms[.atomPair], to: pairs)
      #expect(try convert(atoms[.multiple]).property == XA_PRIMARY)
      var expected = pairs
      for index in [3, 5, 7] { expected[index] = 0 }
      #expect(connection.items(of: requestor, XA_PRIMARY, type: atoms[.atomPair]) == expected)
      #expect(connection.text(of: requestor, XA_SECONDARY, type: atoms[.utf8String]) == "5")
      #expect(connection.text(of: requestor, XA_CUT_BUFFER2, type: XA_STRING) == "5")
      // Nothing to say what is wanted, and too much.
      connection.set(requestor, XA_PRIMARY, type: atoms[.atomPair], to: [Atom]())
      #expect(try convert(atoms[.multiple]).property == 0)
      connection.set(
        requestor, XA_PRIMARY, type: atoms[.atomPair], to: [Atom](repeating: 1, count: 1000))
      #expect(try convert(atoms[.multiple]).property == 0)
    }

    @Test("a long text comes in pieces, twice the same")
    func incremental() throws {
      let text = String(repeating: "1\t0:05.30\n", count: 200_000)
      #expect(copy(text))
      for _ in 0..<2 {
        #expect(try convert(atoms[.utf8String]).property == XA_PRIMARY)
        let (pasted, pieces) = try collect(atoms[.utf8String])
        #expect(pasted == text)
        #expect(pieces > 4)
      }
      // The other program's window is no longer watched.
      #expect(attributes(of: requestor).all_event_masks == other.ownMask)
    }

    @Test("a program that goes while it pastes leaves neither an error nor a transfer behind")
    func requestorGoes() throws {
      #expect(copy(String(repeating: "x", count: 1 << 20)))
      #expect(try convert(atoms[.utf8String]).property == XA_PRIMARY)
      XDestroyWindow(other.connection.display, requestor)
      XSync(other.connection.display, 0)
      XSync(test.connection.display, 0)
      while test.window.nextEvent() != nil {}
      // Asked by a window that is gone.
      var request = XSelectionRequestEvent()
      request.owner = test.window.identifier
      request.requestor = requestor
      request.selection = atoms[.clipboard]
      request.target = atoms[.utf8String]
      for _ in 0..<100 { test.window.clipboard.answer(request) }
      XSync(test.connection.display, 0)
      #expect(test.connection.errorCount == 0)
    }

    @Test("a paste into our own window leaves what it listens to as it was")
    func ownWindow() throws {
      let before = test.ownMask
      let display = test.connection.display
      let own = test.window.identifier
      #expect(copy(String(repeating: "x", count: 1 << 20)))
      XConvertSelection(display, atoms[.clipboard], atoms[.utf8String], XA_PRIMARY, own, 0)
      // A piece or the end each time; there are five and the first word that they come.
      for _ in 0..<9 {
        XSync(display, 0)
        while test.window.nextEvent() != nil {}
        XDeleteProperty(display, own, XA_PRIMARY)
      }
      XSync(display, 0)
      while test.window.nextEvent() != nil {}
      #expect(test.ownMask == before)
    }

    private func attributes(of window: XID) -> XWindowAttributes {
      var attributes = XWindowAttributes()
      XGetWindowAttributes(other.connection.display, window, &attributes)
      return attributes
    }
  }
}

extension TestWindow {
  /// The events that the window itself has selected.
  var ownMask: Int {
    var attributes = XWindowAttributes()
    XGetWindowAttributes(connection.display, window.identifier, &attributes)
    return attributes.your_event_mask
  }
}
