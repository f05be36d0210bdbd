package import Files
import Glibc
import Platform
import Synchronization

/// A small file that is written by a thread of its own, which is there while there is something to write: a disk may take as long
/// as it likes, and no frame is late for it. Of what comes meanwhile, the last is written.
package final class BackgroundFile: Sendable {
  private struct Shared: Sendable {
    var waiting: String?
    var isWriting = false
    /// Why the file does not have the last text.
    var failure: FileError?
    /// Whoever waits for it: nobody but at the end, and so no descriptor is held.
    var waiter: WakeUp?
  }

  private let path: String
  private let shared = Mutex(Shared())

  /// The file at `path`.
  package init(path: String) {
    self.path = path
  }

  /// Has `text` be all that the file holds, as soon as the disk can.
  package func write(_ text: String) {
    let isFirst = shared.withLock { shared in
      defer { shared.isWriting = true }
      (shared.waiting, shared.failure) = (text, nil)
      return !shared.isWriting
    }
    guard isFirst, !BackgroundThread.start({ [self] in run() }) else { return }
    let failure = FileError(path: "a thread to write \(path) with", code: EAGAIN)
    shared.withLock { ($0.waiting, $0.isWriting, $0.failure) = (nil, false, failure) }
  }

  /// Waits until the last text is on the disk, at most until `deadline` (CLOCK_MONOTONIC, nanoseconds); nil where it is, else why
  /// it is not.
  package func wait(until deadline: Int64) -> FileError? {
    let news = WakeUp()
    defer { shared.withLock { $0.waiter = nil } }
    while true {
      let (isWriting, failure) = shared.withLock { shared in
        shared.waiter = news
        return (shared.isWriting, shared.failure)
      }
      if !isWriting { return failure }
      guard let news else { return FileError(path: path, code: EMFILE) }
      if MonotonicClock.now() >= deadline { return FileError(path: path, code: ETIMEDOUT) }
      news.wait(until: deadline)
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

  /// What is to be written next; nil where the thread has nothing more to do.
  private func next() -> String? {
    shared.withLock { shared in
      shared.isWriting = shared.waiting != nil
      return shared.waiting.take()
    }
  }
}
