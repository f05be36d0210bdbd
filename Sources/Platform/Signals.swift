import CPlatform
import Glibc
import Synchronization

/// What the process as a whole sets for timers, signals and memory, once, before the loop starts.
package enum ProcessSetup {
  /// Memory of this size goes back to the kernel as soon as it is freed.
  ///
  /// By itself glibc takes the first large block that is freed as a sign that more will follow (mallopt(3),
  /// M_MMAP_THRESHOLD), and keeps two of that size: two pictures of the window, for a fade that is long over.
  private static let minPictureSize: Int32 = 256 << 10

  package static func prepareForLoop() {
    // A server that does not answer can hold up the start for ever. Until `EndingSignals` takes them, these signals end
    // the process at once and without a fault.
    for number in EndingSignals.numbers { signal(number) { _ in _exit(0) } }
    // A lost peer or a full quota is an error of a call, not the end.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // The parent may have ignored it, which is inherited.
    signal(SIGCHLD, SIG_DFL)
    sharpenTimers()
    mallopt(M_MMAP_THRESHOLD, minPictureSize)
  }

  /// Gives free memory back to the kernel.
  package static func trimHeap() { malloc_trim(0) }

  /// Asks for timers that are late by at most a nanosecond instead of 50 microseconds (PR_SET_TIMERSLACK).
  package static func sharpenTimers() {
    _ = segclock_set_timer_slack(1)
  }
}

/// Signals that are blocked and arrive at a descriptor: SIGUSR1, and SIGCHLD.
///
/// Children inherit the mask: unblock in a child before it runs another program.
package final class SignalDescriptor: EventSource {
  package enum Signal {
    /// SIGUSR1: a script wants the pointer back from a window that lets clicks through.
    case release
    /// SIGCHLD.
    case childEnded
  }

  /// The descriptor to wait for; -1 if the kernel gave none.
  package let fileDescriptor: Int32
  private let handler: (Signal) -> Void

  /// Blocks the signals for this thread and opens the descriptor.
  package init(_ handler: @escaping (Signal) -> Void) {
    self.handler = handler
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGUSR1, SIGCHLD] { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    fileDescriptor = segclock_signalfd(&mask)
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package var interest: Interest { Interest(fileDescriptor) }

  package func handle(at now: MonotonicTime) {
    while true {
      let number = segclock_read_signal(fileDescriptor)
      guard number > 0 else { return }
      handler(number == SIGUSR1 ? .release : .childEnded)
    }
  }
}

/// The signals by which a user or a session ends a program, handled even while the program waits for a server that has
/// stopped.
///
/// Xlib waits for an answer without limit, and looks at nothing else meanwhile. So a signal also starts a timer (alarm(2)).
/// If the program has not returned to the loop by then, its connections are shut: the wait ends as if the server were lost.
package final class EndingSignals: EventSource {
  /// The descriptor to wait for: readable once a signal has arrived.
  package let fileDescriptor: Int32

  /// SIGTERM, SIGHUP and SIGINT.
  package static let numbers: [Int32] = [SIGTERM, SIGHUP, SIGINT]

  /// The seconds from the signal until connections are shut.
  private static var patience: UInt32 { 1 }

  private static let hasBegun = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)

  /// Takes the signals, which until now may have ended the process at once.
  package init() {
    fileDescriptor = segclock_eventfd()
    EndingSignals.wakeUp.store(fileDescriptor, ordering: .relaxed)
    // The handlers must not be the first to use these: a Swift global is made under a lock.
    EndingSignals.hasBegun.store(false, ordering: .relaxed)
    StallableSockets.prepare()
    signal(SIGALRM) { _ in
      StallableSockets.shutAll()
      // One may have been opened just then.
      alarm(EndingSignals.patience)
    }
    for number in EndingSignals.numbers { signal(number) { _ in EndingSignals.arrive() } }
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in EndingSignals.numbers + [SIGALRM] { sigaddset(&mask, number) }
    // The parent may have blocked them, which is inherited.
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  deinit {
    // The handlers stay: what comes now ends a program that is about to end, and so does the timer.
    EndingSignals.wakeUp.store(-1, ordering: .relaxed)
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package var interest: Interest { Interest(fileDescriptor) }

  /// Does nothing: see `isEnding`.
  package func handle(at now: MonotonicTime) {}

  /// Whether a signal has arrived, or `begin` was called.
  package var isEnding: Bool { EndingSignals.hasBegun.load(ordering: .relaxed) }

  /// Acts as if a signal had arrived: from now on nothing waits long for a stopped server.
  package func begin() { EndingSignals.arrive() }

  /// The signal handler: only calls that are safe there (signal-safety(7)), and errno is restored.
  private static func arrive() {
    let before = errno
    // A second signal postpones nothing.
    if !hasBegun.exchange(true, ordering: .relaxed) { alarm(patience) }
    var one: UInt64 = 1
    _ = write(wakeUp.load(ordering: .relaxed), &one, MemoryLayout<UInt64>.size)
    errno = before
  }
}

/// The sockets of servers for whose answers the program waits without limit: they are shut when it has to end.
package enum StallableSockets {
  private struct Slots: ~Copyable {
    let first = Atomic<Int32>(-1)
    let second = Atomic<Int32>(-1)
    let third = Atomic<Int32>(-1)
  }

  private static let slots = Slots()

  /// Adds a socket, to be removed when it is closed. Beyond three they are ignored.
  package static func add(_ socket: Int32) { _ = replace(-1, by: socket) }

  package static func remove(_ socket: Int32) { _ = replace(socket, by: -1) }

  /// Runs `body`, which opens a socket and waits for an answer before it returns it.
  ///
  /// The kernel gives the lowest free number (open(2)): the one that a copy of any descriptor gets.
  package static func opening<Result>(beside descriptor: Int32, _ body: () -> Result) -> Result {
    let next = dup(descriptor)
    if next >= 0 {
      close(next)
      add(next)
    }
    defer { if next >= 0 { remove(next) } }
    return body()
  }

  fileprivate static func prepare() { _ = replace(-1, by: -1) }

  private static func replace(_ old: Int32, by new: Int32) -> Bool {
    slots.first.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
      || slots.second.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
      || slots.third.compareExchange(expected: old, desired: new, ordering: .relaxed).exchanged
  }

  fileprivate static func shutAll() {
    let before = errno
    // No loop over a list: an array would take memory, which a handler may not.
    shut(slots.first.load(ordering: .relaxed))
    shut(slots.second.load(ordering: .relaxed))
    shut(slots.third.load(ordering: .relaxed))
    errno = before
  }

  private static func shut(_ socket: Int32) {
    if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
  }
}
