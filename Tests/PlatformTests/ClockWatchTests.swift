import Platform
import TestSupport
import Testing

@Suite("The watch on the clock")
struct ClockWatchTests {
  /// What the kernel says of a descriptor of ours.
  private func lines(of descriptor: Int32) -> [String] {
    String(decoding: contents(of: "/proc/self/fdinfo/\(descriptor)") ?? [], as: UTF8.self)
      .split(separator: "\n").map { String($0).replacing("\t", with: " ") }
  }

  @Test("it is a timer on the wall clock that is cancelled when that is set, and never runs out")
  func armed() {
    let watch = ClockWatch()
    for _ in 0..<2 {
      let lines = lines(of: watch.descriptor)
      // CLOCK_REALTIME, and TFD_TIMER_ABSTIME with TFD_TIMER_CANCEL_ON_SET.
      #expect(lines.contains("clockid: 0") && lines.contains("settime flags: 03"))
      #expect(!waitFor(watch.descriptor, until: .distantPast))
      watch.handle(Turn())
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
