package import Files
import Glibc
import Wording

/// The files of a widget's state.
///
/// ```
///   $XDG_STATE_HOME/segclock/    ~/.local/state/segclock where that is not set
///     NAME.db              the state, the sessions and their laps (SQLite)
///     NAME.db-wal, -shm    SQLite's write-ahead log and its index
///     NAME.db~             a copy of NAME.db, made at each regular end
///     NAME.db.damaged-1    a file that could not be read, set aside
///     NAME.lock            locked (flock) by the window that owns the rest
///     NAME.place           where the window was on each set of monitors
/// ```
package struct StateFolder: Sendable {
  /// The folder, as an absolute path.
  package let path: String
  private let name: String

  package static let defaultName = "default"

  /// The files of the widget called `name`, of letters, digits, points, hyphens and underscores.
  package init(
    name: String = StateFolder.defaultName,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(FileError) {
    self.name = name
    // A relative path is to be ignored, says the XDG Base Directory Specification.
    if let home = environment("XDG_STATE_HOME"), home.hasPrefix("/") {
      path = "\(home)/segclock"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      path = "\(home)/.local/state/segclock"
    } else {
      throw FileError(path: "$XDG_STATE_HOME, $HOME", code: ENOENT)
    }
  }

  package var database: String { "\(path)/\(name).db" }
  package var backup: String { "\(database)~" }
  package var lock: String { "\(path)/\(name).lock" }
  package var place: String { "\(path)/\(name).place" }

  /// The maximum number of damaged databases; the oldest goes first.
  private static let maxDamaged = 20

  /// Renames the database, with its write-ahead log, and returns the new name; nil if that fails (`errno`).
  func setDatabaseAside() -> String? {
    let names = Folder.names(in: path)
    let prefix = "\(name).db.damaged-"
    let numbers = names.compactMap { $0.hasPrefix(prefix) ? Int($0.dropFirst(prefix.count)) : nil }
      .sorted()
    if numbers.count >= StateFolder.maxDamaged, let oldest = numbers.first {
      unlink("\(path)/\(prefix)\(oldest)")
      unlink("\(path)/\(prefix)\(oldest)-wal")
    }
    let aside = "\(prefix)\((numbers.last ?? 0).addingReportingOverflow(1).partialValue)"
    guard rename(database, "\(path)/\(aside)") == 0 else { return nil }
    rename("\(database)-wal", "\(path)/\(aside)-wal")
    unlink("\(database)-shm")
    return aside
  }
}
