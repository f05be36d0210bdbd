import ProgramSupport
import Testing

extension Displays {
  /// What the desktop's settings manager says of how programs are to look.
  struct DesktopSettings {
    @Test func textsAreInTheDesktopsFont() throws {
      let desk = try Desk([])
      let serif = try Program.render(["--font", "DejaVu Serif"], home: desk.home)
      #expect(serif.difference(from: desk.fresh) != nil)
      let manager = try SettingsManager(
        desk.server, [("Gtk/FontName", .text("DejaVu Serif Bold 11"))])
      try desk.awaitPicture(serif, "the desktop's font")
      manager.say([("Gtk/FontName", .text("DejaVu Sans 11"))])
      try desk.awaitPicture(
        try Program.render(["--font", "DejaVu Sans"], home: desk.home), "another one")
    }

    @Test func aFontThatWasAskedForStays() throws {
      let desk = try Desk(["--font", "DejaVu Sans Mono"])
      let manager = try SettingsManager(desk.server, [("Gtk/FontName", .text("DejaVu Serif 11"))])
      try desk.ctl("sync")
      #expect(try desk.picture().difference(from: desk.fresh) == nil)
      manager.end()
    }

    @Test func whereTheDesktopMovesNothingNothingMoves() throws {
      let desk = try Desk(rings("0%"), options: ["--present", "put"], isAnimated: true)
      func coverages() throws -> [Double] {
        try desk.ringCoverages { try desk.keyboard.tap("End") }
      }
      let before = try coverages()
      #expect(before.last == 1 && before.contains { (0.2...0.8).contains($0) }, "\(before)")
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings")
      let manager = try SettingsManager(desk.server, [("Gtk/EnableAnimations", .number(0))])
      try desk.ctl("sync")
      let still = try coverages()
      #expect(still.last == 1 && !still.contains { (0.01...0.99).contains($0) }, "\(still)")
      manager.end()
      try desk.ctl("sync")
      try desk.keyboard.tap("0")
      try desk.awaitPicture(desk.fresh, "empty rings")
      let after = try coverages()
      #expect(after.last == 1 && after.contains { (0.2...0.8).contains($0) }, "\(after)")
    }
  }
}
