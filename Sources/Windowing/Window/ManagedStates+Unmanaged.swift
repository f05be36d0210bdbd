import CX11
import Geometry
import Platform

// What a window manager does, where there is none that does it.

extension ManagedStates {
  /// Has the window fill the monitor that shows most of it, or go back.
  func fillMonitor(_ isFullScreen: Bool) {
    guard isFullScreen != self.isFullScreen else { return }
    isFilledByHand = isFullScreen
    if isFullScreen {
      placement.moveResize(Monitors(of: connection).showing(placement.rect))
      connection.use { XRaiseWindow($0, window) }
      keep(states.union(.fullScreen))
    } else {
      placement.moveResize(windowed.rect)
      windowed.settle()
      keep(states.subtracting(.fullScreen))
    }
    connection.flush()
  }

  /// Takes note that the screen, or what shows a part of it, has changed.
  func noteScreen() {
    if isFilledByHand { isMonitorStale = true }
  }

  /// Has the window fill its monitor as that is now.
  func fillMonitorAgain() {
    isMonitorStale = false
    guard isFilledByHand, isFullScreen, !connection.windowManagerSupports(.netWMStateFullscreen)
    else {
      isFilledByHand = false
      return
    }
    let monitor = Monitors(of: connection).showing(placement.rect)
    if connection.isAlive, monitor != placement.rect { placement.moveResize(monitor) }
  }
}
