import CFiles
import Glibc

/// A file that is to hold some bytes, or standard output.
///
/// A file that is there keeps what it was: owner, group, mode, access list, and its other names. Where a new file can
/// have all of that it takes the old one's place, so that whoever looks sees the old contents or the new. Where it
/// cannot (somebody else's file, one with several names, a folder that nothing can be added to), the file is written
/// over: not before all is ready and the file system says that it has room, and without a signal coming between, so
/// that only SIGKILL, a crash or a broken disk can leave a part of both. What must not be written is not replaced
/// either.
///
/// What is no plain file (a pipe, a terminal) is written as it is.
package final class OutputFile {
  private let path: String
  /// What is written as it is; nil for a plain file, which may have another name in its place when all is ready.
  private let stream: Descriptor?

  /// The file at `path`, or standard output for `-`; says at once what can never be written.
  package init(path: String) throws(FileError) {
    self.path = path == "-" ? "standard output" : path
    do throws(ErrorNumber) {
      stream = try path == "-" ? Descriptor(borrowing: 1) : OutputFile.stream(at: path)
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Writes `parts`, one after the other, as all that the file holds.
  package func write(_ parts: [UnsafeRawBufferPointer]) throws(FileError) {
    do throws(ErrorNumber) {
      if let stream { try stream.write(parts) } else { try put(parts) }
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Writes `text` as all that the file holds.
  package func write(_ text: String) throws(FileError) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: text.utf8)
    try write([UnsafeRawBufferPointer(bytes)])
  }

  /// What is at `path`, if it is no plain file. Where nothing is, its folder has to take a new file.
  private static func stream(at path: String) throws(ErrorNumber) -> Descriptor? {
    guard let file = try existing(at: path) else {
      guard access(try FilePlace(path).folder, W_OK | X_OK) == 0 else { throw .last }
      return nil
    }
    return try isPlain(file) ? nil : file
  }

  /// The file at `path`, open to be written over; nil where there is none.
  private static func existing(at path: String) throws(ErrorNumber) -> Descriptor? {
    do throws(ErrorNumber) {
      return try Descriptor(opening: path, O_WRONLY)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
  }

  private static func isPlain(_ file: Descriptor) throws(ErrorNumber) -> Bool {
    try file.status().st_mode & S_IFMT == S_IFREG
  }

  private func put(_ parts: [UnsafeRawBufferPointer]) throws(ErrorNumber) {
    guard let old = try OutputFile.existing(at: path) else {
      let place = try FilePlace(path)
      TemporaryName.removeAbandoned(in: place.folder)
      try make(parts, at: place, like: nil)
      return
    }
    guard try OutputFile.isPlain(old) else {
      try old.write(parts)
      return
    }
    if let place = try? FilePlace(path) {
      TemporaryName.removeAbandoned(in: place.folder)
      // The descriptor may come from a name that leads elsewhere by now, or that only the kernel can follow.
      if try old.status().st_nlink == 1, old.isNamed(place.target),
        try replace(old, at: place, with: parts)
      {
        return
      }
    }
    try overwrite(old, with: parts)
  }

  /// What refuses a new file in a folder, but not to write over an old one.
  private static let refusals = [EACCES, EPERM, EEXIST, EBUSY, ENAMETOOLONG]

  /// Lets a new file take the place of `old`; false where it cannot be what the old one is.
  private func replace(
    _ old: Descriptor, at place: FilePlace, with parts: [UnsafeRawBufferPointer]
  ) throws(ErrorNumber) -> Bool {
    do throws(ErrorNumber) {
      return try make(parts, at: place, like: old)
    } catch {
      if OutputFile.refusals.contains(error.code) { return false }
      throw error
    }
  }

  /// Makes a new file at `place`; false, and none is made, where it cannot have all attributes of `old`.
  @discardableResult
  private func make(
    _ parts: [UnsafeRawBufferPointer], at place: FilePlace, like old: Descriptor?
  ) throws(ErrorNumber) -> Bool {
    // Nobody else may read it before it has the mode of the old one.
    let mode: mode_t = old == nil ? 0o666 : 0o600
    if let file = try? TemporaryFile(in: place.folder, mode: mode, isNameless: true) {
      if let old, !FileAttributes.copy(from: old, to: file.descriptor) { return false }
      try file.write(parts)
      // There are file systems that make files without a name and cannot give them one.
      do throws(ErrorNumber) {
        try file.take(place.target)
        return true
      } catch {
        if error.code == EBUSY || error.code == EEXIST { throw error }
      }
    }
    let file = try TemporaryFile(in: place.folder, mode: mode, isNameless: false)
    if let old, !FileAttributes.copy(from: old, to: file.descriptor) { return false }
    try file.write(parts)
    try file.take(place.target)
    return true
  }

  /// Writes over what `file` holds.
  private func overwrite(_ file: Descriptor, with parts: [UnsafeRawBufferPointer])
    throws(ErrorNumber)
  {
    let length = parts.reduce(0) { $0 + $1.count }
    let largest = cfiles_largest()
    guard largest < 0 || length <= largest else { throw ErrorNumber(code: EFBIG) }
    // Where a file system cannot reserve, there is nothing to ask beforehand.
    if length > 0, cfiles_reserve(file.number, length) != 0, [ENOSPC, EDQUOT].contains(errno) {
      throw .last
    }
    let signals = HeldSignals()
    defer { withExtendedLifetime(signals) {} }
    try file.write(parts)
    guard ftruncate(file.number, length) == 0 else { throw .last }
    try file.synchronize()
  }
}
