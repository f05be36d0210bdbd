import CPlatform
import Glibc
import Synchronization

/// Process-wide settings of timers, signals and memory, made once before the loop starts.
package enum ProcessSetup {
  /// Blocks from this size on return to the kernel as soon as they are freed.
  ///
  /// By default glibc expects more blocks like the first large one that is freed (mallopt(3), M_MMAP_THRESHOLD), and
  /// keeps two: two pictures of the window after a fade.
  private static let minPictureSize: Int32 = 256 << 10

  package static func prepareForLoop() {
    // A server that does not answer can block the start for ever. Until `EndingSignals` takes over, these signals end
    // the process at once, with status 0.
    for number in EndingSignals.numbers { signal(number) { _ in _exit(0) } }
    // A lost peer or a full quota is an error of a call, not the end.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // An ignored signal is inherited from the parent.
    signal(SIGCHLD, SIG_DFL)
    sharpenTimers()
    mallopt(M_MMAP_THRESHOLD, minPictureSize)
  }

  package static func trimHeap() { malloc_trim(0) }

  /// Reduces timer slack from 50 microseconds to a nanosecond (PR_SET_TIMERSLACK).
  package static func sharpenTimers() {
    _ = segclock_set_timer_slack(1)
  }
}

/// Receives SIGUSR1 and SIGCHLD on a descriptor, blocked otherwise.
///
/// Children inherit the mask: unblock in a child before exec.
package final class SignalDescriptor: DescriptorSource {
  private let handler: (Int32) -> Void

  /// Blocks the signals for this thread. `handler` gets each signal number.
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

/// The signals that end the program, handled even while it waits for a stopped server.
///
/// Xlib waits for a reply without a limit, and handles nothing meanwhile. So a signal also starts a timer (alarm(2)).
/// If the program has not returned to the loop by then, its connections are shut down, and the wait ends as if the
/// server were lost.
package final class EndingSignals: DescriptorSource {
  package static let numbers: [Int32] = [SIGTERM, SIGHUP, SIGINT]

  /// Seconds until connections are shut down.
  private static var patience: UInt32 { 1 }

  private static let hasBegun = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)

  /// Installs the handlers. Before, the signals may have ended the process at once.
  package init() {
    super.init(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
    // Initialize these before the handlers use them: a Swift global is created under a lock.
    EndingSignals.wakeUp.store(descriptor, ordering: .relaxed)
    EndingSignals.hasBegun.store(false, ordering: .relaxed)
    StallableSockets.remove(-1)
    signal(SIGALRM) { _ in
      StallableSockets.shutAll()
      // A socket may have been opened just now.
      alarm(EndingSignals.patience)
    }
    for number in EndingSignals.numbers { signal(number) { _ in EndingSignals.arrive() } }
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in EndingSignals.numbers + [SIGALRM] { sigaddset(&mask, number) }
    // A blocked signal is inherited from the parent.
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  deinit {
    // The handlers and the timer stay: the program is about to end.
    EndingSignals.wakeUp.store(-1, ordering: .relaxed)
  }

  package var isEnding: Bool { EndingSignals.hasBegun.load(ordering: .relaxed) }

  /// Acts as if a signal had arrived: nothing waits long for a stopped server from now on.
  package func begin() { EndingSignals.arrive() }

  /// The signal handler: only async-signal-safe calls (signal-safety(7)), and it restores errno.
  private static func arrive() {
    let before = errno
    // A second signal does not restart the timer.
    if !hasBegun.exchange(true, ordering: .relaxed) { alarm(patience) }
    var one: UInt64 = 1
    _ = write(wakeUp.load(ordering: .relaxed), &one, MemoryLayout<UInt64>.size)
    errno = before
  }
}

/// Sockets that the program may wait for without a limit; shut down when it has to end.
package enum StallableSockets {
  private static let count = 3

  /// -1 if empty. An array would need a lock and memory, which a signal handler must not use.
  nonisolated(unsafe) private static let slots = {
    let slots = UnsafeMutablePointer<Atomic<Int32>>.allocate(capacity: count)
    for index in 0..<count { (slots + index).initialize(to: Atomic(-1)) }
    return slots
  }()

  /// Adds a socket; remove it when it is closed. Ignored beyond three.
  package static func add(_ socket: Int32) { replace(-1, by: socket) }

  package static func remove(_ socket: Int32) { replace(socket, by: -1) }

  /// Runs `body`, which opens a socket and waits before it returns it.
  ///
  /// The kernel uses the lowest free number (open(2)): the one that dup returns.
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
