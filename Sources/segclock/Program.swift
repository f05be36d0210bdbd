import ArgumentParser
import Drawing
import Files
import Glibc

/// One run of the program: arguments in, exit code out, and every error told.
enum Program {
  /// The most arguments; what the parser costs grows with the square of them.
  static let mostArguments = 500
  /// The most bytes of an argument: no path is longer.
  static let longestArgument = 4096

  /// Does what `arguments` ask for, the program's name not among them.
  static func run(_ arguments: [String]) -> ExitCode {
    StandardStreams.reserve()
    // A file that may grow no more is an error of the call that writes it.
    signal(SIGXFSZ, SIG_IGN)
    do throws(FileError) {
      do {
        try check(arguments)
        var command = try Segclock.parseAsRoot(arguments)
        try command.run()
        return .success
      } catch {
        return try answer(error)
      }
    } catch {
      StandardError.print("segclock: \(error.description)")
      return .cannotWrite
    }
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
  private static func answer(_ error: any Error) throws(FileError) -> ExitCode {
    switch error {
    case let problem as ArgumentProblem:
      StandardError.print("segclock: \(problem.description)")
      return .validationFailure
    case let error as FileError: throw error
    case let error as ImageError:
      StandardError.print("segclock: \(error.description)")
      return .cannotWrite
    default:
      let code = Segclock.exitCode(for: error)
      let text = Segclock.fullMessage(for: error, columns: nil)
      if code == .success {
        try OutputFile(path: "-").write(text + "\n")
      } else if !text.isEmpty {
        StandardError.print(text)
      }
      return code
    }
  }
}
