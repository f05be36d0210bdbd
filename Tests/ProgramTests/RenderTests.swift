import Glibc
import ProgramSupport
import Testing

/// `segclock render` from outside: no display, a file or a message.
struct RenderCommand {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  /// Command lines with one thing wrong; after a bar the name that the message has to hold, if not the first word.
  static let wrong: [String] = [
    "--size 0x0", "--size abc", "--size 840", "--size -1x5", "--size 1e308x5", "--size nanxnan",
    "--size infx480", "--size 99999x99999", "--size x", "--scale 0", "--scale nan", "--scale inf",
    "--scale 1e308", "--scale abc", "--scale -1", "--size 16000x16000 --scale 16|--scale",
    "--theme gold",
    "--mode stopwach", "--show digits,moon", "--show ,", "--ring nothing", "--ring =50%",
    "--ring a=nan",
    "--ring a=inf", "--ring a=1e308", "--ring a=-5%", "--ring a=1/0", "--ring a=100001",
    "--ring a=1 --ring b=1 --ring c=1 --ring d=1 --ring e=1 --ring f=1 --ring g=1", "--count 1000",
    "--count -1000", "--count 1.5", "--count --5", "--count -", "--count 99999999999999999999",
    "--digits 0",
    "--digits 19", "--at abc",
    "--at -1", "--at nan", "--at 1e308", "--at 99999999999999999999h", "--lap inf",
    "--at 5 --lap 6|--lap",
    "--plan Focus", "--plan ,", "--plan 5m,,5m", "--plan 5m,", "--plan 0", "--plan 0.9",
    "--plan 10001h",
    "--plan -5", "--plan 1e3", "--rounds 0", "--rounds 1000", "--rounds -1", "--rounds 1.5",
    "--rounds x",
    "--plan 10000h --rounds 101|--rounds", "--plan-waits=no|--plan-waits",
    "--moon", "--zone Mars/Phobos", "--zone ../../../etc/localtime", "--zone /etc/localtime",
    "--zone Europe", "--zone Europe/", "--zone europe/berlin", "--zone tzdata.zi", "--zone UTC-5",
    "--zone .",
    "--zone Europe/../Etc/UTC", "--hours 13", "--hours 012", "--hours twelve", "--seconds maybe",
    "--background blue", "--background None", "--film 0 --fps 10", "--film -1", "--film abc",
    "--film 3601",
    "--film 61m", "--film 1 --fps 0|--fps", "--film 1 --fps 1001|--fps", "--fps 20",
    "--film 1|%04d",
    "--film 1 --describe",
    "--seconds 1", "--target-lap 0", "--target-lap -1", "--target-lap abc", "--target-lap 9999999h",
  ]

  @Test(arguments: wrong)
  func badValueIsRefusedWithItsName(line: String) throws {
    let parts = line.split(separator: "|")
    let arguments = parts[0].split(separator: " ").map(String.init)
    let name = parts.count > 1 ? String(parts[1]) : arguments[0]
    let file = "\(home.path)/out.png"
    let result = try Program.run(["render"] + arguments + [file], home: home)
    #expect(result.ending == .exited(64))
    #expect(result.errors.contains(name))
    #expect(result.output.isEmpty)
    #expect(contents(of: file) == nil)
  }

  @Test(arguments: ["out.jpeg", "out", ".png/", ""])
  func fileOfNoKnownKindIsRefused(file: String) throws {
    let result = try Program.run(["render", file], home: home)
    #expect(result.ending == .exited(64))
    #expect(result.errors.contains(".png"))
  }

  @Test(arguments: ["/nonexistent/a.png", "/proc/a.svg", "/dev/full/a.pdf"])
  func fileThatCannotBeWrittenHasACodeOfItsOwn(file: String) throws {
    let result = try Program.run(["render", file], home: home)
    #expect(result.ending == .exited(73))
    #expect(result.errors.contains(file))
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: ["1x1", "2x300", "24x24", "300x2", "120x120", "840x480", "3840x2160"])
  func everySizeIsDrawnAtThatSize(size: String) throws {
    let sides = size.split(separator: "x").compactMap { Int($0) }
    let picture = try Program.render(["--size", size, "--theme", "flat-light"], home: home)
    #expect([picture.width, picture.height] == sides)
    if sides[0] * sides[1] > 500 { #expect(picture.showsSomething) }
  }

  @Test(
    arguments: [("png", "\u{FFFD}PNG"), ("svg", "<?xml"), ("pdf", "%PDF-")] as [(String, String)])
  func everyKindOfFileBeginsAsItHasTo(kind: String, beginning: String) throws {
    let file = "\(home.path)/out.\(kind)"
    let result = try Program.run(
      ["render", "--theme", "flat-dark", "--at", "7:38.37", file], home: home)
    #expect(result.ending == .exited(0))
    #expect(result.output.isEmpty && result.errors.isEmpty)
    let written = try #require(contents(of: file))
    #expect(String(decoding: written, as: UTF8.self).hasPrefix(beginning))
  }

  @Test func pictureShowsTheTimeThatWasAskedFor() throws {
    let fresh = try Program.render(["--theme", "flat-light"], home: home)
    let panel = try Program.describe(["--theme", "flat-light"], home: home)
    let display = try SegmentDisplay(boxes: panel.digits, learningFrom: fresh)
    for (time, hundredths) in [
      ("7:38.37", 45837), ("12.34", 1234), ("59:59.99", 359_999), ("0.05", 5),
    ] {
      let picture = try Program.render(["--theme", "flat-light", "--at", time], home: home)
      #expect(display.hundredths(in: picture) == hundredths)
      let angle = try #require(try panel.hands.hand(.orange, in: picture))
      #expect(turn(from: Double(hundredths) * 0.06, to: angle) < 0.5)
    }
  }

  @Test func theLapHandShowsTheRunningLap() throws {
    let arguments = ["--theme", "flat-light", "--at", "50", "--lap", "30"]
    let picture = try Program.render(arguments, home: home)
    let hands = try Program.describe(arguments, home: home).hands
    #expect(turn(from: 300, to: try #require(hands.hand(.orange, in: picture))) < 0.5)
    #expect(turn(from: 120, to: try #require(hands.hand(.blue, in: picture))) < 0.5)
  }

  @Test func sameArgumentsMakeTheSameBytes() throws {
    let files = ["one", "two"].map { "\(home.path)/\($0).png" }
    for file in files {
      _ = try Program.run(["render", "--theme", "flat-light", "--at", "12.34", file], home: home)
    }
    let first = try #require(contents(of: files[0]))
    #expect(first == contents(of: files[1]))
  }

  @Test(arguments: [["--help"], ["render", "--help"], ["--version"]])
  func helpAndVersionAreForStandardOutput(arguments: [String]) throws {
    let result = try Program.run(arguments, home: home)
    #expect(result.ending == .exited(0))
    #expect(!result.output.isEmpty && result.errors.isEmpty)
  }
}
