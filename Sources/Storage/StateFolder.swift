package import Files
import Glibc
import Platform
import Wording

/// The files of a window's state.
///
/// ```
///   $XDG_STATE_HOME/segclock/    ~/.local/state/segclock if that is not set
///     NAME.db              the state, the sessions and their laps (SQLite)
///     NAME.db-wal          SQLite's write-ahead log
///     NAME.db~             a backup of NAME.db, made at each regular exit
///     NAME.db.damaged-1    a file that could not be read, or was changed by another program, set aside
///     NAME.db.before-1     a state that was not loaded into a window that had one by then, set aside
///     NAME.db.new          a whole database that is being written
///     NAME.db.next         a whole database that takes the place of NAME.db
///     NAME.lock            locked (flock) by the window that owns these files
/// ```
package struct StateFolder: Sendable {
  package let path: String
  private let name: String

  package static let defaultName = "default"

  /// `name` has letters, digits, points, hyphens and underscores.
  package init(
    name: String = StateFolder.defaultName,
    environment: (String) -> String? = UserEnvironment.variable
  ) throws(FileError) {
    self.name = name
    let home = UserEnvironment.folder("XDG_STATE_HOME", or: ".local/state", in: environment)
    guard let home else { throw FileError(path: "$XDG_STATE_HOME, $HOME", code: ENOENT) }
    path = "\(home)/segclock"
    guard database.utf8.count <= StateFolder.maxPath else {
      let limit = StateFolder.maxPath
      throw FileError(
        path: path,
        reason: mark("longer than SQLite allows ({0} bytes); set XDG_STATE_HOME", limit),
        code: ENAMETOOLONG)
    }
  }

  /// SQLite's limit of 512 bytes (MAX_PATHNAME), less the endings of its other files.
  private static let maxPath = 504

  package var database: String { "\(path)/\(name).db" }
  package var backup: String { "\(database)~" }
  package var lock: String { "\(path)/\(name).lock" }

  /// The database's file: where a symbolic link leads to, if that is a file or nothing yet.
  var file: String {
    var (file, status) = (database, stat())
    // The file system follows up to 40 links (path_resolution(7)).
    for _ in 0..<40 {
      guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { break }
      guard let target = Folder.target(ofLink: file) else { return database }
      file = target
    }
    guard lstat(file, &status) == 0 else { return errno == ENOENT ? file : database }
    return status.st_mode & S_IFMT == S_IFREG ? file : database
  }

  /// A finished database, which is to replace the present one: the program ended before it was in place.
  var next: String { "\(file).next" }
  private var new: String { "\(file).new" }

  /// The file that has the newest state.
  var readable: String { isNextUsable ? next : file }

  /// The maximum number of files of a kind that are set aside.
  private static let maxAside = 9999

  enum Reason: String { case damaged, before }

  /// Renames the database, with its write-ahead log, and returns the new name; nil if there is neither, or that fails
  /// (`errno`).
  func setDatabaseAside(as reason: Reason) -> String? {
    func path(_ number: Int) -> String { "\(file).\(reason)-\(number)" }
    var status = stat()
    let free = (1...StateFolder.maxAside).first {
      lstat(path($0), &status) != 0 && lstat("\(path($0))-wal", &status) != 0
    }
    guard let free else {
      errno = EEXIST
      return nil
    }
    let aside = path(free)
    let hasLog = rename("\(file)-wal", "\(aside)-wal") == 0
    guard hasLog || errno == ENOENT else { return nil }
    guard rename(file, aside) == 0 || errno == ENOENT && hasLog else {
      let code = errno
      // Without its log, a database lacks its newest changes.
      if hasLog { rename("\(aside)-wal", "\(file)-wal") }
      errno = code
      return nil
    }
    // Of earlier versions.
    unlink("\(file)-shm")
    return aside.split(separator: "/").last.map(String.init)
  }

  /// Replaces the database by a new one, which `write` makes. Returns the name under which the old one was kept; nil if
  /// there was none.
  ///
  /// It is on the disk before anything else is renamed, and the log is away before it is in place, as SQLite would apply
  /// another database's log to it. A program that ends in between has `next`.
  func replace(as reason: Reason, _ write: (_ path: String) throws(FileError) -> Void)
    throws(FileError) -> String?
  {
    do throws(FileError) {
      try Folder.make(path)
      try write(new)
      let file = try Descriptor(opening: new, O_RDWR)
      // It has a log from the start, so it never gets a rollback journal.
      let version: [UInt8] = [2, 2]
      guard pwrite(file.number, version, 2, 18) == 2, fsync(file.number) == 0,
        rename(new, next) == 0
      else { throw file.failure }
      try Folder.synchronize(Descriptor.folder(of: next))
    } catch {
      unlink(new)
      throw error
    }
    do throws(FileError) {
      return try putNextInPlace(as: reason)
    } catch {
      // With the old one set aside, this is the only whole one.
      if access(file, F_OK) == 0 { try discardNext() }
      throw error
    }
  }

  /// Removes `next`: what it has was not reported as saved. Throws if the next start would use it nevertheless.
  func discardNext() throws(FileError) {
    guard unlink(next) != 0, errno != ENOENT else { return }
    let code = errno
    if isNextUsable { throw FileError(path: next, code: code) }
  }

  /// Whether `next` is a whole database.
  private var isNextUsable: Bool {
    guard access(next, F_OK) == 0 else { return false }
    return (try? Database(reading: next)?.check()) != nil
  }

  /// Puts `next` in place, if a program that ended in between has left a usable one.
  func finishReplacement() throws(FileError) {
    if isNextUsable { _ = try putNextInPlace(as: .damaged) }
  }

  private func putNextInPlace(as reason: Reason) throws(FileError) -> String? {
    var status = stat()
    var aside: String?
    // An empty file is what a crash left of the first save.
    let isEmpty =
      lstat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG && status.st_size == 0
    if !isEmpty || lstat("\(file)-wal", &status) == 0 && status.st_size > 0 {
      aside = setDatabaseAside(as: reason)
      guard aside != nil else { throw irreplaceable }
      try Folder.synchronize(Descriptor.folder(of: file))
    }
    guard rename(next, file) == 0 else { throw irreplaceable }
    try Folder.synchronize(Descriptor.folder(of: file))
    return aside
  }
}

