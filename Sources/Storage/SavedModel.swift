package import Files
import Glibc
package import Platform
package import Session
package import Timekeeping
package import Wording

/// What becomes of changes. Every answer, notice, status field and exit code follows from it.
package enum SavingState: Equatable, Sendable {
  /// Nothing is kept (`--no-state`).
  case off
  case saving
  /// Changes stay in memory; they are saved once the reason is gone, which is tried again by itself.
  case notYet(FileError)
  /// Changes go into a new file, as another program changed the old one, which has this name now.
  case renewed(aside: String)

  /// What is wrong, for standard error and the window; nil if all is saved.
  package var problem: Phrase? {
    switch self {
    case .off, .saving: nil
    case .notYet(let failure): mark("Not saving: {0}", failure.phrase)
    case .renewed(let aside): mark("Saving into a new file; the old one is {0}", aside)
    }
  }
}

/// Shows a change only once it is durable.
///
/// Commands change `pending` at once, with their own timestamps; `shown` follows when the change is on the disk. If
/// the disk fails, or without a saver, it follows at once, and the window shows a warning.
package struct SavedModel {
  package private(set) var pending: Model
  package private(set) var shown: Model

  private let saver: Saver?
  private let axis: TimeAxis
  /// Applies the settings of this run to a model that was loaded.
  private let prepare: (inout Model) -> Void
  /// The state on the disk that the model continues.
  private var basis = 0
  /// Whether the model was changed since this process made it.
  private var isTouched = false
  /// The encoding of `pending` when last submitted.
  private var submitted: [UInt8]
  /// The number of the newest change or check given to the disk, which handles them in order; a place is no change.
  package private(set) var newestChange: UInt64 = 0
  private var durableChange: UInt64 = 0
  private var awaitedChange: UInt64 = 0
  /// When the oldest change was made that is not on the disk.
  private var waitingSince: Instant?
  private var failure: FileError?
  private var aside: String?
  /// The stopwatch's session in a state that is about to be set aside.
  private var setAside: Int64?

  /// The disk's response time before a warning.
  package static let patience = Duration.seconds(1)

  /// Starts with the state that `saver` has found, if it has; one that it finds later is taken over then, unless there
  /// were changes. Without a saver nothing is kept, for that reason if there is one.
  package init(
    _ model: Model = Model(), on axis: TimeAxis, saver: Saver?, failure: FileError? = nil,
    at now: Instant = .zero, prepare: @escaping (inout Model) -> Void = { _ in }
  ) {
    let progress = saver?.progress()
    let found = progress?.found
    let model = found?.restored.model ?? model
    (pending, shown, self.axis, self.saver, self.prepare) = (model, model, axis, saver, prepare)
    submitted = model.savedBytes
    basis = found?.number ?? 0
    self.failure = failure ?? progress?.failure
    prepare(&pending)
    if pending.savedBytes != submitted, self.saver != nil { submit() }
    if let notice = found?.restored.notice {
      _ = pending.apply(.announce(notice, for: Notice.problemLifetime), at: now)
    }
    if let failure = self.failure {
      _ = pending.apply(.trouble(SavingState.notYet(failure).problem), at: now)
    } else if progress?.isOpen == false {
      _ = pending.apply(.trouble(mark("Not saving: the disk does not answer")), at: now)
    }
    shown = pending
  }

  package var state: SavingState {
    if let failure { return .notYet(failure) }
    if saver == nil { return .off }
    return aside.map { .renewed(aside: $0) } ?? .saving
  }

  private mutating func submit() {
    submitted = pending.savedBytes
    if let saver { newestChange = saver.submit(Batch(pending, .now(axis), on: basis)) }
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
    if saver != nil, pending.savedBytes != submitted {
      isTouched = true
      submit()
      if failure == nil, waitingSince == nil { waitingSince = now }
    }
    if waitingSince == nil { shown = pending }
    return result
  }

  /// Saves where the window is. No answer and no frame waits for that.
  package mutating func record(windowPlace place: String) {
    guard let saver, place != pending.windowPlace else { return }
    pending.windowPlace = place
    submitted = pending.savedBytes
    saver.submit(Batch(pending, .now(axis), on: basis))
  }

  /// Waits until `deadline` for new changes, so that the next frame shows them; returns whether any came.
  package mutating func awaitDisk(until deadline: MonotonicTime, at now: Instant) -> Bool {
    guard waitingSince != nil, newestChange > awaitedChange, let descriptor else { return false }
    awaitedChange = newestChange
    _ = waitFor(descriptor, until: deadline)
    return takeProgress(at: now)
  }

  /// Shows changes that have reached the disk; returns true if there are any.
  package mutating func takeProgress(at now: Instant) -> Bool {
    guard let progress = saver?.progress() else { return false }
    let before = (trouble: shown.trouble, aside: aside)
    var hasNews = false
    if let found = progress.found, found.number != basis {
      take(found, at: now)
      hasNews = true
    }
    aside = progress.aside
    if let aside, aside != before.aside, let problem = SavingState.renewed(aside: aside).problem {
      let notice = setAside.map {
        mark(
          "Saving into a new file; the old one is {0}, its stopwatch is session {1} of segclock history",
          aside, Int($0))
      }
      setAside = nil
      _ = pending.apply(.announce(notice ?? problem, for: Notice.problemLifetime), at: now)
      hasNews = true
    }
    // A saved place changes nothing that is shown.
    let isNew = progress.durable > durableChange && durableChange < newestChange && failure == nil
    durableChange = progress.durable
    if let problem = progress.failure {
      guard problem != failure || hasNews else { return false }
      (failure, waitingSince) = (problem, nil)
      _ = pending.apply(.trouble(SavingState.notYet(problem).problem), at: now)
      shown = pending
      return true
    }
    guard progress.isOpen, durableChange >= newestChange else {
      if isNew, let written = progress.written?.steps.last {
        (shown, waitingSince) = (written.model, now)
      }
      return isNew || hasNews
    }
    let hadTrouble = failure != nil || pending.trouble != nil || shown.trouble != nil
    if hadTrouble {
      _ = pending.apply(.trouble(nil), at: now)
      if !hasNews { _ = pending.apply(.announce(mark("Saved")), at: now) }
    }
    (failure, waitingSince, shown) = (nil, nil, pending)
    return isNew || hadTrouble || hasNews
  }

  /// Takes over a state that was found after the start. If there were changes by then, they stay; the state found becomes
  /// past sessions, and its file is set aside.
  private mutating func take(_ found: Found, at now: Instant) {
    guard let saver else { return }
    basis = found.number
    if let model = found.restored.model {
      if isTouched {
        saver.replace(basis, newestSession: model.session.newest)
        pending.renumberSessions(after: model.session.newest)
        setAside = model.session.number
      } else {
        let (theme, trouble) = (pending.desktopTheme, pending.trouble?.phrase)
        pending = model
        pending.desktopTheme = theme
        prepare(&pending)
        _ = pending.apply(.trouble(trouble), at: now)
        submitted = model.savedBytes
        saver.discard()
        (waitingSince, shown) = (nil, pending)
      }
    }
    if isTouched || pending.savedBytes != submitted || found.restored.model == nil { submit() }
    if let notice = found.restored.notice {
      _ = pending.apply(.announce(notice, for: Notice.problemLifetime), at: now)
    }
  }

  /// Has the disk checked, as nothing new is saved: the check counts as a change, which is kept once all before it are there.
  package mutating func verify() {
    guard let saver, state != .off, durableChange >= newestChange else { return }
    newestChange = saver.submit(.check)
  }

  package enum Keeping: Equatable {
    case waiting
    case kept
    case failed(FileError)
  }

  package func keeping(of change: UInt64) -> Keeping {
    switch state {
    case .off: .kept
    case .notYet(let failure) where saver == nil || change > durableChange: .failed(failure)
    default: change > durableChange ? .waiting : .kept
    }
  }

  /// Asks for the past session `number`, which `takeSession` returns once the disk has answered.
  package func requestSession(_ number: Int64) { saver?.request(number) }

  package func takeSession() -> (number: Int64, result: Result<RecordedSession?, FileError>)? {
    saver?.takeSession()
  }

  package var hasDisk: Bool { saver != nil }

  /// Asks for the rows of these days, which `takeDays` returns once the disk has answered.
  package func requestDays(_ query: DayQuery) { saver?.request(query) }

  package func takeDays() -> [DayAnswer] { saver?.takeDays() ?? [] }

  /// Waits for the session that was asked for, until `deadline`.
  package func awaitSession(
    until deadline: MonotonicTime
  ) -> Result<RecordedSession?, FileError>? {
    saver?.waitForSession(until: deadline)
    return takeSession()?.result
  }

  /// When to warn of a slow disk; nil if nothing is pending, or the warning is shown.
  package var warningTime: Instant? {
    shown.trouble == nil ? waitingSince.map { $0 + SavedModel.patience } : nil
  }

  package mutating func warn(at now: Instant) -> Bool {
    guard let warningTime, now >= warningTime else { return false }
    _ = shown.apply(.trouble(mark("Waiting for the disk")), at: now)
    return true
  }

  /// Waits until all changes are on the disk, or until `deadline`; returns the error, if any.
  package mutating func finish(
    by deadline: MonotonicTime, at now: Instant = .zero
  ) -> FileError? {
    guard let saver else { return failure }
    while true {
      let failure = saver.wait(until: deadline)
      // A state that was just found is taken over first.
      guard let failure, failure.code == ESTALE, .now < deadline else { return failure }
      _ = takeProgress(at: now)
    }
  }

  /// As `finish`, at a regular exit: also makes a backup. Nothing is lost in a second window
  /// in which nobody changed anything.
  package mutating func close(by deadline: MonotonicTime, at now: Instant = .zero) -> FileError? {
    if let failure = finish(by: deadline, at: now) {
      return isTouched || failure.code != EBUSY ? failure : nil
    }
    if newestChange > 0 {
      saver?.submit(.end)
      _ = saver?.wait(until: deadline)
    }
    return nil
  }
}
