import Glibc

/// The moment at which a wait gives up, on the monotonic clock.
///
/// Every wait of the tests is a wait for something on a descriptor, and ends at one of these at the latest.
package struct Deadline: Sendable {
  package let nanoseconds: Int64

  /// `seconds` from now. A window of 840 x 480 takes seven over the slow link of the tests, and a loaded machine longer.
  package init(seconds: Double = 25) {
    nanoseconds = Deadline.now() + Int64(seconds * 1e9)
  }

  package static func now() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  package var isPast: Bool { Deadline.now() >= nanoseconds }

  /// What is left in milliseconds for poll(), rounded up and at least 0.
  package var milliseconds: Int32 {
    let left = nanoseconds - Deadline.now()
    return Int32(clamping: left <= 0 ? 0 : (left + 999_999) / 1_000_000)
  }

  /// Blocks until `descriptor` can be read, `pace` milliseconds have gone or the deadline is over.
  ///
  /// True when there is something to read (or the other side has closed).
  @discardableResult
  package func awaitReadable(_ descriptor: Int32, pace: Int32 = .max) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, min(milliseconds, pace)) > 0
  }

  /// Lets `seconds` go by, for what must be observed over a time: stillness, a held key, a rate.
  package static func observe(seconds: Double) {
    let end = Deadline(seconds: seconds)
    while !end.isPast { _ = poll(nil, 0, end.milliseconds) }
  }
}

/// What went wrong in the harness itself or in what it waited for, in a sentence.
package struct Failure: Error, CustomStringConvertible, Sendable {
  package let description: String

  package init(_ description: String) {
    self.description = description
  }
}
