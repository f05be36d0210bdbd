import CPlatform
import Glibc
import Synchronization

/// The signals by which a user or a session ends a program, heard even while the program waits for a server that has stopped.
///
/// Xlib waits for an answer without limit, and looks at nothing else meanwhile. So a signal sets off a timer too (alarm(2)), and
/// whoever has not come back to the loop by then finds the connection shut: the wait ends as it does when the server is lost.
package final class EndingSignals: EventSource {
  /// Can be read once one has arrived.
  package let fileDescriptor: Int32

  /// SIGTERM, SIGHUP and SIGINT.
  package static let numbers: [Int32] = [SIGTERM, SIGHUP, SIGINT]

  /// How long the program has from the signal on until what it may wait for is shut, in seconds.
  private static var patience: UInt32 { 1 }

  /// Takes the signals, which until now may have ended the process at once.
  package init() {
    fileDescriptor = segclock_eventfd()
    EndingSignals.wakeUp.store(fileDescriptor, ordering: .relaxed)
    // The handlers touch nothing for the first time: a Swift global is made under a lock.
    EndingSignals.hasBegun.store(false, ordering: .relaxed)
    StallableSockets.prepare()
    signal(SIGALRM) { _ in
      StallableSockets.shutAll()
      // One may have been opened just then.
      alarm(EndingSignals.patience)
    }
    for number in EndingSignals.numbers { signal(number) { _ in EndingSignals.hear() } }
    var mask = sigset_t()
    sigemptyset(&mask)
    for number in EndingSignals.numbers + [SIGALRM] { sigaddset(&mask, number) }
    // Who started this program may have blocked them, which is inherited.
    pthread_sigmask(SIG_UNBLOCK, &mask, nil)
  }

  deinit {
    // The handlers stay: what comes now ends a program that is about to end, and so does the timer.
    EndingSignals.wakeUp.store(-1, ordering: .relaxed)
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  package var interest: Interest { Interest(fileDescriptor) }

  /// Does nothing: `isEnding` says it.
  package func handle(at now: MonotonicTime) {}

  /// Whether one has arrived, or `begin` was called.
  package var isEnding: Bool { EndingSignals.hasBegun.load(ordering: .relaxed) }

  /// Has what follows end as a signal would have it: nothing waits for a stopped server for long from now on.
  package func begin() { EndingSignals.hear() }

  private static let hasBegun = Atomic<Bool>(false)
  private static let wakeUp = Atomic<Int32>(-1)

  /// What the handlers do: calls that are safe there (signal-safety(7)), and no error left behind.
  private static func hear() {
    let before = errno
    // Another signal puts nothing off.
    if !hasBegun.exchange(true, ordering: .relaxed) { alarm(patience) }
    var one: UInt64 = 1
    _ = write(wakeUp.load(ordering: .relaxed), &one, MemoryLayout<UInt64>.size)
    errno = before
  }
}

/// The sockets of servers for whose answers something waits without limit: they are shut when the program has to end.
package enum StallableSockets {
  private struct Slots: ~Copyable {
    let first = Atomic<Int32>(-1)
    let second = Atomic<Int32>(-1)
    let third = Atomic<Int32>(-1)
  }

  private static let slots = Slots()

  /// Adds one, to be removed with its end. Beyond three they are left alone.
  package static func add(_ socket: Int32) { _ = replace(-1, by: socket) }

  /// Removes one.
  package static func remove(_ socket: Int32) { _ = replace(socket, by: -1) }

  /// Runs `body`, which opens one and waits for an answer before it says which.
  ///
  /// The kernel gives the lowest number that is free (open(2)): the one that a copy of any descriptor gets.
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
