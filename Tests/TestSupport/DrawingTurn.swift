import Glibc

/// A turn of one test to draw text, taken when it is made and given back when it goes.
///
/// Tests run in parallel, but Pango uses cairo's font faces without cairo's lock on them
/// (`cairo_ft_scaled_font_lock_face`): two that draw at a time may see each other's sizes, or crash in
/// FreeType.
package final class DrawingTurn: Sendable {
  // A semaphore, as a test may end on another thread than it began on.
  private nonisolated(unsafe) static let semaphore = {
    let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
    sem_init(semaphore, 0, 1)
    return semaphore
  }()

  package init() { while sem_wait(DrawingTurn.semaphore) != 0 {} }
  deinit { sem_post(DrawingTurn.semaphore) }
}
