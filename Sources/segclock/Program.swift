import ArgumentParser
import Control
import Drawing
import Files
@preconcurrency import Glibc
import Platform
import Settings
import Windowing
import Wording

@main
enum Program {
  /// The maximum number of arguments; the parser's time grows with its square.
  private static let maxArguments = 500

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if CommandLine.arguments.first == InputMethodProcess.name {
      return InputMethodProcess.run(arguments)
    }
    exit(run(arguments).rawValue)
  }

  private static func run(_ arguments: [String]) -> ExitCode {
    reserveStandardStreams()
    // A write beyond the file size limit fails instead of ending the process.
    signal(SIGXFSZ, SIG_IGN)
    do throws(FileError) {
      do {
        try check(arguments)
        if let settings = ProgramSettings(plain: arguments) { return try Segclock.open(settings) }
        var command = try Segclock.parseAsRoot(arguments)
        try command.run()
        return .success
      } catch {
        return try report(error, of: arguments)
      }
    } catch {
      StandardError.report(error.description)
      return .cannotWrite
    }
  }

  /// Opens closed standard streams, to be neither read nor written, so that no file gets one of their numbers.
  private static func reserveStandardStreams() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is opened.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  private static func check(_ arguments: [String]) throws(TextError) {
    guard arguments.count <= maxArguments else {
      throw TextError(
        """
        \(arguments.count) arguments are too many; write up to \(maxArguments), and laps and rings into files: \
        render --laps FILE, --rings FILE
        """)
    }
    // Swift repairs those that are not UTF-8, and they could name another file.
    for (index, text) in arguments.enumerated()
    where CommandLine.unsafeArgv[index + 1].flatMap({ String(validatingCString: $0) }) == nil {
      throw TextError("argument \(index + 1), \(text.quoted), is not valid UTF-8")
    }
  }

  private static func report(_ error: any Error, of arguments: [String]) throws(FileError)
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

/// Exit codes; the numbers are those of sysexits.h where it has one.
extension ExitCode {
  static let noWindow = ExitCode(3)
  static let refused = ExitCode(4)
  static let noAnswer = ExitCode(5)
  static let wrongData = ExitCode(65)
  static let noInput = ExitCode(66)
  static let noDisplay = ExitCode(69)
  static let cannotWrite = ExitCode(73)
  static let serverGone = ExitCode(74)
  static let notSavedYet = ExitCode(75)
}
