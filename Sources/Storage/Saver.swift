package import Files
import Glibc
import Platform
import Session
import Synchronization

/// Saves a model whenever it changes, on a thread of its own, so that a slow disk makes no frame late.
package final class Saver: Sendable {
  package struct Progress: Equatable, Sendable {
    /// The newest change that is on the disk, with all before it.
    package var durable: UInt64 = 0
    /// Why later changes are not; they are tried again.
    package var failure: FileError?
  }

  private struct Shared: Sendable {
    /// Nil once the thread has it.
    var store: StateStore?
    var waiting: Batch?
    var progress = Progress()
    var attempts = 0
    var isEnding = false
    var isClosed = false
  }

  private let shared: Mutex<Shared>
  private let work: WakeUp
  private let news: WakeUp

  /// The time between attempts after a failure, in nanoseconds.
  private static let pause: Int64 = 2_000_000_000

  /// Takes over `store`; nil if the system has no descriptor left. The first change starts the thread.
  package init?(_ store: StateStore) {
    guard let work = WakeUp(), let news = WakeUp() else { return nil }
    (self.work, self.news) = (work, news)
    shared = Mutex(Shared(store: store))
  }

  /// Readable when there is progress, until `progress` is called.
  package var descriptor: Int32 { news.descriptor }

  package func progress() -> Progress {
    news.clear()
    return shared.withLock { $0.progress }
  }

  func submit(_ batch: Batch) {
    shared.withLock { shared in
      if shared.waiting == nil { shared.waiting = batch } else { shared.waiting?.add(batch) }
      guard let store = shared.store else { return }
      if BackgroundThread.start({ [self] in run(store) }) {
        shared.store = nil
      } else {
        shared.progress.failure = FileError(path: "a thread to save with", code: EAGAIN)
        news.signal()
      }
    }
    work.signal()
  }

  /// Waits until there is progress, at most until `deadline` (CLOCK_MONOTONIC, nanoseconds).
  func awaitProgress(until deadline: Int64) {
    _ = waitFor(news.descriptor, until: MonotonicTime(nanoseconds: deadline))
  }

  /// Waits until the change `sequence` is on the disk, at most until `deadline` (CLOCK_MONOTONIC, nanoseconds); nil where
  /// it is, else why not.
  func wait(for sequence: UInt64, until deadline: Int64) -> FileError? {
    // What has failed before is tried once more.
    let before = shared.withLock { $0.attempts }
    work.signal()
    while true {
      let (progress, attempts) = shared.withLock { ($0.progress, $0.attempts) }
      if progress.durable >= sequence { return nil }
      if let failure = progress.failure, attempts > before { return failure }
      if MonotonicClock.now() >= deadline { return FileError(path: "the state", code: ETIMEDOUT) }
      news.wait(until: MonotonicTime(nanoseconds: deadline))
    }
  }

  /// Closes the store after all that was submitted is on the disk; waits for it until `deadline` (CLOCK_MONOTONIC, nanoseconds).
  func close(until deadline: Int64) {
    let hasThread = shared.withLock { shared in
      shared.isEnding = true
      return shared.store == nil
    }
    work.signal()
    while hasThread, !shared.withLock({ $0.isClosed }), MonotonicClock.now() < deadline {
      news.wait(until: MonotonicTime(nanoseconds: deadline))
    }
  }

  private func run(_ store: StateStore) {
    var batch: Batch?
    while true {
      // While something has failed, it is tried again by itself.
      work.wait(until: batch == nil ? nil : .now + .nanoseconds(Saver.pause))
      if let more = shared.withLock({ $0.waiting.take() }) {
        if batch == nil { batch = more } else { batch?.add(more) }
      }
      guard let current = batch else {
        guard shared.withLock({ $0.isEnding }) else { continue }
        store.close()
        shared.withLock { $0.isClosed = true }
        return news.signal()
      }
      let failure: FileError?
      do throws(FileError) {
        try store.save(current)
        failure = nil
      } catch {
        failure = error
      }
      batch = failure == nil ? nil : current
      shared.withLock { shared in
        if failure == nil { shared.progress.durable = current.sequence }
        shared.progress.failure = failure
        shared.attempts += 1
      }
      news.signal()
    }
  }
}
