import Glibc

package struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  private static let timeout = Duration.milliseconds(500)

  package init?(peerOf socket: Int32) {
    let status = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
    }
    guard status == 0 else { return nil }
  }

  package var isLocal: Bool { Int32(storage.ss_family) == AF_UNIX }

  package func accepts() -> Bool {
    let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
    let descriptor = socket(Int32(storage.ss_family), Int32(flags), 0)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    let status = withUnsafePointer(to: storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, length) }
    }
    guard status != 0 else { return true }
    guard errno == EINPROGRESS else { return false }
    let limit = MonotonicTime.now + SocketAddress.timeout
    guard waitFor(descriptor, events: Int16(POLLOUT), until: limit) else { return false }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
  }
}
