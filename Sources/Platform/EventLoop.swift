import CPlatform
package import Glibc
import Timekeeping

/// What an event source waits for: descriptors, a deadline, or both.
package struct Interest: Sendable {
  package var entries: [pollfd] = []
  package var deadline: MonotonicTime?

  /// A descriptor of -1 is none.
  package init(
    _ descriptor: Int32 = -1, events: Int16 = Int16(POLLIN), deadline: MonotonicTime? = nil
  ) {
    if descriptor >= 0 { entries = [pollfd(fd: descriptor, events: events, revents: 0)] }
    self.deadline = deadline
  }
}

package protocol EventSource: AnyObject {
  /// Read before each wait.
  var interest: Interest { get }
  /// Called when a descriptor is ready or the deadline has passed. Never blocks.
  func handle(at now: MonotonicTime)
}

/// A descriptor that becomes readable, closed on deinit.
package class DescriptorSource: EventSource {
  /// -1 if none could be created.
  package let descriptor: Int32

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  package var interest: Interest { Interest(descriptor) }

  package func handle(at now: MonotonicTime) {}

  /// Reads the 8 bytes of a timerfd or eventfd, so that it is no longer readable.
  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

package final class EventLoop {
  private var sources: [(interest: () -> Interest, handler: (MonotonicTime) -> Void)] = []
  /// The number of waits that could block.
  package private(set) var waitCount = 0

  package init() {}

  /// Adds a source; sources are handled in the order of addition.
  package func add(_ source: any EventSource) { add({ source.interest }, source.handle) }

  package func add(
    _ interest: @escaping () -> Interest, _ handler: @escaping (MonotonicTime) -> Void
  ) {
    sources.append((interest, handler))
  }

  /// Waits until a source is ready, a signal arrives or `deadline` passes, then handles the ready sources.
  ///
  /// Polls descriptors even if a deadline has passed, so that a busy program still gets signals.
  package func turn(until deadline: MonotonicTime?) {
    let interests = sources.map { $0.interest() }
    var entries = interests.flatMap(\.entries)
    let earliest = (interests.map(\.deadline) + [deadline]).compactMap { $0 }.min()
    if earliest.map({ $0 > .now }) ?? true { waitCount += 1 }
    _ = waitFor(&entries, until: earliest)
    let now = MonotonicTime.now
    var end = 0
    for (source, interest) in zip(sources, interests) {
      let own = entries[end..<end + interest.entries.count]
      end = own.endIndex
      let isReady = own.contains { $0.revents != 0 }
      if isReady || interest.deadline.map({ $0 <= now }) ?? false { source.handler(now) }
    }
  }
}

/// Returns whether an entry is ready before a signal or `deadline`.
package func waitFor(_ entries: inout [pollfd], until deadline: MonotonicTime?) -> Bool {
  // ppoll leaves them as they are if a signal ends it.
  for index in entries.indices { entries[index].revents = 0 }
  guard let deadline else { return ppoll(&entries, UInt(entries.count), nil, nil) > 0 }
  let remaining = max(0, (deadline - .now).nanosecondsClamped)
  var limit = timespec(
    tv_sec: Int(remaining / 1_000_000_000), tv_nsec: Int(remaining % 1_000_000_000))
  return ppoll(&entries, UInt(entries.count), &limit, nil) > 0
}

/// Returns whether `descriptor` is ready for `events` (poll(2)) before a signal or `deadline`.
package func waitFor(
  _ descriptor: Int32, events: Int16 = Int16(POLLIN), until deadline: MonotonicTime?
) -> Bool {
  var entries = [pollfd(fd: descriptor, events: events, revents: 0)]
  return waitFor(&entries, until: deadline)
}
