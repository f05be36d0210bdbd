import CCairo
import Glibc

/// A picture's file before it is one: the bytes that cairo writes, in blocks.
final class ByteStore {
  private var blocks: [UnsafeMutablePointer<UInt8>] = []
  /// How many bytes the last block holds.
  private var filled = ByteStore.blockSize
  private static let blockSize = 1 << 20

  deinit {
    for block in blocks { free(block) }
  }

  /// What cairo hands back to `append`; valid as long as the store is.
  var pointer: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

  static let append: cairo_write_func_t = { closure, data, length in
    guard let closure, let data else { return CAIRO_STATUS_WRITE_ERROR }
    let store = Unmanaged<ByteStore>.fromOpaque(closure).takeUnretainedValue()
    return store.add(data, count: Int(length)) ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_NO_MEMORY
  }

  /// All bytes, in order; valid as long as the store is and nothing is added.
  var parts: [UnsafeRawBufferPointer] {
    blocks.enumerated().map { index, block in
      UnsafeRawBufferPointer(
        start: block, count: index == blocks.count - 1 ? filled : ByteStore.blockSize)
    }
  }

  private func add(_ data: UnsafePointer<UInt8>, count: Int) -> Bool {
    var taken = 0
    while taken < count {
      if filled == ByteStore.blockSize {
        guard let block = MemoryBudget.zeroed(UInt8.self, count: ByteStore.blockSize) else {
          return false
        }
        blocks.append(block)
        filled = 0
      }
      let piece = min(count - taken, ByteStore.blockSize - filled)
      (blocks[blocks.count - 1] + filled).update(from: data + taken, count: piece)
      filled += piece
      taken += piece
    }
    return true
  }
}
