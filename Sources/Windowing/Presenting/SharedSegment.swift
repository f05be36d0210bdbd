import CX11
import Glibc

/// A piece of memory that the server reads too (MIT-SHM).
final class SharedSegment {
  /// The first byte.
  let base: UnsafeMutableRawPointer
  /// How many bytes there are.
  let size: Int
  /// The type of the event by which the server says that it has read a frame.
  let completionType: Int32

  private let connection: Connection
  private let info: UnsafeMutablePointer<XShmSegmentInfo>
  /// The segment's name on the server; 0 where it was refused.
  private var xid: XID { info.pointee.shmseg }

  /// Memory of `size` bytes, once the server has agreed in a round trip; nil where it has no MIT-SHM or refuses.
  convenience init?(connection: Connection, size: Int) {
    let display = connection.display
    var opcode: Int32 = 0
    var firstEvent: Int32 = 0
    var firstError: Int32 = 0
    guard XImageByteOrder(display) == (1.littleEndian == 1 ? LSBFirst : MSBFirst),
      XQueryExtension(display, "MIT-SHM", &opcode, &firstEvent, &firstError) != 0
    else { return nil }
    let completionType = XShmGetEventBase(display) + ShmCompletion
    self.init(connection: connection, size: size, completionType: completionType) { attach in
      connection.trapErrors(attach)?.isEmpty ?? false
    }
  }

  private init?(
    connection: Connection, size: Int, completionType: Int32,
    attaching: (_ attach: () -> Void) -> Bool
  ) {
    let identifier = shmget(IPC_PRIVATE, size, IPC_CREAT | 0o600)
    guard identifier >= 0 else { return nil }
    let address = shmat(identifier, nil, 0)
    // Linux lets a marked segment still be attached, and frees it with its last user, however that one ends.
    shmctl(identifier, IPC_RMID, nil)
    guard let address, Int(bitPattern: address) != -1 else { return nil }
    info = .allocate(capacity: 1)
    info.initialize(to: XShmSegmentInfo())
    info.pointee.shmid = identifier
    info.pointee.shmaddr = address.assumingMemoryBound(to: CChar.self)
    info.pointee.readOnly = 1
    base = address
    self.size = size
    self.connection = connection
    self.completionType = completionType
    let info = info
    let display = connection.display
    guard attaching({ XShmAttach(display, info) }) else {
      info.pointee.shmseg = 0
      return nil
    }
    Faults.record(of: display) { $0.refusedSegments[xid] = false }
  }

  deinit {
    if xid != 0 {
      connection.use { _ = XShmDetach($0, info) }
      Faults.record(of: connection.display) { _ = $0.refusedSegments.removeValue(forKey: xid) }
    }
    shmdt(base)
    info.deinitialize(count: 1)
    info.deallocate()
  }

  /// Another segment to use instead, attached without a round trip; a refusal shows in `wasRefused`.
  func replacement(size: Int) -> SharedSegment? {
    SharedSegment(connection: connection, size: size, completionType: completionType) { attach in
      attach()
      return true
    }
  }

  /// The segment as XShm expects it in an image's `obdata`.
  var imageData: UnsafeMutablePointer<CChar> {
    UnsafeMutableRawPointer(info).assumingMemoryBound(to: CChar.self)
  }

  /// Whether the server has refused a request that names this segment.
  var wasRefused: Bool {
    Faults.record(of: connection.display) { $0.refusedSegments[xid] ?? false }
  }
}

/// Memory of our own for pixels, aligned for vector instructions; grows and never shrinks.
final class PixelStore {
  /// The first byte; nil before the first use.
  private(set) var memory: UnsafeMutableRawPointer?
  private var size = 0

  deinit { free(memory) }

  /// The first of at least `wanted` bytes, their contents forgotten where they had to move; nil without memory.
  func base(size wanted: Int) -> UnsafeMutableRawPointer? {
    if wanted > size || memory == nil {
      free(memory)
      memory = nil
      size = 0
      var fresh: UnsafeMutableRawPointer?
      guard posix_memalign(&fresh, 64, max(wanted, 64)) == 0 else { return nil }
      memory = fresh
      size = wanted
    }
    return memory
  }
}
