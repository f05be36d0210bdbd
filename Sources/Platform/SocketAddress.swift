import Glibc

/// The address of the other end of a stream socket.
package struct SocketAddress {
  private var storage = sockaddr_storage()
  private var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

  /// How long a remote server may take to answer.
  private static let patience = Duration.milliseconds(500)

  /// The address that `socket` is connected to; nil if it is not connected.
  package init?(peerOf socket: Int32) {
    let status = withUnsafeMutablePointer(to: &storage) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(socket, $0, &length) }
    }
    guard status == 0 else { return nil }
  }

  /// Whether the server is on this machine.
  package var isLocal: Bool { Int32(storage.ss_family) == AF_UNIX }

  /// Returns whether a server accepts connections there.
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
    let limit = MonotonicTime.now + SocketAddress.patience
    guard waitFor(descriptor, events: Int16(POLLOUT), until: limit) else { return false }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
  }
}
