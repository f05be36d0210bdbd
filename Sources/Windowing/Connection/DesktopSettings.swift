/// What the desktop's settings manager says of how programs are to look; nil is what it does not say, or nothing that makes sense.
package struct DesktopSettings: Equatable, Sendable {
  /// The desktop's font as Pango names it, such as "Cantarell 11" (Gtk/FontName): one line of 1...256 bytes.
  package var fontName: String?
  /// The desktop's theme, such as "Adwaita-dark" (Net/ThemeName): one line of 1...256 bytes.
  package var themeName: String?
  /// Whether what changes may move on its way (Gtk/EnableAnimations).
  package var enablesAnimations: Bool?
  /// Dots per inch of text (Xft/DPI), more than 0.
  var dotsPerInch: Double?
  /// Device pixels for a pixel of programs that know whole scales alone (Gdk/WindowScalingFactor): 1...8.
  var scalingFactor: Int?

  /// The longest text that is taken over, in bytes.
  static let longestText = 256

  /// A desktop that says nothing.
  package init() {}

  /// What of `settings` makes sense.
  init(_ settings: XSettings) {
    fontName = DesktopSettings.line(settings.text("Gtk/FontName"))
    themeName = DesktopSettings.line(settings.text("Net/ThemeName"))
    enablesAnimations = settings.number("Gtk/EnableAnimations").map { $0 != 0 }
    dotsPerInch = settings.number("Xft/DPI").flatMap { $0 > 0 ? Double($0) / 1024 : nil }
    scalingFactor = settings.number("Gdk/WindowScalingFactor").flatMap {
      (1...8).contains($0) ? $0 : nil
    }
  }

  private static func line(_ text: String?) -> String? {
    guard let text, (1...longestText).contains(text.utf8.count),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    return text
  }
}
