import Geometry
import Scene
import Windowing

// What the window fills of its box, and the edges by which it is held.

extension WindowController {
  /// Has the picture's alpha say what is clear where a compositor respects that; else the server cuts the window. Of one that
  /// cannot be seen, too: it may be out of sight because it is still cut as it was in another size.
  func fitShape() {
    let showsAlpha = window.isTranslucent && window.isComposited
    if showsAlpha != view.environment.showsAlpha {
      view.environment.showsAlpha = showsAlpha
      window.setBackground(background)
    }
    window.fit(to: view.environment)
  }

  /// The edge of the window that a press at `point` takes hold of, where it has no frame to be held by.
  func edge(at point: Point) -> WindowEdge? {
    guard !window.hasFrame, !window.isFullScreen, !view.takesPress(at: point) else { return nil }
    // The size that the window had when the pointer was there: the picture's may be that before.
    let size = Size(width: Double(window.width), height: Double(window.height))
    return WindowEdge(
      at: point, of: size, outline: view.environment.outline, scale: view.environment.scale)
  }
}
