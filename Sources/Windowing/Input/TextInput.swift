import CX11
import Glibc
import Keys
import Platform

/// Text from keys, by the input method that XMODIFIERS names (ibus, fcitx), else by libX11's own with
/// dead keys and Compose.
///
/// Xlib waits without limit for an input method's server. So whatever may ask it first sends a probe: a
/// question about the server's selection. A server that does not answer in time is dropped until text
/// is entered the next time. (One that ends between the probe and the call behind it holds us up for
/// good, as it does every program with Xlib's input methods.)
package final class TextInput {
  private let target: ServerWindow
  private var connection: Connection { target.connection }
  private var method: XIM?
  private var context: XIC?
  /// The window of the input method's server; 0 where libX11 needs none.
  private var server: XID = 0

  /// How long a key may wait for the server to answer a probe, in nanoseconds.
  private static let patience: Int64 = 500_000_000
  private static let maxBytes = 4096

  /// Whether keys are text (`InputEvent.textEntered`) instead of shortcuts, as far as they type any.
  /// The input method is opened the first time.
  package var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive { open() }
      ask { context in
        guard !isActive else { return XSetICFocus(context) }
        // What a dead key has begun belongs to the text before.
        if let rest = Xutf8ResetIC(context) { XFree(rest) }
        XUnsetICFocus(context)
      }
    }
  }

  init(_ target: ServerWindow) { self.target = target }

  enum Reading: Equatable {
    /// The input method has it, or it is part of a sequence that goes on.
    case pending
    case text(String)
    /// It types nothing: Return, an arrow, or a shortcut.
    case key
  }

  /// The meaning of a KeyPress while keys are text; `modifiers` are those held.
  func read(_ event: XKeyEvent, modifiers: Modifiers) -> Reading {
    guard isActive else { return .key }
    if isFiltered(event) { return .pending }
    guard modifiers.isDisjoint(with: [.control, .alt, .super]) else { return .key }
    let text = lookUp(event)
    let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return text.isEmpty || isControl ? .key : .text(text)
  }

  /// Whether the input method takes a KeyPress or KeyRelease, perhaps to give it back later.
  func isFiltered(_ event: XKeyEvent) -> Bool {
    guard isActive else { return false }
    var (raw, isFiltered) = (XEvent(), false)
    raw.xkey = event
    ask { _ in isFiltered = XFilterEvent(&raw, 0) != 0 }
    return isFiltered
  }

  /// Whether an event is between Xlib and the input method's server.
  func takes(_ event: XEvent) -> Bool {
    guard server != 0, event.type != CX11.KeyPress, event.type != KeyRelease else { return false }
    var (event, isFiltered) = (event, false)
    guarded { isFiltered = XFilterEvent(&event, 0) != 0 }
    return isFiltered
  }

  func follow(hasFocus: Bool) {
    guard isActive else { return }
    ask { hasFocus ? XSetICFocus($0) : XUnsetICFocus($0) }
  }

  private func lookUp(_ event: XKeyEvent) -> String {
    var key = event
    guard let context else {
      var symbol: KeySym = 0
      connection.use { _ in XLookupString(&key, nil, 0, &symbol, nil) }
      // 0 for keys that type nothing.
      let scalar = Unicode.Scalar(KeySymToUcs4(symbol)).flatMap { $0 == "\0" ? nil : $0 }
      return scalar.map { String(Character($0)) } ?? ""
    }
    var bytes = [CChar](repeating: 0, count: TextInput.maxBytes)
    var status: Int32 = 0
    // Longer text is not cut in the middle of a character but not there at all (XBufferOverflow).
    let count = Xutf8LookupString(context, &key, &bytes, Int32(bytes.count), nil, &status)
    guard status == XLookupChars || status == XLookupBoth, (0...bytes.count).contains(Int(count))
    else { return "" }
    return String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func open() {
    _ = TextInput.locale
    if server == 0, connection.atoms.inputMethod != 0, serverAnswers() {
      if let context { XDestroyIC(context) }
      if let method { XCloseIM(method) }
      forget()
      open(modifiers: "")
      let owner = connection.use { XGetSelectionOwner($0, connection.atoms.inputMethod) }
      server = context == nil ? 0 : owner ?? 0
    }
    openLocal()
  }

  private func openLocal() {
    // Fails where libX11's files about locales are missing; `lookUp` does without.
    if context == nil { open(modifiers: "@im=local") }
  }

  private func open(modifiers: String) {
    guarded {
      guard XSetLocaleModifiers(modifiers) != nil,
        let method = XOpenIM(connection.display, nil, nil, nil)
      else { return }
      context = cx11_create_input_context(method, target.identifier)
      guard context != nil else { return _ = XCloseIM(method) }
      self.method = method
      // Never released: Xlib keeps it for as long as the connection, which may outlive the window.
      let reference = Unmanaged.passRetained(Reference(self)).toOpaque()
      var callback = XIMCallback(
        client_data: reference.assumingMemoryBound(to: CChar.self),
        callback: { _, reference, _ in
          guard let reference else { return }
          // Xlib frees the method and its contexts itself.
          Unmanaged<Reference>.fromOpaque(reference).takeUnretainedValue().input?.forget()
        })
      cx11_watch_input_method(method, &callback)
    }
  }

  /// What Xlib's callback gets of this object.
  private final class Reference {
    weak var input: TextInput?

    init(_ input: TextInput) { self.input = input }
  }

  private func forget() { (method, context, server) = (nil, nil, 0) }

  /// Text is UTF-8, and the language decides which Compose file is read. Numbers stay as in C.
  private static let locale: Void = {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" || XSupportsLocale() == 0 { setlocale(LC_CTYPE, "C.UTF-8") }
  }()

  /// Runs what may ask the server, once that has answered a probe; libX11's own method takes over from
  /// one that does not.
  private func ask(_ body: (XIC) -> Void) {
    if server != 0, !serverAnswers() { dropServer() }
    if context == nil, isActive {
      openLocal()
      if let context { XSetICFocus(context) }
    }
    if let context { guarded { body(context) } }
  }

  /// Has Xlib take the server for gone: closing it properly waits for its answer.
  private func dropServer() {
    var event = XEvent()
    event.xdestroywindow = XDestroyWindowEvent()
    event.xdestroywindow.type = DestroyNotify
    event.xdestroywindow.display = connection.display
    event.xdestroywindow.event = server
    event.xdestroywindow.window = server
    guarded { _ = XFilterEvent(&event, 0) }
    forget()
  }

  /// Runs calls of Xlib's input method. An error about the server's window is no news, and where the X
  /// server is lost they would wait forever.
  private func guarded(_ body: () -> Void) {
    connection.ignoringErrors {
      connection.use { _ in Faults.asking(body) }
    }
  }

  /// Whether the server says in time which locales it knows. A late answer to an earlier question will
  /// do, too.
  private func serverAnswers() -> Bool {
    let (requestor, atoms) = (connection.probe.window, connection.atoms)
    connection.use {
      XConvertSelection(
        $0, atoms.inputMethod, atoms[.locales], atoms[.locales], requestor,
        Time(CX11.CurrentTime))
    }
    let deadline = MonotonicClock.now() + TextInput.patience
    var event = XEvent()
    while let found = connection.use({
      XCheckTypedWindowEvent($0, requestor, SelectionNotify, &event)
    }) {
      if found != 0 {
        connection.use { _ = XDeleteProperty($0, requestor, atoms[.locales]) }
        return event.xselection.property != 0
      }
      guard connection.awaitInput(until: deadline) else { return false }
    }
    return false
  }
}
