import CPlatform
import Glibc

/// A fixed list of descriptors and the one place where the program blocks.
package struct DescriptorSet {
  private var entries: [pollfd] = []
  /// The descriptor of each entry, which poll does not see while it is left out.
  private var descriptors: [Int32] = []

  /// No descriptors.
  package init() {}

  /// Adds `descriptor`, waited for until it can be read; returns its place in the list. -1 is an empty place.
  package mutating func add(_ descriptor: Int32) -> Int {
    entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    descriptors.append(descriptor)
    return entries.count - 1
  }

  /// Has the entry at `place` be that of `descriptor`, waited for until one of `events` (poll's) is there; -1 is none.
  package mutating func set(_ descriptor: Int32, events: Int16, at place: Int) {
    entries[place].fd = descriptor
    entries[place].events = events
    descriptors[place] = descriptor
  }

  /// Forgets all descriptors and keeps the storage.
  package mutating func removeAll() {
    entries.removeAll(keepingCapacity: true)
    descriptors.removeAll(keepingCapacity: true)
  }

  /// Waits for the descriptor at `place` or leaves it out of the next waits.
  package mutating func setWaited(_ isWaited: Bool, at place: Int) {
    entries[place].events = isWaited ? Int16(POLLIN) : 0
    // poll reports hang-ups even where nothing is asked for; a negative descriptor is left out altogether.
    entries[place].fd = isWaited ? descriptors[place] : -1
  }

  /// Whether the last wait found something to read, an end or an error on the descriptor at `place`.
  ///
  /// Stays so until the next wait: a turn that must not block waits until now rather than not at all.
  package func isReady(_ place: Int) -> Bool {
    entries[place].revents != 0
  }

  /// Blocks until a descriptor is ready, a signal arrives or `deadline` (CLOCK_MONOTONIC, nanoseconds) is reached.
  ///
  /// No deadline waits for ever. Returns how many descriptors are ready.
  @discardableResult
  package mutating func wait(until deadline: Int64?) -> Int {
    var rest: Int64 = -1
    if let deadline { rest = max(0, deadline - MonotonicClock.now()) }
    for place in entries.indices { entries[place].revents = 0 }
    let count = entries.withUnsafeMutableBufferPointer { buffer in
      segclock_ppoll(buffer.baseAddress, UInt(buffer.count), rest)
    }
    return max(0, Int(count))
  }
}

/// What the process as a whole is told about timers, signals and memory, once, before the loop starts.
package enum ProcessSetup {
  /// All of it.
  package static func prepareForLoop() {
    endAtOnce()
    ignoreWriteSignals()
    awaitChildren()
    sharpenTimers()
    giveBackPictures()
  }

  /// Has memory of this many bytes go back to the kernel as soon as it is let go of.
  ///
  /// By itself glibc takes the first large piece that is freed for a sign that more like it will be wanted (mallopt(3),
  /// M_MMAP_THRESHOLD), and keeps two of that size: two pictures of the window, for a fade that is long over.
  private static let leastPicture: Int32 = 256 << 10

  private static func giveBackPictures() {
    mallopt(M_MMAP_THRESHOLD, leastPicture)
  }

  /// Gives free memory back to the kernel.
  package static func trimHeap() { malloc_trim(0) }

  /// Asks for timers that are late by a nanosecond at most instead of 50 microseconds (PR_SET_TIMERSLACK).
  package static func sharpenTimers() {
    _ = segclock_set_timer_slack(1)
  }

  /// Has the ending signals end the process at once and without a fault, until an `EndingSignals` takes them: a server that
  /// does not answer can hold up the start for ever.
  private static func endAtOnce() {
    for number in EndingSignals.numbers { signal(number) { _ in _exit(0) } }
  }

  /// Ignores SIGPIPE and SIGXFSZ, so that a lost peer or a full quota is an error of a call, not the end.
  private static func ignoreWriteSignals() {
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
  }

  /// Has the end of a child be told: who started this program may have had it ignored, which is inherited.
  private static func awaitChildren() {
    signal(SIGCHLD, SIG_DFL)
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
