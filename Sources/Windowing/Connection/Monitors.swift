import CX11
package import Geometry

/// The parts of the screen that people take for a screen of its own (RandR 1.5); asking takes round trips.
package struct Monitors {
  private let connection: Connection

  /// The monitors of this connection's screen; asks nothing yet.
  package init(of connection: Connection) {
    self.connection = connection
  }

  /// The one that shows most of `rect`, else the main one; the whole screen where none is known.
  func showing(_ rect: PixelRect) -> PixelRect {
    let all = list()
    let shown = all.map { ($0, $0.intersection(rect)) }.filter { !$0.1.isEmpty }
    return shown.max { $0.1.area < $1.1.area }?.0 ?? all.first ?? screenRect
  }

  /// The rectangles of all monitors, the main one first, or of the screen where none is known; empty where the server does
  /// not answer within so many nanoseconds.
  package func rects(within limit: Int64) -> [PixelRect] {
    guard connection.ping(timeout: limit) else { return [] }
    let all = list()
    return all.isEmpty ? [screenRect] : all
  }

  /// A size of a new window, made no larger than the main monitor.
  ///
  /// Only a size that some monitor may not have is worth the question.
  package func fitted(width: Int, height: Int) -> (width: Int, height: Int) {
    let largest = width <= 1024 && height <= 600 ? screenRect : list().first ?? screenRect
    return (
      min(width, largest.width, connection.screenWidth),
      min(height, largest.height, connection.screenHeight)
    )
  }

  /// The whole screen.
  private var screenRect: PixelRect {
    PixelRect(x: 0, y: 0, width: connection.screenWidth, height: connection.screenHeight)
  }

  /// All of them, the main one first, and the others from the largest on.
  private func list() -> [PixelRect] {
    connection.use { display -> [PixelRect] in
      var (event, error, major, minor): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
      var count: Int32 = 0
      guard XRRQueryExtension(display, &event, &error) != 0,
        XRRQueryVersion(display, &major, &minor) != 0, (major, minor) >= (1, 5),
        let list = XRRGetMonitors(display, connection.root, 1, &count)
      else { return [] }
      defer { XRRFreeMonitors(list) }
      let monitors = UnsafeBufferPointer(start: list, count: Int(max(count, 0))).map { monitor in
        (
          isMain: monitor.primary != 0,
          rect: PixelRect(
            x: Int(monitor.x), y: Int(monitor.y), width: Int(monitor.width),
            height: Int(monitor.height))
        )
      }.filter { !$0.rect.isEmpty }
      return monitors.sorted {
        ($0.isMain ? 1 : 0, $0.rect.area) > ($1.isMain ? 1 : 0, $1.rect.area)
      }
      .map(\.rect)
    } ?? []
  }
}
