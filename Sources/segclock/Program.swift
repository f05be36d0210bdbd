import ArgumentParser
import Files
@preconcurrency import Glibc
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
}
