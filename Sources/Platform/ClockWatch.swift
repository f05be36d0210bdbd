import CPlatform
import Glibc

/// Tells when the wall clock was set, or may have been, as after a suspend: a descriptor to wait for, which costs
/// nothing until then.
package final class ClockWatch {
  /// The descriptor to wait for; -1 where the kernel gave none.
  package let fileDescriptor: Int32

  /// A watch that begins now.
  package init() {
    fileDescriptor = segclock_clock_watch()
    _ = segclock_arm_clock_watch(fileDescriptor)
  }

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  /// Watches on after it has told.
  package func renew() {
    var count: UInt64 = 0
    // It fails (ECANCELED) where the clock was set, which is what it is for.
    _ = read(fileDescriptor, &count, MemoryLayout<UInt64>.size)
    _ = segclock_arm_clock_watch(fileDescriptor)
  }
}
