import Glibc
import ProgramSupport
import Session
import Testing

extension Displays {
  /// The colour, the name and the source of a ring, by menu, by keys and by scripts.
  struct RingsByHand {
    private let look = ["--theme", "neon", "--size", "480x760"]

    /// Opens the menu of `model` by the right button, and clicks on rows.
    private func choose(_ rows: String..., of model: Model, on desk: Desk) throws {
      let menus = Menus()
      try menus.rightClick(on: desk)
      let menu = try menus.awaitMenu(on: desk, model, byKey: false)
      for row in rows {
        let index = try #require(menu.entries.firstIndex { $0.title == row }, "\(row)")
        try menu.click(index)
        if row != rows.last { try menu.see("the rows of \(row)") }
      }
      try menus.awaitNoMenu(on: desk)
      desk.layPointerAside()
    }

    private func awaitNames(_ names: [String], on desk: Desk) throws {
      try desk.wait(until: "the names \(names)") { try self.names(desk) == names }
    }

    private func names(_ desk: Desk) throws -> [String] {
      let rings = try desk.status()["rings"]
      return (0..<3).compactMap { rings[$0]["name"].string }
    }

    @Test func aColorIsChosenInTheMenuAndRemembered() throws {
      let desk = try Desk(look)
      /// What is drawn of a configuration with this colour of the second ring.
      func rings(_ color: String) throws -> Picture {
        let tables = ["Goal", "Focus", "Build"].map { name in
          """
          [[ring]]
          name = "\(name)"
          value = "50%"
          color = "\(name == "Focus" ? color : "none")"

          """
        }
        let file = desk.home.file("rings.toml")
        try write(tables.joined(), to: file)
        return try Program.renderAnew(look + ["--config", file], home: desk.home)
      }
      var model = Model.fresh(look[1])
      try desk.keyboard.tap("5")
      _ = model.apply(.digit(5), at: .zero)
      try desk.awaitPicture(rings("none"), "rings in the theme's colours")
      try choose("Rings", "Focus 50 %", "Colour", "Blue", of: model, on: desk)
      try desk.awaitPicture(rings("blue"), "a blue ring")
      #expect(try desk.status()["rings"][1]["color"].string == "blue")
      try desk.quit()
      try desk.open()
      try desk.awaitPicture(rings("blue"), "a ring that is still blue")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.awaitPicture(rings("none"), "the colour before")
      try desk.ctl("ring", "Focus", "--color", "#102030,white")
      try desk.awaitPicture(rings("#102030,white"), "two colours of a script")
      #expect(try desk.status()["rings"][1]["color"].string == "#102030,#FFFFFF")
      try desk.ctl("ring", "2", "--color", "none")
      try desk.awaitPicture(rings("none"), "the theme's colour")
      // A file that is edited counts again.
      try desk.ctl("ring", "2", "--color", "pink")
      try desk.quit()
      try desk.configure("ring = [\"Goal=50%\", \"Focus=50%\", \"Build=50%\"]")
      try desk.open()
      try desk.awaitPicture(rings("none"), "the rings of the file")
    }

    @Test func aNameIsTypedInTheLegendAndRemembered() throws {
      let desk = try Desk(look)
      let box = try desk.panel.box(of: "legend.2")
      func isOutside(_ index: Int) -> Bool {
        let (x, y) = (Double(index % desk.fresh.width), Double(index / desk.fresh.width))
        return x < box.x - 2 || x >= box.x + box.width + 2 || y < box.y || y >= box.y + box.height
      }
      // The keyboard focus holds the ring.
      try desk.keyboard.tap("Tab", holding: ["Shift_L"])
      let selected = try desk.seeChange(from: desk.fresh, "the last ring selected")
      var last = selected
      for key in ["F2", "Right", "r", "Left", "Home", "Delete"] {
        try desk.keyboard.tap(key)
        last = try desk.seeChange(from: last, "the legend after \(key)")
        #expect(last.difference(from: selected, where: isOutside) == nil, "\(key)")
      }
      try desk.keyboard.tap("Escape")
      try desk.awaitPicture(selected, "the name before")
      // The whole name is selected.
      try desk.keyboard.tap("F2")
      try desk.keyboard.tap("BackSpace")
      try desk.keyboard.tap("Return")
      try desk.see("that a name is missing") {
        $0.difference(from: selected, where: isOutside) != nil
      }
      try desk.type("read")
      try desk.see("the message gone") { $0.difference(from: selected, where: isOutside) == nil }
      #expect(try names(desk) == ["Goal", "Focus", "Build"])
      try desk.keyboard.tap("Return")
      try awaitNames(["Goal", "Focus", "read"], on: desk)
      try desk.keyboard.tap("Escape")
      let shown = ["--ring", "Goal=75%", "--ring", "Focus=50%", "--ring", "read=25%"]
      try desk.awaitRender(shown, "the new name")
      try desk.quit()
      try desk.open()
      try desk.awaitRender(shown, "the same name")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.awaitPicture(desk.fresh, "the name before")
      #expect(try names(desk) == ["Goal", "Focus", "Build"])
    }

    @Test func aSourceIsChosenInTheMenuAndRemembered() throws {
      let desk = try Desk(look)
      let model = Model.fresh(look[1])
      try choose("Rings", "Goal 75 %", "Follow", "Hour", of: model, on: desk)
      try desk.awaitGoal("0.0 hour")
      try desk.quit()
      try desk.open()
      #expect(try desk.goal() == "0.0 hour")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.awaitGoal("0.75 manual")
      // What another mode counts, too.
      try choose("Rings", "Goal 75 %", "Follow", "Timer", of: model, on: desk)
      try desk.awaitGoal("1.0 timer")
    }

    @Test func aScriptNamesColorsAndSetsInOneCommand() throws {
      let desk = try Desk()
      try desk.ctl("ring", "Goal", "50%", "--color", "teal", "--rename", "Read")
      let ring = try desk.status()["rings"][0]
      #expect(try desk.goal() == "0.5 manual" && names(desk)[0] == "Read")
      #expect(ring["color"].string == "teal")
      let refusal = try desk.refusal("ring", "Read", "--rename", "Focus")
      #expect(refusal == "another ring is named \"Focus\"")
      #expect(try desk.misuse("ring", "Read", "--color", "mauve").hasPrefix("--color: \"mauve\""))
      #expect(try desk.misuse("ring", "Read", "--rename", "").hasPrefix("--rename: "))
      let usage = "ring takes a name and a value, --follow, --color, --goal or --rename"
      #expect(try desk.misuse("ring", "Read") == usage)
      #expect(try desk.misuse("ring", "Read", "5", "--follow") == usage)
    }

    @Test func aFedRingKeepsItsFeedUnderAnotherName() throws {
      let desk = try Desk()
      let client = try SocketClient(desk.home)
      for line in ["ring\tGoal\t--follow\t--color\tgreen", "value\t1/4"] {
        #expect(try client.ask(line) == "0")
      }
      try desk.ctl("ring", "Goal", "--rename", "Copy")
      #expect(try client.ask("value\t1/2") == "0")
      #expect(try desk.goal() == "0.5 fed")
      try desk.ctl("undo")
      #expect(try client.ask("value\t3/4") == "0")
      #expect(try names(desk)[0] == "Goal" && desk.goal() == "0.75 fed")
      #expect(try desk.status()["rings"][0]["color"].string == "green")
    }
  }
}
