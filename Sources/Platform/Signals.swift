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
package final class SignalDescriptor: DescriptorSource {
  private let handler: (Int32) -> Void

  /// Blocks the signals for this thread. `handler` gets the number of each that arrives.
  package init(_ handler: @escaping (Int32) -> Void) {
    self.handler = handler
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in [SIGUSR1, SIGCHLD] { sigaddset(&mask, signal) }
    pthread_sigmask(SIG_BLOCK, &mask, nil)
    super.init(signalfd(-1, &mask, Int32(SFD_CLOEXEC | SFD_NONBLOCK)))
  }

  package override func handle(at now: MonotonicTime) {
    var info = signalfd_siginfo()
    let size = MemoryLayout<signalfd_siginfo>.size
    while read(descriptor, &info, size) == size { handler(Int32(info.ssi_signo)) }
  }
}

/// The signals by which a user or a session ends a program, handled even while the program waits for a server that has
/// stopped.
///
/// Xlib waits for an answer without limit, and looks at nothing else meanwhile. So a signal also starts a timer (alarm(2)).
/// If the program has not returned to the loop by then, its connections are shut: the wait ends as if the server were lost.
package final class EndingSignals: DescriptorSource {
  package static let numbers: [Int32] = [SIGTERM, SIGHUP, SIGINT]

  /// The seconds from the signal until connections are shut.
  private static var patience: UInt32 { 1 }

  private static let hasBegun = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)

  /// Takes the signals, which until now may have ended the process at once.
  package init() {
    super.init(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
    // The handlers must not be the first to use these: a Swift global is made under a lock.
    EndingSignals.wakeUp.store(descriptor, ordering: .relaxed)
    EndingSignals.hasBegun.store(false, ordering: .relaxed)
    StallableSockets.remove(-1)
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
  }

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
  private static let count = 3

  /// The sockets, else -1. An array would need a lock and memory, which a signal handler may not take.
  nonisolated(unsafe) private static let slots = {
    let slots = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Atomic(-1)) }
    return slots
  }()

  /// Adds a socket, to be removed when it is closed. Beyond three they are ignored.
  package static func add(_ socket: Int32) { replace(-1, by: socket) }

  package static func remove(_ socket: Int32) { replace(socket, by: -1) }

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

  private static func replace(_ old: Int32, by new: Int32) {
    for index in 0..<count {
      let exchange = slots[index].compareExchange(expected: old, desired: new, ordering: .relaxed)
      if exchange.exchanged { return }
    }
  }

  fileprivate static func shutAll() {
    let before = errno
    for index in 0..<count {
      let socket = slots[index].load(ordering: .relaxed)
      if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    errno = before
  }
}
