import Settings
import Testing

@Suite("The desktop's font")
struct DesktopFontTests {
  static let table: [(text: String, family: String?)] = [
    ("Cantarell 11", "Cantarell"), ("Sans 10", "Sans"), ("Noto Sans Bold Italic 10", "Noto Sans"),
    ("Ubuntu 11.5", "Ubuntu"), ("DejaVu Sans 12px", "DejaVu Sans"), ("Inter", "Inter"),
    ("DejaVu Sans Condensed 9", "DejaVu Sans"), ("Fira Sans Semi-Bold 11", "Fira Sans"),
    ("Fira Sans SEMIBOLD 11", "Fira Sans"), ("Adwaita Sans, 11", "Adwaita Sans"),
    ("Arial Black, 11", "Arial Black"), ("Helvetica,Arial,sans-serif Bold 12", "Helvetica"),
    ("Family 9 11", "Family 9"), ("Source Sans 3 11", "Source Sans 3"),
    ("Inter Variable 11 @wght=450", "Inter Variable"),
    ("Inter 11 #tnum=1,ss01=1", "Inter"), ("Inter 11 @wght=450 #tnum=1", "Inter"),
    ("  Sans   Serif  10 ", "Sans Serif"),
    ("明朝 12", "明朝"),
    ("", nil), ("11", nil), ("Bold 11", nil), (",", nil), (" , , 11", nil), ("\u{1B}[31m 11", nil),
    ("a\u{0}b 11", nil), (String(repeating: "x", count: 65), nil),
    (String(repeating: "x ", count: 5000), nil),
  ]

  @Test("its family is found in what desktops say", arguments: table)
  func family(text: String, family: String?) {
    #expect(DesktopFont.family(of: text) == family)
  }
}
