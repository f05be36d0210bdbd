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
    // A stopped server can block the start for ever. Until `Signals` takes over, these end it at once, with status 0.
    for number in Signals.ending { signal(number) { _ in _exit(0) } }
    // A lost peer is an error of a call, not the end.
    signal(SIGPIPE, SIG_IGN)
    _ = segclock_set_timer_slack(1)
    mallopt(M_MMAP_THRESHOLD, minPictureSize)
  }

  /// Returns memory that only the start needed: free blocks of the heap, and pages of the program and its libraries.
  ///
  /// The kernel maps 64 kB of a file around each page that is touched, and keeps them mapped. Those that are needed
  /// after all it maps again, from its cache.
  package static func returnStartMemory() {
    malloc_trim(0)
    guard let maps = fopen("/proc/self/smaps", "re") else { return }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4352)
    var file: UnsafeMutableRawBufferPointer?
    while fgets(&line, Int32(line.count), maps) != nil {
      if let mapping = readOnlyFile(in: line) {
        file = mapping
      } else if let mapping = file, strncmp(line, "Anonymous:", 10) == 0 {
        // A page that was written, as by the dynamic linker, is not in the file: it would be lost.
        if strtoul(Array(line.dropFirst(10)), nil, 10) == 0 {
          madvise(mapping.baseAddress, mapping.count, MADV_DONTNEED)
        }
        file = nil
      }
    }
  }

  /// The mapping that a line of smaps (proc(5)) begins, if it is of a file and cannot be written: as in
  /// `7f00-7f20 r-xp 00001000 08:01 42 /usr/lib/libc.so.6`.
  private static func readOnlyFile(in line: [CChar]) -> UnsafeMutableRawBufferPointer? {
    line.withUnsafeBufferPointer { line in
      guard let text = line.baseAddress else { return nil }
      var rest: UnsafeMutablePointer<CChar>?
      let start = strtoul(text, &rest, 16)
      guard let dash = rest, dash[0] == CChar(UInt8(ascii: "-")) else { return nil }
      let end = strtoul(dash + 1, &rest, 16)
      guard let access = rest, strncmp(access, " r-", 3) == 0, end > start,
        strchr(access, Int32(UInt8(ascii: "/"))) != nil
      else { return nil }
      return UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: start), count: Int(end - start))
    }
  }
}

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

package enum BackgroundThread {
  /// Runs `body` on a new thread, with signals blocked; returns false if none can be created.
  package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let box = Unmanaged.passRetained(Body(run: body))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    // A thread inherits its creator's signal mask.
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, box.toOpaque())
    if status == 0 { pthread_detach(thread) } else { box.release() }
    return status == 0
  }

  private final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// A descriptor that any thread can make readable (eventfd).
package final class WakeUp: DescriptorSource, @unchecked Sendable {
  package init?() {
    super.init(eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)))
    if descriptor < 0 { return nil }
  }

  package func signal() { eventfd_write(descriptor, 1) }

  package func wait(until deadline: MonotonicTime?) {
    _ = waitFor(descriptor, until: deadline)
    clear()
  }
}
