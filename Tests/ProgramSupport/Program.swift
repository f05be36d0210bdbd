import Glibc
import Synchronization

/// The built program, as it lies beside the tests.
package enum Program {
  package static let path: String = {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    let own = String(
      decoding: buffer.prefix(max(count, 0)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let places = [own, CommandLine.arguments.first ?? ""] + CommandLine.arguments.dropFirst()
    for place in places {
      // Some runners load the tests from another place and name them in an argument.
      var directory = place[...]
      while let slash = directory.lastIndex(of: "/") {
        directory = directory[..<slash]
        let candidate = "\(directory)/segclock"
        if access(candidate, X_OK) == 0, !isDirectory(candidate) { return candidate }
      }
    }
    return "segclock"
  }()

  /// The release build, which is what is counted: the debug build allocates where the other does not.
  package static let optimized: String = {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    return (folder + ["release", "segclock"]).joined(separator: "/")
  }()

  /// What is run where no display is needed: with SEGCLOCK_COMMAND=FILE another build, which starts in a tenth of the time.
  package static let command = getenv("SEGCLOCK_COMMAND").map { String(cString: $0) } ?? path

  /// Starts `segclock` with these arguments; by a shell where there is a `script`, which has the program as `$0` and the
  /// arguments as `$@`: with limits, or with other standard streams.
  package static func start(
    _ arguments: [String], by script: String? = nil, home: TestFolder, display: String? = nil,
    variables: [String: String] = [:], path: String? = nil
  ) throws -> ChildProcess {
    let path = path ?? (display == nil ? command : Program.path)
    return try ChildProcess(
      script == nil ? path : "/bin/sh", (script.map { ["-c", $0, path] } ?? []) + arguments,
      environment: environment(home: home, display: display).merging(variables) { $1 })
  }

  /// The same, and waits for its end; without a display if none is named.
  package static func run(
    _ arguments: [String], by script: String? = nil, home: TestFolder, display: String? = nil,
    variables: [String: String] = [:], _ deadline: Deadline = Deadline(seconds: 60)
  ) throws -> (ending: Ending, output: String, errors: String) {
    let process = try start(
      arguments, by: script, home: home, display: display, variables: variables)
    let ending = try process.wait(deadline)
    return (ending, process.standardOutput, process.standardError)
  }

  /// The picture that `segclock render` makes with these arguments; made once and kept, so only for what the time of
  /// day does not change.
  package static func render(_ arguments: [String], home: TestFolder) throws -> Picture {
    // What a configuration says belongs to that home alone.
    if access(home.configuration, F_OK) == 0 { return try renderAnew(arguments, home: home) }
    if let kept = pictures.withLock({ $0[arguments] }) { return kept }
    let picture = try renderAnew(arguments, home: home)
    pictures.withLock { $0[arguments] = picture }
    return picture
  }

  private static let pictures = Mutex<[[String]: Picture]>([:])
  private static let panels = Mutex<[[String]: Panel]>([:])

  /// The same, made now.
  package static func renderAnew(
    _ arguments: [String], home: TestFolder, variables: [String: String] = [:]
  ) throws -> Picture {
    let file = "\(home.path)/render.png"
    let result = try run(["render"] + arguments + [file], home: home, variables: variables)
    guard result.ending == .exited(0) else {
      throw Failure("render: \(result.ending) \(result.errors)")
    }
    return try Picture(png: file)
  }

  /// Where everything stands in that picture.
  package static func describe(
    _ arguments: [String], home: TestFolder, variables: [String: String] = [:]
  ) throws -> Panel {
    // That of a clock may change with the time.
    let isKept =
      variables.isEmpty && !arguments.contains("clock")
      && access(home.configuration, F_OK) != 0
    if isKept, let kept = panels.withLock({ $0[arguments] }) { return kept }
    let result = try run(
      ["render", "--describe", "-"] + arguments, home: home, variables: variables)
    guard result.ending == .exited(0) else {
      throw Failure("describe: \(result.ending) \(result.errors)")
    }
    let panel = try Panel(result.output)
    if isKept { panels.withLock { $0[arguments] = panel } }
    return panel
  }

  package static func beside(_ name: String) -> String {
    let directory = path.lastIndex(of: "/").map { path[..<$0] } ?? "."
    return "\(directory)/\(name)"
  }

  private static func isDirectory(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }
}
