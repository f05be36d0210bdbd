import Glibc
import Platform

/// Memory that was needed to start and is not needed to run.
enum StartupMemory {
  /// Gives it back. What is needed after all, the kernel maps again from its cache.
  ///
  /// Most of the program's text and constants are read once: the arguments, the runtime's tables, the libraries' own
  /// starts, the fonts. The kernel maps them in pieces of 64 kB around each page that is touched, and never lets go of
  /// them by itself.
  static func giveBack() {
    // Of the heap, what the first layout, the fonts and the icon have left.
    ProcessSetup.trimHeap()
    guard let maps = fopen("/proc/self/smaps", "re") else { return }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4352)
    var mapping: Mapping?
    var text: Mapping?
    while fgets(&line, Int32(line.count), maps) != nil {
      // There are thousands of lines. Only an entry's first does not begin with a capital letter.
      if let first = line.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= UInt8(bitPattern: first) {
        guard let current = mapping, strncmp(line, "Anonymous:", 10) == 0 else { continue }
        // A page that was written to, as by the dynamic linker, is not in the file: it would be lost.
        if strtoul(Array(line.dropFirst(10)), nil, 10) == 0 {
          madvise(current.start, current.length, MADV_DONTNEED)
          if current.isOwnText { text = current }
        }
        mapping = nil
      } else {
        if strstr(line, "[stack]") != nil { giveBackStack(from: UInt(strtoul(line, nil, 16))) }
        mapping = Mapping(
          String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
      }
    }
    if let text { giveBackInPieces(text) }
  }

  /// So much of the program's text is mapped at once, in bytes: less than pages are apart that frames need.
  private static let piece = 16 << 10

  /// Gives back `text` and has the kernel map no more of it than the piece in which a page is touched.
  ///
  /// It maps 64 kB around a page, but nothing beyond the end of a mapping, and a mapping ends where the advice that was
  /// given is another. This advice means nothing for text, which is in no core dump anyway (core(5)).
  private static func giveBackInPieces(_ text: Mapping) {
    let piece = max(StartupMemory.piece, max(sysconf(Int32(_SC_PAGESIZE)), 4096))
    for offset in stride(from: piece, to: text.length, by: 2 * piece) {
      madvise(text.start + offset, min(piece, text.length - offset), MADV_DONTDUMP)
    }
    madvise(text.start, text.length, MADV_DONTNEED)
  }

  /// How much of the stack below what is in use stays, in bytes: more than a signal's handler takes.
  private static let stackMargin: UInt = 32 << 10

  /// Gives back the pages of the stack that deeper calls have used, of which nothing is needed any more; it begins at `start`.
  private static func giveBackStack(from start: UInt) {
    var here: UInt8 = 0
    let used = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    let page = UInt(max(sysconf(Int32(_SC_PAGESIZE)), 4096))
    guard start < used, used - start > stackMargin,
      let bottom = UnsafeMutableRawPointer(bitPattern: start)
    else { return }
    madvise(bottom, Int((used - start - stackMargin) / page * page), MADV_DONTNEED)
  }

  /// A part of a file that can only be read.
  private struct Mapping {
    let start: UnsafeMutableRawPointer
    let length: Int

    /// Whether this very code lies in it.
    var isOwnText: Bool {
      let code: @convention(c) () -> Void = {}
      let address = unsafeBitCast(code, to: UInt.self)
      return address >= UInt(bitPattern: start) && address - UInt(bitPattern: start) < UInt(length)
    }

    /// Reads the first line of an entry of /proc/self/smaps, `start-end r-xp offset device inode path`; nil for
    /// anything but such a part.
    init?(_ line: String) {
      let words = line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 5).map { Substring($0) }
      guard words.count >= 6, ["r-xp", "r--p", "r--s"].contains(words[1]), words[5].contains("/")
      else {
        return nil
      }
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard ends.count == 2, ends[0] < ends[1],
        let start = UnsafeMutableRawPointer(bitPattern: ends[0])
      else {
        return nil
      }
      self.start = start
      length = Int(ends[1] - ends[0])
    }
  }
}
