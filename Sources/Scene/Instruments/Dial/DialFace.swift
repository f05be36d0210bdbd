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

  mutating func compose(_ face: DialLayout.Face, at moment: Moment, into frame: inout Frame) -> NextChange {
    if moment.panel.dial != nil { frame.append(item) }
    return .never
  }

  /// A line for the dial, one for the small dial, and one for the readout.
  func description(on panel: Panel) -> [String] {
    guard let dial = panel.dial else { return [] }
    var lines = [describe("dial", [dial.center.x, dial.center.y, dial.diameter])]
    if shown == .seconds {
      let mini = [dial.miniCenter.x, dial.miniCenter.y, dial.miniDiameter * DialLayout.miniRim]
      lines.append(describe("minidial", mini))
    }
    return lines + [describe("readout", dial.readout)]
  }
}
