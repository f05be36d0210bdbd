import Files
import Glibc
package import Platform
import Session
import Synchronization
import Timekeeping
import Wording

/// Writes batches on its own thread, so that a slow disk delays no frame. Merges waiting ones, retries failed ones.
package final class Saver: Sendable {
  struct Progress: Sendable {
    fileprivate var newest: UInt64 = 0
    fileprivate var waiting: Batch?
    fileprivate var attempts = 0
    fileprivate var isAwaited = false
    fileprivate var request: Int64?
    fileprivate var dayRequests: [DayQuery] = []
    fileprivate var dayAnswers: [DayAnswer] = []
    fileprivate var session: (number: Int64, result: Result<RecordedSession?, FileError>)?
    fileprivate mutating func takeQueries() -> [DayQuery] {
      defer { dayRequests = [] }
      return dayRequests
    }
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
  private let readDays: @Sendable (DayQuery) throws(FileError) -> [DayRow]

  private static let retryIntervals = (first: Duration.milliseconds(100), last: Duration.seconds(5))

  /// Creates a saver whose thread opens, reads and writes the state in `folder`; nil if no descriptor or thread is
  /// available.
  package convenience init?(_ folder: StateFolder, on axis: TimeAxis) {
    let disk = StateDisk(folder, axis)
    self.init(
      open: { publish throws(FileError) in try disk.open(publish) },
      read: { number throws(FileError) in try disk.session(number) },
      readDays: { dates throws(FileError) in try disk.intervals(dates) },
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
    readDays: @escaping @Sendable (DayQuery) throws(FileError) -> [DayRow] = { _ in
      []
    },
    write: @escaping @Sendable (Batch) throws(FileError) -> String?
  ) {
    guard let workSignal = WakeUp(), let progressSignal = WakeUp() else { return nil }
    (self.workSignal, self.progressSignal) = (workSignal, progressSignal)
    (self.open, self.read, self.write) = (open ?? { _ in }, read, write)
    self.readDays = readDays
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

  func request(_ query: DayQuery) {
    shared.withLock { $0.dayRequests.append(query) }
    workSignal.signal()
  }

  func takeDays() -> [DayAnswer] {
    shared.withLock { shared in
      defer { shared.dayAnswers = [] }
      return shared.dayAnswers
    }
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
          path: "the state", reason: mark("the disk has not answered yet"), code: ETIMEDOUT)
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
    let (batch, number, request, queries) = shared.withLock { shared in
      shared.isOpen = isOpened
      let isReady = isOpened && !shared.isStale
      return (
        isReady ? shared.waiting.take() : nil, shared.newest, shared.request.take(),
        shared.takeQueries()
      )
    }
    var aside: String?
    if let batch { result = Result { () throws(FileError) in aside = try write(batch) } }
    let session = request.map { number in
      (number, Result { () throws(FileError) in try read(number) })
    }
    let days = queries.map { query in
      DayAnswer(query, Result { () throws(FileError) in try readDays(query) })
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
      shared.dayAnswers += days
      hasNews =
        hasNews || session != nil || !days.isEmpty || shared.failure != before || shared.isAwaited
      return (shared.failure, hasNews)
    }
    // A window that nothing changes for is not woken.
    if hasNews { progressSignal.signal() }
    return failure
  }
}
