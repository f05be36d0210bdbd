import Desktop
import Session
import Windowing

/// The desktop's preferences: from its settings portal, and otherwise from its settings manager (XSETTINGS).
struct DesktopAppearance {
  let portal: PortalSettings
  let connection: Connection

  var current: Appearance {
    let settings = connection.desktopSettings
    return portal.appearance.filled(
      by: Appearance(themeName: settings.themeName, enablesAnimations: settings.enablesAnimations))
  }

  /// The family of the desktop's font, if it names one.
  var fontName: String? { connection.desktopSettings.fontName }
}

extension Appearance {
  var theme: ThemeName {
    if isHighContrast ?? false { return .highContrast }
    return isDark ?? false ? .neumorphicDark : .neumorphicLight
  }
}
