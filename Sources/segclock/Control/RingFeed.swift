import Control
import Files
import Glibc
import Platform
import Settings

enum RingFeed {
  /// The first word of a request with a value.
  static let word = "value"

  /// Runs until end of input, for the ring that `client` has asked for; closing the connection ends the feed.
  static func run(_ client: ControlClient, of whole: Double) throws {
    var lines = FeedLines(whole: whole)
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
    if lines.skipped > 0 {
      StandardError.print("segclock: ignored \(lines.skipped) lines without a value")
    }
  }

  /// A value as `--ring` takes it, in turns.
  static func turns(_ text: some StringProtocol, of whole: Double = 100) -> Double? {
    guard case .manual(let value) = try? RingText.source(of: whole).parse(String(text)) else {
      return nil
    }
    return value
  }
}

/// A parser for the lines of a feed. Progress on a terminal ends in carriage returns instead.
private struct FeedLines {
  /// The number that stands for a full turn.
  let whole: Double
  var skipped = 0
  var rest: [UInt8] = []

  /// In bytes; a longer line has no value.
  private static let maxLineLength = 4096
  private static let separators = " \t[](),;:"

  /// Takes bytes; returns the newest value of the lines that they end, in turns.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> Double? {
    var lines = (rest + bytes).split(omittingEmptySubsequences: false) { $0 == 10 || $0 == 13 }
    rest = Array((lines.popLast() ?? []).prefix(FeedLines.maxLineLength + 1))
    var newest: Double?
    for line in lines {
      let words = String(decoding: line, as: UTF8.self).split { FeedLines.separators.contains($0) }
      guard !words.isEmpty else { continue }
      let value = line.count > FeedLines.maxLineLength ? nil : value(of: words)
      if value == nil { skipped += 1 }
      newest = value ?? newest
    }
    return newest
  }

  /// The value of a line: a single word, otherwise the last percentage (rsync, curl) or a fraction at the beginning
  /// (ninja).
  private func value(of words: [Substring]) -> Double? {
    if words.count == 1, let value = RingFeed.turns(words[0], of: whole) { return value }
    let percentages = words.filter { $0.hasSuffix("%") }.compactMap { RingFeed.turns($0) }
    return percentages.last ?? (words[0].contains("/") ? RingFeed.turns(words[0]) : nil)
  }
}
