import Desktop
import Drawing
import Geometry
import Platform
import Scene
import Session
import Settings
import Timekeeping
import Windowing

extension Window {
  /// Sets the icon. Only other programs show it, so it waits until the window itself is shown.
  func showIcon() {
    let pictures = AppIcon.sizes.compactMap { try? Raster(painting: AppIcon.picture(size: $0)) }
    withExtendedLifetime(pictures) { setIcon(pictures.map(\.buffer)) }
  }

  func fit(to environment: Environment) {
    setOutline(
      environment.outline, width: environment.width, height: environment.height,
      isCut: !environment.showsAlpha)
  }
}

extension Environment {
  /// Returns the color of unpainted areas; `background` is the theme's.
  func bareBackground(_ background: Color) -> Color {
    showsAlpha && shape != .rectangle ? .clear : backdrop(background)
  }
}
