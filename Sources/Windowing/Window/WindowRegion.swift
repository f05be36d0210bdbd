import CX11
import Geometry

/// The parts of a window that are shown and that take clicks (SHAPE extension).
///
/// A pixel is shown or is not. So where a compositor respects the window's alpha, only the clicks
/// follow the outline, and all that is drawn is shown.
final class WindowRegion {
  struct Form: Equatable {
    var outline = Outline.rectangle
    var width = 0
    var height = 0
    /// Whether the server shows nothing outside of the outline.
    var isCut = false
    /// Whether no click at all is taken.
    var isClickThrough = false
  }

  private let connection: Connection
  private let window: XID
  private var form = Form()
  /// Whether the server has the extension; nil until asked.
  private var isSupported: Bool?

  init(connection: Connection, window: XID) {
    (self.connection, self.window) = (connection, window)
  }

  /// Changes the regions; returns false where the server cannot.
  @discardableResult
  func change(_ change: (inout Form) -> Void) -> Bool {
    let old = form
    var new = form
    change(&new)
    if new.outline == .rectangle { (new.width, new.height, new.isCut) = (0, 0, false) }
    guard new != old else { return isSupported ?? true }
    guard findExtension() else { return false }
    form = new
    let rows =
      new.outline == .rectangle ? nil : new.outline.rows(width: new.width, height: new.height)
    write(new.isClickThrough ? [] : rows, as: ShapeInput)
    if new.isCut || old.isCut { write(new.isCut ? rows : nil, as: ShapeBounding) }
    connection.flush()
    return true
  }

  /// Sets the region `kind` to `rows`, or to all of the window.
  private func write(_ rows: [PixelRect]?, as kind: Int32) {
    connection.use { display in
      guard let rows else {
        XShapeCombineMask(display, window, kind, 0, 0, 0, ShapeSet)
        return
      }
      var rectangles = rows.map {
        XRectangle(
          x: Int16(clamping: $0.x), y: Int16(clamping: $0.y), width: UInt16(clamping: $0.width),
          height: UInt16(clamping: $0.height))
      }
      XShapeCombineRectangles(
        display, window, kind, 0, 0, &rectangles, Int32(rectangles.count), ShapeSet, YXBanded)
    }
  }

  private func findExtension() -> Bool {
    if let isSupported { return isSupported }
    isSupported = connection.use { display in
      var (event, error): (Int32, Int32) = (0, 0)
      return XShapeQueryExtension(display, &event, &error) != 0
    }
    return isSupported ?? true
  }
}
