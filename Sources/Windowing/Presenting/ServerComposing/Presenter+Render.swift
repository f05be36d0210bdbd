package import Geometry
package import RenderSteps

/// Frames that are composed where they are shown.
extension Presenter {
  /// Shows the rectangles of the source's current frame, composed in the server where that is the way, else painted
  /// and sent; returns those that could not be sent.
  ///
  /// As `present(_:paint:)`: never waits, but for the room for more than the connection takes at once, such as the
  /// pictures of a first frame; for that 0.1 s at most. What has arrived by then is kept, and the rest follows when
  /// the frame is tried again.
  package func present(_ rects: [PixelRect], from source: some FrameSource) -> [PixelRect] {
    guard let composer else { return present(rects) { source.paint(into: $0) } }
    guard canBeginFrame else { return rects }
    composer.plan(rects, from: source)
    var band = Band(start: staging.used)
    func take(_ least: Int, _ most: Int) -> Int? {
      guard let room = room(for: least, in: &band) else { return nil }
      let granted = max(least, min(room, most, Presenter.uploadPiece))
      staging.used += granted
      return granted
    }
    let size = composer.frameBytes
    var unsent: [PixelRect] = []
    if composer.load(from: source, room: take), take(size, size) != nil {
      composer.draw()
      if !composer.isEmpty { band.isBegun = true }
    } else {
      unsent = composer.composed
      band.isBegun = true
    }
    // What was put goes straight to the window, and the rest of it is put with the next frame.
    unsent += send(composer.unkept, in: &band) { source.paint(into: $0) }
    finish(band)
    return unsent
  }

  /// The most that one request of pixels carries, so that pictures leave room for what follows.
  private static let uploadPiece = 64 << 10
}
