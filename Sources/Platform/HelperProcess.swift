import CPlatform
import Glibc

/// One end of a socket that carries packets between the program and its helper.
package final class HelperSocket {
  package enum Reception {
    case packet([UInt8])
    case nothing
    case closed
  }

  package let descriptor: Int32

  private static let maxPacket = 8192

  fileprivate init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Returns the helper's end, and makes the helper end with its parent.
  package static func ofParent() -> HelperSocket {
    segclock_end_with_parent()
    return HelperSocket(STDIN_FILENO)
  }

  /// Returns false if the packet cannot be sent at once.
  package func send(_ packet: [UInt8]) -> Bool {
    Glibc.send(
      descriptor, packet, packet.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
      == packet.count
  }

  package func receive() -> Reception {
    var bytes = [UInt8](repeating: 0, count: HelperSocket.maxPacket)
    let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
    if count > 0 { return .packet(Array(bytes[..<count])) }
    return count < 0 && [EAGAIN, EINTR].contains(errno) ? .nothing : .closed
  }
}

/// This program, started once more for what may block without limit or crash.
package final class HelperProcess {
  package let identifier: Subprocesses.Identifier
  private let socket: HelperSocket
  package var descriptor: Int32 { socket.descriptor }

  /// Starts the helper as one of `processes`; its first argument is `name`.
  package init?(named name: String, _ arguments: [String], in processes: inout Subprocesses) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    socket = HelperSocket(ends[0])
    let theirs = HelperSocket(ends[1])
    let process = withExtendedLifetime(theirs) {
      try? processes.start(Invocation(self: name, arguments, input: theirs.descriptor))
    }
    guard let process else { return nil }
    identifier = process
  }

  package func send(_ packet: [UInt8]) -> Bool { socket.send(packet) }

  package func receive() -> HelperSocket.Reception { socket.receive() }
}
