import Bytes
package import Files
package import Session
package import Timekeeping

/// A model of which nothing is shown as done before it is on the disk.
///
/// Commands change `current` at once, with the time of their own. What the window shows is `shown`, which follows when
/// the disk has it. Where nothing is kept, or the disk fails, it follows at once, and the person is told.
package struct SavedModel {
  /// The model with all that was done.
  package private(set) var pending: Model
  /// As much of it as is to be shown.
  package private(set) var durable: Model

  private let saver: Saver?
  private let axis: TimeAxis
  /// What was changed and is not on the disk, oldest first.
  private var unsaved: [(sequence: UInt64, model: Model, since: Instant)] = []
  private var sequence: UInt64 = 0
  /// What was written last, but for the clocks.
  private var written: [UInt8]
  private var failure: FileError?
  /// The newest change that is on the disk.
  private var durableSequence: UInt64 = 0
  /// The newest change that was waited for.
  private var awaited: UInt64 = 0

  /// How long the disk may take before the person is told.
  package static let patience = Duration.seconds(1)
  /// How many changes are kept apart; of more, those in between are shown together.
  private static let maxUnsaved = 256

  /// A model that `saver` keeps from here on, if there is one; what it is now is on the disk, or not worth it.
  package init(_ model: Model, on axis: TimeAxis, saver: Saver?) {
    (pending, durable, self.axis, self.saver) = (model, model, axis, saver)
    written = SavedModel.bytes(model)
  }

  /// Can be read when the disk has got on; nil where nothing is kept.
  package var descriptor: Int32? { saver?.descriptor }

  /// Carries `command` out as of `now` and returns what the program itself has to do besides, if anything.
  package mutating func apply(_ command: Command, at now: Instant) -> Effect? {
    change(at: now) { $0.apply(command, at: now) }
  }

  /// Changes the model by something else than a command, as of `now`, and keeps what has changed.
  package mutating func change<Result>(at now: Instant, _ change: (inout Model) -> Result) -> Result
  {
    let result = change(&pending)
    if saver != nil { keep(at: now) }
    if unsaved.isEmpty {
      durable = pending
    } else {
      // What only the window shows waits with the newest change.
      unsaved[unsaved.count - 1].model = pending
    }
    return result
  }

  private mutating func keep(at now: Instant) {
    let bytes = SavedModel.bytes(pending)
    guard bytes != written else { return }
    written = bytes
    sequence += 1
    saver?.submit(Batch(sequence: sequence, pending, ClockReadings.now(axis)))
    guard failure == nil else { return }
    unsaved.append((sequence, pending, now))
    if unsaved.count > SavedModel.maxUnsaved { unsaved.remove(at: unsaved.count - 2) }
  }

  /// Gives the disk until `deadline` (CLOCK_MONOTONIC, nanoseconds) to take what has changed since the last call, so that
  /// it need not wait for the next frame; true where there is anything new to show at `now`.
  package mutating func awaitDisk(until deadline: Int64, at now: Instant) -> Bool {
    guard let newest = unsaved.last?.sequence, newest > awaited else { return false }
    awaited = newest
    saver?.awaitProgress(until: deadline)
    return takeProgress(at: now)
  }

  /// Shows what has reached the disk by `now`; true where that is anything new.
  package mutating func takeProgress(at now: Instant) -> Bool {
    guard let saver else { return false }
    let progress = saver.progress()
    durableSequence = progress.durable
    let hadTrouble = failure != nil || durable.trouble != nil
    if let problem = progress.failure {
      guard problem != failure else { return false }
      failure = problem
      unsaved = []
      _ = pending.apply(.trouble("Not saved: \(problem.description)"), at: now)
      durable = pending
      return true
    }
    let isNew = unsaved.first.map { $0.sequence <= progress.durable } ?? false
    while let first = unsaved.first, first.sequence <= progress.durable {
      durable = first.model
      unsaved.removeFirst()
    }
    guard hadTrouble, progress.durable >= sequence else { return isNew }
    failure = nil
    _ = pending.apply(.trouble(nil), at: now)
    _ = pending.apply(.announce("Saved"), at: now)
    durable = pending
    return true
  }

  /// A number that grows with each change that is to be kept: that of the newest.
  package var mark: UInt64 { sequence }

  /// What has become of a change.
  package enum Keeping: Equatable {
    case waiting
    /// It is on the disk, or was not to be kept.
    case kept
    case failed(FileError)
  }

  /// What has become of all changes up to `mark`.
  package func keeping(of mark: UInt64) -> Keeping {
    guard saver != nil, mark > durableSequence else { return .kept }
    return failure.map { .failed($0) } ?? .waiting
  }

  /// When there will be something to tell of a disk that takes long; nil where nothing waits for it, or it is told.
  package var warningTime: Instant? {
    durable.trouble == nil ? unsaved.first?.since.advanced(by: SavedModel.patience) : nil
  }

  /// Tells at `now` that the disk takes long, where it does; true where it is told for the first time.
  package mutating func warn(at now: Instant) -> Bool {
    guard let warningTime, now >= warningTime else { return false }
    _ = durable.apply(.trouble("Waiting for the disk"), at: now)
    return true
  }

  /// Drops a notice whose time is over at `now`.
  package mutating func expireNotice(at now: Instant) {
    pending.expireNotice(at: now)
    durable.expireNotice(at: now)
  }

  /// Waits until all is on the disk, at most until `deadline` (CLOCK_MONOTONIC, nanoseconds); what is left is named by its
  /// error. Nothing is changed afterwards.
  package func finish(by deadline: Int64) -> FileError? {
    guard let saver, sequence > 0 else { return nil }
    return saver.wait(for: sequence, until: deadline)
  }

  /// The same at a regular end: leaves a copy of all that is kept, for the case that the original gets damaged.
  package func close(by deadline: Int64) -> FileError? {
    if let failure = finish(by: deadline) { return failure }
    if sequence > 0 { saver?.close(until: deadline) }
    return nil
  }

  private static func bytes(_ model: Model) -> [UInt8] {
    var writer = ByteWriter()
    model.write(to: &writer)
    return writer.bytes
  }
}
