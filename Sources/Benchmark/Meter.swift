import CProbe
import Glibc

/// What two processes have used up to a moment: this one and the X server.
struct Meter {
  /// CPU time of this process, in nanoseconds.
  var client: Int64 = 0
  /// CPU time of the server, in nanoseconds; 0 where it runs elsewhere.
  var server: Int64 = 0
  /// How often this process went to sleep.
  var wakeUps = 0
  /// How often the server did.
  var serverWakeUps = 0
  var allocations = 0
  var bytesWritten = 0

  init() {}

  /// Reads all meters; `server` is the process of the server, 0 for none.
  ///
  /// Reading the kernel's files takes time and memory itself: before the start, and after the end.
  init(server process: Int, isStart: Bool) {
    if isStart { readKernel(server: process) }
    allocations = probe_allocations()
    bytesWritten = probe_bytes_written()
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    client = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    if !isStart { readKernel(server: process) }
  }

  private mutating func readKernel(server process: Int) {
    wakeUps = Kernel.switches("/proc/self/status")
    guard process > 0 else { return }
    server = Kernel.cpuTime(process)
    serverWakeUps = Kernel.switches("/proc/\(process)/status")
  }

  /// Adds what was used from `start` to `end`.
  mutating func add(from start: Meter, to end: Meter) {
    client += end.client - start.client
    server += end.server - start.server
    wakeUps += end.wakeUps - start.wakeUps
    serverWakeUps += end.serverWakeUps - start.serverWakeUps
    allocations += end.allocations - start.allocations
    bytesWritten += end.bytesWritten - start.bytesWritten
  }
}

/// What Linux tells under /proc.
enum Kernel {
  /// The nanoseconds that a process has run, all its threads together.
  static func cpuTime(_ process: Int) -> Int64 {
    var sum: Int64 = 0
    guard let folder = opendir("/proc/\(process)/task") else { return 0 }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard Int(name) != nil else { continue }
      let text = contents("/proc/\(process)/task/\(name)/schedstat")
      sum += text.split(separator: " ").first.flatMap { Int64($0) } ?? 0
    }
    return sum
  }

  /// How often a process went to sleep by itself, from its status file.
  static func switches(_ path: String) -> Int {
    field("voluntary_ctxt_switches:", of: path)
  }

  /// This process's share of memory (PSS), in bytes.
  static var memory: Int { field("Pss:", of: "/proc/self/smaps_rollup") * 1024 }

  private static func field(_ name: String, of path: String) -> Int {
    for line in contents(path).split(separator: "\n") where line.hasPrefix(name) {
      let words = line.split { $0 == " " || $0 == "\t" }
      return words.count > 1 ? Int(words[1]) ?? 0 : 0
    }
    return 0
  }

  private static func contents(_ path: String) -> String {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return "" }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 8192)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
