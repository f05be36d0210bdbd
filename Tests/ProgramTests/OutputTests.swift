import Glibc
import ProgramSupport
import Testing

/// What `segclock` does with the files it writes, and with what it prints.
struct Output {
  let home = TestFolder()
  /// Where the pictures go: nothing else is there.
  let folder = TestFolder()

  private var file: String { "\(folder.path)/a.png" }

  private func mode(of path: String) throws -> mode_t {
    var status = stat()
    try #require(stat(path, &status) == 0)
    return status.st_mode & 0o7777
  }

  @Test(
    arguments: [(umask: "027", mode: 0o640), ("077", 0o600), ("0", 0o666)]
      as [(umask: String, mode: mode_t)])
  func theUmaskIsForNewFilesAlone(umask: String, mode: mode_t) throws {
    let script = "umask \(umask); exec \"$0\" \"$@\""
    #expect(try Program.run(["render", file], by: script, home: home).ending == .exited(0))
    #expect(try self.mode(of: file) == mode)
    let before = contents(of: file)
    #expect(chmod(file, 0o604) == 0)
    #expect(
      try Program.run(["render", "--at", "5", file], by: script, home: home).ending == .exited(0))
    #expect(try self.mode(of: file) == 0o604)
    #expect(contents(of: file) != before)
    #expect(names(in: folder.path) == ["a.png"])
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func aFileThatMayNotBecomeSoLargeStaysAsItIs(kind: String) throws {
    let file = "\(folder.path)/a.\(kind)"
    for old in [nil, Array("old".utf8)] {
      if old != nil { try write("old", to: file) }
      let result = try Program.run(
        ["render", file], by: "ulimit -f 2; exec \"$0\" \"$@\"", home: home)
      #expect(result.ending == .exited(73))
      #expect(result.errors == "segclock: \(file): File too large\n")
      #expect(contents(of: file) == old)
      #expect(names(in: folder.path) == (old == nil ? [] : ["a.\(kind)"]))
    }
  }

  @Test func aPictureThatTheDiskDoesNotTakeLeavesTheOldOne() throws {
    let faults = try Faults(in: home)
    let place = "\(folder.path)/segclock"
    try #require(mkdir(place, 0o700) == 0)
    try write("old", to: "\(place)/a.png")
    faults.now.sync_error = EIO
    let result = try Program.run(
      ["render", "\(place)/a.png"], home: home, variables: faults.environment)
    #expect(result.ending == .exited(73))
    #expect(result.errors == "segclock: \(place)/a.png: Input/output error\n")
    #expect(contents(of: "\(place)/a.png") == Array("old".utf8))
    #expect(names(in: place) == ["a.png"])
  }

  /// SIGKILL, which nothing can block, may leave the temporary file, as the manual says.
  @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGKILL])
  func aSignalLeavesTheOldPictureOrTheNewOne(signal: Int32) throws {
    let arguments = ["render", "--theme", "neon", "--size", "600x600", file]
    let start = Deadline.now()
    #expect(try Program.run(arguments, home: home).ending == .exited(0))
    let whole = Double(Deadline.now() - start) / 1e9
    let new = try #require(contents(of: file))
    let steps = 4
    for step in 0...steps {
      for old in [nil, Array("old".utf8)] {
        unlink(file)
        if old != nil { try write("old", to: file) }
        let process = try Program.start(arguments, home: home)
        Deadline.observe(seconds: whole * Double(step) / Double(steps))
        process.signal(signal)
        let ending = try process.wait()
        #expect(ending == .exited(0) || ending == .signalled(signal))
        let left = contents(of: file)
        #expect(left == new || (left == old && ending == .signalled(signal)))
        for name in names(in: folder.path) where name != "a.png" {
          #expect(signal == SIGKILL && name.hasPrefix(".segclock-"))
          unlink("\(folder.path)/\(name)")
        }
      }
    }
  }

  static let printing = [
    ["--help"], ["render", "--help"], ["help", "render"], ["--version"],
    ["--generate-completion-script", "bash"],
    ["render", "--describe", "-"], ["render", "-"], ["render", "--film", "10m", "-"],
  ]

  @Test(arguments: printing, [">/dev/full", ">&-"])
  func whatIsPrintedAndLostIsAnError(arguments: [String], redirection: String) throws {
    let result = try Program.run(arguments, by: "exec \"$0\" \"$@\" \(redirection)", home: home)
    #expect(result.ending == .exited(73))
    #expect(result.errors.hasPrefix("segclock: standard output: "))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: printing)
  func aReaderThatHasGoneEndsItBySignalAsItDoesAnyProgram(arguments: [String]) throws {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    func ending(_ path: String, _ arguments: [String]) throws -> (Ending, String) {
      let process = try ChildProcess(
        path, arguments, environment: environment(home: home, display: nil),
        descriptors: [(ends[1], 1)])
      return (try process.wait(), process.standardError)
    }
    #expect(try ending(Program.command, arguments) == (.signalled(SIGPIPE), ""))
    let ignoring = ["-c", "trap '' PIPE; exec \"$0\" \"$@\"", Program.command]
    #expect(
      try ending("/bin/sh", ignoring + arguments) == (
        .exited(73), "segclock: standard output: Broken pipe\n"
      )
    )
  }

  @Test func aClosedStreamIsNotTakenForTheFile() throws {
    let all = "exec \"$0\" \"$@\" <&- >&- 2>&-"
    #expect(try Program.run(["render", file], by: all, home: home).ending == .exited(0))
    let closed = contents(of: file)
    #expect(try Program.run(["render", file], home: home).ending == .exited(0))
    #expect(contents(of: file) == closed)
    #expect(
      try Program.run(["render", "/nonexistent/a.png"], by: all, home: home).ending == .exited(73))
    let unread = try Program.run(
      ["render", "--laps", "-", file], by: "exec \"$0\" \"$@\" <&-", home: home)
    #expect(unread.ending == .exited(64))
    #expect(unread.errors == "segclock: --laps standard input: Bad file descriptor\n")
  }

  /// How another user is become, where that can be: the tests run as anybody.
  private static let asNobody =
    geteuid() == 0 ? "setpriv --reuid=65534 --regid=65534 --clear-groups " : ""

  @Test func whatMustNotBeWrittenIsNotReplaced() throws {
    try write("old", to: file)
    // The configuration is in a home that nobody else may enter, which would be reported.
    let script =
      "export XDG_CONFIG_HOME=/nonexistent; exec \(Output.asNobody)'\(folder.path).program' \"$@\""
    // Another user may not be able to run the program where it was built, but may a copy.
    let copy = "\(folder.path).program"
    defer { unlink(copy) }
    try write(try #require(contents(of: Program.command)), to: copy)
    #expect(chmod(copy, 0o755) == 0)
    let other = "\(folder.path)/b.png"
    for (folderMode, fileMode, path) in [
      (0o555, 0o666, file), (0o555, 0o666, other), (0o777, 0o444, file),
    ] as [(mode_t, mode_t, String)] {
      #expect(chmod(file, fileMode) == 0)
      #expect(chmod(folder.path, folderMode) == 0)
      defer { chmod(folder.path, 0o700) }
      let refused = try Program.run(["render", path], by: script, home: home)
      #expect(refused.ending == .exited(73))
      #expect(refused.errors == "segclock: \(path): Permission denied\n")
      #expect(contents(of: file) == Array("old".utf8))
      #expect(names(in: folder.path) == ["a.png"])
    }
  }
}
