package import Files
package import Platform
package import Session
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
  /// The number of the newest change to save.
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

  /// Waits until `deadline` for changes since the last call, so that they need not wait for the next frame. Returns
  /// true if there is anything new to show.
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
