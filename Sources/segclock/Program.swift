import ArgumentParser
import Drawing
import Files
import Glibc
import Settings
import Wording

/// One run of the program: arguments in, exit code out, and every error told.
enum Program {
  /// The most arguments; what the parser costs grows with the square of them.
  static let mostArguments = 500
  /// The most bytes of an argument: no path is longer.
  static let longestArgument = 4096

  /// Does what the process was called with: `vector` is C's, which begins with the program's name.
  static func run(_ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> ExitCode {
    StandardStreams.reserve()
    // A file that may grow no more is an error of the call that writes it.
    signal(SIGXFSZ, SIG_IGN)
    var arguments: [String] = []
    do throws(FileError) {
      do {
        arguments = try decode(vector)
        try check(arguments)
        var command = try Segclock.parseAsRoot(arguments)
        try command.run()
        return .success
      } catch {
        return try answer(error, to: arguments)
      }
    } catch {
      StandardError.print("segclock: \(error.description)")
      return .cannotWrite
    }
  }

  /// The arguments as text. One that is no UTF-8 is refused: repaired, it would be the name of another file.
  private static func decode(
    _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) throws(ArgumentProblem) -> [String] {
    var arguments: [String] = []
    var place = 1
    while let argument = vector[0] == nil ? nil : vector[place] {
      guard let text = String(validatingCString: argument) else {
        throw ArgumentProblem(
          description: "argument \(place), \(String(cString: argument).quoted), is not valid UTF-8")
      }
      arguments.append(text)
      place += 1
    }
    return arguments
  }

  /// Refuses at once what the parser would take long over.
  private static func check(_ arguments: [String]) throws(ArgumentProblem) {
    guard arguments.count <= mostArguments else {
      throw ArgumentProblem(
        description: """
          there are \(arguments.count) arguments, allowed are up to \(mostArguments); laps and rings can be read from \
          a file, one a line: render --laps FILE, --rings FILE
          """)
    }
    if let long = arguments.firstIndex(where: { $0.utf8.count > longestArgument }) {
      throw ArgumentProblem(
        description: """
          argument \(long + 1) has \(arguments[long].utf8.count) bytes, allowed are up to \(longestArgument)
          """)
    }
  }

  /// Tells what ended the command, which may have been asked for, such as help.
  private static func answer(_ error: any Error, to arguments: [String]) throws(FileError)
    -> ExitCode
  {
    switch error {
    case let problem as ArgumentProblem:
      StandardError.print("segclock: \(problem.description)")
      return .validationFailure
    case let problem as ControlProblem:
      StandardError.print("segclock: \(problem.description)")
      return problem.code
    case let error as FileError: throw error
    case let error as ImageError:
      StandardError.print("segclock: \(error.description)")
      return .cannotWrite
    default:
      let code = Segclock.exitCode(for: error)
      if code == .success {
        let text = withShortFlags(Segclock.fullMessage(for: error, columns: nil))
        try OutputFile(path: "-").write(text + "\n")
      } else {
        let text = Ctl.problem(arguments) ?? message(for: error, arguments)
        if !text.isEmpty { StandardError.print("segclock: \(text)") }
      }
      return code
    }
  }

  /// Help with `--[no-]name` for `--name/--no-name`, which is too long for the column of names: its text begins on the
  /// next line.
  private static func withShortFlags(_ help: String) -> String {
    var lines: [String] = []
    var label = ""
    for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
      if let slash = line.firstIndex(of: "/"), line[slash...].hasPrefix("/--no-") {
        let name = line[..<slash].replacing("--", with: "--[no-]")
        label = name + String(repeating: " ", count: max(0, helpColumn - name.count))
        let text = line[slash...].drop { $0 != " " }.drop { $0 == " " }
        guard !text.isEmpty else { continue }
        lines.append(label + text)
      } else {
        lines.append(label.isEmpty ? String(line) : label + line.drop { $0 == " " })
      }
      label = ""
    }
    return lines.joined(separator: "\n")
  }

  /// The column where the parser's help has its texts.
  private static let helpColumn = 26

  /// What the parser has to say, in one line: it quotes arguments as they are, and those may be of any length.
  private static func message(for error: any Error, _ arguments: [String]) -> String {
    var text = Segclock.message(for: error)
    for argument in arguments {
      // An option and its value may be one argument, and the parser names either alone.
      for part in [argument] + argument.split(separator: "=", maxSplits: 1).map(String.init) {
        let short = part.escaped.elided(to: String.longestValue)
        guard !part.isEmpty, short != part else { continue }
        text = text.split(separator: part, omittingEmptySubsequences: false).joined(
          separator: short)
      }
    }
    return text
  }
}
