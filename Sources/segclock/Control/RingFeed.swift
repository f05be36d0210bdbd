import Control
import Files
import Glibc
import Platform
import Session
import Settings
import Storage
import Wording

enum RingFeed {
  /// The first word of a request with a value.
  static let word = "value"

  /// Runs until end of input, for the ring that `client` has asked for; closing the connection ends the feed.
  static func run(_ client: ControlClient, of whole: Double) throws {
    var lines = FeedLines(of: whole)
    var entries = [STDIN_FILENO, client.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var isOver = false
    while !isOver {
      _ = waitFor(&entries, until: nil)
      // The window sends nothing unasked, so it has closed.
      if entries[1].revents != 0 { throw ControlClient.Failure.closed }
      guard entries[0].revents != 0 else { continue }
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 {
        let error = FileError(path: "standard input", code: errno)
        throw ControlProblem(code: .noInput, description: error.description)
      }
      isOver = count == 0
      // The last line may have no end.
      let newest = lines.take(isOver ? [10] : bytes[..<count])
      if let newest { try client.ask([word, "\(newest)/1"]) }
    }
    if let problem = lines.problem { StandardError.report(problem) }
  }
}
