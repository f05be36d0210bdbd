import Glibc

/// The program as its command line drives and asks it.
extension Desk {
  package func ctl(_ words: String...) throws { try ctl(words) }

  package func ctl(_ words: [String]) throws {
    let result = try Program.run(["ctl"] + words, home: home)
    // On a busy machine the disk may be late, which is said.
    let isLate = result == (.exited(75), "", "segclock: done, but not saved yet\n")
    guard isLate || result == (.exited(0), "", "") else { throw Failure("ctl \(words): \(result)") }
  }

  /// Starts a `script` of the shell, in which the program is `$0`, without a display.
  package func script(_ script: String) throws -> ChildProcess {
    try Program.start([], by: script, home: home)
  }

  /// What `segclock ctl status --json` says.
  package func status(_ options: String...) throws -> JSON {
    try JSON(output(["ctl", "status", "--json"] + options))
  }

  /// What `segclock ctl status` says in this format.
  package func status(format: String) throws -> String {
    String(try output(["ctl", "status", "--format", format]).dropLast())
  }

  /// What `segclock` prints with these arguments; throws unless it succeeds.
  package func output(_ arguments: [String]) throws -> String {
    let result = try Program.run(arguments, home: home)
    guard result.ending == .exited(0), result.errors.isEmpty else {
      throw Failure("\(arguments): \(result)")
    }
    return result.output
  }

  /// Why a command is refused.
  package func refusal(_ words: String...) throws -> String { try problem(words, code: 4) }

  /// Why a command means nothing.
  package func misuse(_ words: String...) throws -> String { try problem(words, code: 64) }

  private func problem(_ words: [String], code: Int32) throws -> String {
    let result = try Program.run(["ctl"] + words, home: home)
    guard result.ending == .exited(code), result.errors.hasPrefix("segclock: "),
      result.output.isEmpty
    else { throw Failure("ctl \(words): \(result)") }
    return String(result.errors.dropFirst(10).dropLast())
  }

  /// What the first ring shows, and whether it is fed, or that is over.
  package func goal() throws -> String {
    let ring = try status()["rings"][0]
    let word = ring["over"].bool == true ? "over" : ring["source"].string ?? ""
    let value = ring["value"].double ?? -1
    return "\((value * 1e9).rounded() / 1e9) \(word)"
  }

  package func awaitGoal(_ value: String) throws {
    var seen = ""
    try wait(until: "the ring at \(value)", seen: seen) {
      seen = try goal()
      return seen == value
    }
  }

  package func configure(_ text: String) throws { try home.configure(text) }
}

extension TestFolder {
  /// The configuration of a program whose home this is.
  package var configuration: String { file("config/segclock/config.toml") }

  /// Replaces the configuration by a rename, as editors do.
  package func configure(_ text: String) throws {
    let new = file("config/segclock/.new")
    try TestSupport.write(text, to: new)
    guard rename(new, configuration) == 0 else { throw Failure("\(configuration): \(errnoText())") }
  }
}
