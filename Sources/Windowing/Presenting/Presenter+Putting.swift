import CX11
import Geometry

/// How what was painted is put into the window.
extension Presenter {
  /// Paints `rect` at `offset` bytes into the band and puts what was painted before it.
  func stage(_ rect: PixelRect, at offset: Int, paint: (PixelBuffer) -> Void) {
    flushWaiting(asking: false)
    guard staging.paint(rect, at: offset, by: paint) else { return }
    put(Piece(rect: rect, offset: offset))
  }

  /// Puts what was painted, with the next piece or at the end of the band; what waited goes first.
  func put(_ piece: Piece) {
    flushWaiting(asking: false)
    waiting = piece
  }

  func flushWaiting(asking: Bool) {
    guard let piece = waiting else { return }
    waiting = nil
    let (rect, offset) = (piece.rect, piece.offset)
    let display = connection.display
    let (target, x, y) =
      assembly.map { ($0.pixmap, rect.x - $0.box.x, rect.y - $0.box.y) } ?? (drawable, rect.x, rect.y)
    assembly?.add(rect)
    guard let image = staging.image(of: rect, at: offset) else { return }
    if staging.segment != nil {
      XShmPutImage(
        display, target, gc, image, 0, 0, Int32(x), Int32(y), UInt32(rect.width), UInt32(rect.height),
        asking ? 1 : 0)
    } else {
      XPutImage(
        display, target, gc, image, 0, 0, Int32(x), Int32(y), UInt32(rect.width), UInt32(rect.height))
    }
  }

  func endBand(asking: Bool) {
    // MIT-SHM's completion names the pixmap, which may be gone when it comes.
    let isByCompletion = staging.segment != nil && assembly == nil
    flushWaiting(asking: asking && isByCompletion)
    guard connection.isAlive else { return }
    if asking {
      awaited += 1
      unaskedFrames = 0
      if !isByCompletion { connection.mailbox.sendAcknowledgement(to: drawable, on: connection) }
    }
    XFlush(connection.display)
  }
}
