import CSQLite
package import Files
import Glibc
import Platform

/// The files of a window's state.
///
/// ```
///   $XDG_STATE_HOME/segclock/    ~/.local/state/segclock if that is not set
///     NAME.db              the state, the sessions and their laps (SQLite)
///     NAME.db-wal, -shm    SQLite's write-ahead log and its index
///     NAME.db~             a backup of NAME.db, made at each regular exit
///     NAME.db.damaged-1    a file that could not be read, set aside
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
  }

  package var database: String { "\(path)/\(name).db" }
  package var backup: String { "\(database)~" }
  package var lock: String { "\(path)/\(name).lock" }

  /// Whether it is on a remote file system. There processes cannot share memory, which a write-ahead log needs, so the
  /// database has a rollback journal.
  package var isRemote: Bool { csqlite_is_remote(path) != 0 }

  /// The maximum number of damaged databases; a further one replaces the last.
  private static let maxDamaged = 20

  /// Renames the database, with its write-ahead log, and returns the new name; nil if that fails (`errno`).
  func setDatabaseAside() -> String? {
    let free = (1..<StateFolder.maxDamaged).first { access("\(database).damaged-\($0)", F_OK) != 0 }
    let ending = ".damaged-\(free ?? StateFolder.maxDamaged)"
    let aside = database + ending
    guard rename(database, aside) == 0 else { return nil }
    unlink("\(aside)-wal")
    rename("\(database)-wal", "\(aside)-wal")
    unlink("\(database)-shm")
    return "\(name).db\(ending)"
  }
}

package enum Folder {
  /// Creates the folder at the absolute `path` and its parents, private to their owner. They are on the disk when it
  /// returns.
  package static func make(_ path: String) throws(FileError) {
    var isMade = mkdir(path, 0o700) == 0
    if !isMade, errno == ENOENT, path != "/" {
      try make(Descriptor.folder(of: path))
      isMade = mkdir(path, 0o700) == 0
    }
    guard isMade || errno == EEXIST else { throw FileError(path: path, code: errno) }
    guard isMade else { return }
    try Descriptor(opening: Descriptor.folder(of: path), O_RDONLY | O_DIRECTORY).synchronize()
  }
}
