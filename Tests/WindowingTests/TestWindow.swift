import CX11
import Geometry
import Glibc
import Platform

@testable import Windowing

/// A mapped window on a server, with the means to wait for what happens to it.
struct TestWindow {
  /// What a test waited for did not come.
  struct Missing: Error {
    let seen: [InputEvent]
  }

  let connection: Connection
  let window: Windowing.Window

  init(
    on server: XServer, width: Int = 320, height: Int = 200,
    sharesMemory: Bool = true
  )
    throws
  {
    connection = try Connection(displayName: server.display)
    var options = WindowOptions(title: "Test", width: width, height: height)
    options.sharesMemory = sharesMemory
    window = Windowing.Window(connection, options)
    window.setBackground(Color(hex: 0x00FF00))
  }

  /// Maps the window and waits until the server wants it painted.
  func show() throws {
    window.map()
    try wait { event in
      if case .exposed = event { true } else { false }
    }
  }

  /// Waits for an event that `isAwaited`, for 20 s at most; returns all that came up to it.
  @discardableResult
  func wait(for isAwaited: (InputEvent) -> Bool) throws -> [InputEvent] {
    var isFound = false
    return try takeEvents(until: { isFound }, { isFound = isAwaited($0) })
  }

  /// Takes events until `condition` holds, for 20 s at most.
  func waitUntil(_ condition: () -> Bool) throws {
    _ = try takeEvents(until: condition, { _ in })
  }

  private func takeEvents(until condition: () -> Bool, _ body: (InputEvent) -> Void) throws
    -> [InputEvent]
  {
    let deadline = MonotonicTime.now + .seconds(20)
    var seen: [InputEvent] = []
    while !condition() {
      if let event = window.nextEvent() {
        seen.append(event)
        body(event)
      } else if !condition(), !window.hasQueuedEvents {
        let due = min(deadline, window.deadline ?? deadline)
        guard waitFor(connection.fileDescriptor, until: due) || due < deadline else {
          throw Missing(seen: seen)
        }
      }
    }
    return seen
  }

  /// Shows `rects` as one or, where the server is slow, more frames, and waits until all is on the screen.
  func present(_ rects: [PixelRect], _ color: (_ x: Int, _ y: Int) -> UInt32) throws {
    try present(rects) { left in
      window.presenter.present(left) { buffer in
        for y in buffer.rect.y..<buffer.rect.maxY {
          let row = buffer.row(y)
          for x in 0..<buffer.rect.width { row[x] = color(buffer.rect.x + x, y) }
        }
      }
    }
  }

  /// The same painted by `paint`.
  func present(_ rects: [PixelRect], paint: (PixelBuffer) -> Void) throws {
    try present(rects) { window.presenter.present($0, paint: paint) }
  }

  /// Calls `send` with what is left of `rects` until all is on the screen.
  private func present(_ rects: [PixelRect], by send: ([PixelRect]) -> [PixelRect]) throws {
    var left = rects
    repeat {
      left = send(left)
      window.presenter.requestAcknowledgement()
      try waitUntil { window.presenter.canBeginFrame }
    } while !left.isEmpty
  }

  /// The pixels of `rect` as the server has them, row by row.
  func pixels(_ rect: PixelRect) throws -> [UInt32] {
    guard
      let image = XGetImage(
        connection.display, window.identifier, Int32(rect.x), Int32(rect.y),
        UInt32(rect.width),
        UInt32(rect.height), .max, ZPixmap)
    else { throw Missing(seen: []) }
    defer { _ = image.pointee.f.destroy_image?(image) }
    var pixels: [UInt32] = []
    for y in 0..<rect.height {
      for x in 0..<rect.width {
        pixels.append(
          UInt32(truncatingIfNeeded: image.pointee.f.get_pixel?(image, Int32(x), Int32(y)) ?? 0))
      }
    }
    return pixels
  }
}

extension Windowing.Window {
  /// The next event of a turn of its own.
  func nextEvent() -> InputEvent? { nextEvent(in: Turn())?.event }
}
