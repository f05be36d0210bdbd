import CPlatform
package import Files
import Glibc
package import Platform
import Wording

package final class ControlClient {
  /// Readable when an answer has come, or the window has closed.
  package let descriptor: Int32
  /// The deadline of all calls; nil for none.
  package var deadline: MonotonicTime?
  private var input: [UInt8] = []

  package static let patience = Duration.seconds(2)
  /// The maximum length of an answer's line, in bytes.
  private static let maxLineLength = 1 << 20

  package enum Failure: Error, Equatable {
    case noWindow(String)
    case noAnswer
    case closed
    case system(FileError)
  }

  package init(
    _ name: String, in place: ControlFolder = ControlFolder(), patience: Duration = patience
  ) throws(Failure) {
    let folder: Descriptor
    do throws(FileError) {
      folder = try place.open(isMade: false)
    } catch {
      throw error.code == ENOENT ? .noWindow(name) : .system(error)
    }
    let deadline = MonotonicTime.now + patience
    self.deadline = deadline
    descriptor = localSocket()
    guard descriptor >= 0 else { throw .system(FileError(path: place.path, code: errno)) }
    while segclock_connect(descriptor, place.address(name, in: folder)) != 0 {
      switch errno {
      // The backlog is full, and no event reports when it has room.
      case EAGAIN where MonotonicTime.now < deadline: usleep(1000)
      case EAGAIN: throw .noAnswer
      case ENOENT, ECONNREFUSED: throw .noWindow(name)
      default: throw .system(FileError(path: place.socket(name), code: errno))
      }
    }
    guard segclock_peer(descriptor) == Int64(geteuid()) else { throw foreign }
  }

  // Runs for a throw of `init`, too, once all properties are set.
  deinit { Glibc.close(descriptor) }

  /// Sends `request`, whose line may have up to `ControlRequest.maxLineLength` bytes.
  package func send(_ request: ControlRequest) throws(Failure) {
    let bytes = Array(request.line.utf8)
    // It fits into the socket's buffer, unless the window does not read.
    let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard count == bytes.count else { throw count < 0 && errno != EAGAIN ? .closed : .noAnswer }
  }

  /// Waits for the next line of an answer; returns nil once nobody reads from the pipe `output`.
  package func receive(for output: Int32 = -1) throws(Failure) -> ControlReply? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeSubrange(...end) }
        guard let reply = ControlReply(line: input[..<end]) else { throw foreign }
        return reply
      }
      guard input.count <= ControlClient.maxLineLength else { throw foreign }
      var entries = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: output, events: 0, revents: 0),
      ]
      guard waitFor(&entries, until: deadline) || deadline.map({ .now < $0 }) ?? true else {
        throw .noAnswer
      }
      if entries[1].revents != 0 { return nil }
      let count = read(descriptor, &chunk, chunk.count)
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { throw .closed }
      input += chunk.prefix(max(0, count))
    }
  }

  /// The peer is not segclock or belongs to another user.
  private var foreign: Failure {
    .system(
      FileError(path: "the socket", reason: Phrase(verbatim: "it belongs to another program")))
  }
}
