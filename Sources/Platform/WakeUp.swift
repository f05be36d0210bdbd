import CPlatform
import Glibc

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