extension StateFolder {
  /// The error of the last rename. EBUSY says that something is mounted there, and not that it ends by itself.
  var irreplaceable: FileError {
    errno == EBUSY
      ? FileError(
        path: file, reason: mark("cannot be replaced, as it is a mount point"), code: EPERM)
      : FileError(path: file, code: errno)
  }
}

package enum Folder {
  /// Creates the folder at the absolute `path` and its parents, private to their owner, and waits for the disk.
  package static func make(_ path: String) throws(FileError) {
    var isMade = mkdir(path, 0o700) == 0
    if !isMade, errno == ENOENT, path != "/" {
      try make(Descriptor.folder(of: path))
      isMade = mkdir(path, 0o700) == 0
    }
    guard isMade || errno == EEXIST else { throw FileError(path: path, code: errno) }
    guard isMade else { return }
    // Whatever the umask says.
    guard chmod(path, 0o700) == 0 else { throw FileError(path: path, code: errno) }
    try synchronize(Descriptor.folder(of: path))
  }

  /// Waits until the names in the folder at `path` are on the disk.
  static func synchronize(_ path: String) throws(FileError) {
    try Descriptor(opening: path, O_RDONLY | O_DIRECTORY).synchronize()
  }

  /// The absolute path that a symbolic link has.
  fileprivate static func target(ofLink path: String) -> String? {
    var characters = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &characters, characters.count)
    guard (1..<characters.count).contains(count) else { return nil }
    let target = String(decoding: characters[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    return target.hasPrefix("/") ? target : "\(Descriptor.folder(of: path))/\(target)"
  }
}
