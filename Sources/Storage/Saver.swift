package import Files
import Glibc
package import Platform
import Synchronization

/// Writes values on a background thread, so that a slow disk delays no frame. Values that wait are merged, and a failed
/// write is retried.
package final class Saver<Value: Sendable>: Sendable {
  struct Progress: Sendable {
    /// The number of the newest value on the disk, with all before it.
    var durable: UInt64 = 0
    /// The last value that was written.
    var written: Value?
    /// The error of later values.
    var failure: FileError?
  }

  private struct Shared: Sendable {
    var hasThread = false
    var waiting: Value?
    /// The number of the newest value.
    var newest: UInt64 = 0
    var progress = Progress()
    var attempts = 0
  }

  private let shared = Mutex(Shared())
  private let workSignal: WakeUp
  private let progressSignal: WakeUp
  private let merge: @Sendable (Value, Value) -> Value
  private let write: @Sendable (Value) throws(FileError) -> Void

  private static var retryInterval: Duration { .seconds(2) }

  /// Creates a saver that passes values to `write` on its thread, which the first one starts; nil if no descriptor is
  /// available. By default, the newest value replaces those that wait.
  package init?(
    merging merge: @escaping @Sendable (_ old: Value, _ new: Value) -> Value = { $1 },
    write: @escaping @Sendable (Value) throws(FileError) -> Void
  ) {
    guard let workSignal = WakeUp(), let progressSignal = WakeUp() else { return nil }
    (self.workSignal, self.progressSignal) = (workSignal, progressSignal)
    (self.merge, self.write) = (merge, write)
  }

  /// Readable when there is progress, until `progress` is called.
  var descriptor: Int32 { progressSignal.descriptor }

  func progress() -> Progress {
    progressSignal.clear()
    return shared.withLock { $0.progress }
  }

  /// Returns the number of this value.
  @discardableResult
  package func submit(_ value: Value) -> UInt64 {
    let number = shared.withLock { shared in
      shared.newest += 1
      shared.waiting = shared.waiting.map { merge($0, value) } ?? value
      if !shared.hasThread {
        shared.hasThread = BackgroundThread.start { [self] in run() }
        if !shared.hasThread {
          shared.progress.failure = FileError(path: "thread for saving", code: EAGAIN)
          progressSignal.signal()
        }
      }
      return shared.newest
    }
    workSignal.signal()
    return number
  }

  /// Waits for progress, or until `deadline`.
  func awaitProgress(until deadline: MonotonicTime) {
    _ = waitFor(progressSignal.descriptor, until: deadline)
  }

  /// Waits until all values are on the disk, or until `deadline`; returns the error, if any.
  package func wait(until deadline: MonotonicTime) -> FileError? {
    // Retry an earlier failure once.
    let before = shared.withLock { $0.attempts }
    workSignal.signal()
    while true {
      let now = shared.withLock { $0 }
      if now.progress.durable >= now.newest { return nil }
      if let failure = now.progress.failure, now.attempts > before { return failure }
      if .now >= deadline { return FileError(path: "the state", code: ETIMEDOUT) }
      progressSignal.wait(until: deadline)
    }
  }

  private func run() {
    var failed: Value?
    while true {
      // After a failure, retry without being woken.
      workSignal.wait(until: failed == nil ? nil : .now + Saver.retryInterval)
      let (waiting, number) = shared.withLock { ($0.waiting.take(), $0.newest) }
      let all = failed.flatMap { old in waiting.map { merge(old, $0) } }
      guard let value = all ?? waiting ?? failed else { continue }
      let failure: FileError?
      do throws(FileError) {
        try write(value)
        failure = nil
      } catch {
        failure = error
      }
      failed = failure == nil ? nil : value
      shared.withLock { shared in
        if failure == nil { (shared.progress.durable, shared.progress.written) = (number, value) }
        shared.progress.failure = failure
        shared.attempts += 1
      }
      progressSignal.signal()
    }
  }
}
