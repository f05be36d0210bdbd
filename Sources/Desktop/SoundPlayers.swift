import Glibc
import Platform

/// Where the desktop's alarm sound is, and what can play it.
enum SoundPlayers {
  /// The name of the sound (freedesktop's sound naming specification).
  private static let alarm = "alarm-clock-elapsed"
  /// What plays a file that is its only argument: PipeWire's, then PulseAudio's.
  private static let names = ["pw-play", "paplay"]
  private static let endings = ["oga", "ogg", "wav"]

  /// The ways to play the desktop's alarm once, the best first; none where there is no such sound, or no player.
  static func find(_ variable: (String) -> String?) -> [Invocation] {
    soundFile(variable).map { players(of: $0, variable) } ?? []
  }

  /// The ways to play the file `sound`, the best first.
  static func players(of sound: String, _ variable: (String) -> String?) -> [Invocation] {
    let folders = (variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    return names.compactMap { name in
      folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }.map { Invocation($0, [sound]) }
  }

  /// The file of the sound in freedesktop's own theme, in which all others end.
  private static func soundFile(_ variable: (String) -> String?) -> String? {
    func value(_ name: String, else standard: String?) -> String? {
      variable(name).flatMap { $0.isEmpty ? nil : $0 } ?? standard
    }
    let own = value("XDG_DATA_HOME", else: variable("HOME").map { "\($0)/.local/share" })
    let shared = value("XDG_DATA_DIRS", else: "/usr/local/share:/usr/share") ?? ""
    let folders = [own].compactMap { $0 } + shared.split(separator: ":").map(String.init)
    return folders.lazy.filter { $0.hasPrefix("/") }.flatMap { folder in
      endings.map { "\(folder)/sounds/freedesktop/stereo/\(alarm).\($0)" }
    }.first { access($0, R_OK) == 0 }
  }
}
