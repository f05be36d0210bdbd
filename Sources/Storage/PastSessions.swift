package import Files
import Glibc
package import Session
package import Timekeeping

/// A session of the stopwatch that is over.
package struct PastSession: Sendable {
  package let number: Int64
  package let end: SessionEnd
}

/// A session of the stopwatch with its laps.
package struct RecordedSession: Sendable {
  package let laps: Laps
  /// How it ended; nil where it goes on.
  package let end: SessionEnd?
  /// When each lap ended by the clock on the wall, in nanoseconds since 1970 (UTC); nil where that is not known.
  package let wallTimes: [Int64?]

  /// One in which nothing has happened yet.
  package static let empty = RecordedSession(laps: Laps(), end: nil, wallTimes: [])
}

/// The sessions that a folder keeps.
package enum PastSessions {
  /// How many are kept, and how many bytes together; the oldest go first.
  package static let most = 1000
  static let mostBytes = 256_000_000

  /// Those that are over, the oldest first. One that has been taken up again has the number `current` and is left out.
  package static func list(in folder: StateFolder, current: Int64?) -> [PastSession] {
    folder.sessionNumbers().filter { $0 != current }.compactMap { number in
      contents(of: number, in: folder)?.end.map { PastSession(number: number, end: $0) }
    }
  }

  /// Session `number`, with its laps; nil where there is none. An error says why it cannot be read.
  package static func session(
    _ number: Int64, in folder: StateFolder
  ) throws(FileError) -> RecordedSession? {
    guard let bytes = try FileBytes(folder.session(number), upTo: mostBytes) else { return nil }
    let contents = try SessionContents(bytes)
    return RecordedSession(
      laps: contents.laps, end: contents.end, wallTimes: try SessionContents.wallTimes(in: bytes))
  }

  /// The model that `folder` keeps, as of `clocks`, without its laps; nil where there is none. Reads beside the window
  /// that owns the folder, and changes nothing.
  package static func model(in folder: StateFolder, at clocks: ClockReadings) throws(FileError) -> Model? {
    try StateStore.peek(folder, at: clocks)
  }

  private static func contents(of number: Int64, in folder: StateFolder) -> SessionContents? {
    let file = try? FileBytes(folder.session(number), upTo: mostBytes)
    return file.flatMap { try? SessionContents($0) }
  }

  /// Removes the oldest until no more are left than are kept. The two newest stay in any case: the one in use, and the one
  /// that an undo would bring back.
  static func prune(_ folder: StateFolder, most: Int = most, mostBytes: Int = mostBytes) {
    var numbers = folder.sessionNumbers()[...]
    var bytes = numbers.reduce(0) { $0 + size(folder.session($1)) }
    while numbers.count > 2, numbers.count > most || bytes > mostBytes, let oldest = numbers.popFirst() {
      bytes -= size(folder.session(oldest))
      unlink(folder.session(oldest))
    }
  }

  private static func size(_ path: String) -> Int {
    var status = stat()
    return lstat(path, &status) == 0 ? Int(status.st_size) : 0
  }
}
