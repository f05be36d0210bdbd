import ArgumentParser
import Drawing
import Files
@preconcurrency import Glibc
import Platform
import Settings
import Synchronization
import Wording

enum Program {
  /// The maximum number of arguments; the parser's time grows with its square.
  private static let maxArguments = 500
  /// The maximum length of an argument, that of a path, in bytes.
  private static let maxArgumentLength = 4096

  static func run(_ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> ExitCode {
    reserveStandardStreams()
    // A write beyond the file size limit fails instead of ending the process.
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
        return try report(error, of: arguments)
      }
    } catch {
      StandardError.print("segclock: \(error.description)")
      return .cannotWrite
    }
  }

  /// Opens closed standard streams, so that no file or connection gets one of their numbers. They can be neither read
  /// nor written.
  private static func reserveStandardStreams() {
    for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is the one that is opened.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
  }

  /// Decodes the arguments. Refuses one that is not UTF-8: repaired, it could name another file.
  private static func decode(
    _ vector: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  ) throws(ArgumentProblem) -> [String] {
    var arguments: [String] = []
    while let argument = vector[0] == nil ? nil : vector[arguments.count + 1] {
      guard let text = String(validatingCString: argument) else {
        throw ArgumentProblem(
          description: """
            argument \(arguments.count + 1), \(String(cString: argument).quoted), is not valid UTF-8
            """)
      }
      arguments.append(text)
    }
    return arguments
  }

  /// Refuses arguments that the parser is slow at.
  private static func check(_ arguments: [String]) throws(ArgumentProblem) {
    guard arguments.count <= maxArguments else {
      throw ArgumentProblem(
        description: """
          \(arguments.count) arguments are too many; write up to \(maxArguments), and laps and rings into files: \
          render --laps FILE, --rings FILE
          """)
    }
    if let long = arguments.firstIndex(where: { $0.utf8.count > maxArgumentLength }) {
      throw ArgumentProblem(
        description: """
          argument \(long + 1) has \(arguments[long].utf8.count) bytes; write up to \(maxArgumentLength)
          """)
    }
  }

  /// Prints the error, or the requested help; returns the exit code.
  private static func report(_ error: any Error, of arguments: [String]) throws(FileError)
    -> ExitCode
  {
    let (text, code): (String, ExitCode)
    switch error {
    case let error as FileError: throw error
    case let problem as ArgumentProblem: (text, code) = (problem.description, .validationFailure)
    case let problem as ControlProblem: (text, code) = (problem.description, problem.code)
    case let error as ImageError: (text, code) = (error.description, .cannotWrite)
    default:
      code = Segclock.exitCode(for: error)
      if code == .success {
        let help = withShortFlags(Segclock.fullMessage(for: error, columns: nil))
        try OutputFile(path: "-").write(help + "\n")
        return code
      }
      text = Ctl.problem(arguments) ?? message(for: error, arguments)
    }
    if !text.isEmpty { StandardError.print("segclock: \(text)") }
    return code
  }

  /// Shortens `--name/--no-name` to `--[no-]name`: the former is too long for its column, so that its text would begin
  /// on the next line.
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

  /// The parser's message in one line. Shortens the arguments in it, which the parser quotes in full.
  private static func message(for error: any Error, _ arguments: [String]) -> String {
    var text = Segclock.message(for: error)
    for argument in arguments {
      // The parser may quote the option or the value of --option=value alone.
      for part in [argument] + argument.split(separator: "=", maxSplits: 1).map(String.init) {
        let short = part.escaped.elided(to: String.longestValue)
        guard !part.isEmpty, short != part else { continue }
        text = text.split(separator: part, omittingEmptySubsequences: false).joined(
          separator: short)
      }
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
  /// EX_DATAERR.
  static let wrongData = ExitCode(65)
  /// EX_NOINPUT.
  static let noInput = ExitCode(66)
  /// EX_UNAVAILABLE.
  static let noDisplay = ExitCode(69)
  /// EX_CANTCREAT.
  static let cannotWrite = ExitCode(73)
  /// EX_IOERR.
  static let serverGone = ExitCode(74)
}

enum StandardError {
  /// The maximum length of a message, in characters and in bytes: a character may have any number of bytes, and a pipe
  /// takes at most 4096 at once.
  private static let (maxLength, maxBytes) = (320, 4000)

  /// How long a line may wait for its reader, in nanoseconds; below zero, forever.
  private static let patience = Atomic<Int64>(-1)

  /// Drops lines that cannot be written within `nanoseconds` from now on: a stopped terminal or a full pipe must not
  /// stop the window.
  static func wait(atMost nanoseconds: Int64) { patience.store(nanoseconds, ordering: .relaxed) }

  /// Writes `text` as one line, escaped and cut to the maximum length.
  static func print(_ text: String) {
    let line =
      text.escaped.elided(to: maxLength).cut(toCharacters: maxLength, bytes: maxBytes) + "\n"
    let patience = patience.load(ordering: .relaxed)
    if patience >= 0 {
      // A pipe is ready only with room for 4096 bytes, so it takes the whole line.
      let limit = MonotonicTime.now + .nanoseconds(patience)
      guard waitFor(STDERR_FILENO, events: Int16(POLLOUT), until: limit) else { return }
    }
    line.withCString { _ = fputs($0, stderr) }
  }
}
