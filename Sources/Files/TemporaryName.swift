import Glibc

/// The names that a file has in its folder before it has its own.
///
/// There are a few, always the same, so that what a killed run leaves behind is found without reading the folder. They
/// do not grow with the wanted name, which may have as many bytes as a name can. Whose run lives holds a lock (`flock`)
/// on its file; where a file system has no locks, nothing is ever removed.
enum TemporaryName {
  /// How many runs can write into one folder at a time.
  static let count = 64

  /// The name `index` in `folder`, as a path.
  static func path(_ index: Int, in folder: String) -> String { "\(folder)/.segclock-\(index).tmp" }

  /// Calls `take` with one path in `folder` after the other until it says that it has made its file there. Where it
  /// fails, `errno` is its reason; one that is taken by a run that lives no more is free.
  static func claim(in folder: String, _ take: (String) -> Bool) throws(ErrorNumber) -> String {
    for index in 0..<count {
      let path = path(index, in: folder)
      if take(path) { return path }
      guard errno == EEXIST else { throw .last }
      if removeIfAbandoned(path), take(path) { return path }
    }
    throw ErrorNumber(code: EEXIST)
  }

  /// Removes what runs that live no more have left in `folder`: the first names, up to one that is not there.
  static func removeAbandoned(in folder: String) {
    for index in 0..<count {
      let path = path(index, in: folder)
      guard removeIfAbandoned(path) || errno != ENOENT else { return }
    }
  }

  /// Removes `path` if it is a file on which nobody holds a lock; where it is not there, `errno` is ENOENT.
  private static func removeIfAbandoned(_ path: String) -> Bool {
    let file: Descriptor
    do throws(ErrorNumber) {
      file = try Descriptor(opening: path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    } catch {
      errno = error.code
      return false
    }
    // Between opening and locking, its run may have given it its own name.
    guard let status = try? file.status(), status.st_mode & S_IFMT == S_IFREG,
      flock(file.number, LOCK_EX | LOCK_NB) == 0, file.isNamed(path), unlink(path) == 0
    else {
      errno = EEXIST
      return false
    }
    return true
  }
}
