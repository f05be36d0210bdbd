import Platform
import Testing

@Suite("The event loop")
struct EventLoopTests {
  /// A source that records its turns in a log that several share.
  private final class Source: EventSource {
    final class Log {
      var names: [String] = []
    }

    let name: String
    let descriptor: Int32
    var deadline: MonotonicTime?
    let log: Log

    init(_ name: String, of descriptor: Int32 = -1, deadline: MonotonicTime? = nil, _ log: Log) {
      (self.name, self.descriptor, self.deadline, self.log) = (name, descriptor, deadline, log)
    }

    func addInterest(to interest: inout Interest) {
      interest.add(descriptor)
      interest.add(deadline)
    }

    func handle(_ turn: Turn) { log.names.append(name) }
  }

  @Test("sources that are ready or due are handled in their order, and no others")
  func order() throws {
    let wakeUp = try #require(WakeUp())
    let log = Source.Log()
    let loop = EventLoop()
    let due = Source("due", deadline: .now, log)
    loop.add(due)
    loop.add(Source("idle", log))
    loop.add(Source("later", deadline: MonotonicTime.now + .seconds(1000), log))
    loop.add(Source("ready", of: wakeUp.descriptor, log))
    wakeUp.signal()
    loop.turn(until: nil)
    #expect(log.names == ["due", "ready"])
    due.deadline = nil
    wakeUp.clear()
    loop.turn(until: .now)
    #expect(log.names == ["due", "ready"])
    #expect(loop.waitCount == 0)
  }

  @Test("it waits until the earliest deadline, and no longer")
  func deadlines() {
    let log = Source.Log()
    let loop = EventLoop()
    loop.add(Source("first", deadline: MonotonicTime.now + .milliseconds(20), log))
    loop.add(Source("second", deadline: MonotonicTime.now + .seconds(1000), log))
    let start = MonotonicTime.now
    loop.turn(until: start + .seconds(1000))
    #expect(log.names == ["first"] && loop.waitCount == 1)
    #expect(MonotonicTime.now - start >= .milliseconds(19))
    loop.turn(until: MonotonicTime.now + .milliseconds(1))
  }

  @Test("times stop at the ends of their range")
  func range() {
    let end = MonotonicTime(nanoseconds: .max)
    #expect(end + .seconds(1) == end && end - .seconds(-1) == end)
    #expect(MonotonicTime.distantPast - .seconds(1) == .distantPast)
    #expect(MonotonicTime.distantPast + .seconds(Int64.max) == MonotonicTime(nanoseconds: -1))
    #expect(end - .distantPast > .seconds(Int64.max / 1_000_000_000))
  }
}
