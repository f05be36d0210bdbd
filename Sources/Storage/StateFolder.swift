package import Files
import Glibc
import Wording

/// The folder in which a widget keeps what outlives it.
///
/// ```
///   $XDG_STATE_HOME/segclock/NAME/    ~/.local/state where that is not set
///     lock            locked (flock) by the window that owns the rest
///     state           snapshots, the newest last
///     state.old       what `state` was before it was made smaller
///     place           where the window was on each set of monitors
///     sessions/1 ...  the laps and the end of each session of the stopwatch
///     *.damaged-1 ... what could not be read, set aside
/// ```
package struct StateFolder: Sendable {
  /// Where it is, as an absolute path.
  package let path: String

  /// The name of a widget that was not given one.
  package static let defaultName = "default"

  /// The folder of the widget called `name`, of letters, digits, points, hyphens and underscores, by `environment`.
  package init(
    name: String = StateFolder.defaultName,
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) throws(FileError) {
    // A relative path is to be ignored, says the XDG Base Directory Specification.
    if let home = environment("XDG_STATE_HOME"), home.hasPrefix("/") {
      path = "\(home)/segclock/\(name)"
    } else if let home = environment("HOME"), home.hasPrefix("/") {
      path = "\(home)/.local/state/segclock/\(name)"
    } else {
      throw FileError(path: "$XDG_STATE_HOME, $HOME", code: ENOENT)
    }
  }

  var lock: String { "\(path)/lock" }
  var state: String { "\(path)/state" }
  var formerState: String { "\(path)/state.old" }
  var sessions: String { "\(path)/sessions" }

  /// Where session `number` is kept.
  func session(_ number: Int64) -> String { "\(sessions)/\(number)" }

  /// The numbers of the sessions that are kept, the oldest first.
  func sessionNumbers() -> [Int64] {
    Folder.names(in: sessions).compactMap { name in
      Int64(name).flatMap { $0 > 0 && String($0) == name ? $0 : nil }
    }.sorted()
  }

  /// How many damaged files are kept of each.
  private static let mostDamaged = 20

  /// Gives the file at `path` a name under which it stays as it is; nil where it has to stay where it is.
  func setAside(_ path: String) -> String? {
    for number in 1...StateFolder.mostDamaged {
      let name = "\(path).damaged-\(number)"
      if link(path, name) == 0 {
        guard unlink(path) == 0 else { return nil }
        return name
      }
      // What has no second name, such as a folder, is moved where nothing is in its way.
      guard errno != EEXIST else { continue }
      var status = stat()
      if lstat(name, &status) != 0, rename(path, name) == 0 { return name }
    }
    return nil
  }
}
