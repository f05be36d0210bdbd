package import Geometry

/// Where a menu opens on the screen, in device pixels.
package enum MenuPlacement {
  /// How far a menu stays from the edges of a monitor, in user units.
  package static let margin = 4.0

  /// The least that a menu has to show at once to be of use, in user units: eight rows, and the words and the key of one.
  private static let least = Size(width: 260, height: 8 * 24)

  /// Device pixels for a unit of a menu on `monitor`: the window's `scale`, unless hardly anything of it would be seen.
  package static func scale(_ scale: Double, on monitor: PixelRect) -> Double {
    min(
      scale, Double(max(1, monitor.width)) / least.width,
      Double(max(1, monitor.height)) / least.height)
  }

  /// The room that a menu has on `monitor`.
  package static func room(on monitor: PixelRect, scale: Double) -> PixelRect {
    let edge = Int((margin * scale).rounded())
    guard monitor.width > 4 * edge, monitor.height > 4 * edge else { return monitor }
    return PixelRect(
      x: monitor.x + edge, y: monitor.y + edge, width: monitor.width - 2 * edge,
      height: monitor.height - 2 * edge)
  }

  /// The place of a menu of `size` that belongs to the pointer at `point`: with a corner there, to the right and below it
  /// unless there is no room, and within `room` anyway.
  package static func place(_ size: Size, at point: Point, in room: PixelRect) -> PixelRect {
    let (width, height) = (whole(size.width), whole(size.height))
    let (x, y) = (whole(point.x), whole(point.y))
    return PixelRect(
      x: start(x, width, room.x, room.maxX), y: start(y, height, room.y, room.maxY), width: width,
      height: height)
  }

  /// The place of a menu of `size` about `point`, within `room`.
  package static func place(_ size: Size, around point: Point, in room: PixelRect) -> PixelRect {
    let (width, height) = (whole(size.width), whole(size.height))
    let (x, y) = (whole(point.x) - width / 2, whole(point.y) - height / 2)
    return PixelRect(
      x: held(x, width, room.x, room.maxX), y: held(y, height, room.y, room.maxY), width: width,
      height: height)
  }

  /// Where something of this length starts that begins at `point`, or ends there where it would not fit.
  private static func start(_ point: Int, _ length: Int, _ least: Int, _ most: Int) -> Int {
    held(point + length <= most ? point : point - length, length, least, most)
  }

  private static func held(_ start: Int, _ length: Int, _ least: Int, _ most: Int) -> Int {
    max(least, min(start, most - length))
  }

  private static func whole(_ value: Double) -> Int {
    value.isNaN ? 0 : Int(min(max(value, -1_000_000), 1_000_000))
  }
}
