import Files
import Glibc

/// A file of records on the disk, to which more are added.
final class RecordFile {
  private let descriptor: Descriptor
  private let path: String
  /// How much of it is known to be on the disk: the next record goes here.
  private(set) var length: Int

  /// The file at `path`, which is there.
  init(opening path: String) throws(FileError) {
    self.path = path
    do throws(ErrorNumber) {
      descriptor = try Descriptor(opening: path, O_RDWR | O_NOFOLLOW | O_NONBLOCK)
      // What follows an odd end is behind a damaged record, where it will be found.
      length = (Int(try descriptor.status().st_size) + 7) / 8 * 8
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// A file with these records in place of what is at `path`, if anything is; whatever happens, there is either the old
  /// or the new, whole.
  ///
  /// Afterwards the old one can still be had as `former`, if that is given.
  convenience init(
    replacing path: String, _ content: RecordFormat.Content, _ records: [Record], former: String? = nil
  ) throws(FileError) {
    try self.init(replacing: path, former: former) { (new) throws(ErrorNumber) in
      try new.write(RecordFormat.header(content))
      try new.add(records)
    }
  }

  /// A file with all that is in `file`, at the path that `file` was at before it was taken away.
  convenience init(puttingBack file: RecordFile) throws(FileError) {
    try self.init(replacing: file.path, former: nil) { (new) throws(ErrorNumber) in
      while new.length < file.length { try new.write(file.bytes(from: new.length)) }
    }
  }

  private init(
    replacing path: String, former: String?, _ fill: (RecordFile) throws(ErrorNumber) -> Void
  ) throws(FileError) {
    self.path = path
    let new = path + ".new"
    do throws(ErrorNumber) {
      // One that a killed run has left behind is of no use to anybody.
      if unlink(new) != 0, errno != ENOENT { throw .last }
      descriptor = try Descriptor(opening: new, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
      length = 0
      do throws(ErrorNumber) {
        try fill(self)
        guard fsync(descriptor.number) == 0 else { throw .last }
        if let former {
          if unlink(former) != 0, errno != ENOENT { throw .last }
          if link(path, former) != 0, errno != ENOENT { throw .last }
        }
        guard rename(new, path) == 0 else { throw .last }
        try Folder.synchronize(Folder.of(path))
      } catch {
        unlink(new)
        throw error
      }
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Whether its path leads to it; what is added to it is lost where somebody has taken it away meanwhile.
  var isInPlace: Bool { descriptor.isNamed(path) }

  /// Adds `records` and returns when they are on the disk. Where it fails, all of them may be added again.
  func append(_ records: [Record]) throws(FileError) {
    let before = length
    do throws(ErrorNumber) {
      try add(records)
      guard fdatasync(descriptor.number) == 0 else { throw .last }
    } catch {
      // A page that could not be written counts as clean from then on: the bytes are written again, from here on.
      length = before
      _ = ftruncate(descriptor.number, off_t(before))
      throw FileError(path: path, code: error.code)
    }
  }

  private func add(_ records: [Record]) throws(ErrorNumber) {
    var bytes: [UInt8] = []
    for record in records {
      bytes += RecordFormat.record(record.kind, record.payload, at: length + bytes.count)
    }
    try write(bytes)
  }

  /// What it has from `offset` on, up to 64 KiB of it.
  private func bytes(from offset: Int) throws(ErrorNumber) -> [UInt8] {
    var failure: ErrorNumber?
    let bytes = [UInt8](unsafeUninitializedCapacity: min(length - offset, 1 << 16)) { buffer, count in
      var got: Int
      repeat {
        got = pread(descriptor.number, buffer.baseAddress, buffer.count, off_t(offset))
      } while got < 0 && errno == EINTR
      if got <= 0 { failure = got < 0 ? .last : ErrorNumber(code: EIO) }
      count = max(0, got)
    }
    if let failure { throw failure }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws(ErrorNumber) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { all in
        pwrite(
          descriptor.number, all.baseAddress.map { $0 + written }, all.count - written,
          off_t(length + written))
      }
      if count > 0 {
        written += count
      } else if count == 0 {
        throw ErrorNumber(code: EIO)
      } else if errno != EINTR {
        throw .last
      }
    }
    length += bytes.count
  }
}

/// What a record is made of.
struct Record: Equatable, Sendable {
  let kind: UInt16
  let payload: [UInt8]
}
