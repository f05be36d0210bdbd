import Glibc
import Synchronization

/// Whether there is memory for something large.
///
/// Swift ends the program where memory is refused to it. So what grows with a picture asks here first, and as much is
/// left over as all small things together need, which cannot ask: fonts, paths, the language's own objects.
package enum MemoryBudget {
  /// How much is left over, in bytes: fontconfig and the largest font in use take the most of it.
  static let reserve = 32 << 20
  /// Below this many bytes nothing has to ask.
  static let large = 1 << 16

  private static let refused = Atomic<Int>(0)

  /// How often somebody was refused memory since the program began. A picture during which it grew is not complete.
  package static var refusals: Int { refused.load(ordering: .relaxed) }

  /// Whether there is as much as all small things need.
  package static var hasReserve: Bool { permits(large) }

  /// Whether `bytes` can be had now, and the reserve besides.
  package static func permits(_ bytes: Int) -> Bool {
    guard bytes >= large else { return true }
    // What is mapped and not touched costs nothing but the question, which a limit of the process answers.
    let size = bytes + reserve
    if let memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    {
      munmap(memory, size)
      return true
    }
    noteRefusal()
    return false
  }

  /// Counts memory that somebody else was refused.
  static func noteRefusal() {
    refused.wrappingAdd(1, ordering: .relaxed)
  }

  /// Cleared memory for `count` values, to be given back with `free`; nil where it is refused.
  static func zeroed<Value: BitwiseCopyable>(_ type: Value.Type, count: Int)
    -> UnsafeMutablePointer<Value>?
  {
    let size = MemoryLayout<Value>.stride
    guard permits(count * size) else { return nil }
    guard let memory = calloc(count, size) else {
      noteRefusal()
      return nil
    }
    return memory.bindMemory(to: type, capacity: count)
  }
}
