import Glibc
import Platform
import TestSupport
import Testing

@Suite("Child processes", .serialized)
struct SubprocessTests {
  /// A pipe that a child writes to by way of /proc, and whose end tells that all writers are gone.
  private final class Line {
    let read: Int32
    private let write: Int32
    /// A path that a shell can write to.
    let path: String

    init() throws {
      var ends: [Int32] = [-1, -1]
      try #require(pipe(&ends) == 0)
      (read, write) = (ends[0], ends[1])
      path = "/proc/\(getpid())/fd/\(write)"
    }

    deinit {
      close(read)
      close(write)
    }

    /// The next line, as soon as it is there.
    func next() throws -> String {
      var text: [UInt8] = []
      while text.last != UInt8(ascii: "\n") {
        var entry = pollfd(fd: read, events: Int16(POLLIN), revents: 0)
        try #require(poll(&entry, 1, 10_000) == 1, "nothing was written")
        var byte: UInt8 = 0
        try #require(Glibc.read(read, &byte, 1) == 1)
        text.append(byte)
      }
      return String(decoding: text.dropLast(), as: UTF8.self)
    }
  }

  /// Takes turns until all processes have ended.
  private func allEnded(_ processes: inout Subprocesses) -> [(
    ending: ProcessEnding, wasAsked: Bool
  )] {
    var all: [(ProcessEnding, Bool)] = []
    for _ in 0..<2000 where !processes.isEmpty {
      all += processes.poll(at: .now).map { ($0.ending, $0.wasAsked) }
      poll(nil, 0, 5)
    }
    return all
  }

  /// Takes turns until the only process has ended.
  private func ended(_ processes: inout Subprocesses) throws -> (
    ending: ProcessEnding, wasAsked: Bool
  ) {
    let all = allEnded(&processes)
    try #require(all.count == 1)
    return all[0]
  }

  private func isAlive(_ process: Int32) -> Bool { kill(process, 0) == 0 }

  /// Waits until no process has that number any more; one that init has not reaped yet counts as gone.
  private func awaitEnd(of process: Int32) {
    for _ in 0..<2000 where isAlive(process) && !isZombie(process) { poll(nil, 0, 5) }
    #expect(!isAlive(process) || isZombie(process))
  }

  private func isZombie(_ process: Int32) -> Bool {
    contents(of: "/proc/\(process)/stat").map {
      String(decoding: $0, as: UTF8.self).contains(") Z ")
    }
      ?? true
  }

  @Test("how each has ended is told once, and who has ended it")
  func endings() throws {
    var processes = Subprocesses()
    #expect(processes.isEmpty && processes.deadline == nil)
    for (text, ending) in [
      ("exit 0", ProcessEnding.exited(0)), ("exit 3", .exited(3)), ("kill -9 $$", .signalled(9)),
    ] {
      _ = try processes.start(Invocation(text))
      #expect(!processes.isEmpty && processes.deadline == nil)
      let end = try ended(&processes)
      #expect(end.ending == ending && !end.wasAsked && processes.isEmpty)
    }
    #expect(processes.poll(at: .now).isEmpty)
  }

  @Test(
    "it leads a group of its own, with no signal blocked or ignored and no descriptor but three")
  func surroundings() throws {
    let line = try Line()
    var processes = Subprocesses()
    signal(SIGPIPE, SIG_IGN)
    defer { signal(SIGPIPE, SIG_DFL) }
    var blocked = sigset_t()
    sigemptyset(&blocked)
    sigaddset(&blocked, SIGUSR1)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    setenv("SEGCLOCK_TEST_KEPT", "kept", 1)
    setenv("SEGCLOCK_TEST_SET", "before", 1)
    // The shell reads its own masks itself: as long as it waits for a child, it may block every signal.
    let invocation = Invocation(
      """
      exec >\(line.path)
      read -r pid name state parent group rest </proc/$$/stat; [ "$pid" = "$group" ] && echo leads
      while read -r key mask; do
        case $key in SigBlk:|SigIgn:) printf '%s %s ' "$key" "$mask" ;; esac
      done </proc/$$/status
      echo
      echo $(ls /proc/self/fd)
      readlink /proc/$$/fd/0; echo "$SEGCLOCK_TEST_KEPT $SEGCLOCK_TEST_SET $SEGCLOCK_TEST"
      """, ["SEGCLOCK_TEST": "new", "SEGCLOCK_TEST_SET": "after"])
    _ = try processes.start(invocation)
    #expect(try line.next() == "leads")
    // glibc has two signals of its own, 32 and 33, ignored.
    let masks = try line.next().replacing("180000000", with: "000000000")
    #expect(masks == "SigBlk: 0000000000000000 SigIgn: 0000000000000000 ")
    // The last is the folder that is listed.
    #expect(try line.next() == "0 1 2 3")
    #expect(try line.next() == "/dev/null")
    #expect(try line.next() == "kept after new")
    #expect(try ended(&processes).ending == .exited(0))
  }

