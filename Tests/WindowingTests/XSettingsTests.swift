import ProgramSupport
import TestSupport
import Testing

@testable import Windowing

@Suite("Settings of a desktop")
struct XSettingsTests {
  private static let some: [(name: String, value: SettingsManager.Value)] = [
    ("Gtk/FontName", .text("Cantarell 11")), ("Xft/DPI", .number(196_608)),
    ("Gtk/Tint", .color(1, 2, 3, 65_535)), ("Net/ThemeName", .text("Ädwaita")),
    ("Gtk/Blink", .number(-1)),
    ("Empty", .text("")), ("Gtk/EnableAnimations", .number(0)),
  ]

  @Test("are read in either order of bytes", arguments: [false, true])
  func orders(isBigEndian: Bool) throws {
    let settings = try #require(
      DesktopSettings(SettingsManager.bytes(XSettingsTests.some, isBigEndian: isBigEndian)))
    #expect(
      settings.texts
        == ["Gtk/FontName": "Cantarell 11", "Net/ThemeName": "Ädwaita", "Empty": ""])
    #expect(
      settings.numbers == ["Xft/DPI": 196_608, "Gtk/Blink": -1, "Gtk/EnableAnimations": 0])
  }

  @Test("that are cut off anywhere are refused", arguments: [false, true])
  func cut(isBigEndian: Bool) {
    let bytes = SettingsManager.bytes(XSettingsTests.some, isBigEndian: isBigEndian)
    for length in bytes.indices {
      #expect(DesktopSettings(Array(bytes[..<length])) == nil, "\(length) bytes")
    }
    #expect(DesktopSettings(bytes + [7, 7]) == DesktopSettings(bytes))
  }

  @Test("that promise what is not there are refused")
  func promises() {
    let bytes = SettingsManager.bytes([("Ab", .text("x"))])
    // The order of bytes, the number of settings, the type, the lengths of name and text.
    for (place, value) in [(0, 2), (8, 2), (11, 255), (12, 3), (15, 255), (24, 255), (27, 255)] {
      var broken = bytes
      broken[place] = UInt8(value)
      #expect(DesktopSettings(broken) == nil, "byte \(place)")
    }
  }

  @Test("of any bytes end no program, and give no more than there is")
  func anyBytes() {
    var random = SplitMix64(seed: 11)
    let bytes = SettingsManager.bytes(XSettingsTests.some)
    for _ in 0..<20_000 {
      var broken = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        broken[Int.random(in: broken.indices, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      guard let settings = DesktopSettings(broken) else { continue }
      #expect(settings.texts.count + settings.numbers.count <= broken.count / 12)
      _ = (settings.fontName, settings.scale(resources: nil))
    }
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...64, using: &random)
      _ = DesktopSettings((0..<count).map { _ in UInt8.random(in: 0...2, using: &random) })
    }
  }

  @Test("are handed on where they make sense")
  func sense() throws {
    let all = try #require(DesktopSettings(SettingsManager.bytes(XSettingsTests.some)))
    #expect(all.fontName == "Cantarell 11")
    #expect(all.themeName == "Ädwaita")
    #expect(all.enablesAnimations == false)
    let odd = try #require(
      DesktopSettings(
        SettingsManager.bytes([
          ("Gtk/FontName", .text("a\nb")),
          ("Net/ThemeName", .text(String(repeating: "x", count: 257))),
          ("Gtk/EnableAnimations", .text("no")), ("Xft/DPI", .number(-1)),
          ("Gdk/WindowScalingFactor", .number(-2)),
        ])))
    #expect(odd.fontName == nil && odd.themeName == nil && odd.enablesAnimations == nil)
    #expect(odd.scale(resources: nil) == 1)
  }
}

extension ServerTests {
  @Suite(.serialized) struct DesktopsSettings {
    @Test("the manager's settings are known at the start, and each change is told")
    func live() throws {
      let server = try XServer()
      let manager = try SettingsManager(server, [("Gtk/FontName", .text("Sans 10"))])
      let test = try TestWindow(on: server)
      #expect(test.connection.desktopSettings.fontName == "Sans 10")
      try test.show()
      manager.say([("Gtk/FontName", .text("Sans 12")), ("Gtk/EnableAnimations", .number(1))])
      try test.wait { $0 == .desktopChanged }
      let told = test.connection.desktopSettings
      #expect(told.fontName == "Sans 12" && told.enablesAnimations == true)
      // Bytes that break the format say nothing.
      manager.say(bytes: [0, 0, 0, 0, 1, 0, 0, 0, 9, 0, 0, 0])
      try test.wait { $0 == .desktopChanged }
      #expect(test.connection.desktopSettings == DesktopSettings())
      manager.say([("Net/ThemeName", .text("Dark"))])
      try test.wait { $0 == .desktopChanged }
      #expect(test.connection.desktopSettings.themeName == "Dark")
      manager.end()
      try test.wait { $0 == .desktopChanged }
      #expect(test.connection.desktopSettings == DesktopSettings())
      let next = try SettingsManager(server, [("Net/ThemeName", .text("Dark"))])
      try test.wait { $0 == .desktopChanged }
      #expect(test.connection.desktopSettings.themeName == "Dark")
      // One that takes its place while it still runs.
      let last = try SettingsManager(server, [("Net/ThemeName", .text("Light"))])
      try test.wait { $0 == .desktopChanged }
      #expect(test.connection.desktopSettings.themeName == "Light")
      next.end()
      last.say([("Xft/DPI", .number(196_608)), ("Net/ThemeName", .text("Light"))])
      try test.wait { $0 == .scaleChanged(2) }
      #expect(test.connection.desktopSettings.themeName == "Light")
      #expect(test.connection.errorCount == 0)
    }
  }
}
