import Files
import Glibc
import Platform
import Synchronization

/// Writes batches on a background thread, so that a slow disk delays no frame. Batches that wait are merged, and a
/// failed write is retried.
package final class Saver: Sendable {
  struct Progress: Sendable {
    fileprivate var newest: UInt64 = 0
    fileprivate var waiting: Batch?
    fileprivate var attempts = 0
    /// The number of the newest batch on the disk, with all before it.
    var durable: UInt64 = 0
    var written: Batch?
    /// The error of later batches.
    var failure: FileError?
  }

  private let shared = Mutex(Progress())
  private let workSignal: WakeUp
  private let progressSignal: WakeUp
  private let write: @Sendable (Batch) throws(FileError) -> Void

  private static let retryInterval = Duration.seconds(2)

  /// Creates a saver whose thread writes to `store`; nil if no descriptor or thread is available.
  package convenience init?(_ store: StateStore) {
    self.init { batch throws(FileError) in try store.save(batch) }
  }

  init?(_ write: @escaping @Sendable (Batch) throws(FileError) -> Void) {
    guard let workSignal = WakeUp(), let progressSignal = WakeUp() else { return nil }
    (self.workSignal, self.progressSignal, self.write) = (workSignal, progressSignal, write)
    guard BackgroundThread.start({ [self] in run() }) else { return nil }
  }

  /// Readable when there is progress, until `progress` is called.
  var descriptor: Int32 { progressSignal.descriptor }

  func progress() -> Progress {
    progressSignal.clear()
    return shared.withLock { $0 }
  }

  /// Returns the number of this batch.
  @discardableResult
  func submit(_ batch: Batch) -> UInt64 {
    let number = shared.withLock { shared in
      shared.newest += 1
      shared.waiting = shared.waiting?.adding(batch) ?? batch
      return shared.newest
    }
    workSignal.signal()
    return number
  }

  /// Waits until all batches are on the disk, or until `deadline`; returns the error, if any.
  func wait(until deadline: MonotonicTime) -> FileError? {
    // Retry an earlier failure once.
    let before = shared.withLock { $0.attempts }
    workSignal.signal()
    while true {
      let now = shared.withLock { $0 }
      if now.durable >= now.newest { return nil }
      if let failure = now.failure, now.attempts > before { return failure }
      if .now >= deadline { return FileError(path: "the state", code: ETIMEDOUT) }
      progressSignal.wait(until: deadline)
    }
  }

  private func run() {
    var hasFailed = false
    while true {
      // After a failure, retry without being woken.
      workSignal.wait(until: hasFailed ? .now + Saver.retryInterval : nil)
      let (waiting, number) = shared.withLock { ($0.waiting.take(), $0.newest) }
      guard let batch = waiting else { continue }
      let result = Result { () throws(FileError) in try write(batch) }
      hasFailed = shared.withLock { shared in
        shared.attempts += 1
        switch result {
        case .success:
          (shared.durable, shared.written, shared.failure) = (number, batch, nil)
          return false
        case .failure(let error):
          shared.waiting = shared.waiting.map(batch.adding) ?? batch
          shared.failure = error
          return true
        }
      }
      progressSignal.signal()
    }
  }
}
