import Glibc
import ProgramSupport
import Testing

/// `segclock render` from outside: no display, a file or a message.
struct RenderCommand {
  let home = TestFolder()

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
      let picture = try Program.render(Desk.look + ["--at", time], home: home)
      #expect(display.hundredths(in: picture) == hundredths)
      let angle = try #require(try panel.hands.hand(.orange, in: picture))
      #expect(turn(from: Double(hundredths) * 0.06, to: angle) < 0.5)
    }
  }

  @Test func sameArgumentsMakeTheSameBytes() throws {
    let files = ["one", "two"].map { "\(home.path)/\($0).png" }
    for file in files {
      _ = try Program.run(["render", "--theme", "flat-light", "--at", "12.34", file], home: home)
    }
    let first = try #require(contents(of: files[0]))
    #expect(first == contents(of: files[1]))
  }
}
