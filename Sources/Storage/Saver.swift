package import Files
import Glibc
import Platform
import Session
import Synchronization

/// Saves each change of a model on a background thread, so that a slow disk delays no frame.
package final class Saver: Sendable {
  package struct Progress: Equatable, Sendable {
    /// The newest change on the disk, with all before it.
    package var durable: UInt64 = 0
    /// The error of later changes; they are retried.
    package var failure: FileError?
  }

  private struct Shared: Sendable {
    var store: StateStore?
    var waiting: Batch?
    var progress = Progress()
    var attempts = 0
    var isEnding = false
    var isClosed = false
  }

  private let shared: Mutex<Shared>
  private let workSignal: WakeUp
  private let progressSignal: WakeUp

  /// In nanoseconds.
  private static let retryInterval: Int64 = 2_000_000_000

  /// Takes over `store`; nil if no descriptor is available. The first change starts the thread.
  package init?(_ store: StateStore) {
    guard let workSignal = WakeUp(), let progressSignal = WakeUp() else { return nil }
    (self.workSignal, self.progressSignal) = (workSignal, progressSignal)
    shared = Mutex(Shared(store: store))
  }

  /// Readable when there is progress, until `progress` is called.
  package var descriptor: Int32 { progressSignal.descriptor }

  package func progress() -> Progress {
    progressSignal.clear()
    return shared.withLock { $0.progress }
  }

  func submit(_ batch: Batch) {
    shared.withLock { shared in
      if shared.waiting == nil { shared.waiting = batch } else { shared.waiting?.add(batch) }
      guard let store = shared.store else { return }
      if BackgroundThread.start({ [self] in run(store) }) {
        shared.store = nil
      } else {
        shared.progress.failure = FileError(path: "thread for saving", code: EAGAIN)
        progressSignal.signal()
      }
    }
    workSignal.signal()
  }

  /// Waits for progress, or until `deadline` (CLOCK_MONOTONIC, nanoseconds).
  func awaitProgress(until deadline: Int64) {
    _ = waitFor(progressSignal.descriptor, until: MonotonicTime(nanoseconds: deadline))
  }

  /// Waits until change `sequence` is on the disk, or until `deadline` (CLOCK_MONOTONIC, nanoseconds); returns the
  /// error, if any.
  func wait(for sequence: UInt64, until deadline: Int64) -> FileError? {
    // Retry an earlier failure once.
    let before = shared.withLock { $0.attempts }
    workSignal.signal()
    while true {
      let (progress, attempts) = shared.withLock { ($0.progress, $0.attempts) }
      if progress.durable >= sequence { return nil }
      if let failure = progress.failure, attempts > before { return failure }
      if MonotonicClock.now() >= deadline { return FileError(path: "the state", code: ETIMEDOUT) }
      progressSignal.wait(until: MonotonicTime(nanoseconds: deadline))
    }
  }

  /// Closes the store once all changes are on the disk; waits until `deadline` (CLOCK_MONOTONIC, nanoseconds).
  func close(until deadline: Int64) {
    let hasThread = shared.withLock { shared in
      shared.isEnding = true
      return shared.store == nil
    }
    workSignal.signal()
    while hasThread, !shared.withLock({ $0.isClosed }), MonotonicClock.now() < deadline {
      progressSignal.wait(until: MonotonicTime(nanoseconds: deadline))
    }
  }

  private func run(_ store: StateStore) {
    var batch: Batch?
    while true {
      // After a failure, retry without being woken.
      workSignal.wait(until: batch == nil ? nil : .now + .nanoseconds(Saver.retryInterval))
      if let more = shared.withLock({ $0.waiting.take() }) {
        if batch == nil { batch = more } else { batch?.add(more) }
      }
      guard let current = batch else {
        guard shared.withLock({ $0.isEnding }) else { continue }
        store.close()
        shared.withLock { $0.isClosed = true }
        return progressSignal.signal()
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
      progressSignal.signal()
    }
  }
}
