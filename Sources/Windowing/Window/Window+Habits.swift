import CX11
package import Geometry
package import Keys

/// How the window stands among the others.
extension Window {
  /// Brings the window to the front and asks for the keys, once the server answers, for a start of the program that the
  /// desktop waits for, if it does.
  package func raise(for startup: StartupNotice? = nil) {
    managed.raise(at: startup?.time ?? 0)
    if let startup, target.isUsable { startup.end(from: identifier, on: connection) }
  }

  /// The same for a key that was pressed while another window had the keys, at the server's time in milliseconds.
  package func raise(at time: UInt32) {
    guard target.isUsable else { return }
    // A window manager that keeps the keys from windows that come by themselves goes by this.
    connection.set(identifier, .netWMUserTime, type: XA_CARDINAL, to: [UInt(time)])
    managed.raise(at: UInt(time))
    input.wantFocus(at: Time(time))
  }

  /// Has these keys come as `globalKeyPressed` wherever the keys go, and no others. What of them cannot be had is told by
  /// `globalKeysFailed`.
  package func setGlobalKeys(_ chords: [Chord]) {
    if target.isUsable { globalKeys.set(chords) }
  }

  /// Where the contents are on the screen, in device pixels, and how the window stands, as far as that has been told; of one
  /// that fills the screen or a side of it, where it goes back to.
  package var toldStanding: (rect: PixelRect, WindowStanding) {
    let conditions = visibility.conditions
    let standing = WindowStanding(
      states: managed.states, desktop: managed.desktop.flatMap { $0 < 1 << 16 ? Int($0) : nil },
      isIconic: (conditions.isIconic || conditions.isHidden) && !managed.isShaded)
    return (managed.isFull ? managed.windowed.rect : placement.rect, standing)
  }

  /// The same as it is now. Nil where the place is not known yet, and the server does not say so at once.
  package func standing() -> (rect: PixelRect, WindowStanding)? {
    // What has been told by now counts, though the turn is not over.
    reader.settle()
    if !visibility.hasBegun {
      guard target.answers() else { return nil }
      placement.locate()
    }
    return toldStanding
  }

  /// Whether somebody may have drawn a frame around the window by which it can be held.
  package var hasFrame: Bool { isDecorated && placement.isReparented }

  /// Has the window manager draw a frame, or none.
  package func setDecorated(_ isDecorated: Bool) {
    self.isDecorated = isDecorated
    target.send { _ in hints.writeDecoration(isDecorated) }
  }

  /// Has a compositor show the window so opaque, 0...1.
  package func setOpacity(_ opacity: Double) {
    target.send { _ in hints.writeOpacity(opacity) }
  }

  /// Lets clicks go through the window to what lies below, or has them again; false where the server cannot, without the
  /// SHAPE extension.
  package func setClickThrough(_ isClickThrough: Bool) -> Bool {
    var isDone = true
    target.send { _ in isDone = region.change { $0.isClickThrough = isClickThrough } }
    return isDone
  }

  /// Has the window take clicks inside of `outline` alone, for a size in device pixels, and where it `isCut` be shown there
  /// alone, too: where no compositor respects that pixels are clear.
  package func setOutline(_ outline: Outline, width: Int, height: Int, isCut: Bool) {
    guard region.differs(outline, width: width, height: height, isCut: isCut) else { return }
    // The frame may be the same as before: nobody else flushes.
    target.send { _ in
      region.change {
        ($0.outline, $0.width, $0.height, $0.isCut) = (outline, width, height, isCut)
      }
    }
  }

  /// Lets the user move the window with the pointer, or an edge of it, from a press on.
  ///
  /// The move begins when the pointer has gone a few pixels; moves of the pointer are then no longer told. A window
  /// manager that can carries it out, and takes the pointer: `pointerLeft` comes, and a release may not. Else the
  /// window follows the pointer until the button goes up.
  package func beginMove(_ press: PointerPress, of edge: WindowEdge? = nil) {
    if target.isUsable, !isFullScreen { input.beginDrag(press, at: edge) }
  }

  /// Shows at the pointer which edge can be taken hold of there, if one can.
  package func showEdge(_ edge: WindowEdge?) {
    if target.isUsable { cursor.show(edge) }
  }

  /// Asks for somebody to look at the window, or takes that back.
  package func setUrgent(_ isUrgent: Bool) {
    guard target.isUsable else { return }
    hints.writeHints(isUrgent: isUrgent)
    managed.set(.demandsAttention, isUrgent)
  }
}
