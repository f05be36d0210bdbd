import ArgumentParser
import Control
import Drawing
import Files
import Platform
import Windowing
import Wording

// What the program says when its command has thrown: a problem, or the help and the version, which the parser throws, too.

extension Program {
  /// Reports what a command has thrown; returns the exit code for it.
  static func report(_ error: any Error, of arguments: [String]) throws(FileError)
    -> ExitCode
  {
    let (text, code): (String, ExitCode)
    switch (error as? ControlClient.Failure).map(ControlProblem.init) ?? error {
    case let error as FileError: throw error
    case let problem as TextError: (text, code) = (problem.description, .validationFailure)
    case let problem as ControlProblem: (text, code) = (problem.description, problem.code)
    case let error as ConnectionError: (text, code) = (error.description, .noDisplay)
    case let error as ImageError: (text, code) = (error.description, .cannotWrite)
    default:
      code = Segclock.exitCode(for: error)
      if code == .success {
        let help = withShortFlags(Segclock.fullMessage(for: error, columns: nil))
        try OutputFile(path: "-").write(help + "\n")
        if help == Segclock.version { try writeServer() }
        return code
      }
      text = Ctl.problem(arguments) ?? message(for: error)
    }
    if !text.isEmpty { StandardError.report(text) }
    return code
  }

  /// Writes which X server there is, for bug reports. One that has stopped is not waited for.
  private static func writeServer() throws(FileError) {
    Signals.forceExit(after: 1)
    guard let connection = try? Connection() else { return }
    try OutputFile(path: "-").write(connection.describe().escaped + "\n")
  }

  /// Shortens `--name/--no-name` to `--[no-]name`: the former is too long for its column.
  private static func withShortFlags(_ help: String) -> String {
    help.replacing(#/  --(\S+)\/--no-\S+\s+/#) { match in
      let label = "  --[no-]\(match.1)"
      // The parser's texts begin in column 26.
      return label + String(repeating: " ", count: max(1, 26 - label.count))
    }
  }

  private static func message(for error: any Error) -> String {
    // On one line: some of the parser's messages have several.
    let text = Segclock.message(for: error).replacing(#/\s*\n\s*/#, with: " ")
    // "Unknown option '--lap'. Did you mean '--plan'?"
    if let option = text.firstMatch(of: #/^Unknown option '(--.+?)'/#)?.1,
      let problem = Ctl.problem(ofOption: String(option))
    {
      return problem
    }
    // "Missing expected argument '<out>'" and, in the whole message, "Help:  <out>  A .png …".
    if text.hasPrefix("Missing expected argument"),
      let help = Segclock.fullMessage(for: error, columns: nil).firstMatch(
        of: #/\nHelp:  (<.+?>).*?  (.+?)\.?\n/#)
    {
      return "\(help.1) is missing: \(help.2.prefix(1).lowercased())\(help.2.dropFirst())"
    }
    // "The value 'x' is invalid for '--at <duration>': …" in the form of our other messages.
    guard let option = text.firstRange(of: "' is invalid for '")?.upperBound,
      let problem = text[option...].firstRange(of: "': ")?.upperBound
    else { return text }
    return "\(text[option...].prefix { $0 != " " && $0 != "'" }): \(text[problem...])"
  }
}
