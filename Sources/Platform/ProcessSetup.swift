import CPlatform
import Glibc

/// Process-wide settings of timers, signals and memory, made once before the loop starts.
package enum ProcessSetup {
  /// Blocks from this size on return to the kernel as soon as they are freed.
  ///
  /// By default glibc expects more blocks like the first large one that is freed (mallopt(3), M_MMAP_THRESHOLD), and
  /// keeps two: two pictures of the window after a fade.
  private static let minPictureSize: Int32 = 256 << 10

  package static func prepareForLoop() {
    // A stopped server can block the start for ever. Until `Signals` takes over, these end it at once, with status 0.
    for number in Signals.ending { signal(number) { _ in _exit(0) } }
    // A lost peer is an error of a call, not the end.
    signal(SIGPIPE, SIG_IGN)
    _ = segclock_set_timer_slack(1)
    mallopt(M_MMAP_THRESHOLD, minPictureSize)
  }

  /// Returns free blocks of the heap: one block in use above them keeps glibc from doing so.
  package static func returnFreeMemory() { malloc_trim(0) }

  /// Returns pages of the program and its libraries that only the start needed.
  ///
  /// The kernel maps 64 kB of a file around each page that is touched, and keeps them mapped. Those that are needed
  /// after all it maps again, from its cache.
  package static func returnStartPages() {
    guard let maps = fopen("/proc/self/smaps", "re") else { return }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4352)
    var file: UnsafeMutableRawBufferPointer?
    while fgets(&line, Int32(line.count), maps) != nil {
      if let mapping = readOnlyFile(in: line) {
        file = mapping
      } else if let mapping = file, strncmp(line, "Anonymous:", 10) == 0 {
        // A page that was written, as by the dynamic linker, is not in the file: it would be lost.
        if strtoul(Array(line.dropFirst(10)), nil, 10) == 0 {
          madvise(mapping.baseAddress, mapping.count, MADV_DONTNEED)
        }
        file = nil
      }
    }
  }

  /// The mapping that a line of smaps (proc(5)) begins, if it is of a file and cannot be written: as in
  /// `7f00-7f20 r-xp 00001000 08:01 42 /usr/lib/libc.so.6`.
  private static func readOnlyFile(in line: [CChar]) -> UnsafeMutableRawBufferPointer? {
    line.withUnsafeBufferPointer { line in
      guard let text = line.baseAddress else { return nil }
      var rest: UnsafeMutablePointer<CChar>?
      let start = strtoul(text, &rest, 16)
      guard let dash = rest, dash[0] == CChar(UInt8(ascii: "-")) else { return nil }
      let end = strtoul(dash + 1, &rest, 16)
      guard let access = rest, strncmp(access, " r-", 3) == 0, end > start,
        strchr(access, Int32(UInt8(ascii: "/"))) != nil
      else { return nil }
      return UnsafeMutableRawBufferPointer(
        start: UnsafeMutableRawPointer(bitPattern: start), count: Int(end - start))
    }
  }
}
