import Glibc
import Platform
import Settings
import Windowing

struct Statistics {
  var frames = 0
  var damagedPixels = 0
  /// Shown frames that were made ahead.
  var ahead = 0
  /// Frames that were due but not drawn, as the server had not acknowledged the one before.
  var held = 0

  /// In seconds of CPU time.
  private static var processTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  func print(way: Presentation, _ clock: FrameClock, wakeUps: Int) {
    let rate = clock.rate
    let cpu = Statistics.processTime
    let perFrame = frames > 0 ? cpu / Double(frames) * 1e6 : 0
    let lines = [
      "presented by    \(way.rawValue)",
      "frames a second \((rate * 1000).rounded() / 1000)",
      "frames drawn    \(frames)", "frames skipped  \(clock.skipped)",
      "frames late     \(clock.late)",
      "frames held     \(held)", "frames ahead    \(ahead)", "wake-ups        \(wakeUps)",
      "pixels a frame  \(frames > 0 ? damagedPixels / frames : 0)",
      "CPU seconds     \((cpu * 1000).rounded() / 1000)",
      "CPU us a frame  \(perFrame.rounded())",
    ]
    for line in lines { StandardError.print(line) }
  }
}
