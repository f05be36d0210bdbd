import Glibc

/// Memory that was needed to start and is not needed to run.
enum StartupMemory {
  /// Gives it back. What is needed after all, the kernel maps again from its cache.
  ///
  /// Most of the program's text is read once: the arguments, the runtime's tables, the libraries' own starts. The
  /// kernel maps it in pieces of 64 kB around each page that is touched, and never lets go of it by itself.
  static func giveBack() {
    guard let maps = fopen("/proc/self/maps", "re") else { return }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4352)
    while fgets(&line, Int32(line.count), maps) != nil {
      guard let text = Mapping(line) else { continue }
      madvise(text.start, text.length, MADV_DONTNEED)
    }
  }

  /// A mapping of program text, which nobody has written to.
  private struct Mapping {
    let start: UnsafeMutableRawPointer
    let length: Int

    /// Reads a line of /proc/self/maps: `start-end r-xp offset device inode path`; nil for anything but text of a file.
    init?(_ line: [CChar]) {
      let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      guard words.count == 6, words[1] == "r-xp", words[5].hasPrefix("/") else { return nil }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1], let start = UnsafeMutableRawPointer(bitPattern: ends[0])
      else {
        return nil
      }
      self.start = start
      length = Int(ends[1] - ends[0])
    }
  }
}
