import CX11
import Geometry

/// What the window manager does for the window, and what the window does itself where there is none.
extension Window {
  /// A press of a button that moves the window once the pointer has gone a few pixels.
  struct Drag {
    /// Who moves the window.
    enum Stage {
      /// Nobody yet: the pointer has hardly moved, and it may become a click.
      case armed
      /// The window manager.
      case handedOver
      /// The room, from this place of the window on.
      case following(x: Int, y: Int)
    }

    let press: PointerPress
    var stage = Stage.armed
  }

  /// How far the pointer goes before a press becomes a move, in user units.
  static let moveThreshold = 3.0

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
  /// The move begins when the pointer has gone a few pixels; moves of the pointer are then no longer told. A window
  /// manager that can carries it out, and takes the pointer: `pointerLeft` comes, and a release may not. Else the
  /// window follows the pointer until the button goes up.
  public func beginMove(_ press: PointerPress) {
    guard isUsable, !isFullScreen else { return }
    drag = Drag(press: press)
  }

  /// Carries a drag on to `rootPosition` of the screen; false while it may still become a click.
  func carryOn(_ drag: Drag, to rootPosition: Point) -> Bool {
    let press = drag.press
    let dx = rootPosition.x - press.rootPosition.x
    let dy = rootPosition.y - press.rootPosition.y
    switch drag.stage {
    case .armed:
      let threshold = Window.moveThreshold * connection.scale
      guard dx * dx + dy * dy > threshold * threshold else { return false }
      self.drag?.stage = startMove(press) ?? .armed
    case .handedOver: break
    case .following(let x, let y):
      XMoveWindow(
        connection.display, identifier, Int32(clamping: x + Int(dx)), Int32(clamping: y + Int(dy)))
    }
    return true
  }

  /// Ends a drag with the release of its button.
  func endDrag(_ release: PointerPress) {
    guard let drag, drag.press.button == release.button else { return }
    self.drag = nil
    // The button went up before the window manager had the pointer: it would wait for that for ever.
    if case .handedOver = drag.stage { sendMoveRequest(release, direction: 11) }
  }

  private func startMove(_ press: PointerPress) -> Drag.Stage? {
    if connection.windowManagerSupports(.netWMMoveResize) {
      // Our press holds the pointer, and the window manager could not take it.
      XUngrabPointer(connection.display, Time(press.time))
      sendMoveRequest(press, direction: 8)
      return .handedOver
    }
    var x: Int32 = 0
    var y: Int32 = 0
    var child: XID = 0
    guard connection.isAlive,
      XTranslateCoordinates(connection.display, identifier, connection.root, 0, 0, &x, &y, &child) != 0
    else { return nil }
    return .following(x: Int(x), y: Int(y))
  }

  /// Direction 8 asks for a move, 11 takes the wish back.
  private func sendMoveRequest(_ press: PointerPress, direction: Int) {
    guard connection.isAlive else { return }
    connection.askWindowManager(
      .netWMMoveResize, about: identifier,
      (Int(press.rootPosition.x), Int(press.rootPosition.y), direction, press.button.rawValue, 1))
    XFlush(connection.display)
  }

  /// Takes the keys where no window manager gives them to anybody.
  func takeFocusIfUnmanaged() {
    guard visibility.isMapped, !hasFocus, !connection.hasWindowManager(), connection.isAlive else { return }
    XSetInputFocus(connection.display, identifier, Int32(RevertToPointerRoot), Time(CX11.CurrentTime))
    XFlush(connection.display)
  }

  /// Looks around: for frames and windows above, a compositor, the displays and what darkens them.
  ///
  /// Only once a second frame is on the screen and nobody waits for us: it takes some round trips, and only motion
  /// needs to know.
  func beginWatching() {
    guard !isWatching, presenter.frameCount > 1, isUsable else { return }
    isWatching = true
    refreshAncestors()
    cover.refreshCompositor()
    if cover.isComposited { queued.append(.compositingChanged(true)) }
    blank.begin()
    blankChanged()
    refresh.begin()
    // A window manager need not have told the place yet.
    var (x, y): (Int32, Int32) = (0, 0)
    var child: XID = 0
    if isUsable,
      XTranslateCoordinates(connection.display, identifier, connection.root, 0, 0, &x, &y, &child) != 0
    {
      position = (Int(x), Int(y))
    }
    updateRefreshRate()
    askServerTime()
  }

  /// Finds the windows around this one again.
  func refreshAncestors() {
    guard isWatching, isUsable else { return }
    ancestors.refresh()
    cover.setTopLevel(ancestors.topLevel)
    changeVisibility { $0.isUnviewable = ancestors.isUnviewable }
  }

  /// Finds the display under the window's middle and queues an event where its rate is another than before.
  func updateRefreshRate() {
    guard isWatching, let position else { return }
    let rate = refresh.rate(atX: position.x + width / 2, y: position.y + height / 2)
    guard rate != refreshRate else { return }
    refreshRate = rate
    queued.append(.refreshRateChanged(rate))
  }

  /// Takes over what hides the whole screen.
  func blankChanged() {
    changeVisibility { visibility in
      visibility.isBlanked = blank.isBlanked
      visibility.isAway = blank.isAway
    }
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
