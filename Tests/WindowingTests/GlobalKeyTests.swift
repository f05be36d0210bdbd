import Keys
import Testing

@testable import Windowing

@Suite("Global keys")
struct GlobalKeyTests {
  @Test(
    "portals get a key by its name of X",
    arguments: [
      ("Ctrl+Alt+L", "CTRL+ALT+l"), ("Super+Shift+F9", "SHIFT+LOGO+F9"), ("Ctrl+1", "CTRL+1"),
      ("Ctrl++", "CTRL+plus"), ("Ctrl+Ö", "CTRL+odiaeresis"), ("Ctrl+Ж", "CTRL+U0436"),
      ("Alt+Space", "ALT+space"), ("Ctrl+Backspace", "CTRL+BackSpace"),
      ("Ctrl+Page Up", "CTRL+Page_Up"), ("Scroll Lock", "Scroll_Lock"),
      ("XF86AudioPlay", "XF86AudioPlay"),
    ])
  func triggers(chord: String, trigger: String) throws {
    #expect(try #require(Chord(chord)).trigger == trigger)
  }
}
