import Desktop
import Files
import Geometry
import Glibc
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing
import Wording

struct ConfigurationFile {
  let path: String
  /// Whether the user named it, so that it has to exist.
  let isNamed: Bool
  /// The settings of its last version without mistakes.
  private(set) var settings = ProgramSettings()
  fileprivate var read = SettingsFile([])
  private(set) var unreadable: String?
  private var content: Result<[UInt8], FileError>?

  init(path: String, isNamed: Bool) {
    (self.path, self.isNamed) = (path, isNamed)
  }

  /// A sound that cannot be played is a fault of which nothing but the sound depends: the other settings apply.
  var faults: [SettingFault] {
    (read.faults + [soundFault].compactMap { $0 }).sorted { $0.place < $1.place }
  }

  /// The alarm's sound by this file. A relative path starts in its folder.
  var sound: SoundChoice {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
    return SoundChoice(read.settings.sound, from: folder == "" ? "/" : folder)
  }

  var soundFault: SettingFault? {
    guard read.settings.isGiven("sound") else { return nil }
    return sound.problem.map { read.fault($0, key: "sound") }
  }

  /// The message about what is wrong first; nil if nothing is.
  var problem: String? {
    guard unreadable == nil, let first = faults.first else { return unreadable }
    let more = faults.count > 1 ? " (and \(faults.count - 1) more; see segclock config check)" : ""
    return "\(path.escaped.elided(to: FileError.maxPathLength)):\(first.description)\(more)"
  }

  /// Reads the file; returns whether it has changed since the last call.
  mutating func refresh() -> Bool {
    let before = content
    content = Result { () throws(FileError) in
      try InputFile.bytes(of: path, maxBytes: SettingsFile.maxBytes)
    }
    return content != before
  }

  /// Parses the content; `themes` are those of the file that this one overrides.
  mutating func parse(themes others: [ThemeName]) {
    (unreadable, read) = (nil, SettingsFile([]))
    switch content {
    case nil: break
    case .failure(let error) where error.code == ENOENT && !isNamed: settings = ProgramSettings()
    case .failure(let error):
      let isPlain = ![EINVAL, ENXIO].contains(error.code)
      let problem = isPlain ? error : FileError(path: path, reason: mark("not a plain file"))
      unreadable = problem.description
    case .success(let bytes):
      read = SettingsFile(bytes, themes: others)
      do throws(TextError) {
        try read.findZone(ZoneDatabase.zone(named:))
      } catch {
        read.note(error.description, key: "zone")
      }
      if read.faults.isEmpty { settings = read.settings }
    }
  }
}

extension [ConfigurationFile] {
  /// Reads the files, which are in the order of increasing priority; returns their settings if any has changed. A file
  /// may use a theme of another, so a change in either checks both again.
  mutating func refresh() -> ProgramSettings? {
    guard indices.filter({ self[$0].refresh() }).count > 0 else { return nil }
    var settings = ProgramSettings()
    var themes: [ThemeName] = []
    for index in indices {
      self[index].parse(themes: themes)
      themes += self[index].read.settings.themes.map(\.name)
      settings = self[index].settings.filled(by: settings)
    }
    return settings
  }
}
