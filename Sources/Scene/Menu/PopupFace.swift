package import DisplayLists
import Geometry

/// The face of a menu, or of the help in a popup: square, or raised, where what is behind the popup shows through.
package struct PopupFace: Equatable, Sendable {
  package static let square = PopupFace()

  /// How far a shadow extends beyond the face, in device pixels.
  package private(set) var margin = 0
  private var radius = 0.0
  private var scale = 1.0

  // In user units.

  private static let corner = 12.0
  /// The standard deviation of the shadow, how far it falls, and how far it is seen.
  private static let (blur, drop, reach) = (7.0, 4.0, 24.0)
  private static let shadow = Color(hex: 0x000000, alpha: 0.35)

  private init() {}

  package static func raised(scale: Double) -> PopupFace {
    var face = PopupFace()
    (face.margin, face.radius) = (Int((reach * scale).rounded(.up)), corner * scale)
    face.scale = scale
    return face
  }

  /// A list of `items` on a face of `size`.
  func list(
    of items: [DisplayItem], size: Size, in theme: Theme, font: FontMetrics
  ) -> DisplayList {
    let extent = PixelRect(covering: Rect(origin: .zero, size: size))
    let face = Rect(
      x: Double(margin), y: Double(margin), width: Double(extent.width),
      height: Double(extent.height))
    let line = max(1, scale.rounded())
    var marks: [Mark] = []
    if radius > 0 {
      let path = Path.roundedRect(face, radius: radius)
      let shadow = Shadow(
        color: PopupFace.shadow, radius: PopupFace.blur * scale, dx: 0, dy: PopupFace.drop * scale)
      marks = [.shadow(path, shadow, .outside), .fill(path, theme.background)]
    }
    marks.append(theme.rim(of: face, width: line, radius: radius))
    let width = extent.width + 2 * margin
    let height = extent.height + 2 * margin
    let all = Rect(x: 0, y: 0, width: Double(width), height: Double(height))
    return DisplayList(
      width: width, height: height, background: radius > 0 ? .clear : theme.background, font: font,
      items: [.picture(Picture(marks, covering: all))]
        + items.map { margin > 0 ? $0.offset(dx: margin, dy: margin) : $0 })
  }
}
