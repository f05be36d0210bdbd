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

extension ProgramSettings {
  /// The configuration files to read. `NAME.toml` overrides `config.toml`.
  var configurationFiles: [ConfigurationFile] {
    if self.noConfig { return [] }
    if let named = self.config ?? UserEnvironment.variable("SEGCLOCK_CONFIG") {
      return [ConfigurationFile(path: named, isNamed: true)]
    }
    guard let home = UserEnvironment.configurationHome else { return [] }
    return ["config", self.name].map {
      ConfigurationFile(path: "\(home)/segclock/\($0).toml", isNamed: false)
    }
  }

  var configurationPath: String? {
    let files = configurationFiles
    return (self.name == StateFolder.defaultName ? files.first : files.last)?.path
  }
}

extension UserEnvironment {
  static var configurationHome: String? { folder("XDG_CONFIG_HOME", or: ".config") }
  static let noConfigurationHome = FileError(path: "$XDG_CONFIG_HOME, $HOME", code: ENOENT)
}
