import Desktop
import Drawing
import Geometry
import Scene
import Settings
import Timekeeping
import Windowing

// What the window is to the desktop.

extension WindowController {
  /// Takes over what the desktop says of how programs are to look, where nobody else does.
  func followDesktop() {
    let appearance = desktop.appearance(connection.desktopSettings)
    configuration.apply(to: &view.environment, on: connection.desktopSettings, appearance)
    follow { kept in
      guard kept.current.desktopTheme != appearance.theme else { return false }
      kept.change(at: time.now) { $0.follow(desktop: appearance.theme) }
      return true
    }
    isStale = true
  }

  /// The window's size, or that which it goes back to from the full screen, at another scale.
  func scaledSize(from old: Double, to new: Double) -> (width: Int, height: Int) {
    let size = window.windowedSize
    return (
      Int((Double(size.width) * new / old).rounded()),
      Int((Double(size.height) * new / old).rounded())
    )
  }
}

extension Configuration {
  /// Makes `environment` as the settings have it, but for its size, and as the desktop has it where they say nothing.
  func apply(
    to environment: inout Environment, on desktop: DesktopSettings, _ appearance: Appearance
  ) {
    apply(to: &environment)
    environment.desktopFont = desktop.fontName.flatMap { DesktopFont.family(of: $0) }
    if given.animation?.value == nil { environment.isAnimated = !(appearance.isStill ?? false) }
  }
}
