import Desktop
import Platform
import Session
import Windowing

/// How the desktop wants programs to look: by its settings portal, and by its settings manager for what the portal leaves
/// open, or if there is none.
final class DesktopAppearance: EventSource {
  /// Called when the portal has something new to say.
  var handler: () -> Void = {}
  private let portal = PortalSettings()
  private let connection: Connection
  /// Whether the portal was asked, and whether one that does not run was to be started for that.
  private var (hasAsked, hasStarted) = (false, false)

  init(_ connection: Connection) { self.connection = connection }

  var interest: Interest {
    let wait = portal.wait
    return Interest(
      wait.descriptor, events: wait.events,
      deadline: wait.deadline.map { MonotonicTime(nanoseconds: $0) })
  }

  func handle(at now: MonotonicTime) {
    if portal.takeTurn() { handler() }
  }

  /// Asks the portal, once. A portal that does not run is started for the theme, but not for
  /// motion.
  ///
  /// For the theme it is asked before the window is shown, so that nothing light flashes up on a
  /// dark desktop. For motion alone it is asked once the window is shown.
  func begin(isShown: Bool, isFollowed: Bool) {
    guard isFollowed ? !hasStarted : isShown && !hasAsked else { return }
    (hasAsked, hasStarted) = (true, hasStarted || isFollowed)
    portal.begin(startsService: isFollowed)
  }

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
