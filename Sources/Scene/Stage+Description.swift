import DisplayLists
import Geometry

extension Stage {
  /// Where everything of the last frame stands, a line each, in device pixels: a name, then numbers.
  ///
  /// `dial CX CY DIAMETER` and `minidial CX CY DIAMETER` (between the outer ends of the ticks),
  /// `digit.N X Y WIDTH HEIGHT` (the box of a digit, from the left), `colon.N CX Y HEIGHT`, `point.N CX Y HEIGHT`,
  /// `ring.N CX CY RADIUS THICKNESS` (to the outer edge), `legend.N X Y WIDTH HEIGHT`, `laps X Y WIDTH HEIGHT`,
  /// `readout X Y WIDTH HEIGHT`, `button.ROLE X Y WIDTH HEIGHT enabled|disabled`.
  public var description: [String] {
    guard let panel else { return [] }
    var lines: [String] = []
    if let dial = panel.dial {
      lines.append(line("dial", [dial.center.x, dial.center.y, dial.diameter]))
      if panel.key.mode != .clock {
        lines.append(
          line("minidial", [dial.miniCenter.x, dial.miniCenter.y, dial.miniDiameter * StopwatchDial.miniRim]))
      }
      lines.append(line("readout", dial.readout))
    }
    if let digits = panel.digits {
      let height = SevenSegment.height * digits.digitWidth
      var counts = [0, 0, 0]
      for cell in digits.cells {
        let x = Double(cell.x)
        let y = Double(cell.y)
        switch cell.place {
        case .digit:
          lines.append(line("digit.\(counts[0])", [x, y, digits.digitWidth, height]))
          counts[0] += 1
        case .colon:
          lines.append(line("colon.\(counts[1])", [x, y, height]))
          counts[1] += 1
        case .point:
          lines.append(line("point.\(counts[2])", [x, y, height]))
          counts[2] += 1
        }
      }
    }
    if let rings = panel.rings {
      for (index, circle) in rings.circles.enumerated() {
        lines.append(
          line("ring.\(index)", [circle.center.x, circle.center.y, circle.radius, circle.thickness]))
      }
      for (index, entry) in rings.legend.enumerated() {
        lines.append(line("legend.\(index)", entry.name.union(entry.value)))
      }
    }
    if !panel.laps.isEmpty { lines.append(line("laps", panel.laps)) }
    for button in buttons {
      lines.append(
        line("button.\(button.role)", button.frame) + (button.isEnabled ? " enabled" : " disabled"))
    }
    return lines
  }

  private func line(_ name: String, _ rect: Rect) -> String {
    line(name, [rect.minX, rect.minY, rect.width, rect.height])
  }

  private func line(_ name: String, _ numbers: [Double]) -> String {
    numbers.reduce(name) { $0 + " \(($1 * 1000).rounded() / 1000)" }
  }
}
