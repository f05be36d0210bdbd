import CX11
import Geometry
import Glibc
import Keys
import Platform

package final class InputReader {
  private let target: ServerWindow
  private let placement: Placement
  let keyboard: Keyboard
  package let textInput: TextInput
  private var drag: WindowDrag?
  private var waitingKeys: [XKeyEvent] = []
  private static let maxWaitingKeys = 256
  /// The server's time of a pending request for the focus.
  private var wantedFocus: Time?
  private(set) var hasFocus = false

  init(_ target: ServerWindow, _ placement: Placement) {
    (self.target, self.placement) = (target, placement)
    keyboard = Keyboard(display: target.connection.display)
    textInput = TextInput(target)
  }

  /// Returns whether a key can be read now; otherwise it waits for the keyboard map.
  ///
  /// XkbLookupKeySym asks the server once another keyboard was used, and waits without limit.
  func hasMap(for event: XKeyEvent) -> Bool {
    guard keyboard.map == nil || hasWaitingKeys else { return true }
    if waitingKeys.count < InputReader.maxWaitingKeys { waitingKeys.append(event) }
    return false
  }

  func takeWaitingKeys() -> [XKeyEvent] {
    guard hasWaitingKeys, keyboard.map != nil else { return [] }
    defer { waitingKeys = [] }
    return waitingKeys
  }

  var hasWaitingKeys: Bool { !waitingKeys.isEmpty }

  func key(_ event: XKeyEvent) -> InputEvent? {
    guard event.type == CX11.KeyPress else {
      if !textInput.isFiltered(event) { keyboard.release(event.keycode) }
      return nil
    }
    guard let map = keyboard.map else { return nil }
    let time = UInt32(truncatingIfNeeded: event.time)
    var modifiers = map.modifiers(event.state)
    if let typed = textInput.read(event, modifiers: modifiers, time: time) { return typed }
    // A sequence that ended without text comes as keycode 0.
    guard event.keycode != 0 else { return .otherKeyPressed(time: time) }
    let isRepeat = keyboard.hold(event.keycode)
    guard let meaning = map.meaning(of: event.keycode, event.state) else {
      return .otherKeyPressed(time: time)
    }
    if meaning.usedShift { modifiers.remove(.shift) }
    return .keyPressed(
      KeyPress(
        key: meaning.key, fallback: meaning.fallback, modifiers: modifiers, time: time,
        isRepeat: isRepeat))
  }

  /// Returns the meaning of a KeyPress from a passive grab. Other keys come, too, while it is held.
  func globalKey(_ event: XKeyEvent, among chords: [Chord]) -> InputEvent? {
    guard event.type == CX11.KeyPress else {
      keyboard.release(event.keycode, isGrabbed: true)
      return nil
    }
    let isRepeat = keyboard.hold(event.keycode, isGrabbed: true)
    let given = keyboard.map?.chords(event.keycode, event.state) ?? []
    return given.first { chords.contains($0) }.map {
      .globalKeyPressed($0, time: UInt32(truncatingIfNeeded: event.time), isRepeat: isRepeat)
    }
  }

  func button(_ event: XButtonEvent) -> InputEvent? {
    let time = UInt32(truncatingIfNeeded: event.time)
    let position = Point(x: Double(event.x), y: Double(event.y))
    let isPress = event.type == ButtonPress
    // Buttons 4 to 7 are a wheel: up, down, left and right.
    if (4...7).contains(event.button) {
      let notches = event.button == 4 ? -1 : event.button == 5 ? 1 : 0
      return isPress ? .scrolled(Scroll(notches: notches, position: position, time: time)) : nil
    }
    guard let button = PointerButton(rawValue: Int(event.button)) else { return nil }
    let press = PointerPress(
      button: button, position: position,
      rootPosition: Point(x: Double(event.x_root), y: Double(event.y_root)), time: time)
    if isPress || drag?.end(press) == true { drag = nil }
    return isPress ? .pointerPressed(press) : .pointerReleased(press)
  }

  func motion(_ event: XMotionEvent) -> InputEvent? {
    let rootPosition = Point(x: Double(event.x_root), y: Double(event.y_root))
    if drag?.carryOn(to: rootPosition) == true { return nil }
    return .pointerMoved(
      Point(x: Double(event.x), y: Double(event.y)),
      isDown: event.state & UInt32(Button1Mask) != 0)
  }

  /// Lets the user drag the window, or an edge of it, from a press on.
  ///
  /// From the first few pixels on, motion is not reported. If the window manager moves the window, it
  /// grabs the pointer: `pointerLeft` comes, and a release may not.
  package func beginDrag(_ press: PointerPress, at edge: WindowEdge?) {
    drag = WindowDrag(press, at: edge, of: target, placement)
  }

  func endDrag() { drag = nil }

  func focus(_ event: XFocusChangeEvent) -> InputEvent? {
    guard event.mode != NotifyGrab, event.mode != NotifyUngrab, event.detail != NotifyPointer,
      event.detail != NotifyInferior
    else { return nil }
    let isGained = event.type == FocusIn
    guard isGained != hasFocus else { return nil }
    hasFocus = isGained
    textInput.follow(hasFocus: isGained)
    return .focusChanged(isGained)
  }

  /// Requests the focus as of the server's `time`, once it answers, without a window manager.
  func wantFocus(at time: Time = Time(CX11.CurrentTime)) {
    if !hasFocus { wantedFocus = time }
  }

  var needsUpdate: Bool { wantedFocus != nil || drag?.isDue ?? false }

  func refresh(isMapped: Bool) {
    drag?.begin()
    guard let time = wantedFocus else { return }
    wantedFocus = nil
    guard isMapped, !hasFocus, !target.connection.hasWindowManager() else { return }
    target.send { XSetInputFocus($0, target.identifier, Int32(RevertToPointerRoot), time) }
  }
}

