import DisplayLists
import Session
import Timekeeping

/// The plate of the dial with its ticks and labels; it lies below all else.
struct DialFace: Instrument {
  private var item = DisplayItem.none
  private var shown: DialLayout.Face?

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> DialLayout.Face {
    switch model.dial {
    case .seconds: .seconds
    case .timeOfDay: .hours
    }
  }

  mutating func layOut(on panel: Panel) {}

  mutating func prepare(_ face: DialLayout.Face, on panel: Panel) {
    guard let dial = panel.dial else { return }
    item = .picture(dial.picture(face: face, theme: panel.theme))
    shown = face
  }

  mutating func compose(_ face: DialLayout.Face, at moment: Moment, into frame: inout Frame)
    -> NextChange
  {
    if moment.panel.dial != nil { frame.append(item) }
    return .never
  }

  /// The dial, the small dial, and the readout.
  func landmarks(on panel: Panel) -> [Landmark] {
    guard let dial = panel.dial else { return [] }
    var landmarks = [Landmark("dial", .circle(dial.center, diameter: dial.diameter))]
    if shown == .seconds {
      landmarks.append(
        Landmark(
          "minidial", .circle(dial.miniCenter, diameter: dial.miniDiameter * DialLayout.miniRim)))
    }
    return landmarks + [Landmark("readout", .box(dial.readout))]
  }
}
