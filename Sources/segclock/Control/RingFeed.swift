import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Session
import Settings

/// Sends the values of standard input to a ring.
struct RingFeed {
  private let ring: String
  private var lines: FeedLines

  init(_ ring: String, of whole: Double) {
    self.ring = ring
    lines = FeedLines(of: whole)
  }

  /// Runs until end of input; closing the connection ends the feed.
  func run(_ call: ControlCall) throws {
    var feed = self
    try call.ask([RingVerb.name, ring])
    var entries = [STDIN_FILENO, call.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
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
      let newest = count > 0 ? feed.lines.take(bytes.prefix(count)) : feed.lines.finish()
      if let newest { try call.ask([FeedLines.word, "\(newest)/1"]) }
      if count <= 0 { break }
    }
    let skipped = feed.lines.skipped
    if skipped > 0 {
      StandardError.print(
        "segclock: ignored \(skipped) of \(skipped + feed.lines.values) lines: they have no value")
    }
  }
}

/// A parser for the lines of a feed. Progress on a terminal ends in carriage returns instead.
struct FeedLines {
  /// The numbers of lines with a value and without; empty lines count as neither.
  private(set) var values = 0
  private(set) var skipped = 0
  private var line: [UInt8] = []
  /// Whether the line is too long, and skipped up to its end.
  private var isTooLong = false
  /// The number that stands for a full turn.
  private let whole: Double

  init(of whole: Double = 100) { self.whole = whole }

  /// The first word of a request with a value.
  static let word = "value"
  /// In bytes.
  private static let longest = 4096

  /// Takes bytes; returns the newest value of the lines that they end, in turns.
  mutating func take(_ bytes: some Sequence<UInt8>) -> Double? {
    var newest: Double?
    for byte in bytes {
      if byte == 10 || byte == 13 {
        newest = finish() ?? newest
      } else if line.count < FeedLines.longest {
        line.append(byte)
      } else {
        isTooLong = true
      }
    }
    return newest
  }

  /// Ends the last line.
  mutating func finish() -> Double? {
    defer { (line, isTooLong) = ([], false) }
    let words = line.split { $0 == 32 || $0 == 9 }
    guard !words.isEmpty else { return nil }
    guard !isTooLong, let value = value(of: words.map { String(decoding: $0, as: UTF8.self) })
    else {
      skipped += 1
      return nil
    }
    values += 1
    return value
  }

  /// The value of a line: a single word, otherwise the last percentage (rsync, curl) or a fraction at the beginning
  /// (ninja).
  private func value(of words: [String]) -> Double? {
    if words.count == 1, let value = FeedLines.turns(words[0], of: whole) { return value }
    let plain = words.map { $0.trimming("[](),;:") }
    if let percent = plain.last(where: { $0.hasSuffix("%") && FeedLines.turns($0) != nil }) {
      return FeedLines.turns(percent)
    }
    return plain.first.flatMap { $0.contains("/") ? FeedLines.turns($0) : nil }
  }

  /// A value as `--ring` takes it, in turns.
  static func turns(_ text: String, of whole: Double = 100) -> Double? {
    guard case .manual(let value) = try? RingText.source(text, of: whole) else { return nil }
    return value
  }
}

extension String {
  /// Without these characters at its ends.
  fileprivate func trimming(_ characters: String) -> String {
    var text = self[...]
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
