import CPlatform
package import Glibc

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

/// A descriptor of the kernel's that becomes readable, closed with the object.
package class DescriptorSource: EventSource {
  /// The descriptor; -1 if the kernel gave none.
  package let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  package var interest: Interest { Interest(descriptor) }

  package func handle(at now: MonotonicTime) {}

  /// Reads the eight bytes of a timer or an eventfd, after which it is no longer readable.
  func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
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
    _ = waitFor(&entries, until: earliest)
    let now = MonotonicTime.now
    for (index, source) in sources.enumerated()
    where entries[index].revents != 0 || deadlines[index].map({ $0 <= now }) ?? false {
      source.handle(at: now)
    }
  }
}

/// Waits until one of `entries` is ready, a signal arrives or `deadline` passes; returns whether one is ready.
package func waitFor(_ entries: inout [pollfd], until deadline: MonotonicTime?) -> Bool {
  // ppoll leaves them as they are if a signal ends it.
  for index in entries.indices { entries[index].revents = 0 }
  guard let deadline else { return ppoll(&entries, UInt(entries.count), nil, nil) > 0 }
  let remaining = max(0, (deadline - .now).nanoseconds)
  var limit = timespec(
    tv_sec: Int(remaining / 1_000_000_000), tv_nsec: Int(remaining % 1_000_000_000))
  return ppoll(&entries, UInt(entries.count), &limit, nil) > 0
}

/// Waits until `descriptor` is ready for `events` (poll(2)), a signal arrives or `deadline` passes; returns whether it is
/// ready.
package func waitFor(
  _ descriptor: Int32, events: Int16 = Int16(POLLIN), until deadline: MonotonicTime?
) -> Bool {
  var entries = [pollfd(fd: descriptor, events: events, revents: 0)]
  return waitFor(&entries, until: deadline)
}
