import DisplayLists
import Drawing
import Geometry
import Scene
import Windowing

// What the window is given of its picture besides frames.

extension Window {
  /// Gives the window its icon. That is for others to show, so it waits until the window itself is.
  func showIcon() {
    let pictures = AppIcon.sizes.compactMap { try? Raster(painting: AppIcon.picture(size: $0)) }
    withExtendedLifetime(pictures) { setIcon(pictures.map(\.buffer)) }
  }

  /// Makes a fresh window as `environment` has it, where the look has `background`, and that as the window can have it.
  func begin(in environment: inout Environment, on background: Color) {
    environment.showsAlpha = isTranslucent && isComposited
    setBackground(environment.bareBackground(background))
    fit(to: environment)
  }

  /// Takes clicks, and is shown, as `environment` has the outline.
  func fit(to environment: Environment) {
    setOutline(
      environment.outline, width: environment.width, height: environment.height,
      isCut: !environment.showsAlpha)
  }
}

extension Environment {
  /// What the server is to show where nothing is painted yet, where the look has `background`.
  func bareBackground(_ background: Color) -> Color {
    showsAlpha && shape != .rectangle ? .clear : backdrop(background)
  }
}
