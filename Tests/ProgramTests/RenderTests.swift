import Glibc
import ProgramSupport
import Testing

/// `segclock render` from outside: no display, a file or a message.
struct RenderCommand {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

  @Test(arguments: [
    (["--size", "0x0"], "--size"), (["--size", "abc"], "--size"), (["--size", "840"], "--size"),
    (["--size", "-1x5"], "--size"), (["--size", "1e308x5"], "--size"), (["--size", "nanxnan"], "--size"),
    (["--size", "infx480"], "--size"), (["--size", "99999x99999"], "--size"), (["--size", ""], "--size"),
    (["--scale", "0"], "--scale"), (["--scale", "nan"], "--scale"), (["--scale", "inf"], "--scale"),
    (["--scale", "1e308"], "--scale"), (["--scale", "abc"], "--scale"),
    (["--size", "16000x16000", "--scale", "16"], "--scale"), (["--theme", "gold"], "--theme"),
    (["--mode", "stopwach"], "--mode"), (["--show", "digits,moon"], "--show"), (["--show", ""], "--show"),
    (["--ring", "nothing"], "--ring"), (["--ring", "=50%"], "--ring"), (["--ring", "a=nan"], "--ring"),
    (["--ring", "a=inf"], "--ring"), (["--ring", "a=1e308"], "--ring"), (["--ring", "a=-5%"], "--ring"),
    (["--ring", "a=1/0"], "--ring"), (["--ring", "a=1001"], "--ring"),
    ((0..<7).flatMap { ["--ring", "r\($0)=1"] }, "--ring"), (["--count", "1000"], "--count"),
    (["--count", "-1"], "--count"), (["--count", "1.5"], "--count"),
    (["--count", "99999999999999999999"], "--count"), (["--digits", "0"], "--digits"),
    (["--digits", "19"], "--digits"), (["--at", "abc"], "--at"), (["--at", "-1"], "--at"),
    (["--at", "nan"], "--at"), (["--at", "1e308"], "--at"), (["--at", "99999999999999999999h"], "--at"),
    (["--lap", "inf"], "--lap"), (["--at", "5", "--lap", "6"], "--lap"), (["--moon"], "--moon"),
  ])
  func badValueIsRefusedWithItsName(arguments: [String], name: String) throws {
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
    arguments: [
      ("png", [0x89, 0x50, 0x4E, 0x47]), ("svg", Array("<?xml".utf8)), ("pdf", Array("%PDF-".utf8)),
    ] as [(String, [UInt8])])
  func everyKindOfFileBeginsAsItHasTo(kind: String, beginning: [UInt8]) throws {
    let file = "\(home.path)/out.\(kind)"
    let result = try Program.run(["render", "--theme", "flat-dark", "--at", "7:38.37", file], home: home)
    #expect(result.ending == .exited(0))
    #expect(result.output.isEmpty && result.errors.isEmpty)
    #expect(try #require(contents(of: file)).starts(with: beginning))
  }

  @Test func pictureShowsTheTimeThatWasAskedFor() throws {
    let fresh = try Program.render(["--theme", "flat-light"], home: home)
    let panel = try Program.describe(["--theme", "flat-light"], home: home)
    let display = try SegmentDisplay(boxes: panel.digits, learningFrom: fresh)
    for (time, hundredths) in [("7:38.37", 45837), ("12.34", 1234), ("59:59.99", 359_999), ("0.05", 5)] {
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
    #expect(try #require(contents(of: files[0])) == contents(of: files[1]))
  }

  @Test(arguments: [["--help"], ["render", "--help"], ["--version"]])
  func helpAndVersionAreForStandardOutput(arguments: [String]) throws {
    let result = try Program.run(arguments, home: home)
    #expect(result.ending == .exited(0))
    #expect(!result.output.isEmpty && result.errors.isEmpty)
  }
}
