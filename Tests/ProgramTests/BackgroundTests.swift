import ProgramSupport
import Testing

/// `segclock render --background none` from outside.
struct PictureOptions {
  let home = TestFolder()

  /// What lies in the corner of a picture, as it lies on a colour.
  private func corner(_ picture: Picture) throws -> Pixel {
    try #require(picture[(x: 0.5, y: 0.5)])
  }

  static let themes = [
    "neumorphic-light", "neumorphic-dark", "neon", "high-contrast", "flat-light", "flat-dark",
  ]

  static let scenes = [
    [
      "--at", "7:38.37", "--lap", "2:01.5", "--lap", "1:58.24", "--ring", "Goal=72%", "--ring",
      "Focus=118%",
    ],
    ["--mode", "counter", "--count", "-905"], ["--mode", "plan", "--at", "26m", "--running"],
    ["--show", "digits", "--timer", "5m"], ["--show", "rings,laps", "--at", "5", "--lap", "3"],
  ]

  @Test(arguments: ["neumorphic-light", "neon", "flat-dark"], scenes)
  func aPictureWithoutBackgroundIsClearWhereNothingIs(theme: String, scene: [String]) throws {
    let look = ["--theme", theme, "--size", "420x240"] + scene
    let usual = try Program.render(look, home: home)
    let file = "\(home.path)/clear.png"
    let result = try Program.run(["render", "--background", "none"] + look + [file], home: home)
    #expect(result.ending == .exited(0))
    let paper = try corner(usual)
    // A good part of it is clear, and of what has only a backdrop nothing is left.
    let (black, white) = (try Picture(png: file), try Picture(png: file, on: Pixel(0xff_ffff)))
    var clear = 0
    for index in usual.pixels.indices
    where black.pixels[index] == 0 && white.pixels[index] == 0xff_ffff {
      clear += 1
    }
    #expect(clear > usual.pixels.count / 5)
    if theme.hasPrefix("flat") || theme == "high-contrast", scene.contains("digits") {
      // Between two digits, and in the hole of a digit.
      let box = try Program.describe(look, home: home).digits[0]
      for place in [
        (x: box.x + 1.05 * box.width, y: box.y + 0.9 * box.width),
        (x: box.x + 0.5 * box.width, y: box.y + 0.5 * box.width),
      ] {
        #expect(black[place] == Pixel(0) && white[place] == Pixel(0xff_ffff))
      }
    }
    #expect(
      try corner(usual) == paper
        && Program.render(look + ["--background", "theme"], home: home) == usual)
  }

  @Test func aPageWithoutBackgroundIsNotPainted() throws {
    func page(_ background: String) throws -> String {
      let file = "\(home.path)/\(background).svg"
      let result = try Program.run(
        ["render", "--theme", "flat-light", "--show", "digits", "--background", background, file],
        home: home)
      #expect(result.ending == .exited(0))
      return String(decoding: try #require(contents(of: file)), as: UTF8.self)
    }
    // The page, larger than it is in newer versions of cairo; digits are paths.
    #expect(try page("theme").contains("<rect ") && !page("none").contains("<rect "))
  }

  /// The digits without a background: unlit segments are faint, and lit ones are seen, on black and on white.
  @Test(arguments: themes)
  func digitsWithoutBackgroundAreReadableOnAnyPaper(theme: String) throws {
    let file = "\(home.path)/digits.png"
    let look = ["--theme", theme, "--show", "digits", "--mode", "counter", "--count", "1"]
    let result = try Program.run(["render", "--background", "none"] + look + [file], home: home)
    #expect(result.ending == .exited(0))
    let box = try Program.describe(look, home: home).digits[0]
    func light(_ pixel: Pixel?) -> Int {
      pixel.map { Int($0.value >> 16 & 255) + Int($0.value >> 8 & 255) + Int($0.value & 255) } ?? 0
    }
    for paper in [Pixel(0), Pixel(0xff_ffff)] {
      let picture = try Picture(png: file, on: paper)
      let background = light(paper)
      // The first digit's left side is unlit, or not there; the whole picture has lit ones.
      let side = light(picture[(x: box.x + 0.1 * box.width, y: box.y + 0.5 * box.width)])
      #expect(abs(side - background) < 150, "\(theme) on \(background): \(side)")
      #expect(picture.pixels.contains { abs(light(Pixel($0)) - background) > 250 })
    }
  }
}
