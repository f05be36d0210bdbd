import CX11
import Geometry

/// What the window manager does for the window, and what the window does itself where there is none.
extension Window {
  /// A move by the pointer that the room carries out itself.
  struct Drag {
    let button: PointerButton
    /// The pointer's place on the screen when the move began.
    let start: Point
    /// The window's place at that time.
    let origin: (x: Int, y: Int)
  }

  /// Takes the window to full screen or back. `fullScreenChanged` follows when it is done.
  public func setFullScreen(_ isFullScreen: Bool) {
    guard isUsable else { return }
    if visibility.isMapped, !connection.windowManagerSupports(.netWMStateFullscreen) {
      fillScreen(isFullScreen)
    } else {
      setStates(.fullScreen, isFullScreen)
    }
  }

  /// Asks the window manager to set or to lift `changed`; before the window is mapped, they are its first states.
  public func setStates(_ changed: WindowStates, _ isSet: Bool) {
    guard isUsable else { return }
    guard visibility.isMapped else {
      if isSet { states.formUnion(changed) } else { states.subtract(changed) }
      writeStates(states)
      return
    }
    let atoms = connection.atoms
    for (state, name) in WindowStates.names where changed.contains(state) {
      // Action 1 adds, 0 removes; source 1 is an ordinary program.
      connection.askWindowManager(.netWMState, about: identifier, (isSet ? 1 : 0, Int(atoms[name]), 0, 1, 0))
    }
    if changed.contains(.sticky), isSet {
      connection.askWindowManager(.netWMDesktop, about: identifier, (0xFFFF_FFFF, 1, 0, 0, 0))
    }
    XFlush(connection.display)
  }

  /// Lets the user move the window with the pointer, from a press on.
  ///
  /// A window manager that can does it, and then takes the pointer: `pointerLeft` comes, a release may not. Else the
  /// window follows the pointer until the button goes up.
  public func beginMove(_ press: PointerPress) {
    guard isUsable, !isFullScreen else { return }
    let display = connection.display
    if connection.windowManagerSupports(.netWMMoveResize) {
      // Our press holds the pointer, and the window manager could not take it.
      XUngrabPointer(display, Time(press.time))
      connection.askWindowManager(
        .netWMMoveResize, about: identifier,
        (Int(press.rootPosition.x), Int(press.rootPosition.y), 8, press.button.rawValue, 1))
      XFlush(display)
      return
    }
    var x: Int32 = 0
    var y: Int32 = 0
    var child: XID = 0
    guard connection.isAlive,
      XTranslateCoordinates(display, identifier, connection.root, 0, 0, &x, &y, &child) != 0
    else { return }
    drag = Drag(button: press.button, start: press.rootPosition, origin: (Int(x), Int(y)))
  }

  /// Moves the window after the pointer, which is at `rootPosition` of the screen.
  func follow(_ drag: Drag, to rootPosition: Point) {
    XMoveWindow(
      connection.display, identifier,
      Int32(clamping: drag.origin.x + Int(rootPosition.x - drag.start.x)),
      Int32(clamping: drag.origin.y + Int(rootPosition.y - drag.start.y)))
  }

  /// Takes the keys where no window manager gives them to anybody.
  func takeFocusIfUnmanaged() {
    guard visibility.isMapped, !hasFocus, !connection.hasWindowManager(), connection.isAlive else { return }
    XSetInputFocus(connection.display, identifier, Int32(RevertToPointerRoot), Time(CX11.CurrentTime))
  }

  /// Says from outside that other windows cover all of this one, where X does not tell (under a compositor).
  public func setCovered(_ isCovered: Bool) {
    changeVisibility { $0.isCovered = isCovered }
  }

  /// Changes a sign of visibility and queues an event where the outcome differs.
  func changeVisibility(_ change: (inout Visibility) -> Void) {
    let before = visibility.isVisible
    change(&visibility)
    if visibility.isVisible != before { queued.append(.visibilityChanged(isVisible: !before)) }
  }

  /// Reads _NET_WM_STATE back and queues what has changed.
  func refreshStates() {
    let atoms = connection.atoms
    let names = connection.items(of: identifier, atoms[.netWMState], type: XA_ATOM)
    changeVisibility { $0.isHidden = names.contains(atoms[.netWMStateHidden]) }
    var fresh: WindowStates = []
    for (state, name) in WindowStates.names where names.contains(atoms[name]) { fresh.insert(state) }
    let wasFullScreen = isFullScreen
    states = fresh
    if isFullScreen != wasFullScreen { queued.append(.fullScreenChanged(isFullScreen)) }
  }

  /// Reads WM_STATE, which says whether the window is an icon.
  func refreshIconicState() {
    let atoms = connection.atoms
    let state = connection.items(of: identifier, atoms[.wmState], type: atoms[.wmState])
    changeVisibility { $0.isIconic = state.first == UInt(IconicState) }
  }

  /// Full screen without a window manager that knows it.
  private func fillScreen(_ isFullScreen: Bool) {
    guard isFullScreen != self.isFullScreen else { return }
    if isFullScreen {
      frameBeforeFullScreen = PixelRect(
        x: position?.x ?? 0, y: position?.y ?? 0, width: width, height: height)
      states.insert(.fullScreen)
      moveResize(PixelRect(x: 0, y: 0, width: connection.screenWidth, height: connection.screenHeight))
      XRaiseWindow(connection.display, identifier)
    } else {
      states.remove(.fullScreen)
      if let frame = frameBeforeFullScreen { moveResize(frame) }
      frameBeforeFullScreen = nil
    }
    queued.append(.fullScreenChanged(isFullScreen))
    XFlush(connection.display)
  }
}
