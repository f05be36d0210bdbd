import Files
import Glibc
import Wording

/// A database's contents as of one moment, read without a lock and without writing, even while a window writes it.
///
/// A window has its database for itself, so no other connection can read it (`Database.init(owned:)`). Only two things
/// change its files: a commit appends frames to the log, and a checkpoint copies pages from the log into the database.
/// The log starts again, with another header, only when all of it was copied. So if the header is the same before and
/// after the database is read, each page that changed meanwhile is in the log, which is read last.
///
/// The format of the log: https://www.sqlite.org/fileformat2.html, "The Write-Ahead Log".
struct DatabaseImage {
  private(set) var bytes: [UInt8]

  private static let maxTries = 100
  /// In bytes; a million laps take 60 MB.
  private static let maxBytes = 2 << 30
  private static let headerLength = 32
  private static let frameHeaderLength = 24

  /// Reads the database at `path`, with its log; nil if it does not exist. Throws an error without a code if it is not
  /// usable.
  init?(_ path: String) throws(FileError) {
    for tries in 0... {
      if let found = try DatabaseImage.read(path) {
        guard let (database, log) = found else { return nil }
        bytes = database
        apply(log)
        return
      }
      guard tries < DatabaseImage.maxTries else { throw FileError(path: path, code: EBUSY) }
      usleep(1000)
    }
    return nil
  }

  /// One try: nil if the files were replaced or the log was restarted meanwhile; inside, nil if there is no database.
  private static func read(
    _ path: String
  ) throws(FileError) -> (database: [UInt8], log: [UInt8])?? {
    // O_NONBLOCK: a pipe without a writer would block.
    guard let database = try open(path) else { return .some(nil) }
    let status = try database.status()
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, reason: mark("not a regular file"))
    }
    guard status.st_size <= maxBytes else { throw FileError(path: path, code: EFBIG) }
    let log = try open("\(path)-wal")
    let header = try log?.bytes(from: 0, count: headerLength) ?? []
    let bytes = try database.bytes(from: 0, count: maxBytes)
    let frames = try log?.bytes(from: 0, count: maxBytes) ?? []
    let isLogInPlace = log?.leads(from: "\(path)-wal") ?? (access("\(path)-wal", F_OK) != 0)
    guard frames.starts(with: header), header.count == headerLength || frames.count < headerLength,
      isLogInPlace, database.leads(from: path)
    else { return nil }
    return (bytes, frames)
  }

  private static func open(_ path: String) throws(FileError) -> Descriptor? {
    do throws(FileError) {
      return try Descriptor(opening: path, O_RDONLY | O_NONBLOCK)
    } catch {
      guard error.code == ENOENT else { throw error }
      return nil
    }
  }

  /// Copies the pages of all commits of a log. As SQLite does after a crash, ignores everything from the first frame
  /// whose checksum is wrong.
  private mutating func apply(_ log: [UInt8]) {
    func number(_ offset: Int) -> UInt32 {
      log[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard log.count >= DatabaseImage.headerLength, [0x377f_0682, 0x377f_0683].contains(number(0)),
      number(4) == 3_007_000
    else { return }
    let isBigEndian = number(0) & 1 == 1
    let pageLength = Int(number(8))
    guard (512...65536).contains(pageLength), pageLength.nonzeroBitCount == 1 else { return }
    var sums = (UInt32(0), UInt32(0))
    func add(_ range: Range<Int>) {
      log.withUnsafeBytes { bytes in
        var offset = range.lowerBound
        while offset < range.upperBound {
          let first = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
          let second = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
          sums.0 &+= (isBigEndian ? first.bigEndian : first.littleEndian) &+ sums.1
          sums.1 &+= (isBigEndian ? second.bigEndian : second.littleEndian) &+ sums.0
          offset += 8
        }
      }
    }
    add(0..<24)
    guard sums == (number(24), number(28)) else { return }
    var (pages, committed): ([(page: Int, offset: Int)], Int) = ([], 0)
    var length = bytes.count
    var frame = DatabaseImage.headerLength
    while frame + DatabaseImage.frameHeaderLength + pageLength <= log.count {
      let content = frame + DatabaseImage.frameHeaderLength
      guard number(frame) > 0, (number(frame + 8), number(frame + 12)) == (number(16), number(20))
      else { break }
      add(frame..<frame + 8)
      add(content..<content + pageLength)
      guard sums == (number(frame + 16), number(frame + 20)) else { break }
      pages.append((Int(number(frame)) - 1, content))
      let pageCount = Int(number(frame + 4))
      if pageCount > 0 { (committed, length) = (pages.count, pageCount * pageLength) }
      frame = content + pageLength
    }
    guard committed > 0, length <= DatabaseImage.maxBytes else { return }
    if bytes.count > length { bytes.removeLast(bytes.count - length) }
    bytes += repeatElement(0, count: length - bytes.count)
    for (page, offset) in pages[..<committed] where (page + 1) * pageLength <= length {
      let start = page * pageLength
      bytes.replaceSubrange(start..<start + pageLength, with: log[offset..<offset + pageLength])
    }
  }

  /// Whether its header says that it has a log.
  ///
  /// A database in memory cannot have one. A file that has it from the start never gets a rollback journal.
  var hasLog: Bool {
    get { bytes.count > 19 && bytes[18] == 2 && bytes[19] == 2 }
    set { if bytes.count > 19 { (bytes[18], bytes[19]) = newValue ? (2, 2) : (1, 1) } }
  }
}

extension Descriptor {
  /// Up to `count` bytes from `offset`; fewer at the end of the file.
  fileprivate func bytes(from offset: Int, count: Int) throws(FileError) -> [UInt8] {
    let size = Int(try status().st_size)
    let length = max(0, min(count, size - offset))
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      while filled < length {
        let read = pread(
          number, buffer.baseAddress.map { $0 + filled }, length - filled, off_t(offset + filled))
        if read < 0 { failed = true }
        guard read > 0 else { break }
        filled += read
      }
    }
    if failed { throw failure }
    return bytes
  }

  /// Whether `path`, with links followed, leads to this file.
  fileprivate func leads(from path: String) -> Bool {
    var named = stat()
    guard stat(path, &named) == 0, let own = try? status() else { return false }
    return named.st_dev == own.st_dev && named.st_ino == own.st_ino
  }
}
