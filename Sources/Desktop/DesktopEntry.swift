/// The program's desktop file, by which desktops know it.
enum DesktopEntry {
  /// The file's name without `.desktop`.
  static let id = "io.github.segclock.segclock"
}
