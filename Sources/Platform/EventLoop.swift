import CPlatform
package import Glibc
import Timekeeping

/// What event sources wait for: descriptors and the earliest of their deadlines.
package struct Interest: Sendable {
  package fileprivate(set) var entries: [pollfd] = []
  package fileprivate(set) var deadline: MonotonicTime?

  package init() {}

  /// A descriptor of -1 is none.
  package mutating func add(_ descriptor: Int32, events: Int16 = Int16(POLLIN)) {
    if descriptor >= 0 { entries.append(pollfd(fd: descriptor, events: events, revents: 0)) }
  }

  package mutating func add(_ deadline: MonotonicTime?) {
    if let deadline { self.deadline = min(deadline, self.deadline ?? deadline) }
  }
}

/// A source's turn in the event loop, with the time that it has for events which come without end.
///
/// A source handles at least one event in its turn, and further ones until it is spent.
package struct Turn: Sendable {
  package let start: MonotonicTime
  /// A quarter of a frame: the rest is for frames and signals.
  private static let length = Duration.milliseconds(4)

  package init(at start: MonotonicTime = .now) { self.start = start }

  package var isSpent: Bool { .now - start >= Turn.length }
}

package protocol EventSource: AnyObject {
  /// Adds what it waits for; called before each wait, all of whose sources share one array.
  func addInterest(to interest: inout Interest)
  /// Called when a descriptor is ready or the deadline has passed. Never blocks.
  func handle(_ turn: Turn)
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

  package func addInterest(to interest: inout Interest) { interest.add(descriptor) }

  package func handle(_ turn: Turn) {}

  /// Reads the 8 bytes of a timerfd or eventfd, so that it is no longer readable.
  package func clear() {
    var count: UInt64 = 0
    _ = read(descriptor, &count, MemoryLayout<UInt64>.size)
  }
}

package final class EventLoop {
  private struct Source {
    let addInterest: (inout Interest) -> Void
    let handler: (Turn) -> Void
    // Of the current wait.
    var end = 0
    var deadline: MonotonicTime?
  }

  private var sources: [Source] = []
  /// Emptied before each wait; it keeps its memory, so that a wait allocates nothing.
  private var interest = Interest()
  /// The number of waits that could block.
  package private(set) var waitCount = 0

  package init() {}

  /// Adds a source; sources are handled in the order of addition.
  package func add(_ source: any EventSource) {
    add({ source.addInterest(to: &$0) }, source.handle)
  }

  package func add(
    _ addInterest: @escaping (inout Interest) -> Void, _ handler: @escaping (Turn) -> Void
  ) {
    sources.append(Source(addInterest: addInterest, handler: handler))
  }

  /// Waits until a source is ready, a signal arrives or `deadline` passes, then handles the ready sources.
  ///
  /// Polls descriptors even if a deadline has passed, so that a busy program still gets signals.
  package func turn(until deadline: MonotonicTime?) {
    interest.entries.removeAll(keepingCapacity: true)
    var earliest = deadline
    for index in sources.indices {
      interest.deadline = nil
      sources[index].addInterest(&interest)
      sources[index].end = interest.entries.count
      sources[index].deadline = interest.deadline
      if let own = interest.deadline { earliest = min(own, earliest ?? own) }
    }
    if earliest.map({ $0 > .now }) ?? true { waitCount += 1 }
    _ = waitFor(&interest.entries, until: earliest)
    let now = MonotonicTime.now
    var start = 0
    for source in sources {
      let isReady = interest.entries[start..<source.end].contains { $0.revents != 0 }
      start = source.end
      if isReady || source.deadline.map({ $0 <= now }) ?? false { source.handler(Turn()) }
    }
  }
}

/// Returns whether an entry is ready before a signal or `deadline`.
package func waitFor(_ entries: inout [pollfd], until deadline: MonotonicTime?) -> Bool {
  // ppoll leaves them as they are if a signal ends it.
  for index in entries.indices { entries[index].revents = 0 }
  return waitFor(&entries, count: entries.count, until: deadline)
}

private func waitFor(
  _ entries: UnsafeMutablePointer<pollfd>, count: Int, until deadline: MonotonicTime?
) -> Bool {
  guard let deadline else { return ppoll(entries, UInt(count), nil, nil) > 0 }
  let remaining = max(0, (deadline - .now).nanosecondsClamped)
  var limit = timespec(
    tv_sec: Int(remaining / 1_000_000_000), tv_nsec: Int(remaining % 1_000_000_000))
  return ppoll(entries, UInt(count), &limit, nil) > 0
}

/// Returns whether `descriptor` is ready for `events` (poll(2)) before a signal or `deadline`.
package func waitFor(
  _ descriptor: Int32, events: Int16 = Int16(POLLIN), until deadline: MonotonicTime?
) -> Bool {
  var entry = pollfd(fd: descriptor, events: events, revents: 0)
  return waitFor(&entry, count: 1, until: deadline)
}
