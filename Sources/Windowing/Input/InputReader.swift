import CX11
import Geometry
import Glibc
import Keys
import Platform

package final class InputReader: WindowPart {
  private let surface: Surface
  private let placement: Placement
  private let visibility: VisibilityWatch
  let keyboard: Keyboard
  package let textInput: TextInput
  private var drag: WindowDrag?
  private var waitingKeys: [XKeyEvent] = []
  private static let maxWaitingKeys = 256
  /// The server's time of a pending request for the focus.
  private var wantedFocus: Time?
  package private(set) var hasFocus = false
  /// Whether a motion has come since the pointer was last outside. The first one is never skipped, as two places show
  /// that the pointer moves.
  private(set) var hasPointer = false

  init(_ surface: Surface, _ placement: Placement, _ visibility: VisibilityWatch) {
    (self.surface, self.placement, self.visibility) = (surface, placement, visibility)
    keyboard = Keyboard(display: surface.connection.display)
    textInput = TextInput(surface)
  }

  /// Returns whether a key can be read now; otherwise it waits for the keyboard map.
  ///
  /// XkbLookupKeySym asks the server once another keyboard was used, and waits without limit.
  func hasMap(for event: XKeyEvent) -> Bool {
    guard keyboard.map == nil || !waitingKeys.isEmpty else { return true }
    if waitingKeys.count < InputReader.maxWaitingKeys { waitingKeys.append(event) }
    return false
  }

  func takeWaitingKeys() -> [XKeyEvent] {
    guard !waitingKeys.isEmpty, keyboard.map != nil else { return [] }
    defer { waitingKeys = [] }
    return waitingKeys
  }

  /// Whether keys wait for the keyboard map.
  var hasWaitingKeys: Bool { !waitingKeys.isEmpty || textInput.hasAnswers }

  /// Returns the meaning of a key; nil if it has none, or waits for the input method (`nextAnswer`).
  func key(_ event: XKeyEvent) -> InputEvent? {
    let isPress = event.type == CX11.KeyPress
    if !isPress { keyboard.release(event.keycode) }
    // The end of a sequence comes as keycode 0.
    let isRepeat = isPress && event.keycode != 0 && keyboard.hold(event.keycode)
    if textInput.sends(event, isRepeat: isRepeat) { return nil }
    return meaning(of: event, isRepeat: isRepeat, textInput.read(event))
  }

  /// Returns the meaning of the next key that the input method is done with; nil if there is none.
  func nextAnswer() -> InputEvent? {
    while keyboard.map != nil, let answer = textInput.takeAnswer() {
      let reading = answer.reading ?? textInput.read(answer.event)
      if let event = meaning(of: answer.event, isRepeat: answer.isRepeat, reading) { return event }
    }
    return nil
  }

  private func meaning(
    of event: XKeyEvent, isRepeat: Bool, _ reading: TextInput.Reading
  ) -> InputEvent? {
    guard event.type == CX11.KeyPress, let map = keyboard.map else { return nil }
    let time = UInt32(truncatingIfNeeded: event.time)
    var modifiers = map.modifiers(event.state)
    switch reading {
    case .taken: return .otherKeyPressed(time: time)
    case .text(let text):
      let isControl = text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      let isShortcut = !modifiers.isDisjoint(with: [.control, .alt, .super])
      if !text.isEmpty, !isControl, !isShortcut { return .textEntered(text, time: time) }
    }
    // A sequence that ended without text comes as keycode 0.
    guard event.keycode != 0, let meaning = map.meaning(of: event.keycode, event.state) else {
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

  func record(_ event: XEvent) {
    switch event.type {
    case ButtonPress, ButtonRelease:
      if event.type == ButtonPress, surface.popup == nil { wantFocus() }
      report(button(event.xbutton))
    case MotionNotify: report(motion(event.xmotion))
    case LeaveNotify:
      hasPointer = false
      surface.report(.pointerLeft)
    case FocusIn, FocusOut: recordFocus(event.xfocus)
    case KeymapNotify: keyboard.setHeld(event.xkeymap)
    case MappingNotify: keyboard.mappingChanged(event.xmapping)
    case MapNotify where event.xany.window == surface.identifier: wantFocus()
    default: break
    }
  }

  /// Reports what the user does as an event of the surface that has the input.
  func report(_ event: InputEvent?) {
    if let event { (surface.popup ?? surface).report(event) }
  }

  /// Returns a position in the window as one in the surface that has the input.
  private func position(_ x: Int32, _ y: Int32, onScreen point: (x: Int32, y: Int32)) -> Point {
    guard let place = surface.popup?.rect else { return Point(x: Double(x), y: Double(y)) }
    return Point(x: Double(Int(point.x) - place.x), y: Double(Int(point.y) - place.y))
  }

  private func button(_ event: XButtonEvent) -> InputEvent? {
    let time = UInt32(truncatingIfNeeded: event.time)
    let position = position(event.x, event.y, onScreen: (event.x_root, event.y_root))
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

  private func motion(_ event: XMotionEvent) -> InputEvent? {
    hasPointer = true
    let rootPosition = Point(x: Double(event.x_root), y: Double(event.y_root))
    if drag?.carryOn(to: rootPosition) == true { return nil }
    return .pointerMoved(
      position(event.x, event.y, onScreen: (event.x_root, event.y_root)),
      isDown: event.state & UInt32(Button1Mask) != 0)
  }

  /// Lets the user drag the window, or an edge of it, from a press on.
  ///
  /// From the first few pixels on, motion is not reported. If the window manager moves the window, it
  /// grabs the pointer: `pointerLeft` comes, and a release may not.
  package func beginDrag(_ press: PointerPress, at edge: WindowEdge?) {
    drag = WindowDrag(press, at: edge, of: surface, placement)
  }

  /// Whether the pointer has moved so far from a press that it does not click.
  package func isDrag(from press: PointerPress, to release: PointerPress) -> Bool {
    WindowDrag.begins(press, at: release.rootPosition, scale: surface.connection.scale)
  }

  func endDrag() { drag = nil }

  var isMovingWindow: Bool { drag?.isMoving ?? false }

  private func recordFocus(_ event: XFocusChangeEvent) {
    guard event.mode != NotifyGrab, event.mode != NotifyUngrab, event.detail != NotifyPointer,
      event.detail != NotifyInferior
    else { return }
    let isGained = event.type == FocusIn
    guard isGained != hasFocus else { return }
    hasFocus = isGained
    if textInput.isActive { textInput.setFocus(isGained) }
    surface.report(.focusChanged(isGained))
  }

  /// Requests the focus as of the server's `time`, once it answers, without a window manager.
  func wantFocus(at time: Time = Time(CX11.CurrentTime)) {
    if !hasFocus { wantedFocus = time }
  }

  var deadline: MonotonicTime? { textInput.deadline }

  var needsUpdate: Bool { wantedFocus != nil || drag?.isDue ?? false }

  func refresh() {
    drag?.begin()
    guard let time = wantedFocus else { return }
    wantedFocus = nil
    guard visibility.conditions.isMapped, !hasFocus, !surface.connection.hasWindowManager() else {
      return
    }
    surface.send { XSetInputFocus($0, surface.identifier, Int32(RevertToPointerRoot), time) }
  }
}
