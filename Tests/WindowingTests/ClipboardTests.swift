import CX11
import Glibc
import Platform
import Synchronization
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
    private func convert(_ target: Atom) throws -> XSelectionEvent {
      XConvertSelection(
        other.connection.display, atoms[.CLIPBOARD], target, XA_PRIMARY, requestor,
        Time(CurrentTime))
      return try next(SelectionNotify).xselection
    }

    /// Waits for an event of the other program while the owner sees to its own.
    private func next(_ type: Int32) throws -> XEvent {
      let display = other.connection.display
      XFlush(display)
      var event = XEvent()
      let deadline = MonotonicTime.now + .seconds(20)
      while XCheckTypedEvent(display, type, &event) == 0 {
        while test.window.nextEvent() != nil {}
        _ = other.connection.awaitInput(until: .now + .milliseconds(1))
        try #require(.now < deadline)
      }
      return event
    }

    @Test("what was copied can be pasted, as long as nobody else copies")
    func short() throws {
      #expect(copy("1\t0:05.30 é"))
      #expect(try convert(atoms[.UTF8_STRING]).property == XA_PRIMARY)
      #expect(
        other.connection.text(of: requestor, XA_PRIMARY, type: atoms[.UTF8_STRING])
          == "1\t0:05.30 é"
      )
      #expect(try convert(XA_PIXMAP).property == 0)
      // STRING is Latin-1.
      #expect(try convert(XA_STRING).property == XA_PRIMARY)
      #expect(
        other.connection.bytes(of: requestor, XA_PRIMARY, type: XA_STRING, limit: 100)
          == Array("1\t0:05.30 ".utf8) + [0xE9])

      #expect(other.window.copy("mine"))
      XSync(other.connection.display, 0)
      XSync(test.connection.display, 0)
      while test.window.nextEvent() != nil {}
      #expect(test.window.clipboard.copied == nil)
    }

    @Test("the forms that ICCCM asks of every owner are offered and given")
    func requiredTargets() throws {
      test.window.serverClock.lastInput = 4711
      #expect(copy("5"))
      #expect(try convert(atoms[.TARGETS]).property == XA_PRIMARY)
      #expect(
        other.connection.items(of: requestor, XA_PRIMARY, type: XA_ATOM) == [
          atoms[.TARGETS], atoms[.TIMESTAMP], atoms[.MULTIPLE], atoms[.UTF8_STRING],
          atoms[.textPlainUTF8], XA_STRING,
        ])
      #expect(try convert(atoms[.TIMESTAMP]).property == XA_PRIMARY)
      #expect(other.connection.items(of: requestor, XA_PRIMARY, type: XA_INTEGER) == [4711])
    }

    @Test("several forms are given at once, and those that fail are marked")
    func multiple() throws {
      #expect(copy("5"))
      let pairs = [atoms[.UTF8_STRING], XA_CUT_BUFFER0, XA_PIXMAP, XA_CUT_BUFFER1]
      other.connection.set(requestor, XA_PRIMARY, type: atoms[.ATOM_PAIR], to: pairs)
      #expect(try convert(atoms[.MULTIPLE]).property == XA_PRIMARY)
      let text = other.connection.text(of: requestor, XA_CUT_BUFFER0, type: atoms[.UTF8_STRING])
      #expect(text == "5")
      #expect(
        other.connection.items(of: requestor, XA_PRIMARY, type: atoms[.ATOM_PAIR])
          == pairs.dropLast() + [0])
    }

    @Test("a text larger than a request goes in parts")
    func parts() throws {
      let text = String(repeating: "1\t0:05.30\n", count: 300_000)
      #expect(copy(text))
      #expect(text.utf8.count > test.window.clipboard.maxPart)
      #expect(try convert(atoms[.UTF8_STRING]).property == XA_PRIMARY)
      let display = other.connection.display
      #expect(other.connection.items(of: requestor, XA_PRIMARY, type: atoms[.INCR]).count == 1)
      var read = ""
      while true {
        // What came before is not this part.
        XSync(display, 0)
        var event = XEvent()
        while XCheckTypedEvent(display, PropertyNotify, &event) != 0 {}
        XDeleteProperty(display, requestor, XA_PRIMARY)
        repeat { event = try next(PropertyNotify) } while event.xproperty.state != PropertyNewValue
        let type = atoms[.UTF8_STRING]
        let part = try #require(
          other.connection.text(of: requestor, XA_PRIMARY, type: type, limit: 1 << 23))
        if part.isEmpty { break }
        read += part
      }
      #expect(read == text)
    }

    @Test("a clipboard manager gets the text at the end", arguments: [true, false])
    func handedOver(answers: Bool) throws {
      #expect(copy("5"))
      nonisolated(unsafe) let display = other.connection.display
      XSetSelectionOwner(display, atoms[.CLIPBOARD_MANAGER], requestor, Time(CurrentTime))
      XSync(display, 0)
      let manager = Mutex("")
      let isDone = Mutex(!answers)
      // One that is mute ends the wait.
      nonisolated(unsafe) let other = other
      let (atoms, requestor) = (atoms, requestor)
      let thread =
        answers
        ? BackgroundThread.start {
          var event = XEvent()
          XIfEvent(
            display, &event, { _, event, _ in event?.pointee.type == SelectionRequest ? 1 : 0 }, nil
          )
          let request = event.xselectionrequest
          XConvertSelection(
            display, atoms[.CLIPBOARD], atoms[.UTF8_STRING], XA_PRIMARY, requestor,
            Time(CurrentTime))
          XIfEvent(
            display, &event, { _, event, _ in event?.pointee.type == SelectionNotify ? 1 : 0 }, nil)
          let text = other.connection.text(of: requestor, XA_PRIMARY, type: atoms[.UTF8_STRING])
          manager.withLock { $0 = text ?? "" }
          var notice = XEvent()
          notice.xselection.type = SelectionNotify
          notice.xselection.requestor = request.requestor
          notice.xselection.selection = request.selection
          notice.xselection.target = request.target
          notice.xselection.property = request.property
          XSendEvent(display, request.requestor, 0, NoEventMask, &notice)
          XFlush(display)
          isDone.withLock { $0 = true }
        } : true
      #expect(thread)
      test.window.end()
      // The thread's connection must not close under it: Xlib then ends the process.
      while !isDone.withLock({ $0 }) { sched_yield() }
      #expect(manager.withLock { $0 } == (answers ? "5" : ""))
    }

    @Test("a program that goes while it pastes leaves no error behind")
    func requestorGoes() throws {
      #expect(copy(String(repeating: "x", count: 1 << 20)))
      #expect(try convert(atoms[.UTF8_STRING]).property == XA_PRIMARY)
      XDestroyWindow(other.connection.display, requestor)
      XSync(other.connection.display, 0)
      XSync(test.connection.display, 0)
      while test.window.nextEvent() != nil {}
      // Asked by a window that is gone.
      var request = XSelectionRequestEvent()
      request.owner = test.window.identifier
      request.requestor = requestor
      request.selection = atoms[.CLIPBOARD]
      request.target = atoms[.UTF8_STRING]
      for _ in 0..<100 { test.window.clipboard.answer(request) }
      XSync(test.connection.display, 0)
      #expect(test.connection.errorCount == 0)
    }
  }
}
