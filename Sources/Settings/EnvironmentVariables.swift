package import Wording

extension ProgramSettings {
  /// The variables besides the settings: one that chooses the file, the place of the catalogues, and those of `--at-end`,
  /// whose command may call the program again.
  private static let otherVariables = [
    "SEGCLOCK_CONFIG", "SEGCLOCK_LENGTH", "SEGCLOCK_LOCALEDIR", "SEGCLOCK_OVERRUN",
    "SEGCLOCK_WORDS",
  ]

  /// What to say of those of `variables` that no setting has.
  package static func problems(ofVariables variables: [String]) -> [String] {
    let known = Setting.all.filter { $0.sources != .option }.map(\.variable) + otherVariables
    return variables.filter { !known.contains($0) }.sorted().map { name in
      let option = Setting.all.first { $0.variable == name }?.option
      let problem =
        option.map { "ignored; this setting is only an option: \($0)" }
        ?? SettingFault.unknown(
          name, "variable", among: known, hint: "man segclock.toml lists the settings")
      return "\(name.escaped.elided(to: 48)): \(problem)"
    }
  }

  package static func environment(
    _ variable: (String) -> String?
  ) throws(TextError) -> ProgramSettings {
    var settings = ProgramSettings()
    for setting in Setting.all where setting.sources != .option {
      guard let text = variable(setting.variable) else { continue }
      do throws(TextError) {
        try setting.take(text, &settings)
      } catch {
        throw TextError("\(setting.variable): \(error.description)")
      }
    }
    if let problem = settings.roundsProblem { throw TextError("SEGCLOCK_ROUNDS: \(problem)") }
    return settings
  }
}
