package import Files
import Glibc
import Platform
import Synchronization

/// A small file written by a background thread, so that a slow disk delays no frame. Of several pending texts, the last
/// one is written.
package final class BackgroundFile: Sendable {
  private struct Shared: Sendable {
    var waiting: String?
    var isWriting = false
    var failure: FileError?
    /// Signalled when all is written; created only for `wait`, to save a descriptor.
    var waiter: WakeUp?
  }

  private let path: String
  private let shared = Mutex(Shared())

  package init(path: String) {
    self.path = path
  }

  package func write(_ text: String) {
    let isFirst = shared.withLock { shared in
      defer { shared.isWriting = true }
      (shared.waiting, shared.failure) = (text, nil)
      return !shared.isWriting
    }
    guard isFirst, !BackgroundThread.start({ [self] in run() }) else { return }
    let failure = FileError(path: "thread for writing \(path)", code: EAGAIN)
    shared.withLock { ($0.waiting, $0.isWriting, $0.failure) = (nil, false, failure) }
  }

  /// Waits until the last text is on the disk, or until `deadline` (CLOCK_MONOTONIC, nanoseconds); returns the error,
  /// if any.
  package func wait(until deadline: Int64) -> FileError? {
    let waiter = WakeUp()
    defer { shared.withLock { $0.waiter = nil } }
    while true {
      let (isWriting, failure) = shared.withLock { shared in
        shared.waiter = waiter
        return (shared.isWriting, shared.failure)
      }
      if !isWriting { return failure }
      guard let waiter else { return FileError(path: path, code: EMFILE) }
      if MonotonicClock.now() >= deadline { return FileError(path: path, code: ETIMEDOUT) }
      waiter.wait(until: MonotonicTime(nanoseconds: deadline))
    }
  }

  private func run() {
    while let text = next() {
      var failure: FileError?
      do throws(FileError) {
        try OutputFile(path: path).write(text)
      } catch {
        failure = error
      }
      shared.withLock { $0.failure = failure }
    }
    shared.withLock { $0.waiter }?.signal()
  }

  private func next() -> String? {
    shared.withLock { shared in
      shared.isWriting = shared.waiting != nil
      return shared.waiting.take()
    }
  }
}
