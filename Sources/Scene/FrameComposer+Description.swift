package import DisplayLists
import Geometry

extension FrameComposer {
  /// Where everything stands that is shown, a line each, in device pixels: a name, then numbers.
  ///
  /// `dial CX CY DIAMETER` and `minidial CX CY DIAMETER` (between the outer ends of the ticks),
  /// `sign.0 X Y WIDTH HEIGHT`, `digit.N X Y WIDTH HEIGHT` (the box of a digit, from the left), `colon.N CX Y HEIGHT`,
  /// `point.N CX Y HEIGHT`, `half.0 X Y WIDTH HEIGHT`,
  /// `ring.N CX CY RADIUS THICKNESS` (to the outer edge), `legend.N X Y WIDTH HEIGHT`, `laps X Y WIDTH HEIGHT`,
  /// `readout X Y WIDTH HEIGHT`, `button.ROLE X Y WIDTH HEIGHT enabled|disabled`.
  package var description: [String] { landmarks.map(\.line) }

  private var landmarks: [Landmark] {
    guard let panel else { return [] }
    return dialFace.instrument.landmarks(on: panel) + digits.instrument.landmarks
      + Rings.landmarks(on: panel)
      + (panel.list.isEmpty ? [] : [Landmark("laps", .box(panel.list))])
      + buttonRows.instrument.landmarks
  }

  /// The same drawn, to lie over the frame: an outline and a name each, and the numbers of the first digit's segments.
  package var guides: DisplayItem {
    guard let panel else { return .none }
    let unit = max(panel.key.environment.scale, 1)
    var marks = landmarks.flatMap { $0.outlines(width: unit) }
    for landmark in landmarks { marks += landmark.label(size: 8 * unit, in: frame.list.bounds) }
    if let (points, thickness) = digits.instrument.segmentCenters {
      for (number, point) in points.enumerated() {
        marks += Landmark.badge(number, at: point, diameter: max(thickness, 11 * unit))
      }
    }
    return .picture(Picture(marks: marks, extent: frame.list.bounds))
  }
}
