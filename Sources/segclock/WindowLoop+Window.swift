import Drawing
import Geometry
import Scene
import Settings
import Windowing

// What the window is to the desktop.

extension Segclock {
  /// How the window is to be made, but for its size and background.
  func makeWindowOptions(_ present: PresentOption?, from startup: StartupNotice?) -> WindowOptions {
    var options = WindowOptions(title: "segclock", instanceName: state.instanceName, width: 1, height: 1)
    options.startup = startup
    options.minimumWidth = 24
    options.minimumHeight = 24
    options.presentation = (present ?? .auto).presentation
    return options
  }
}

extension WindowLoop {
  /// Gives the window its icon. That is for others to show, so it waits until the window itself is.
  func showIcon() {
    let pictures = AppIcon.sizes.compactMap { try? Raster(painting: AppIcon.picture(size: $0)) }
    withExtendedLifetime(pictures) { window.setIcon(pictures.map(\.buffer)) }
  }

  /// The window's size, or that which it goes back to from the full screen, at another scale.
  func scaledSize(from old: Double, to new: Double) -> (width: Int, height: Int) {
    let size = window.windowedSize
    return (
      Int((Double(size.width) * new / old).rounded()), Int((Double(size.height) * new / old).rounded())
    )
  }
}
