extension FrameComposer {
  /// Where everything stands that is shown, a line each, in device pixels: a name, then numbers.
  ///
  /// `dial CX CY DIAMETER` and `minidial CX CY DIAMETER` (between the outer ends of the ticks),
  /// `sign.0 X Y WIDTH HEIGHT`, `digit.N X Y WIDTH HEIGHT` (the box of a digit, from the left), `colon.N CX Y HEIGHT`,
  /// `point.N CX Y HEIGHT`, `half.0 X Y WIDTH HEIGHT`,
  /// `ring.N CX CY RADIUS THICKNESS` (to the outer edge), `legend.N X Y WIDTH HEIGHT`, `laps X Y WIDTH HEIGHT`,
  /// `readout X Y WIDTH HEIGHT`, `button.ROLE X Y WIDTH HEIGHT enabled|disabled`.
  package var description: [String] {
    guard let panel else { return [] }
    return dialFace.instrument.description(on: panel) + digits.instrument.description
      + Rings.description(on: panel)
      + (panel.list.isEmpty ? [] : [describe("laps", panel.list)]) + buttonRows.instrument.description
  }
}
