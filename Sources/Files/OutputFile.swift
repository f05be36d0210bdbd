import Glibc

/// A file to be written whole, or standard output.
///
/// A regular file is replaced by a new one of the same mode, so that a reader sees the old contents or the new. A
/// read-only file is refused. What is no regular file (a pipe, a terminal) is written as it is.
package struct OutputFile {
  private let path: String
  /// What is written as it is; nil for a regular file.
  private let stream: Descriptor?

  /// The file at `path`, or standard output for `-`. Throws at once where nothing can be written.
  package init(path: String) throws(FileError) {
    self.path = path == "-" ? "standard output" : path
    do throws(ErrorNumber) {
      stream = try path == "-" ? Descriptor(borrowing: 1) : Destination(path).stream
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Writes `parts`, one after the other, as the contents of the file.
  package func write(_ parts: [UnsafeRawBufferPointer]) throws(FileError) {
    do throws(ErrorNumber) {
      if let stream {
        try stream.write(parts)
      } else {
        let destination = try Destination(path)
        if let stream = destination.stream {
          try stream.write(parts)
        } else {
          try destination.replace(with: parts)
        }
      }
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  /// Writes `text` as the contents of the file.
  package func write(_ text: String) throws(FileError) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: text.utf8)
    try write([UnsafeRawBufferPointer(bytes)])
  }
}

/// O_TMPFILE, which Swift does not import. The kernel's number is the same on every architecture that Swift has.
private let unnamed = 0o20000000 | O_DIRECTORY

/// What a path leads to at this moment.
private struct Destination {
  /// The file itself, behind all symbolic links, so that the links stay.
  private let path: String
  /// What is there now; nil where nothing is.
  private let old: stat?
  /// What is there, if it is no regular file, or one that has lost its name.
  let stream: Descriptor?

  init(_ link: String) throws(ErrorNumber) {
    path = try Destination.followLinks(link)
    let file: Descriptor
    do throws(ErrorNumber) {
      file = try Descriptor(opening: link, O_WRONLY)
    } catch {
      guard error.code == ENOENT else { throw error }
      (old, stream) = (nil, nil)
      try checkFolder()
      return
    }
    let status = try file.status()
    old = status
    stream = status.st_mode & S_IFMT == S_IFREG && file.isNamed(path) ? nil : file
    if stream == nil { try checkFolder() }
  }

  private func checkFolder() throws(ErrorNumber) {
    guard access(Descriptor.folder(of: path), W_OK | X_OK) == 0 else { throw .last }
  }

  func replace(with parts: [UnsafeRawBufferPointer]) throws(ErrorNumber) {
    let folder = Descriptor.folder(of: path)
    let temporary = "\(folder)/.segclock-\(String(UInt32.random(in: 0...UInt32.max), radix: 16))"
    // Nobody else may read the new file before it has the mode of the old one.
    let mode: mode_t = old == nil ? 0o666 : 0o600
    // A file without a name is gone with the process, whatever ends that.
    if let file = try? Descriptor(opening: folder, O_RDWR | unnamed, mode: mode) {
      try fill(file, with: parts)
      let isDone = try withoutSignals { () throws(ErrorNumber) in
        // Where a file system cannot give it a name, or /proc is missing, it needs one from the beginning.
        let own = "/proc/self/fd/\(file.number)"
        guard linkat(AT_FDCWD, own, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
          return false
        }
        try take(temporary)
        return true
      }
      if isDone { return }
    }
    try withoutSignals { () throws(ErrorNumber) in
      let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW
      let file = try Descriptor(opening: temporary, flags, mode: mode)
      do throws(ErrorNumber) {
        try fill(file, with: parts)
      } catch {
        unlink(temporary)
        throw error
      }
      try take(temporary)
    }
  }

  /// Writes `parts` to the new file, and waits for the disk.
  private func fill(_ file: Descriptor, with parts: [UnsafeRawBufferPointer]) throws(ErrorNumber) {
    if let old {
      // The owner stays where the system allows it, and the mode but for the right to run as the owner.
      _ = fchown(file.number, old.st_uid, old.st_gid)
      guard fchmod(file.number, old.st_mode & 0o1777) == 0 else { throw .last }
    }
    try file.write(parts)
    try file.synchronize()
  }

  /// Gives the file called `temporary` its final name, or removes it.
  private func take(_ temporary: String) throws(ErrorNumber) {
    guard rename(temporary, path) == 0 else {
      let error = ErrorNumber.last
      unlink(temporary)
      throw error
    }
  }

  /// Calls `body` while no signal is delivered, so that none leaves a temporary name behind.
  private func withoutSignals<Result>(_ body: () throws(ErrorNumber) -> Result)
    throws(ErrorNumber) -> Result
  {
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try body()
  }

  /// The path behind the symbolic links at the end of `path`, where there may be no file yet.
  private static func followLinks(_ path: String) throws(ErrorNumber) -> String {
    var place = path
    // As many as the kernel follows.
    for _ in 0...40 {
      var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink(place, &bytes, bytes.count)
      guard count >= 0 else {
        if errno == EINVAL || errno == ENOENT { return place }
        throw .last
      }
      let text = bytes.prefix(count).map { UInt8(bitPattern: $0) }
      guard let link = String(validating: text, as: UTF8.self) else {
        throw ErrorNumber(code: EILSEQ)
      }
      place = link.hasPrefix("/") ? link : "\(Descriptor.folder(of: place))/\(link)"
    }
    throw ErrorNumber(code: ELOOP)
  }
}