/// Text from keys, by XMODIFIERS' input method (ibus, fcitx), else libX11's dead keys and Compose.
///
/// Xlib waits without limit for an input method's server. So before each call that may wait, the
/// server is asked to convert its selection. One that does not answer in time is dropped until the
/// next text entry. (One that ends right then blocks us for good, as every program with Xlib's.)
package final class TextInput {
  private let target: ServerWindow
  private var connection: Connection { target.connection }
  private var method: XIM?
  private var context: XIC?
  /// The window of the input method's server; 0 for libX11's own.
  private var server: XID = 0

  /// How long a key may wait for the server.
  private static let patience = Duration.milliseconds(500)
  private static let maxBytes = 4096

  /// Whether keys type text (`InputEvent.textEntered`). The first time opens the input method.
  package var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive { open() }
      ask { context in
        guard !isActive else { return XSetICFocus(context) }
        // A sequence that a dead key has begun belongs to the old text.
        if let rest = Xutf8ResetIC(context) { XFree(rest) }
        XUnsetICFocus(context)
      }
    }
  }

  init(_ target: ServerWindow) { self.target = target }

  /// Returns the meaning of a press; nil if it types nothing, as Return, an arrow, or a shortcut.
  func read(_ event: XKeyEvent, modifiers: Modifiers, time: UInt32) -> InputEvent? {
    guard isActive else { return nil }
    // The input method has it, or it is part of an unfinished sequence.
    if isFiltered(event) { return .otherKeyPressed(time: time) }
    guard modifiers.isDisjoint(with: [.control, .alt, .super]) else { return nil }
    let text = lookUp(event)
    let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
    return text.isEmpty || isControl ? nil : .textEntered(text, time: time)
  }

  /// Returns whether the input method takes a KeyPress or KeyRelease, perhaps to return it later.
  func isFiltered(_ event: XKeyEvent) -> Bool {
    guard isActive else { return false }
    var (raw, isFiltered) = (XEvent(), false)
    raw.xkey = event
    ask { _ in isFiltered = XFilterEvent(&raw, 0) != 0 }
    return isFiltered
  }

  func takes(_ event: XEvent) -> Bool {
    guard server != 0, event.type != CX11.KeyPress, event.type != KeyRelease else { return false }
    var event = event
    return XFilterEvent(&event, 0) != 0
  }

  func follow(hasFocus: Bool) {
    guard isActive else { return }
    ask { hasFocus ? XSetICFocus($0) : XUnsetICFocus($0) }
  }

  private func lookUp(_ event: XKeyEvent) -> String {
    guard let context else { return "" }
    var key = event
    var bytes = [CChar](repeating: 0, count: TextInput.maxBytes)
    var status: Int32 = 0
    // Longer text is not cut but left out (XBufferOverflow).
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
      let owner = XGetSelectionOwner(connection.display, connection.atoms.inputMethod)
      server = context == nil ? 0 : owner
    }
  }

  private func open(modifiers: String) {
    guard XSetLocaleModifiers(modifiers) != nil,
      let method = XOpenIM(connection.display, nil, nil, nil)
    else { return }
    context = cx11_create_input_context(method, target.identifier)
    guard context != nil else { return _ = XCloseIM(method) }
    self.method = method
    // Never released: Xlib keeps it for as long as the connection, which may outlive the window.
    let input = Unmanaged.passRetained(self).toOpaque()
    var callback = XIMCallback(
      client_data: input.assumingMemoryBound(to: CChar.self),
      callback: { _, input, _ in
        // Xlib frees the method and its contexts itself.
        if let input { Unmanaged<TextInput>.fromOpaque(input).takeUnretainedValue().forget() }
      })
    cx11_watch_input_method(method, &callback)
  }

  private func forget() { (method, context, server) = (nil, nil, 0) }

  /// Text is UTF-8, and the language selects the Compose file. Only LC_CTYPE is set.
  private static let locale: Void = {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" || XSupportsLocale() == 0 { setlocale(LC_CTYPE, "C.UTF-8") }
  }()

  /// Runs calls that may wait for the server; if it does not answer, libX11's own method takes over.
  private func ask(_ body: (XIC) -> Void) {
    if server != 0, !serverAnswers() { dropServer() }
    if context == nil, isActive {
      open(modifiers: "@im=local")
      if let context { XSetICFocus(context) }
    }
    if let context { body(context) }
  }

  /// Makes Xlib treat the server as gone: closing the method properly would wait for it.
  private func dropServer() {
    var event = XEvent()
    event.type = DestroyNotify
    event.xdestroywindow.display = connection.display
    event.xdestroywindow.event = server
    event.xdestroywindow.window = server
    _ = XFilterEvent(&event, 0)
    forget()
  }

  /// Returns whether the server converts its selection in time. A late reply counts, too.
  private func serverAnswers() -> Bool {
    let (requestor, atoms) = (connection.ownWindow, connection.atoms)
    let display = connection.display
    XConvertSelection(
      display, atoms.inputMethod, atoms[.LOCALES], atoms[.LOCALES], requestor,
      Time(CX11.CurrentTime))
    let deadline = MonotonicTime.now + TextInput.patience
    var event = XEvent()
    while XCheckTypedWindowEvent(display, requestor, SelectionNotify, &event) == 0 {
      guard connection.awaitInput(until: deadline) else { return false }
    }
    XDeleteProperty(display, requestor, atoms[.LOCALES])
    return event.xselection.property != 0
  }
}
