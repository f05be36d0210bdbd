import ProgramSupport
import Testing

/// `segclock render --background none` and `--guides` from outside.
struct PictureOptions {
  let home: TemporaryDirectory

  init() throws {
    home = try TemporaryDirectory()
  }

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

  @Test(arguments: themes, scenes)
  func aPictureWithoutBackgroundOnThatBackgroundIsTheUsualOne(theme: String, scene: [String]) throws
  {
    let look = ["--theme", theme, "--size", "420x240"] + scene
    let usual = try Program.render(look, home: home)
    let file = "\(home.path)/clear.png"
    let result = try Program.run(["render", "--background", "none"] + look + [file], home: home)
    #expect(result.ending == .exited(0))
    let paper = try corner(usual)
    // Every layer rounds, and shadows are many.
    #expect(try Picture(png: file, on: paper).difference(from: usual, tolerance: 3) == nil)
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

  @Test(arguments: ["svg", "pdf"])
  func aPageWithoutBackgroundIsNotPainted(kind: String) throws {
    var files: [[UInt8]] = []
    for background in ["theme", "none"] {
      let file = "\(home.path)/\(background).\(kind)"
      let result = try Program.run(
        ["render", "--theme", "flat-light", "--show", "digits", "--background", background, file],
        home: home)
      #expect(result.ending == .exited(0))
      files.append(try #require(contents(of: file)))
    }
    #expect(files[1].count < files[0].count)
    guard kind == "svg" else { return }
    // The page, larger than it is in newer versions of cairo; digits are paths.
    let page = "<rect "
    let texts = files.map { String(decoding: $0, as: UTF8.self) }
    #expect(texts[0].contains(page) && !texts[1].contains(page))
  }

  /// What the guides are drawn in.
  private static let ink = Pixel(0xd81b60)

  @Test(arguments: themes)
  func guidesShowWhereEverythingStands(theme: String) throws {
    let look = ["--theme", theme, "--scale", "2", "--at", "5", "--lap", "3"]
    let usual = try Program.render(look, home: home)
    let guided = try Program.render(look + ["--guides"], home: home)
    let panel = try Program.describe(look, home: home)
    #expect(try Program.describe(look + ["--guides"], home: home).names == panel.names)
    let boxes = panel.names.filter {
      $0.hasPrefix("button") || $0.hasPrefix("legend") || $0 == "laps"
    }
    #expect(boxes.count > 6)
    for name in boxes {
      let box = try panel.box(of: name)
      let side = (x: box.x + box.width, y: box.y + 0.4 * box.height)
      #expect(guided[side] == Self.ink || guided[(x: side.x - 1, y: side.y)] == Self.ink, "\(name)")
      #expect(usual[side] != Self.ink, "\(name)")
    }
  }

  @Test func guidesNumberTheSegmentsOfTheFirstDigit() throws {
    let look = ["--theme", "flat-dark", "--scale", "2"]
    let guided = try Program.render(look + ["--guides"], home: home)
    let digits = try Program.describe(look, home: home).digits
    // Beside the figure on each disc.
    let centers = [
      (0.5, 0.1), (0.1, 0.5), (0.9, 0.5), (0.5, 0.9), (0.1, 1.3), (0.9, 1.3), (0.5, 1.7),
    ]
    for (x, y) in centers {
      func color(_ box: SegmentDisplay.Box) -> Pixel? {
        guided[(x: box.x + x * box.width - 7, y: box.y + y * box.width)]
      }
      #expect(color(digits[0]) == Self.ink)
      #expect(color(digits[1]) != Self.ink)
    }
  }
}
