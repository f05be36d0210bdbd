import Glibc

/// Does something again and again on a thread of its own, until it goes.
package final class Repetition {
  private let worker: Worker
  private var thread = pthread_t()

  /// Starts to call `body`, which is told how often it was called before, as often as it can or every `seconds`.
  package init(every seconds: Double = 0, _ body: @escaping @Sendable (_ step: Int) -> Void) throws
  {
    worker = Worker(interval: seconds, body)
    let context = Unmanaged.passRetained(worker)
    let status = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<Worker>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard status == 0 else {
      context.release()
      throw Failure("no thread")
    }
  }

  deinit {
    worker.stop()
    pthread_join(thread, nil)
  }

  private final class Worker: @unchecked Sendable {
    private let interval: Double
    private let body: @Sendable (Int) -> Void
    private let lock = Lock()
    private var isStopped = false

    init(interval: Double, _ body: @escaping @Sendable (Int) -> Void) {
      self.interval = interval
      self.body = body
    }

    func stop() { lock.locked { isStopped = true } }

    func run() {
      var step = 0
      while !lock.locked({ isStopped }) {
        let next = Deadline(seconds: interval)
        body(step)
        step += 1
        while !next.isPast { _ = poll(nil, 0, next.milliseconds) }
      }
    }
  }
}
