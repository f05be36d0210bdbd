import CPlatform
import Glibc

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
  /// nil if no descriptor is available.
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
