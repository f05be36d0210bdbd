import Glibc
import ProgramSupport
import Testing

/// `segclock render --film` from outside: one picture after the other.
struct FilmCommand {
  let home = TestFolder()
  /// Where the pictures go: nothing else is there.
  let folder = TestFolder()

  private func shoot(_ arguments: [String], _ name: String) throws {
    let result = try Program.run(["render"] + arguments + ["\(folder.path)/\(name)"], home: home)
    guard result.ending == .exited(0) else {
      throw Failure("film: \(result.ending) \(result.errors)")
    }
    #expect(result.output.isEmpty && result.errors.isEmpty)
  }

  private func picture(_ name: String) throws -> Picture {
    try Picture(png: "\(folder.path)/\(name)")
  }

  static let patterns: [(name: String, first: String, last: String)] = [
    ("%d.png", "0.png", "10.png"), ("a%03db.PNG", "a000b.PNG", "a010b.PNG"),
    ("100%%-%01d.png", "100%-0.png", "100%-10.png"),
    ("%%%%%09d.png", "%%000000000.png", "%%000000010.png"),
  ]

  @Test(arguments: patterns)
  func everyPictureHasItsNumberInItsName(name: String, first: String, last: String) throws {
    try shoot(["--size", "40x40", "--film", "1.001", "--fps", "10"], name)
    let made = names(in: folder.path).sorted()
    #expect(made.count == 11)
    #expect(made.first == first && made.contains(last))
  }

  @Test func aFolderMayHaveAnyName() throws {
    #expect(mkdir("\(folder.path)/5%d%", 0o700) == 0)
    try shoot(["--size", "40x40", "--film", "1", "--fps", "1"], "5%d%/%d.png")
    #expect(names(in: "\(folder.path)/5%d%") == ["0.png"])
  }

  @Test(arguments: [
    "a.png", "a%d%d.png", "a%04d-%d.png", "a%s.png", "a%4d.png", "a%0d.png", "a%00d.png",
    "a%010d.png",
    "a%-4d.png", "a%%d.png", "a%", "%d.png%", "%d%.png", "%d.svg", "%d", "%d/a.png", "",
  ])
  func aNameWithoutOnePlaceForTheNumberIsRefused(name: String) throws {
    #expect(mkdir("\(folder.path)/%d", 0o700) == 0)
    let result = try Program.run(["render", "--film", "1", "\(folder.path)/\(name)"], home: home)
    #expect(result.ending == .exited(64))
    #expect(result.errors.contains(".png") && result.errors.split(separator: "\n").count == 1)
    #expect(names(in: folder.path) == ["%d"] && names(in: "\(folder.path)/%d").isEmpty)
  }

  @Test func standardOutputHasTheSamePicturesOneBehindTheOther() throws {
    let film = ["--size", "300x200", "--film", "0.3", "--fps", "10", "--running", "--at", "7.95"]
    try shoot(film, "%d.png")
    let script = "exec \"$0\" \"$@\" >'\(home.path)/stream'"
    #expect(try Program.run(["render"] + film + ["-"], by: script, home: home).ending == .exited(0))
    let pictures = (0..<3).map { contents(of: "\(folder.path)/\($0).png") ?? [] }
    #expect(Set(pictures).count == 3)
    #expect(contents(of: "\(home.path)/stream") == Array(pictures.joined()))
  }

  @Test func whatStandsStill() throws {
    try shoot(["--at", "58.46", "--film", "0.1", "--fps", "240"], "%02d.png")
    let still = try Program.render(["--at", "58.46"], home: home)
    for name in names(in: folder.path) { #expect(try picture(name) == still) }
    #expect(names(in: folder.path).count == 24)
  }

  /// All segments that are more than half lit are those of the picture's own time, when a tenth, a second and a minute change.
  @Test(arguments: ["flat-light", "neon"])
  func everyPictureReadsAsItsOwnTime(theme: String) throws {
    let look = ["--theme", theme, "--show", "digits", "--running", "--size", "300x100"]
    let boxes = try Program.describe(look, home: home).digits
    let display = try SegmentDisplay(boxes: boxes, learningFrom: Program.render(look, home: home))
    try shoot(look + ["--at", "59.5", "--film", "1", "--fps", "60"], "%d.png")
    for number in 0..<60 {
      let time = 5950 + number * 100 / 60
      #expect(try display.hundredths(in: picture("\(number).png"), margin: 0) == time)
    }
    // The bottom left segment is on in the 0 of 0.09 s and off in the 1 of 0.1 s.
    let levels = try (35...41).map { try display.levels(4, in: picture("\($0).png"))[4] }
    #expect(levels[0] > 0.99 && levels[1] < 0.4 && levels[6] < 0.05)
    #expect(levels == levels.sorted(by: >))
  }

  /// Each picture comes at the end of a tenth, when the digits rest.
  @Test func aPlanGoesOnByItself() throws {
    let plan = ["--plan", "First 3s, Second 5m", "--theme", "flat-light", "--running"]
    try shoot(plan + ["--at", "1.499", "--film", "3", "--fps", "1"], "%d.png")
    for number in 0..<3 {
      let still = try Program.render(plan + ["--at", "\(1 + number).499"], home: home)
      #expect(try picture("\(number).png") == still)
    }
  }

  @Test func anErrorLeavesTheWholePicturesBeforeIt() throws {
    #expect(mkdir("\(folder.path)/2.png", 0o700) == 0)
    let film = ["render", "--size", "40x40", "--film", "1", "--fps", "5", "\(folder.path)/%d.png"]
    let result = try Program.run(film, home: home)
    #expect(result.ending == .exited(73))
    #expect(result.errors == "segclock: \(folder.path)/2.png: Is a directory\n")
    #expect(names(in: folder.path).sorted() == ["0.png", "1.png", "2.png"])
    #expect(try picture("1.png").width == 40)
    let large = try Program.run(
      ["render", "--film", "1", film[7]], by: "ulimit -f 2; exec \"$0\" \"$@\"", home: home)
    #expect(large.ending == .exited(73))
    #expect(large.errors == "segclock: \(folder.path)/0.png: File too large\n")
    #expect(try picture("0.png").width == 40)
    #expect(names(in: folder.path).count == 3)
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func aSignalLeavesWholePicturesAndNothingElse(signal: Int32) throws {
    // It waits there for somebody who reads.
    #expect(mkfifo("\(folder.path)/2.png", 0o600) == 0)
    let process = try Program.start(
      ["render", "--film", "1h", "\(folder.path)/%d.png"], home: home)
    let reader = open("\(folder.path)/2.png", O_RDONLY)
    try #require(reader >= 0)
    process.signal(signal)
    #expect(try process.wait() == .signalled(signal))
    close(reader)
    #expect(names(in: folder.path).sorted() == ["0.png", "1.png", "2.png"])
    for name in ["0.png", "1.png"] { #expect(try picture(name).showsSomething) }
  }
}
