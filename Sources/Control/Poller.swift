import CControl
import Glibc

/// Waits for many descriptors by way of one (epoll).
final class Poller {
  /// Can be read when one of them is ready.
  let descriptor: Int32
  private var keys = [UInt64](repeating: 0, count: Poller.mostAtOnce)
  private var states = [Int32](repeating: 0, count: Poller.mostAtOnce)

  /// How many are told of at once.
  private static let mostAtOnce = 64

  /// What one is ready for.
  struct Readiness {
    let key: UInt64
    let isReadable: Bool
    let isWritable: Bool
    /// Whether the other end is gone altogether.
    let isOver: Bool
  }

  /// Nil where the system has no descriptor left.
  init?() {
    descriptor = ccontrol_epoll()
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Waits for `other`, which goes by `key`, to be readable; false where the system has no room for it.
  func add(_ other: Int32, key: UInt64) -> Bool {
    ccontrol_watch(descriptor, ccontrol_add, other, 1, 0, key) == 0
  }

  /// Waits for `other` to be readable, writable, both, or just over. One that is closed is waited for no longer.
  func change(_ other: Int32, key: UInt64, reads: Bool, writes: Bool) {
    _ = ccontrol_watch(descriptor, ccontrol_change, other, reads ? 1 : 0, writes ? 1 : 0, key)
  }

  /// Those that are ready now.
  func ready() -> [Readiness] {
    let count = ccontrol_ready(descriptor, &keys, &states, Int32(Poller.mostAtOnce))
    return (0..<max(0, Int(count))).map { index in
      Readiness(
        key: keys[index], isReadable: states[index] & 1 != 0, isWritable: states[index] & 2 != 0,
        isOver: states[index] & 4 != 0)
    }
  }
}
