import CFiles
import Glibc

/// A file in the making, which takes its place when all is written, and is gone if it never does.
///
/// Where the file system can, it has no name until then, and nothing is left of it whatever happens. Otherwise signals
/// are put off from its first moment to its last.
final class TemporaryFile {
  /// The file, open for writing.
  let descriptor: Descriptor

  private let folder: String
  /// The temporary name that it has, if any.
  private var name: String?
  private var signals: HeldSignals?

  /// An empty file in `folder`, on the file system of that, with `mode` less the umask.
  init(in folder: String, mode: mode_t, isNameless: Bool) throws(ErrorNumber) {
    self.folder = folder
    if isNameless {
      // It gets its name by way of the process's own descriptors.
      guard access("/proc/self/fd", X_OK) == 0 else { throw .last }
      descriptor = try Descriptor(opening: folder, O_RDWR | cfiles_unnamed, mode: mode)
      try FileAttributes.applyUmask(to: descriptor)
      _ = flock(descriptor.number, LOCK_EX | LOCK_NB)
    } else {
      let signals = HeldSignals()
      var made: Descriptor?
      let path = try TemporaryName.claim(in: folder) { path in
        made = TemporaryFile.make(path, mode: mode)
        return made != nil
      }
      guard let made else { throw ErrorNumber(code: EEXIST) }
      descriptor = made
      name = path
      self.signals = signals
    }
  }

  deinit {
    if let name { unlink(name) }
  }

  /// Writes all of `parts` and waits for the disk. Gives up (EINTR) when a signal is waiting to end the program.
  func write(_ parts: [UnsafeRawBufferPointer]) throws(ErrorNumber) {
    try descriptor.write(parts) { signals?.isEnding ?? false }
    try descriptor.synchronize()
  }

  /// Gives the file the name `target`, in place of whatever has it.
  func take(_ target: String) throws(ErrorNumber) {
    // A temporary name goes with this object, before a signal takes effect.
    if signals == nil { signals = HeldSignals() }
    if name == nil {
      // A name that is free needs no other before it.
      if link(to: target) { return }
      guard errno == EEXIST else { throw .last }
      name = try TemporaryName.claim(in: folder) { link(to: $0) }
    }
    guard let name else { return }
    guard rename(name, target) == 0 else { throw .last }
    self.name = nil
  }

  /// Makes `path` a name of the file that has none; false where that fails, for the reason in `errno`.
  private func link(to path: String) -> Bool {
    linkat(AT_FDCWD, "/proc/self/fd/\(descriptor.number)", AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0
  }

  /// A new file at `path` with a lock on it; nil where that fails, for the reason in `errno`.
  private static func make(_ path: String, mode: mode_t) -> Descriptor? {
    let file: Descriptor
    do throws(ErrorNumber) {
      file = try Descriptor(opening: path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
    } catch {
      errno = error.code
      return nil
    }
    // Another run that came upon it before it was locked is about to remove it.
    let isLost = flock(file.number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
    guard !isLost, file.isNamed(path) else {
      errno = EEXIST
      return nil
    }
    return file
  }
}
