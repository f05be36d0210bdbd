import Glibc

/// A file to write as a whole, or standard output.
///
/// A regular file is replaced by a new one of the same mode, so that a reader sees either the old or the new contents.
/// Read-only files are not replaced. Pipes, terminals and other files are written directly.
package struct OutputFile {
  private let name: String
  /// The target of a symbolic link, so that the link stays.
  private let path: String
  /// The existing file; nil if there is none.
  private let old: stat?
  /// What to write directly: standard output, or an existing file that is not regular or has been unlinked.
  private let stream: Descriptor?

  /// Opens `path`, or standard output for `-`. Throws if it is not writable.
  package init(path name: String) throws(FileError) {
    self.name = name
    if name == "-" {
      (path, old) = (name, nil)
      stream = try Descriptor(duplicating: 1, as: "standard output")
      return
    }
    var file: Descriptor?
    do throws(FileError) {
      file = try Descriptor(opening: name, O_WRONLY)
    } catch {
      guard error.code == ENOENT else { throw error }
    }
    if file != nil, let target = realpath(name, nil) {
      path = String(cString: target)
      free(target)
    } else {
      path = name
    }
    old = try file?.status()
    let isRegular = old.map { $0.st_mode & S_IFMT == S_IFREG } ?? true
    stream = isRegular && file?.isNamed(path) ?? true ? nil : file
    if stream == nil, access(Descriptor.folder(of: path), W_OK | X_OK) != 0 {
      throw FileError(path: name, code: errno)
    }
  }

  package func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  package func write(_ bytes: [UInt8]) throws(FileError) {
    if let stream { return try stream.write(bytes) }
    // Block signals, which could leave the temporary file behind.
    var (all, before) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let number = String(UInt32.random(in: 0...UInt32.max), radix: 16)
    let temporary = "\(Descriptor.folder(of: path))/.segclock-\(number)"
    // Private until it has the old file's mode.
    let file = try Descriptor(
      opening: temporary, as: name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
      mode: old == nil ? 0o666 : 0o600)
    do throws(FileError) {
      if let old {
        // Keep the owner if permitted, and the mode without setuid and setgid.
        _ = fchown(file.number, old.st_uid, old.st_gid)
        guard fchmod(file.number, old.st_mode & 0o1777) == 0 else { throw file.failure }
      }
      try file.write(bytes)
      try file.synchronize()
      guard rename(temporary, path) == 0 else { throw file.failure }
    } catch {
      unlink(temporary)
      throw error
    }
  }
}
