import CPlatform
import Glibc

/// What ends the wait for an event source: a descriptor that is ready, a deadline, or either.
package struct Interest: Equatable, Sendable {
  /// The descriptor; -1 for none.
  package var descriptor: Int32
  /// The events on the descriptor, as for poll(2).
  package var events: Int16
  package var deadline: MonotonicTime?

  package init(
    _ descriptor: Int32 = -1, events: Int16 = Int16(POLLIN), deadline: MonotonicTime? = nil
  ) {
    (self.descriptor, self.events, self.deadline) = (descriptor, events, deadline)
  }
}

/// Something that the program reacts to.
package protocol EventSource: AnyObject {
  /// What to wait for. It is read before each wait.
  var interest: Interest { get }
  /// Handles what has come; called when the descriptor is ready or the deadline has passed. Never blocks.
  func handle(at now: MonotonicTime)
}

/// The sources of events, and the one wait for all of them.
package final class EventLoop {
  private var sources: [any EventSource] = []
  private var entries: [pollfd] = []
  private var deadlines: [MonotonicTime?] = []
  /// The number of waits that could have blocked.
  package private(set) var waitCount = 0

  package init() {}

  /// Adds a source, which comes after all others in each turn.
  package func add(_ source: any EventSource) {
    sources.append(source)
    entries.append(pollfd(fd: -1, events: 0, revents: 0))
    deadlines.append(nil)
  }

  /// Waits until a source is ready, a signal arrives or `deadline` passes, and has the ready sources handle what has come.
  ///
  /// Descriptors are looked at even if a deadline has passed, so that a busy program still hears signals.
  package func turn(until deadline: MonotonicTime?) {
    var earliest = deadline
    for (index, source) in sources.enumerated() {
      let interest = source.interest
      entries[index] = pollfd(fd: interest.descriptor, events: interest.events, revents: 0)
      deadlines[index] = interest.deadline
      if let deadline = interest.deadline { earliest = min(deadline, earliest ?? deadline) }
    }
    if earliest.map({ $0 > .now }) ?? true { waitCount += 1 }
    _ = poll(&entries, until: earliest)
    let now = MonotonicTime.now
    for (index, source) in sources.enumerated()
    where entries[index].revents != 0 || deadlines[index].map({ $0 <= now }) ?? false {
      source.handle(at: now)
    }
  }
}

/// A fixed list of descriptors to wait for.
package struct DescriptorSet {
  private var entries: [pollfd] = []
  /// The descriptor of each entry, also of those left out.
  private var descriptors: [Int32] = []

  package init() {}

  /// Adds `descriptor`, to be waited for until it is readable; returns its index. -1 is none.
  package mutating func add(_ descriptor: Int32) -> Int {
    entries.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
    descriptors.append(descriptor)
    return entries.count - 1
  }

  /// Changes the entry at `index` to wait for `events` (poll(2)) on `descriptor`; -1 is none.
  package mutating func set(_ descriptor: Int32, events: Int16, at index: Int) {
    entries[index].fd = descriptor
    entries[index].events = events
    descriptors[index] = descriptor
  }

  /// Includes the descriptor at `index` in the next waits, or leaves it out.
  package mutating func setWaited(_ isWaited: Bool, at index: Int) {
    entries[index].events = isWaited ? Int16(POLLIN) : 0
    // poll reports hang-ups even if nothing is asked for; a negative descriptor is ignored.
    entries[index].fd = isWaited ? descriptors[index] : -1
  }

  /// Returns whether the last wait found something to read, an end or an error.
  package func isReady(_ index: Int) -> Bool {
    entries[index].revents != 0
  }

  /// Waits until a descriptor is ready, a signal arrives or `deadline` (CLOCK_MONOTONIC, nanoseconds) passes; returns the
  /// number of ready descriptors.
  @discardableResult
  package mutating func wait(until deadline: Int64?) -> Int {
    for index in entries.indices { entries[index].revents = 0 }
    return poll(&entries, until: deadline.map { MonotonicTime(nanoseconds: $0) })
  }
}

/// Waits until `descriptor` is ready for `events` (poll(2)), a signal arrives or `deadline` passes; returns whether it is
/// ready.
package func waitFor(
  _ descriptor: Int32, events: Int16 = Int16(POLLIN), until deadline: MonotonicTime?
) -> Bool {
  var entries = [pollfd(fd: descriptor, events: events, revents: 0)]
  return poll(&entries, until: deadline) > 0
}

/// Waits for one of `entries`; returns the number of those that are ready.
private func poll(_ entries: inout [pollfd], until deadline: MonotonicTime?) -> Int {
  let timeout = deadline.map { max(0, ($0 - MonotonicTime.now).nanoseconds) } ?? -1
  let count = entries.withUnsafeMutableBufferPointer { buffer in
    segclock_ppoll(buffer.baseAddress, UInt(buffer.count), timeout)
  }
  return max(0, Int(count))
}
