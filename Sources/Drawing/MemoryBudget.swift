import Glibc
import Synchronization

/// Checks for memory before large allocations.
///
/// Swift traps when an allocation fails. So everything that grows with a picture asks here first,
/// which keeps a reserve for small allocations.
package enum MemoryBudget {
  /// The reserve in bytes; fontconfig and the largest font take most of it.
  static let reserve = 32 << 20
  /// Smaller allocations need not ask.
  package static let large = 1 << 16

  private static let refused = Atomic<Int>(0)

  /// A picture is incomplete if this number grew while it was painted.
  package static var refusals: Int { refused.load(ordering: .relaxed) }

  package static func permits(_ bytes: Int) -> Bool {
    guard bytes >= large else { return true }
    // An untouched mapping costs nothing, and fails at the process's limit.
    let size = bytes + reserve
    if let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    {
      munmap(memory, size)
      return true
    }
    recordRefusal()
    return false
  }

  static func recordRefusal() {
    refused.wrappingAdd(1, ordering: .relaxed)
  }

  /// Returns zeroed memory for `count` values, to be freed with `free`; nil if it is refused.
  static func zeroed<Value: BitwiseCopyable>(_ type: Value.Type, count: Int)
    -> UnsafeMutablePointer<Value>?
  {
    let size = MemoryLayout<Value>.stride
    guard permits(count * size) else { return nil }
    guard let memory = calloc(count, size) else {
      recordRefusal()
      return nil
    }
    return memory.bindMemory(to: type, capacity: count)
  }
}
