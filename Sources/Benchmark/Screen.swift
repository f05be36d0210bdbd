import CProbe
import Glibc
import Measuring
import Platform
import Windowing

/// A connection that watches other programs' windows.
final class Screen {
  private let handle: UnsafeMutableRawPointer
  /// What is connected to: it has to outlive the connection.
  private let server: DisplayServer

  init(_ server: DisplayServer) throws {
    guard let handle = screen_open(server.name) else { throw Failure("the display does not answer") }
    self.handle = handle
    self.server = server
  }

  deinit { screen_close(handle) }

  /// Whether `condition` comes true within `seconds`; asked again at every event, and every so many microseconds.
  func eventually(seconds: Double = 10, every microseconds: Int32 = 5000, _ condition: () -> Bool) -> Bool {
    let end = MonotonicClock.now() + Int64(seconds * 1e9)
    while !condition() {
      guard MonotonicClock.now() < end else { return false }
      screen_wait(handle, microseconds)
    }
    return true
  }

  /// The window of `program`, or whatever other one is on top, once it shows something.
  func paintedWindow(of program: Program?, every microseconds: Int32 = 5000) throws -> UInt {
    var window: UInt = 0
    let isPainted = eventually(seconds: 30, every: microseconds) {
      if window == 0 { window = screen_find(handle, Int32(program?.number ?? 0)) }
      return window != 0 && screen_is_painted(handle, window) != 0
    }
    guard isPainted else {
      throw Failure(window == 0 ? "a program shows no window" : "a program shows nothing in its window")
    }
    return window
  }

  /// Whether no program shows a window.
  var isEmpty: Bool { screen_find(handle, 0) == 0 }
  /// Whether a window manager takes windows. Some announce themselves sooner, and lose what is mapped meanwhile.
  var isManaging: Bool {
    guard screen_is_managed(handle) != 0 else { return false }
    let trial = screen_try(handle)
    defer { screen_destroy(handle, trial) }
    return eventually(seconds: 0.5) { screen_is_taken(handle, trial) != 0 }
  }
  var isComposited: Bool { screen_is_composited(handle) != 0 }
  func isViewable(_ window: UInt) -> Bool { screen_is_viewable(handle, window) != 0 }
  func iconify(_ window: UInt) { screen_iconify(handle, window) }
  func desktop(of window: UInt) -> Int { screen_desktop(handle, window) }
  func send(_ window: UInt, toDesktop desktop: Int) { screen_send_away(handle, window, desktop) }
  func cover() { _ = screen_cover(handle) }
  func click(x: Int32, y: Int32) -> Bool { screen_click(handle, x, y) != 0 }
  func type(_ key: String, x: Int32, y: Int32) -> Bool { screen_type(handle, key, x, y) != 0 }
}

/// A program under measurement; it ends with this object.
final class Program {
  private let process: pid_t
  private let server: DisplayServer
  /// Its process.
  var number: Int { Int(process) }

  /// Starts the program at `path` on `server`, with nothing of ours but the display and a home of its own.
  init(_ path: String, _ arguments: [String], on server: DisplayServer, home: Home) throws {
    self.server = server
    var environment = [
      "DISPLAY=\(server.name)", "HOME=\(home.path)", "XDG_RUNTIME_DIR=\(home.path)", "LC_ALL=C.UTF-8",
    ]
    for name in ["PATH", "LD_LIBRARY_PATH", "TZ"] {
      if let value = getenv(name) { environment.append("\(name)=\(String(cString: value))") }
    }
    process = try Children.start(
      path, arguments, environment: environment, isQuiet: true, isLeader: true
    ).process
  }

  deinit { Children.end(process) }

  /// It and all that it has started.
  var processes: [Int] { [number] + Kernel.descendants(number) }

  /// Its share of memory (PSS), in bytes.
  var memory: Int { processes.reduce(0) { $0 + Kernel.memory($1) } }

  /// What it and its server use in so many seconds.
  func observe(seconds: Int) -> Meter {
    let processes = processes
    func meter() -> Meter {
      var meter = Meter()
      meter.client = processes.reduce(0) { $0 + Kernel.cpuTime($1) }
      meter.wakeUps = processes.reduce(0) { $0 + Kernel.wakeUps($1) }
      meter.server = Kernel.cpuTime(server.number)
      meter.serverWakeUps = Kernel.wakeUps(server.number)
      return meter
    }
    let start = meter()
    sleepFor(seconds: Double(seconds))
    return Meter(from: start, to: meter())
  }
}

/// Sleeps for the whole time, whatever signals come.
func sleepFor(seconds: Double) {
  let end = MonotonicClock.now() + Int64(seconds * 1e9)
  var none = DescriptorSet()
  while MonotonicClock.now() < end { none.wait(until: end) }
}

/// A folder for programs to write into, below that of TMPDIR or else /tmp; gone with this object.
final class Home {
  let path: String

  init() throws {
    let named = getenv("TMPDIR").map { String(cString: $0) } ?? ""
    let parent = named.hasPrefix("/") ? named : "/tmp"
    var template = Array("\(parent)/segclock-bench-XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } }
    guard made != nil else {
      throw Failure("no folder can be made in \(parent): \(String(cString: strerror(errno)))")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // What is left in it was written by the programs, into folders of their own.
    _ = try? Children.output("/bin/rm", ["-rf", "--", path])
  }
}
