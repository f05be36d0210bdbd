package import Files
import Glibc
package import Platform
package import Session
import Synchronization
package import Timekeeping

/// What becomes of changes. Every answer, notice, status field and exit code follows from it.
package enum SavingState: Equatable, Sendable {
  /// Nothing is kept (`--no-state`).
  case off
  case saving
  /// Changes stay in memory; they are saved once the reason is gone, which is tried again by itself.
  case notYet(FileError)
  /// Changes go into a new file, as another program changed the old one, which has this name now.
  case renewed(aside: String)
}

/// Shows a change only once it is durable.
///
/// Commands change `pending` at once, with their own timestamps; `durable` follows when the change is on the disk. If
/// the disk fails, or without a saver, it follows at once, and the window shows a warning.
package struct SavedModel {
  package private(set) var pending: Model
  package private(set) var durable: Model

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
  package private(set) var mark: UInt64 = 0
  private var durableMark: UInt64 = 0
  private var awaitedMark: UInt64 = 0
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
    (pending, durable, self.axis, self.saver, self.prepare) = (model, model, axis, saver, prepare)
    submitted = model.savedBytes
    basis = found?.number ?? 0
    self.failure = failure ?? progress?.failure
    prepare(&pending)
    if pending.savedBytes != submitted, self.saver != nil { submit() }
    if let notice = found?.restored.notice {
      _ = pending.apply(.announce(notice, for: SavedModel.noticeTime), at: now)
    }
    if let failure = self.failure {
      _ = pending.apply(.trouble(SavedModel.trouble(failure)), at: now)
    } else if progress?.isOpen == false {
      _ = pending.apply(.trouble("Not saving: the disk does not answer"), at: now)
    }
    durable = pending
  }

  private static let noticeTime = Duration.seconds(10)

  private static func trouble(_ failure: FileError) -> String {
    "Not saving: \(failure.description)"
  }

  package var state: SavingState {
    if let failure { return .notYet(failure) }
    if saver == nil { return .off }
    return aside.map { .renewed(aside: $0) } ?? .saving
  }

  private mutating func submit() {
    submitted = pending.savedBytes
    if let saver { mark = saver.submit(Batch(pending, .now(axis), on: basis)) }
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
    if waitingSince == nil { durable = pending }
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
    guard waitingSince != nil, mark > awaitedMark, let descriptor else { return false }
    awaitedMark = mark
    _ = waitFor(descriptor, until: deadline)
    return takeProgress(at: now)
  }

  /// Shows changes that have reached the disk; returns true if there are any.
  package mutating func takeProgress(at now: Instant) -> Bool {
    guard let progress = saver?.progress() else { return false }
    let before = (trouble: durable.trouble, aside: aside)
    var hasNews = false
    if let found = progress.found, found.number != basis {
      take(found, at: now)
      hasNews = true
    }
    aside = progress.aside
    if let aside, aside != before.aside {
      let text = "Saving into a new file; the old one is \(aside)"
      let session = setAside.map { ", its stopwatch is session \($0) of segclock history" } ?? ""
      setAside = nil
      _ = pending.apply(.announce(text + session, for: SavedModel.noticeTime), at: now)
      hasNews = true
    }
    // A saved place changes nothing that is shown.
    let isNew = progress.durable > durableMark && durableMark < mark && failure == nil
    durableMark = progress.durable
    if let problem = progress.failure {
      guard problem != failure || hasNews else { return false }
      (failure, waitingSince) = (problem, nil)
      _ = pending.apply(.trouble(SavedModel.trouble(problem)), at: now)
      durable = pending
      return true
    }
    guard progress.isOpen, durableMark >= mark else {
      if isNew, let written = progress.written?.steps.last {
        (durable, waitingSince) = (written.model, now)
      }
      return isNew || hasNews
    }
    let hadTrouble = failure != nil || pending.trouble != nil || durable.trouble != nil
    if hadTrouble {
      _ = pending.apply(.trouble(nil), at: now)
      if !hasNews { _ = pending.apply(.announce("Saved"), at: now) }
    }
    (failure, waitingSince, durable) = (nil, nil, pending)
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
        let (theme, trouble) = (pending.desktopTheme, pending.trouble?.text)
        pending = model
        pending.desktopTheme = theme
        prepare(&pending)
        _ = pending.apply(.trouble(trouble), at: now)
        submitted = model.savedBytes
        saver.discard()
        (waitingSince, durable) = (nil, pending)
      }
    }
    if isTouched || pending.savedBytes != submitted || found.restored.model == nil { submit() }
    if let notice = found.restored.notice {
      _ = pending.apply(.announce(notice, for: SavedModel.noticeTime), at: now)
    }
  }

  /// Has the disk checked, as nothing new is saved: `mark` is passed once what was saved before is there.
  package mutating func verify() {
    guard let saver, state != .off, durableMark >= mark else { return }
    mark = saver.submit(.check)
  }

  package enum Keeping: Equatable {
    case waiting
    case kept
    case failed(FileError)
  }

  package func keeping(of mark: UInt64) -> Keeping {
    switch state {
    case .off: .kept
    case .notYet(let failure) where saver == nil || mark > durableMark: .failed(failure)
    default: mark > durableMark ? .waiting : .kept
    }
  }

  /// Asks for the past session `number`, which `takeSession` returns once the disk has answered.
  package func requestSession(_ number: Int64) { saver?.request(number) }

  package func takeSession() -> (number: Int64, result: Result<RecordedSession?, FileError>)? {
    saver?.takeSession()
  }

  /// Waits for the session that was asked for, until `deadline`.
  package func awaitSession(
    until deadline: MonotonicTime
  ) -> Result<RecordedSession?, FileError>? {
    saver?.waitForSession(until: deadline)
    return takeSession()?.result
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
    fileprivate var isAwaited = false
    fileprivate var request: Int64?
    fileprivate var session: (number: Int64, result: Result<RecordedSession?, FileError>)?
    /// Whether what waits does not continue the state that was found, so that the window has to decide first.
    fileprivate var isStale: Bool {
      waiting.map { !$0.steps.isEmpty && $0.basis != found?.number ?? 0 } ?? false
    }
    /// Whether the state was read and can be written.
    var isOpen = false
    /// The newest state that was found on the disk.
    var found: Found?
    /// The number of the newest batch on the disk, with all before it.
    var durable: UInt64 = 0
    var written: Batch?
    /// The error of later batches.
    var failure: FileError?
    /// The name of the newest file that was set aside.
    var aside: String?
  }

  private let shared = Mutex(Progress())
  private let workSignal: WakeUp
  private let progressSignal: WakeUp
  private let open: @Sendable ((Found) -> Void) throws(FileError) -> Void
  private let write: @Sendable (Batch) throws(FileError) -> String?
  private let read: @Sendable (Int64) throws(FileError) -> RecordedSession?

  private static let retryIntervals = (first: Duration.milliseconds(100), last: Duration.seconds(5))

  /// Creates a saver whose thread opens, reads and writes the state in `folder`; nil if no descriptor or thread is
  /// available.
  package convenience init?(_ folder: StateFolder, on axis: TimeAxis) {
    let disk = StateDisk(folder, axis)
    self.init(
      open: { publish throws(FileError) in try disk.open(publish) },
      read: { number throws(FileError) in try disk.session(number) },
      write: { batch throws(FileError) in try disk.save(batch) })
  }

  /// Creates a saver that writes to a store that is loaded already.
  package convenience init?(_ store: StateStore) {
    self.init { batch throws(FileError) in
      try store.save(batch)
      return store.aside
    }
  }

  init?(
    open: (@Sendable ((Found) -> Void) throws(FileError) -> Void)? = nil,
    read: @escaping @Sendable (Int64) throws(FileError) -> RecordedSession? = { _ in nil },
    write: @escaping @Sendable (Batch) throws(FileError) -> String?
  ) {
    guard let workSignal = WakeUp(), let progressSignal = WakeUp() else { return nil }
    (self.workSignal, self.progressSignal) = (workSignal, progressSignal)
    (self.open, self.read, self.write) = (open ?? { _ in }, read, write)
    shared.withLock { $0.isOpen = open == nil }
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

  /// Makes the batches that wait replace the state `basis`; the sessions of that end with `newest`.
  func replace(_ basis: Int, newestSession newest: Int64) {
    shared.withLock { $0.waiting = $0.waiting?.replacing(basis, newestSession: newest) }
  }

  /// Drops the batches that wait.
  func discard() {
    shared.withLock { shared in
      (shared.waiting, shared.durable) = (nil, shared.newest)
    }
  }

  func request(_ session: Int64) {
    shared.withLock { $0.request = session }
    workSignal.signal()
  }

  func takeSession() -> (number: Int64, result: Result<RecordedSession?, FileError>)? {
    shared.withLock { $0.session.take() }
  }

  /// Waits until the state was opened, or that failed, or until `deadline`.
  package func waitForOpening(until deadline: MonotonicTime) {
    while shared.withLock({ !$0.isOpen && $0.failure == nil }), .now < deadline {
      progressSignal.wait(until: deadline)
    }
  }

  func waitForSession(until deadline: MonotonicTime) {
    while shared.withLock({ $0.session == nil }), .now < deadline {
      progressSignal.wait(until: deadline)
    }
  }

  /// Waits until all batches are on the disk, or until `deadline`; returns the error, if any.
  func wait(until deadline: MonotonicTime) -> FileError? {
    // Retry an earlier failure once.
    let before = shared.withLock { shared in
      shared.isAwaited = true
      return shared.attempts
    }
    defer { shared.withLock { $0.isAwaited = false } }
    workSignal.signal()
    while true {
      let now = shared.withLock { $0 }
      if now.durable >= now.newest { return nil }
      if let failure = now.failure, now.attempts > before { return failure }
      if now.isStale { return FileError(path: "the state", code: ESTALE) }
      if .now >= deadline {
        return FileError(
          path: "the state", reason: "the disk has not answered yet", code: ETIMEDOUT)
      }
      progressSignal.wait(until: deadline)
    }
  }

  private func run() {
    var interval: Duration? = .zero
    while true {
      // After a failure, retry without being woken.
      workSignal.wait(until: interval.map { .now + $0 })
      let failure = attempt()
      interval = failure.map { _ in
        min(max(Saver.retryIntervals.first, (interval ?? .zero) * 2), Saver.retryIntervals.last)
      }
    }
  }

  /// Opens the state, if it is not open, saves what waits for that, and reads what is asked for; returns why that failed.
  private func attempt() -> FileError? {
    var result = Result<Void, FileError>.success(())
    let isOpen = shared.withLock { $0.isOpen }
    if !isOpen {
      result = Result { () throws(FileError) in
        try open { found in shared.withLock { $0.found = found } }
      }
    }
    let isOpened = (try? result.get()) != nil
    let (batch, number, request) = shared.withLock { shared in
      shared.isOpen = isOpened
      let isReady = isOpened && !shared.isStale
      return (isReady ? shared.waiting.take() : nil, shared.newest, shared.request.take())
    }
    var aside: String?
    if let batch { result = Result { () throws(FileError) in aside = try write(batch) } }
    let session = request.map { number in
      (number, Result { () throws(FileError) in try read(number) })
    }
    let (failure, hasNews) = shared.withLock { shared -> (FileError?, Bool) in
      let before = shared.failure
      var hasNews = !isOpen && isOpened
      if batch != nil || !isOpened { shared.attempts += 1 }
      switch result {
      case .success:
        shared.failure = nil
        if let batch {
          (shared.durable, shared.written, shared.aside) = (number, batch, aside)
          hasNews = true
        }
      case .failure(let error):
        if let batch { shared.waiting = shared.waiting.map(batch.adding) ?? batch }
        shared.failure = error
      }
      if let session { shared.session = session }
      hasNews = hasNews || session != nil || shared.failure != before || shared.isAwaited
      return (shared.failure, hasNews)
    }
    // A window that nothing changes for is not woken.
    if hasNews { progressSignal.signal() }
    return failure
  }
}
