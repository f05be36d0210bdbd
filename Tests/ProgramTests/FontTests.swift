import Glibc
import ProgramSupport
import Testing

/// What texts are set in: the desktop's typeface, and any other one.
struct FontCommand {
  let home = TestFolder()

  /// Makes `family` what fontconfig calls sans-serif.
  static func setSansSerif(_ family: String, in home: TestFolder) throws {
    try write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><match><test name="family"><string>sans-serif</string></test>
      <edit name="family" mode="prepend" binding="strong"><string>\(family)</string></edit></match></fontconfig>
      """, to: "\(home.path)/config/fontconfig/fonts.conf")
  }

  /// Makes fontconfig forget `families`.
  private func remove(_ families: [String]) throws {
    let patterns = families.map {
      "<pattern><patelt name=\"family\"><string>\($0)</string></patelt></pattern>"
    }
    try write(
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><selectfont><rejectfont>\(patterns.joined())</rejectfont></selectfont></fontconfig>
      """, to: "\(home.path)/config/fontconfig/fonts.conf")
  }

  @Test func dejaVuSansIsTheLastChoiceAmongSansSerifs() throws {
    func picture(_ arguments: [String]) throws -> Picture {
      try Program.renderAnew(arguments + ["--at", "7:38.37", "--lap", "2:01.5"], home: home)
    }
    let better = ["Inter", "Inter Variable", "Cantarell", "Noto Sans"]
    try remove(better)
    #expect(try picture([]).difference(from: picture(["--font", "Nimbus Sans"])) == nil)
    #expect(try picture([]).difference(from: picture(["--font", "DejaVu Sans"])) != nil)
    try remove(better + ["Nimbus Sans"])
    #expect(try picture([]).difference(from: picture(["--font", "DejaVu Sans"])) == nil)
  }

  @Test func withoutAnotherOneItIsWhatFontconfigHasForTextsWithoutSerifs() throws {
    try FontCommand.setSansSerif("DejaVu Serif", in: home)
    func picture(_ arguments: [String]) throws -> Picture {
      try Program.renderAnew(
        arguments + ["--at", "7:38.37", "--lap", "2:01.5", "--running"], home: home)
    }
    let plain = try picture([])
    #expect(try plain.difference(from: picture(["--font", "auto"])) == nil)
    #expect(try plain.difference(from: picture(["--font", "DejaVu Serif"])) == nil)
    #expect(try plain.difference(from: picture(["--font", "DejaVu Sans"])) != nil)
    try write(
      "theme = \"mine\"\n[themes.mine]\nfont = \"DejaVu Sans Mono\"\n",
      to: "\(home.path)/config/segclock/config.toml")
    let own = try picture([])
    #expect(try own.difference(from: picture(["--font", "auto"])) == nil)
    #expect(try own.difference(from: picture(["--font", "DejaVu Sans Mono"])) == nil)
    #expect(try own.difference(from: picture(["--font", "DejaVu Serif"])) != nil)
  }
}

extension Displays {
  /// The same in a window.
  struct Fonts {
    @Test func theWindowFollowsFontconfigToo() throws {
      let home = TestFolder()
      try FontCommand.setSansSerif("DejaVu Serif", in: home)
      // A look of its own: the pictures of a fresh start are kept for other tests.
      let look = ["--ring", "In serifs=50%"]
      let desk = try Desk(look, home: home, comparesFresh: false)
      try desk.awaitPicture(
        try Program.renderAnew(look, home: home), "the typeface that was chosen")
    }
  }
}
