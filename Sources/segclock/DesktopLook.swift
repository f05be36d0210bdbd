import Desktop
import Platform
import Session
import Windowing

/// How the desktop wants programs to look: by its settings portal, and where that has no preference, or there is none, by its
/// settings manager.
final class DesktopLook {
  private let portal = PortalSettings()
  private var place = 0
  private var hasBegun = false

  /// Takes its place among what the loop waits for.
  func add(to descriptors: inout DescriptorSet) { place = descriptors.add(-1) }

  /// Asks the portal, once; has one that does not run started where it `startsService`.
  func begin(startsService: Bool) {
    guard !hasBegun else { return }
    hasBegun = true
    portal.begin(startsService: startsService)
  }

  /// Says what to wait for.
  func prepare(_ descriptors: inout DescriptorSet) {
    let wait = portal.wait
    descriptors.set(wait.descriptor, events: wait.events, at: place)
  }

  /// Hears what the portal says; true where that is anything new.
  func takeTurn(_ descriptors: DescriptorSet) -> Bool {
    descriptors.isReady(place) && portal.takeTurn()
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
