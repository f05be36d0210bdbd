package import Files
package import Session
package import Timekeeping

/// Shows a change only once it is durable.
///
/// Commands change `pending` at once, with the time of their own; `durable` follows when the disk has it.
/// Without a saver, or when the disk fails, it follows at once, and the window says so.
package struct SavedModel {
  package private(set) var pending: Model
  /// The model to be shown.
  package private(set) var durable: Model

  private let saver: Saver?
  private let axis: TimeAxis
  /// Changes that are not on the disk, oldest first.
  private var unsaved: [(sequence: UInt64, model: Model, since: Instant)] = []
  /// The number of the newest change that is to be saved.
  package private(set) var mark: UInt64 = 0
  /// The bytes of `pending` as they were submitted last.
  private var submitted: [UInt8]
  private var failure: FileError?
  /// The newest change that is on the disk.
  private var durableMark: UInt64 = 0
  /// The newest change that was waited for.
  private var awaitedMark: UInt64 = 0

  /// How long the disk may take before the window says so.
  package static let patience = Duration.seconds(1)
  /// The maximum number of changes that are shown one by one; of more, those in between are shown together.
  private static let maxUnsaved = 256

  /// A model whose changes from here on are saved by `saver`, if there is one.
  package init(_ model: Model, on axis: TimeAxis, saver: Saver?) {
    (pending, durable, self.axis, self.saver) = (model, model, axis, saver)
    submitted = model.savedBytes
  }

  /// Readable when there is progress; nil without a saver.
  package var descriptor: Int32? { saver?.descriptor }

  /// Carries `command` out as of `now` and returns what the program has to do besides.
  package mutating func apply(_ command: Command, at now: Instant) -> Effect? {
    change(at: now) { $0.apply(command, at: now) }
  }

  /// Changes the model by something else than a command, as of `now`, and saves it.
  package mutating func change<Result>(at now: Instant, _ change: (inout Model) -> Result) -> Result
  {
    let result = change(&pending)
    if saver != nil { submit(at: now) }
    if unsaved.isEmpty {
      durable = pending
    } else {
      // What is not saved waits with the newest change.
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

  /// Gives the disk until `deadline` (CLOCK_MONOTONIC, nanoseconds) to take what has changed since the last call,
  /// so that it need not wait for the next frame; true if there is anything new to show at `now`.
  package mutating func awaitDisk(until deadline: Int64, at now: Instant) -> Bool {
    guard let newest = unsaved.last?.sequence, newest > awaitedMark else { return false }
    awaitedMark = newest
    saver?.awaitProgress(until: deadline)
    return takeProgress(at: now)
  }

  /// Shows what has reached the disk by `now`; true if that is anything new.
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
    /// It is on the disk, or was not to be saved.
    case kept
    case failed(FileError)
  }

  /// Whether all changes up to `mark` are on the disk.
  package func keeping(of mark: UInt64) -> Keeping {
    guard saver != nil, mark > durableMark else { return .kept }
    return failure.map { .failed($0) } ?? .waiting
  }

  /// When to warn of a slow disk; nil if nothing waits for it, or the warning is shown.
  package var warningTime: Instant? {
    durable.trouble == nil ? unsaved.first?.since.advanced(by: SavedModel.patience) : nil
  }

  /// Shows a warning of a slow disk from `warningTime` on; returns whether it is new.
  package mutating func warn(at now: Instant) -> Bool {
    guard let warningTime, now >= warningTime else { return false }
    _ = durable.apply(.trouble("Waiting for the disk"), at: now)
    return true
  }

  package mutating func expireNotice(at now: Instant) {
    pending.expireNotice(at: now)
    durable.expireNotice(at: now)
  }

  /// Waits until all is on the disk, at most until `deadline` (CLOCK_MONOTONIC, nanoseconds); returns why it is
  /// not. Nothing is changed afterwards.
  package func finish(by deadline: Int64) -> FileError? {
    guard let saver, mark > 0 else { return nil }
    return saver.wait(for: mark, until: deadline)
  }

  /// The same at a regular end: leaves a copy of all that is kept, in case the original gets damaged.
  package func close(by deadline: Int64) -> FileError? {
    if let failure = finish(by: deadline) { return failure }
    if mark > 0 { saver?.close(until: deadline) }
    return nil
  }
}
