import CProbe
import Glibc
import Measuring
import ProgramSupport

/// The nanoseconds that this process has run, all its threads together.
func ownProcessorTime() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

extension Meter {
  /// What this process and `server`, 0 for none, have used so far.
  ///
  /// Reading the kernel's files takes time and memory itself: before the start, and after the end.
  init(server: Int32, isStart: Bool) {
    self.init()
    if isStart { readKernel(server) }
    allocations = probe_allocations()
    bytesWritten = probe_bytes_written()
    client = ownProcessorTime()
    if !isStart { readKernel(server) }
  }

  private mutating func readKernel(_ server: Int32) {
    wakeUps = OtherProcess(getpid()).voluntarySwitches
    guard server > 0 else { return }
    self.server = OtherProcess(server).processorNanoseconds
    serverWakeUps = OtherProcess(server).voluntarySwitches
  }

  /// What the processes of `family` and their server have used so far.
  init(_ family: [OtherProcess], on server: XServer) {
    self.init()
    client = family.reduce(0) { $0 + $1.processorNanoseconds }
    wakeUps = family.reduce(0) { $0 + $1.voluntarySwitches }
    self.server = server.process.processorNanoseconds
    serverWakeUps = server.process.voluntarySwitches
  }
}
