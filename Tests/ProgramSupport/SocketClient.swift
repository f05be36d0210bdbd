package import Glibc

/// A client of a window's socket that knows its lines and no manners.
package final class SocketClient: Sendable {
  package let descriptor: Int32

  /// Connects to the widget called `name` of somebody whose home is `home`; waits until it is let in.
  package convenience init(_ home: TestFolder, name: String = "default") throws {
    try self.init(path: "\(home.path)/segclock/\(name).sock")
  }

  package init(path: String) throws {
    descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    let socket = descriptor
    let status = withSocketAddress(path) { connect(socket, $0, $1) }
    guard status == 0 else { throw Failure("no connection: \(errno)") }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Sends what it takes at once; how many bytes that was, or -1.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Int {
    Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
  }

  package func ask(_ line: String) throws -> String {
    try exchange(line).end
  }

  /// Sends a line and gives what was asked for, its lines after one another, and the last line of the answer.
  package func exchange(_ line: String) throws -> (text: String, end: String) {
    send(Array("\(line)\n".utf8))
    return try answer()
  }

  /// The next answer, in the same way.
  package func answer() throws -> (text: String, end: String) {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65536)
    while true {
      let lines = answer.split(separator: 10, omittingEmptySubsequences: false).dropLast()
      if let end = lines.firstIndex(where: { $0.first != UInt8(ascii: "=") }) {
        let text = lines[..<end].map { String(decoding: $0.dropFirst(), as: UTF8.self) }
        return (text.joined(separator: "\n"), String(decoding: lines[end], as: UTF8.self))
      }
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { throw Failure("no answer: \(count < 0 ? errno : 0)") }
      answer += chunk.prefix(count)
    }
  }

  package func drain() {
    var chunk = [UInt8](repeating: 0, count: 65536)
    while recv(descriptor, &chunk, chunk.count, Int32(MSG_DONTWAIT)) > 0 {}
  }
}

/// Hands `body` the address of the socket at `path`, and its length; of a path that is too long, its beginning.
package func withSocketAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { place in
    place.copyBytes(from: Array(path.utf8).prefix(place.count - 1))
  }
  return withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
