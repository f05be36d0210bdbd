import Glibc

/// Reads the kernel's clocks; the one edge at which time enters the program.
package enum MonotonicClock {
  /// CLOCK_MONOTONIC in nanoseconds: never steps, stands still during suspend. Deadlines are given on it.
  package static func now() -> Int64 { read(CLOCK_MONOTONIC) }

  /// CLOCK_BOOTTIME in nanoseconds: never steps, runs on during suspend.
  package static func bootTime() -> Int64 { read(CLOCK_BOOTTIME) }

  /// CLOCK_REALTIME in nanoseconds since 1970, UTC: what a wall clock shows; may step.
  package static func wallTime() -> Int64 { read(CLOCK_REALTIME) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }
}

/// Which run of the computer this is.
package enum BootIdentifier {
  /// A text that no other run has; empty where the kernel does not tell.
  package static let current: String = {
    guard let file = fopen("/proc/sys/kernel/random/boot_id", "re") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return "" }
    let bytes = line.prefix { $0 > 32 }.map { UInt8(bitPattern: $0) }
    return String(decoding: bytes, as: UTF8.self)
  }()
}
