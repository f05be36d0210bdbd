import Desktop
import Platform
import Session
import Windowing

/// How the desktop wants programs to look: by its settings portal, and where that has no preference, or there is none, by its
/// settings manager.
final class DesktopLook {
  private let portal = PortalSettings()
  private var place = 0
  /// Whether the portal was asked, and whether one that does not run was to be started for that.
  private var (hasAsked, hasStarted) = (false, false)

  /// Takes its place among what the loop waits for.
  func add(to descriptors: inout DescriptorSet) { place = descriptors.add(-1) }

  /// Asks the portal, once: where the desktop's look `isFollowed` before there is another to be seen, and else, for motion alone,
  /// once the window `isShown`. One that does not run is started for the look, and not for motion.
  func begin(isShown: Bool, isFollowed: Bool) {
    guard isFollowed ? !hasStarted : isShown && !hasAsked else { return }
    (hasAsked, hasStarted) = (true, hasStarted || isFollowed)
    portal.begin(startsService: isFollowed)
  }

  /// Says what to wait for. Returns `deadline`, or an earlier one.
  func prepare(_ descriptors: inout DescriptorSet, _ deadline: Int64?) -> Int64? {
    let wait = portal.wait
    descriptors.set(wait.descriptor, events: wait.events, at: place)
    return [deadline, wait.deadline].lazy.compactMap { $0 }.min()
  }

  /// Hears what the portal says; true where that is anything new.
  func takeTurn(_ descriptors: DescriptorSet) -> Bool {
    let isDue = portal.wait.deadline.map { $0 <= MonotonicClock.now() } ?? false
    return (descriptors.isReady(place) || isDue) && portal.takeTurn()
  }

  /// What is wanted by all that is known, of a desktop whose settings manager says `settings`.
  func appearance(_ settings: DesktopSettings) -> Appearance {
    portal.appearance.filled(
      by: Appearance(themeName: settings.themeName, enablesAnimations: settings.enablesAnimations))
  }
}

extension Appearance {
  /// The look that suits it.
  var theme: ThemeName {
    if isHighContrast ?? false { return .highContrast }
    return isDark ?? false ? .neumorphicDark : .neumorphicLight
  }
}
