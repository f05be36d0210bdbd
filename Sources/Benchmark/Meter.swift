import CProbe
import Glibc
import Measuring

extension Meter {
  /// Reads all meters; `server` is the process of the server, 0 for none.
  ///
  /// Reading the kernel's files takes time and memory itself: before the start, and after the end.
  init(server process: Int, isStart: Bool) {
    self.init()
    if isStart { readKernel(server: process) }
    allocations = probe_allocations()
    bytesWritten = probe_bytes_written()
    client = Kernel.ownTime
    if !isStart { readKernel(server: process) }
  }

  private mutating func readKernel(server process: Int) {
    wakeUps = Kernel.wakeUps(Int(getpid()))
    guard process > 0 else { return }
    server = Kernel.cpuTime(process)
    serverWakeUps = Kernel.wakeUps(process)
  }
}

/// What Linux tells of processes.
enum Kernel {
  /// The nanoseconds that this process has run, all its threads together.
  static var ownTime: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The nanoseconds that a process has run, all its threads together.
  static func cpuTime(_ process: Int) -> Int64 {
    names(in: "/proc/\(process)/task").reduce(0) { sum, thread in
      sum + (Reports.processorTime(schedstat: contents("/proc/\(process)/task/\(thread)/schedstat")) ?? 0)
    }
  }

  /// How often a process went to sleep by itself, all its threads together.
  static func wakeUps(_ process: Int) -> Int {
    names(in: "/proc/\(process)/task").reduce(0) { sum, thread in
      sum
        + (Reports.field("voluntary_ctxt_switches:", in: contents("/proc/\(process)/task/\(thread)/status"))
          ?? 0)
    }
  }

  /// A process's share of memory (PSS), in bytes.
  static func memory(_ process: Int) -> Int {
    (Reports.field("Pss:", in: contents("/proc/\(process)/smaps_rollup")) ?? 0) * 1024
  }

  /// The processes that a process has started and that still run, and theirs.
  static func descendants(_ process: Int) -> [Int] {
    names(in: "/proc/\(process)/task").flatMap { thread in
      contents("/proc/\(process)/task/\(thread)/children").split(separator: " ").compactMap { Int($0) }
    }.flatMap { [$0] + descendants($0) }
  }

  /// The names in a folder that are numbers.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var result: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if Int(name) != nil { result.append(name) }
    }
    return result
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
