package import Files
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
  /// Changes that are not on the disk, oldest first.
  private var unsaved: [(sequence: UInt64, model: Model, since: Instant)] = []
  /// The number of the newest change to save.
  package private(set) var mark: UInt64 = 0
  /// The encoding of `pending` when last submitted.
  private var submitted: [UInt8]
  private var failure: FileError?
  private var durableMark: UInt64 = 0
  private var awaitedMark: UInt64 = 0

  /// The disk's response time before a warning.
  package static let patience = Duration.seconds(1)
  /// The limit of changes shown one by one; beyond it, older ones are merged.
  private static let maxUnsaved = 256

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
    if saver != nil { submit(at: now) }
    if unsaved.isEmpty {
      durable = pending
    } else {
      // Changes that are not saved are shown with the newest pending one.
      unsaved[unsaved.count - 1].model = pending
    }
    return result
  }

  private mutating func submit(at now: Instant) {
    let bytes = pending.savedBytes
    guard bytes != submitted else { return }
    submitted = bytes
    mark += 1
    saver?.submit(Batch(sequence: mark, pending, ClockReadings.now(axis)))
    guard failure == nil else { return }
    unsaved.append((mark, pending, now))
    if unsaved.count > SavedModel.maxUnsaved { unsaved.remove(at: unsaved.count - 2) }
  }

  /// Waits until `deadline` (CLOCK_MONOTONIC, nanoseconds) for changes since the last call, so that they need not wait
  /// for the next frame. Returns true if there is anything new to show.
  package mutating func awaitDisk(until deadline: Int64, at now: Instant) -> Bool {
    guard let newest = unsaved.last?.sequence, newest > awaitedMark else { return false }
    awaitedMark = newest
    saver?.awaitProgress(until: deadline)
    return takeProgress(at: now)
  }

  /// Shows changes that have reached the disk; returns true if there are any.
  package mutating func takeProgress(at now: Instant) -> Bool {
    guard let saver else { return false }
    let progress = saver.progress()
    durableMark = progress.durable
    let hadTrouble = failure != nil || durable.trouble != nil
    if let problem = progress.failure {
      guard problem != failure else { return false }
      (failure, unsaved) = (problem, [])
      _ = pending.apply(.trouble("Not saved: \(problem.description)"), at: now)
      durable = pending
      return true
    }
    let isNew = unsaved.first.map { $0.sequence <= durableMark } ?? false
    while let first = unsaved.first, first.sequence <= durableMark {
      durable = first.model
      unsaved.removeFirst()
    }
    guard hadTrouble, durableMark >= mark else { return isNew }
    failure = nil
    _ = pending.apply(.trouble(nil), at: now)
    _ = pending.apply(.announce("Saved"), at: now)
    durable = pending
    return true
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
    durable.trouble == nil ? unsaved.first?.since.advanced(by: SavedModel.patience) : nil
  }

  /// Shows a warning of a slow disk if it is due; returns whether it is new.
  package mutating func warn(at now: Instant) -> Bool {
    guard let warningTime, now >= warningTime else { return false }
    _ = durable.apply(.trouble("Waiting for the disk"), at: now)
    return true
  }

  package mutating func expireNotice(at now: Instant) {
    pending.expireNotice(at: now)
    durable.expireNotice(at: now)
  }

  /// Waits until all changes are on the disk, or until `deadline` (CLOCK_MONOTONIC, nanoseconds); returns the error, if
  /// any. Call it last.
  package func finish(by deadline: Int64) -> FileError? {
    guard let saver, mark > 0 else { return nil }
    return saver.wait(for: mark, until: deadline)
  }

  /// As `finish`, at a regular exit: also makes a backup.
  package func close(by deadline: Int64) -> FileError? {
    if let failure = finish(by: deadline) { return failure }
    if mark > 0 { saver?.close(until: deadline) }
    return nil
  }
}
