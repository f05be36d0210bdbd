import Glibc
import Synchronization

/// A thread that can be waited for.
final class Worker {
  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) throws {
    let context = Unmanaged.passRetained(Body(run: body))
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw Failure("no thread")
    }
  }

  func join() { pthread_join(thread, nil) }

  private final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) { self.run = run }
  }
}

/// Does something again and again on a thread of its own, until it goes.
package final class Repetition {
  private final class Flag: Sendable {
    let isSet = Atomic(false)
  }

  private let isStopped = Flag()
  private let worker: Worker

  /// Calls `body` every `seconds`, or without a pause, with the number of earlier calls.
  package init(every seconds: Double = 0, _ body: @escaping @Sendable (_ step: Int) -> Void) throws
  {
    worker = try Worker { [isStopped] in
      var step = 0
      while !isStopped.isSet.load(ordering: .relaxed) {
        let next = Deadline(seconds: seconds)
        body(step)
        step += 1
        while !next.isPast { _ = poll(nil, 0, next.milliseconds) }
      }
    }
  }

  deinit {
    isStopped.isSet.store(true, ordering: .relaxed)
    worker.join()
  }
}
