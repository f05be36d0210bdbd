import ProgramSupport
import Testing

/// `segclock render` with little memory: the whole picture, or a message.
struct Limits {
  let home = TestFolder()

  private func run(_ mebibytes: Int, _ arguments: [String]) throws -> (
    ending: Ending, output: String, errors: String
  ) {
    try Program.run(
      ["render"] + arguments, by: "ulimit -v \(mebibytes * 1024); exec \"$0\" \"$@\"", home: home)
  }

  @Test(arguments: [
    ("png", "840x480", "neumorphic-light"), ("png", "2000x2000", "neon"),
    ("svg", "840x480", "neon"),
    ("svg", "1200x1200", "neumorphic-dark"), ("pdf", "1200x1200", "neumorphic-light"),
  ])
  func memoryIsEnoughOrItIsSaid(kind: String, size: String, theme: String) throws {
    let file = "\(home.path)/out.\(kind)"
    let arguments = ["--size", size, "--theme", theme, "--at", "7:38.37", "--ring", "A=118%", file]
    #expect(try Program.run(["render"] + arguments, home: home).ending == .exited(0))
    let whole = try #require(contents(of: file))
    try write("old", to: file)
    var isEnough: [Bool] = []
    for mebibytes in [64, 100, 170, 1000] {
      let result = try run(mebibytes, arguments)
      let left = try #require(contents(of: file))
      isEnough.append(result.ending == .exited(0))
      if result.ending == .exited(0) {
        #expect(result.errors.isEmpty)
        // A PDF has the time of its making.
        let end = Array("%%EOF\n".utf8)
        #expect(
          kind == "pdf" ? left.suffix(end.count) == end[...] : left == whole, "\(mebibytes) MiB")
        try write("old", to: file)
      } else {
        #expect(result.ending == .exited(73), "\(mebibytes) MiB: \(result.errors)")
        #expect(result.errors.hasPrefix("segclock: not enough memory for a picture of "))
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(left == Array("old".utf8))
      }
    }
    #expect(isEnough.first == false && isEnough.last == true)
  }

  @Test func aPictureThatIsLargerThanTheLimitIsRefused() throws {
    let result = try run(300, ["--size", "8000x8000", "\(home.path)/out.png"])
    #expect(result.ending == .exited(73))
    #expect(result.errors == "segclock: not enough memory for a picture of 8000 x 8000 pixels\n")
    #expect(names(in: home.path) == [])
  }
}
