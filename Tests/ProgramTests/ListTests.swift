import Glibc
import ProgramSupport
import Testing

/// Laps and rings that are read from a file, and arguments that are too many.
struct Lists {
  let home = TestFolder()

  private func list(_ text: String) throws -> String {
    let path = "\(home.path)/list"
    try write(text, to: path)
    return path
  }

  private func picture(_ arguments: [String], input: String? = nil) throws -> [UInt8]? {
    let file = "\(home.path)/out.png"
    unlink(file)
    let script = "exec \"$0\" \"$@\"" + (input.map { " <'\($0)'" } ?? "")
    let result = try Program.run(["render"] + arguments + [file], by: script, home: home)
    #expect(result.ending == .exited(0))
    #expect(result.errors.isEmpty)
    return contents(of: file)
  }

  @Test func lapsOfAFileAreThoseOfTheOptions() throws {
    let wanted = try picture(["--at", "5:00", "--lap", "1:00.5", "--lap", "90", "--lap", "1m"])
    let file = try list("# laps\n1:00.5\n\n  90\t\r\n   # the last\n1m")
    #expect(try picture(["--at", "5:00", "--laps", file]) == wanted)
    #expect(try picture(["--at", "5:00", "--laps", "-"], input: file) == wanted)
    #expect(try picture(["--at", "5:00"]) != wanted)
    #expect(try picture(["--at", "5:00", "--laps", "/dev/null"]) == picture(["--at", "5:00"]))
  }

  @Test func ringsOfAFileAreThoseOfTheOptions() throws {
    let wanted = try picture(["--ring", "A=50%", "--ring", "B c=3/7", "--ring", "D=second"])
    let file = try list("A=50%\n# no ring\nB c=3/7\n\nD=second\n")
    #expect(try picture(["--rings", file]) == wanted)
    #expect(try picture(["--rings", "-"], input: file) == wanted)
    #expect(try picture([]) != wanted)
  }

  /// An option, a list with one thing wrong, and what the message says.
  static let wrong: [(option: String, text: String, message: String)] = [
    ("--laps", "1\n\nabc\n", ", line 3: \"abc\" is not a duration: use 0 to 1000000 hours"),
    ("--laps", "-1", ", line 1: the duration \"-1\" is negative"),
    ("--laps", "1e5", ", line 1: \"1e5\" is not a duration"),
    ("--laps", "1 # no comment", ", line 1: "),
    ("--laps", "\u{1B}[31m", ", line 1: \"\\u{1B}[31m\" is not a duration"),
    ("--laps", "1\n" + String(repeating: "1", count: 1025), ", line 2: the duration \"111"),
    ("--rings", "A=1\nB\n", ", line 2: \"B\" is not a ring; write NAME=VALUE"),
    ("--rings", "A=nan", ", line 1: \"A=nan\" is not a ring; write NAME=VALUE"),
    (
      "--rings", "A=1\nB=1\nC=1\nD=1\nE=1\nF=1\nG=1",
      ", line 7: 7 rings are too many; write up to 6"
    ),
    ("--rings", "A=1\nB=1\nA=2", ", line 3: two rings are named \"A\"; rename one"),
  ]

  @Test(arguments: wrong)
  func aFaultyLineIsToldWithFileAndNumber(option: String, text: String, message: String) throws {
    let file = try list(text)
    let out = "\(home.path)/out.png"
    for (name, script) in [(file, ""), ("standard input", "<'\(file)'")] {
      let result = try Program.run(
        ["render", "--at", "100", option, script.isEmpty ? file : "-", out],
        by: "exec \"$0\" \"$@\" \(script)", home: home)
      #expect(result.ending == .exited(64))
      #expect(result.errors.hasPrefix("segclock: \(option) \(name)\(message)"))
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(contents(of: out) == nil)
    }
  }

  @Test func aMillionLapsAreReadAndNoMore() throws {
    let million = Array(repeatElement(Array("1.5\n".utf8), count: 1_000_000).joined())
    let file = try list(String(decoding: million, as: UTF8.self))
    let described = try Program.run(
      ["render", "--describe", "-", "--at", "999999h", "--laps", file], home: home,
      Deadline(seconds: 120))
    #expect(described.ending == .exited(0))
    #expect(described.output.contains("dial"))
    try write(String(decoding: million + Array("1\n".utf8), as: UTF8.self), to: file)
    let more = try Program.run(
      ["render", "--at", "999999h", "--laps", file, "a.png"], home: home, Deadline(seconds: 120))
    #expect(more.ending == .exited(64))
    #expect(
      more.errors == "segclock: --laps \(file), line 1000001: more than 1000000 laps; write fewer\n"
    )
  }
}
