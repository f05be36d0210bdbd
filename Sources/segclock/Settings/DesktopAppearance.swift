import Desktop
import Scene
import Session
import Settings
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
}

extension Appearance {
  var theme: ThemeName {
    if isHighContrast ?? false { return .highContrast }
    return isDark ?? false ? .neumorphicDark : .neumorphicLight
  }
}