  @Test(
    "at its limit it is asked to end with its group, and killed a second later where it does not")
  func limits() throws {
    let line = try Line()
    var processes = Subprocesses()
    let start = MonotonicTime.now
    _ = try processes.start(
      Invocation(
        "trap '' TERM; (trap '' TERM; sleep 1000) & echo $! >\(line.path); wait; sleep 1000"),
      until: start + .milliseconds(50))
    let child = try #require(try Int32(line.next()))
    #expect(processes.deadline == start + .milliseconds(50))
    let end = try ended(&processes)
    #expect(end.ending == .signalled(SIGKILL) && end.wasAsked)
    #expect(MonotonicTime.now - start >= .milliseconds(1050))
    awaitEnd(of: child)
  }

  @Test("one that is asked to end and does is told as asked, and its group is gone")
  func ends() throws {
    let line = try Line()
    var processes = Subprocesses()
    let identifier = try processes.start(
      Invocation("(trap '' TERM; sleep 1000) & echo $! >\(line.path); wait"))
    let child = try #require(try Int32(line.next()))
    processes.end(identifier, at: .now)
    #expect(processes.deadline != nil)
    let end = try ended(&processes)
    #expect(end.ending == .signalled(SIGTERM) && end.wasAsked)
    awaitEnd(of: child)
    // It is too late for that now.
    processes.end(identifier, at: .now)
    #expect(processes.isEmpty)
  }

  @Test(
    "what a command leaves in the background lives on, unless it is to end with it",
    arguments: [false, true])
  func background(endsWithIt: Bool) throws {
    let line = try Line()
    var processes = Subprocesses()
    _ = try processes.start(
      Invocation("sleep 1000 & echo $! >\(line.path)", endsWithItsBackground: endsWithIt))
    let child = try #require(try Int32(line.next()))
    #expect(try ended(&processes).ending == .exited(0))
    if endsWithIt {
      awaitEnd(of: child)
    } else {
      #expect(isAlive(child))
      kill(child, SIGKILL)
    }
  }

  @Test("at the program's own end they are killed")
  func killing() throws {
    var processes = Subprocesses()
    for _ in 0..<2 { _ = try processes.start(Invocation("trap '' TERM; sleep 1000")) }
    processes.kill()
    let endings = allEnded(&processes).map(\.ending)
    #expect(endings == [.signalled(9), .signalled(9)])
  }

  @Test("beyond a limit, the oldest processes are ended")
  func limited() throws {
    var processes = Subprocesses()
    defer { processes.kill() }
    var started: [Int32] = []
    for _ in 0..<5 {
      processes.limit(to: 2, at: .now)
      started.append(try processes.start(Invocation("exec sleep 1000")))
    }
    for process in started.prefix(2) {
      var info = siginfo_t()
      // Leaves it to be reaped.
      waitid(P_PID, id_t(process), &info, WEXITED | WNOWAIT)
    }
    let ended = processes.poll(at: .now).map(\.process)
    #expect(Set(ended).isSuperset(of: started.prefix(2)))
    #expect(Set(ended).isSubset(of: started.prefix(3)))
  }
}

@Suite("The timer that goes on in suspend")
struct KernelTimerTests {
  private func isReady(_ timer: KernelTimer, within milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: timer.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, milliseconds) == 1
  }

  @Test(
    "it goes off at its instant and no sooner, at once where that is over, and not once it is set to nothing"
  )
  func instants() {
    let timer = KernelTimer()
    #expect(!isReady(timer, within: 0))
    let instant = MonotonicClock.bootTime() + 30_000_000
    timer.set(to: instant)
    #expect(isReady(timer, within: 10_000) && MonotonicClock.bootTime() >= instant)
    timer.set(to: nil)
    #expect(!isReady(timer, within: 0))
    for past in [MonotonicClock.bootTime() - 1, 0, -5, .min] {
      timer.set(to: past)
      #expect(isReady(timer, within: 10_000))
    }
    timer.set(to: .max)
    #expect(!isReady(timer, within: 0))
  }
}
