import Desktop
import Session
import Windowing

/// How the desktop wants programs to look: by its settings portal, and by its settings manager for what the portal leaves
/// open, or if there is none.
struct DesktopAppearance {
  let portal: PortalSettings
  let connection: Connection

  /// What is known now.
  var current: Appearance {
    let settings = connection.desktopSettings
    return portal.appearance.filled(
      by: Appearance(themeName: settings.themeName, enablesAnimations: settings.enablesAnimations))
  }

  /// The family of the desktop's font, if it names one.
  var fontName: String? { connection.desktopSettings.fontName }
}

extension Appearance {
  /// The theme that suits it.
  var theme: ThemeName {
    if isHighContrast ?? false { return .highContrast }
    return isDark ?? false ? .neumorphicDark : .neumorphicLight
  }
}
