import CControl
package import Files
import Glibc
import Platform

/// A connection to a window, for sending commands.
package final class ControlClient {
  private let socket: Int32
  /// The deadline of all calls (CLOCK_MONOTONIC, nanoseconds); nil for none.
  package var deadline: Int64?
  private var input: [UInt8] = []

  /// The maximum length of an answer's line, in bytes.
  private static let longestLine = 1 << 20

  package enum Failure: Error, Equatable {
    case noWindow
    /// The deadline has passed.
    case noAnswer
    /// The window closed the connection.
    case closed
    /// The peer is not segclock or belongs to another user.
    case foreign
    case system(FileError)
  }

  /// Connects to the widget called `name`.
  package init(
    _ name: String, in place: ControlFolder = ControlFolder(), deadline: Int64
  ) throws(Failure) {
    let folder: Descriptor
    do throws(FileError) {
      folder = try place.open(isMade: false)
    } catch {
      throw error.code == ENOENT ? .noWindow : .system(error)
    }
    self.deadline = deadline
    socket = ccontrol_socket()
    guard socket >= 0 else { throw .system(FileError(path: place.path, code: errno)) }
    let address = place.address(name, in: folder)
    while ccontrol_connect(socket, address) != 0 {
      let code = errno
      if code == EAGAIN, MonotonicClock.now() < deadline {
        // The backlog is full, and no event reports when it has room.
        usleep(1000)
      } else if code != EINTR {
        switch code {
        case ENOENT, ECONNREFUSED: throw .noWindow
        case EAGAIN: throw .noAnswer
        default: throw .system(FileError(path: place.socket(name), code: code))
        }
      }
    }
    guard ccontrol_peer(socket) == Int64(geteuid()) else { throw .foreign }
  }

  // Runs for a throw of `init`, too, once all properties are set.
  deinit { Glibc.close(socket) }

  /// Readable when an answer has come, or the window has closed.
  package var descriptor: Int32 { socket }

  /// Sends `request`, whose line may have up to `ControlRequest.longestLine` bytes.
  package func send(_ request: ControlRequest) throws(Failure) {
    let bytes = Array(request.line.utf8)
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes {
        ccontrol_send(socket, $0.baseAddress.map { $0 + sent }, $0.count - sent)
      }
      if count >= 0 {
        sent += count
      } else if errno == EAGAIN {
        guard wait(Int16(POLLOUT)) else { throw .noAnswer }
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// Waits for the next line of an answer.
  package func receive() throws(Failure) -> ControlReply {
    while true {
      if let reply = try next() { return reply }
      guard wait(Int16(POLLIN)) else { throw .noAnswer }
    }
  }

  /// Returns the next line of an answer; nil if there is none yet.
  package func next() throws(Failure) -> ControlReply? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      if let end = input.firstIndex(of: UInt8(ascii: "\n")) {
        defer { input.removeSubrange(...end) }
        guard let reply = ControlReply(line: input[..<end]) else { throw .foreign }
        return reply
      }
      guard input.count <= ControlClient.longestLine else { throw .foreign }
      let count = read(socket, &chunk, chunk.count)
      if count > 0 {
        input += chunk.prefix(count)
      } else if count == 0 {
        throw .closed
      } else if errno == EAGAIN {
        return nil
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  private func wait(_ events: Int16) -> Bool {
    waitFor(socket, events: events, until: deadline.map { MonotonicTime(nanoseconds: $0) })
  }
}
