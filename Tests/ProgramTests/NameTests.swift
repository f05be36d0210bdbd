import Glibc
import ProgramSupport
import Testing

/// Names in any script: what they are set by, and that they look the same everywhere.
struct NameCommand {
  static let name = "القلب"

  /// Whether Pango is installed; it is what names are shaped by.
  static var hasPango: Bool {
    guard let library = dlopen("libpangocairo-1.0.so.0", RTLD_LAZY | RTLD_LOCAL) else {
      return false
    }
    dlclose(library)
    return true
  }

  /// Where libraries are looked for first, in a folder where Pango is no library.
  static func withoutPango(_ home: TestFolder) throws -> [String: String] {
    mkdir("\(home.path)/broken", 0o755)
    try write("", to: "\(home.path)/broken/libpangocairo-1.0.so.0")
    let others = getenv("LD_LIBRARY_PATH").map { ":" + String(cString: $0) } ?? ""
    return ["LD_LIBRARY_PATH": "\(home.path)/broken\(others)"]
  }

  @Test(arguments: ["القلب", "שלום", "心臓", "हिन्दी", "e\u{301}", "🏁", "\u{202E}abc", "한국어 \u{200D}"])
  func everyKindOfFileIsMade(name: String) throws {
    let home = TestFolder()
    try write("<fontconfig/>", to: "\(home.path)/none.conf")
    // As it is, without Pango, and without any font.
    for (variables, endings) in [
      ([:], ["png", "svg", "pdf"]), (try NameCommand.withoutPango(home), ["svg"]),
      (["FONTCONFIG_FILE": "\(home.path)/none.conf"], ["png"]),
    ] {
      for ending in endings {
        let result = try Program.run(
          ["render", "--theme", "flat-light", "--ring", "\(name)=50%", "\(home.path)/a.\(ending)"],
          home: home, variables: variables)
        #expect(result.ending == .exited(0) && result.errors.isEmpty, "\(result.errors)")
      }
    }
  }

  @Test func whereThereIsNoPangoTheLettersStandOneByOne() throws {
    let home = TestFolder()
    // Of the fonts that may be chosen, this one has the letters; others show what they lack as blanks.
    let font = ["--show", "rings", "--font", "DejaVu Sans"]
    let look = font + ["--ring", "\(NameCommand.name)=50%"]
    let variables = try NameCommand.withoutPango(home)
    let plain = try Program.renderAnew(look, home: home, variables: variables)
    let blank = try Program.renderAnew(
      font + ["--ring", "\u{2003}=50%"], home: home, variables: variables)
    #expect(plain.difference(from: blank) != nil)
    #expect(
      try plain.difference(from: Program.renderAnew(look, home: home)) != nil
        || !NameCommand.hasPango && getenv("CI") == nil)
    let latin = ["--ring", "Größe=50%"]
    let same = try Program.renderAnew(latin, home: home, variables: variables)
    #expect(try same.difference(from: Program.renderAnew(latin, home: home)) == nil)
  }
}

extension Displays {
  /// The same in a window.
  struct Names {
    private func maps(_ desk: Desk) -> String {
      String(decoding: contents(of: "/proc/\(desk.program.identifier)/maps") ?? [], as: UTF8.self)
    }

    @Test func onlyAWindowThatNeedsItLoadsPango() throws {
      let latin = try Desk(["--ring", "Größe=50%", "--ring", "Время=20%"], isAnimated: true)
      try latin.keyboard.tap("m")
      try latin.keyboard.tap("question")
      try latin.see("the help") { $0.difference(from: latin.fresh) != nil }
      #expect(!maps(latin).contains("libpango") && !maps(latin).contains("libglib"))
      let arabic = try Desk(["--ring", "\(NameCommand.name)=50%"], isAnimated: true)
      #expect(maps(arabic).contains("libpango") == NameCommand.hasPango)
    }

    @Test func aLapIsNamedByAClickAndTheOthersByArrows() throws {
      let desk = try Desk()
      try desk.press("space", "running")
      for _ in 1...3 { try desk.keyboard.tap("l") }
      try desk.press("space", "00:")
      let laps = ["--at", "9:00"] + (1...3).map { "--lap=\($0)" }
      let box = try Program.describe(desk.look + laps, home: desk.home).box(of: "laps")
      let before = try desk.picture()
      try desk.mouse.click(at: (box.x + box.width / 2, box.y + box.height * 0.35), of: desk.window)
      try desk.seeChange(from: before, "the lap's number selected")
      for key in ["Up", "Up", "c", "Down", "b", "Down", "a", "Down", "Return"] {
        try desk.keyboard.tap(key)
      }
      var output = ""
      try desk.wait(until: "three names", seen: output) {
        output = try desk.output(["export"])
        return ["\n1,a,", "\n2,b,", "\n3,c,"].allSatisfy(output.contains)
      }
    }

    @Test(arguments: ["shared-memory", "put"])
    func theWindowShowsWhatRenderDraws(way: String) throws {
      let desk = try Desk(
        ["--ring", "\(NameCommand.name)=50%", "--ring", "שלום עולם=70%", "--ring", "心臓=20%"],
        options: ["--present", way])
      desk.connection.resize(desk.window, width: 700, height: 420)
      try desk.seeChange(from: desk.fresh, "another size")
      desk.connection.resize(desk.window, width: desk.fresh.width, height: desk.fresh.height)
      try desk.awaitPicture(desk.fresh, "the same, painted anew")
    }
  }
}
