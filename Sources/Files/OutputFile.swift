import Glibc

/// A file to write as a whole, or standard output.
///
/// A regular file is replaced by a new one of the same mode, so that a reader sees either the old or the new contents.
/// Read-only files are not replaced. Pipes, terminals and other files are written directly.
package struct OutputFile {
  private let path: String
  /// A pipe or terminal to write directly; nil for a regular file.
  private let stream: Descriptor?

  /// Opens `path`, or standard output for `-`. Throws if it is not writable.
  package init(path: String) throws(FileError) {
    self.path = path == "-" ? "standard output" : path
    do throws(ErrorNumber) {
      stream = try path == "-" ? Descriptor(duplicating: 1) : Destination(path).stream
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  package func write(_ parts: [UnsafeRawBufferPointer]) throws(FileError) {
    do throws(ErrorNumber) {
      if let stream { return try stream.write(parts) }
      let destination = try Destination(path)
      if let stream = destination.stream { return try stream.write(parts) }
      try destination.replace(with: parts)
    } catch {
      throw FileError(path: path, code: error.code)
    }
  }

  package func write(_ text: String) throws(FileError) {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
    defer { bytes.deallocate() }
    bytes.copyBytes(from: text.utf8)
    try write([UnsafeRawBufferPointer(bytes)])
  }
}

private struct Destination {
  /// The target of a symbolic link, so that the link stays.
  private let path: String
  /// The existing file; nil if there is none.
  private let old: stat?
  /// The existing file, if it is not regular or has been unlinked.
  let stream: Descriptor?

  init(_ link: String) throws(ErrorNumber) {
    var file: Descriptor?
    do throws(ErrorNumber) {
      file = try Descriptor(opening: link, O_WRONLY)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    if file != nil, let target = realpath(link, nil) {
      path = String(cString: target)
      free(target)
    } else {
      path = link
    }
    old = try file?.status()
    let isRegular = old.map { $0.st_mode & S_IFMT == S_IFREG } ?? true
    stream = isRegular && file?.isNamed(path) ?? true ? nil : file
    if stream == nil, access(Descriptor.folder(of: path), W_OK | X_OK) != 0 { throw .last }
  }

  func replace(with parts: [UnsafeRawBufferPointer]) throws(ErrorNumber) {
    // Block signals, which could leave the temporary file behind.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    let temporary = "\(Descriptor.folder(of: path))/.segclock-\(number)"
    // Private until it has the old file's mode.
    let file = try Descriptor(
      opening: temporary, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: old == nil ? 0o666 : 0o600)
    do throws(ErrorNumber) {
      if let old {
        // Keep the owner if permitted, and the mode without setuid and setgid.
        _ = fchown(file.number, old.st_uid, old.st_gid)
        guard fchmod(file.number, old.st_mode & 0o1777) == 0 else { throw .last }
      }
      try file.write(parts)
      try file.synchronize()
      guard rename(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
