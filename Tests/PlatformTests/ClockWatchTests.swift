import Glibc
import Platform
import Testing

@Suite("The watch on the clock")
struct ClockWatchTests {
  /// What the kernel says of a descriptor of ours.
  private func lines(of descriptor: Int32) -> [String] {
    guard let stream = fopen("/proc/self/fdinfo/\(descriptor)", "re") else { return [] }
    defer { fclose(stream) }
    var lines: [String] = []
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, 256, stream) != nil {
      lines.append(
        String(
          decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self
        ))
    }
    return lines
  }

  @Test("it is a timer on the wall clock that is cancelled when that is set, and never runs out")
  func armed() {
    let watch = ClockWatch()
    for _ in 0..<2 {
      let lines = lines(of: watch.descriptor)
      // CLOCK_REALTIME, and TFD_TIMER_ABSTIME with TFD_TIMER_CANCEL_ON_SET.
      #expect(lines.contains("clockid: 0") && lines.contains("settime flags: 03"))
      #expect(!waitFor(watch.descriptor, until: .distantPast))
      watch.handle(at: .now)
    }
  }

  @Test("its descriptor goes with it")
  func closed() {
    var watch: ClockWatch? = ClockWatch()
    let descriptor = watch?.descriptor ?? -1
    #expect(descriptor >= 0 && lines(of: descriptor).contains("clockid: 0"))
    watch = nil
    #expect(!lines(of: descriptor).contains("settime flags: 03"))
  }
}
