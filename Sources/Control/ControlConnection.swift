import CControl
import Glibc

/// One client of the server: what has come from it, and what it has not taken yet.
struct ControlConnection {
  let socket: Int32
  /// The program at the other end, by its number; 0 where it is not known.
  let process: Int32
  /// When it was served last, by the count of all services; 0 for never.
  var lastServed: UInt64 = 0
  /// When it was last heard of, CLOCK_MONOTONIC in nanoseconds.
  var lastActive: Int64
  /// Whether a request of it is being answered: no other is taken until that is done.
  var isBusy = false
  /// Whether it stays, as one that is told of every change, or that feeds a ring.
  var stays = false
  /// Whether nothing more comes from it.
  private(set) var isInputOver = false
  /// Whether it goes as soon as it has taken what there is for it.
  var isLeaving = false

  private var input: [UInt8] = []
  private var output: [UInt8] = []
  /// How much of the output it has taken.
  private var sent = 0

  /// What a client may leave unread before it is cut, in bytes: a status of many laps, and some more.
  private static let mostUnread = 256 << 10

  init(_ socket: Int32, of process: Int32, at now: Int64) {
    (self.socket, self.process, lastActive) = (socket, process, now)
  }

  /// Whether there is a line to be taken, or one that is too long.
  var hasLine: Bool {
    !isBusy && !isLeaving
      && (input.count >= ControlRequest.longestLine || input.contains(UInt8(ascii: "\n")))
  }

  /// Whether more is read from it: not before what has come was answered.
  var reads: Bool { !isInputOver && !isLeaving && input.count < ControlRequest.longestLine }

  /// Whether there is something that it has not taken.
  var writes: Bool { sent < output.count }

  /// Whether it has nothing more to say, and nothing to be told.
  var isOver: Bool {
    !writes && (isLeaving || isInputOver && !isBusy && !stays && !hasLine)
  }

  /// Reads what has come, as much of it as a line may have; false where the other end is lost.
  mutating func receive() -> Bool {
    var bytes = [UInt8](repeating: 0, count: ControlRequest.longestLine - input.count)
    while !bytes.isEmpty {
      let count = read(socket, &bytes, bytes.count)
      if count > 0 {
        input += bytes.prefix(count)
        return true
      }
      if count == 0 {
        isInputOver = true
        return true
      }
      if errno != EINTR { return errno == EAGAIN }
    }
    return true
  }

  /// What the next line turned out to be.
  enum Line {
    case request(ControlRequest)
    /// It is none, or longer than one may be.
    case fault(String)
  }

  /// Takes the next line; nil where there is none that is whole.
  mutating func takeLine() -> Line? {
    guard !isBusy, !isLeaving else { return nil }
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      guard input.count >= ControlRequest.longestLine else { return nil }
      isLeaving = true
      return .fault("a line has up to \(ControlRequest.longestLine) bytes")
    }
    let line = input[..<end]
    defer { input.removeSubrange(...end) }
    return ControlRequest(line: line).map { .request($0) }
      ?? .fault(
        "a line is of words in UTF-8, with tabs between; \\t, \\n, \\r and \\\\ stand for themselves"
      )
  }

  /// Adds a line for it, which may be the end of an answer, and hands over what it takes; false where it is lost, or takes nothing.
  mutating func send(_ line: [UInt8], isEnd: Bool) -> Bool {
    if isEnd { isBusy = false }
    output += line
    return flush() && output.count - sent <= ControlConnection.mostUnread
  }

  /// Hands over what it takes; false where it is lost.
  mutating func flush() -> Bool {
    while writes {
      let count = output.withUnsafeBytes { bytes in
        ccontrol_send(socket, bytes.baseAddress.map { $0 + sent }, bytes.count - sent)
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN
      }
      sent += count
    }
    output.removeAll(keepingCapacity: true)
    sent = 0
    return true
  }
}
