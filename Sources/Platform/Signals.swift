import CPlatform
import Glibc
import Synchronization

/// The signals that the program handles, as numbers in a pipe.
///
/// Xlib waits for a reply without a limit, and handles nothing meanwhile. So a signal that ends the program also starts
/// a timer (alarm(2)), which ends a process that is still waiting then. What was saved until then stays saved.
package final class Signals: DescriptorSource {
  package static let ending: [Int32] = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]
  private static let isEnding = Atomic<Bool>(false)
  /// The exit status of a process that is ended by the timer.
  private static let lateStatus = Atomic<Int32>(0)
  private static let output = Atomic<Int32>(-1)

  private let handler: (Int32) -> Void

  /// `handler` gets SIGUSR1, SIGCHLD and the signals that end the program.
  package init(_ handler: @escaping (Int32) -> Void) {
    self.handler = handler
    var ends: [Int32] = [-1, -1]
    _ = pipe2(&ends, O_CLOEXEC | O_NONBLOCK)
    // Initialize these before the handlers use them: a Swift global is created under a lock.
    Signals.isEnding.store(false, ordering: .relaxed)
    Signals.lateStatus.store(0, ordering: .relaxed)
    Signals.output.store(ends[1], ordering: .relaxed)
    super.init(ends[0])
    for number in Signals.ending {
      signal(number) { number in
        if !Signals.isEnding.load(ordering: .relaxed) { Signals.forceExit(after: 1) }
        Signals.write(number)
      }
    }
    for number in [SIGUSR1, SIGCHLD] { signal(number) { Signals.write($0) } }
    // Blocked signals are inherited from the parent.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
  }

  package override func handle(_ turn: Turn) {
    var number: UInt8 = 0
    while read(descriptor, &number, 1) == 1 { handler(Int32(number)) }
  }

  /// Lets the process exit with `status` after `seconds`, whatever it waits for then.
  package static func forceExit(after seconds: UInt32, status: Int32 = 0) {
    isEnding.store(true, ordering: .relaxed)
    lateStatus.store(status, ordering: .relaxed)
    signal(SIGALRM) { _ in _exit(Signals.lateStatus.load(ordering: .relaxed)) }
    alarm(seconds)
  }

  /// Called by signal handlers: only async-signal-safe calls (signal-safety(7)), and it restores errno.
  private static func write(_ number: Int32) {
    let before = errno
    var byte = UInt8(number)
    _ = Glibc.write(output.load(ordering: .relaxed), &byte, 1)
    errno = before
  }
}
