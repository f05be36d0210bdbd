package import Files
import Glibc
package import Platform
package import Session
import Synchronization
package import Timekeeping

/// Shows a change only once it is durable.
///
/// Commands change `pending` at once, with their own timestamps; `durable` follows when the change is on the disk.
/// Without a saver, or if the disk fails, it follows at once, and the window shows a warning.
package struct SavedModel {
  package private(set) var pending: Model
  package private(set) var durable: Model

  private let saver: Saver?
  private let axis: TimeAxis
  /// The encoding of `pending` when last submitted.
  private var submitted: [UInt8]
  package private(set) var mark: UInt64 = 0
  private var durableMark: UInt64 = 0
  private var awaitedMark: UInt64 = 0
  /// When the oldest change was made that is not on the disk.
  private var waitingSince: Instant?
  private var failure: FileError?

  /// The disk's response time before a warning.
  package static let patience = Duration.seconds(1)

  package init(_ model: Model, on axis: TimeAxis, saver: Saver?) {
    (pending, durable, self.axis, self.saver) = (model, model, axis, saver)
    submitted = model.savedBytes
  }

  /// Readable when there is progress; nil without a saver.
  package var descriptor: Int32? { saver?.descriptor }

  package mutating func apply(_ command: Command, at now: Instant) -> Effect? {
    change(at: now) { $0.apply(command, at: now) }
  }

  /// Changes the model other than by a command, and saves it.
  package mutating func change<Result>(at now: Instant, _ change: (inout Model) -> Result) -> Result
  {
    let result = change(&pending)
    if let saver {
      let bytes = pending.savedBytes
      if bytes != submitted {
        submitted = bytes
        mark = saver.submit(Batch(pending, .now(axis)))
        if failure == nil, waitingSince == nil { waitingSince = now }
      }
    }
    if waitingSince == nil { durable = pending }
    return result
  }

  /// Saves where the window is. No answer and no frame waits for that.
  package mutating func record(windowPlace place: String) {
    guard let saver, place != pending.windowPlace else { return }
    pending.windowPlace = place
    submitted = pending.savedBytes
    saver.submit(Batch(pending, .now(axis)))
  }

  /// Waits until `deadline` for new changes, so that the next frame shows them; returns whether any came.
  package mutating func awaitDisk(until deadline: MonotonicTime, at now: Instant) -> Bool {
    guard waitingSince != nil, mark > awaitedMark, let descriptor else { return false }
    awaitedMark = mark
    _ = waitFor(descriptor, until: deadline)
    return takeProgress(at: now)
  }

  /// Shows changes that have reached the disk; returns true if there are any.
  package mutating func takeProgress(at now: Instant) -> Bool {
    guard let progress = saver?.progress() else { return false }
    // A saved place changes nothing that is shown.
    let isNew = progress.durable > durableMark && durableMark < mark && failure == nil
    durableMark = progress.durable
    if let problem = progress.failure {
      guard problem != failure else { return false }
      (failure, waitingSince) = (problem, nil)
      _ = pending.apply(.trouble("Not saved: \(problem.description)"), at: now)
      durable = pending
      return true
    }
    guard durableMark >= mark else {
      if isNew, let written = progress.written?.steps.last {
        (durable, waitingSince) = (written.model, now)
      }
      return isNew
    }
    let hadTrouble = failure != nil || durable.trouble != nil
    if hadTrouble {
      _ = pending.apply(.trouble(nil), at: now)
      _ = pending.apply(.announce("Saved"), at: now)
    }
    (failure, waitingSince, durable) = (nil, nil, pending)
    return isNew || hadTrouble
  }

  package enum Keeping: Equatable {
    case waiting
    case kept
    case failed(FileError)
  }

  package func keeping(of mark: UInt64) -> Keeping {
    guard saver != nil, mark > durableMark else { return .kept }
    return failure.map { .failed($0) } ?? .waiting
  }

  /// When to warn of a slow disk; nil if nothing is pending, or the warning is shown.
  package var warningTime: Instant? {
    durable.trouble == nil ? waitingSince.map { $0 + SavedModel.patience } : nil
  }

  package mutating func warn(at now: Instant) -> Bool {
    guard let warningTime, now >= warningTime else { return false }
    _ = durable.apply(.trouble("Waiting for the disk"), at: now)
    return true
  }

  package mutating func expireNotice(at now: Instant) {
    pending.expireNotice(at: now)
    durable.expireNotice(at: now)
  }

  /// Waits until all changes are on the disk, or until `deadline`; returns the error, if any.
  package func finish(by deadline: MonotonicTime) -> FileError? { saver?.wait(until: deadline) }

  /// As `finish`, at a regular exit: also makes a backup.
  package func close(by deadline: MonotonicTime) -> FileError? {
    if let failure = finish(by: deadline) { return failure }
    if mark > 0 {
      saver?.submit(.end)
      _ = saver?.wait(until: deadline)
    }
    return nil
  }
}

/// Writes batches on its own thread, so that a slow disk delays no frame. Merges waiting ones, retries failed ones.
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
