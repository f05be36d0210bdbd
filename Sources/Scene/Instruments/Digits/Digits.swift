import DisplayLists
import Geometry
import Session
import Timekeeping

/// The seven-segment digits: a row for the text of the mode, whose segments cross-fade.
struct Digits: Instrument {
  /// Where the digits stand, if they are shown.
  private(set) var placement: DigitRow.Placement?
  private var row = DigitRow(text: "")
  private var lights: [FadingSegments] = []
  private var needsLayout = true

  struct Input: Equatable {
    var readout: Readout
    /// Since when, or from when on, the digits flash.
    var flash: Instant?
  }

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    Input(readout: model.readout, flash: panel.isAnimated ? model.flash : nil)
  }

  mutating func layOut(on panel: Panel) { needsLayout = true }

  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let bounds = moment.panel.digits else {
      placement = nil
      lights = []
      return .never
    }
    let readout = input.readout
    let isSigned = readout.keepsSignPlace
    var text = readout.text(at: moment.reading)
    if isSigned, text.utf8.first != UInt8(ascii: "-") { text = " " + text }
    if needsLayout || !row.fits(text, isSigned: isSigned) {
      place(DigitRow(text: text, isSigned: isSigned), in: bounds, on: moment.panel)
    }
    let isCounting = readout.isCounting
    var next = readout.nextChange(after: moment.reading)
    let flash = input.flash.flatMap { Flash(since: $0, at: moment.reading.instant) }
    if flash != nil { next = .nextFrame }
    var isBehindPoint = false
    var index = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ".") { isBehindPoint = true }
      if !lights[index].rests(at: byte) {
        // How long a digit of a running time stays depends on where it stands behind the point.
        let isLast = index == lights.count - 1
        let period = !isCounting ? .infinity : isBehindPoint ? (isLast ? 0.01 : 0.1) : 1
        lights[index].show(
          byte, mask: SevenSegment.parts(for: byte, in: row.places[index]), period: period,
          isAnimated: moment.panel.isAnimated, at: moment.now)
        if lights[index].advance(to: moment.now) { next = .nextFrame }
      }
      var group = lights[index].group
      if let flash { group.dim(to: flash.level) }
      frame.append(.segments(group))
      index += 1
    }
    return next
  }

  private mutating func place(_ new: DigitRow, in bounds: Rect, on panel: Panel) {
    let old = row
    row = new
    let placed = row.placeSubviews(in: bounds)
    let groups = placed.segments(theme: panel.theme)
    lights = groups.enumerated().map { index, group in
      // Counted from the right, so that the digits stay lit when the first hour puts one more before them.
      let place = index - groups.count + lights.count
      guard lights.indices.contains(place), old.places[place] == row.places[index] else {
        return FadingSegments(group: group)
      }
      return FadingSegments(group: group, continuing: lights[place])
    }
    placement = placed
    needsLayout = false
  }

  /// A line for each sign, digit, colon and point.
  var description: [String] {
    guard let placement else { return [] }
    let height = SevenSegment.height * placement.digitWidth
    var counts: [DigitRow.Place: Int] = [:]
    return placement.cells.map { cell in
      let number = counts[cell.place, default: 0]
      counts[cell.place] = number + 1
      // The width of a separator is nobody's business: it is told by its middle.
      let size =
        switch cell.place {
        case .sign: [SevenSegment.signLength * placement.digitWidth, height]
        case .digit: [placement.digitWidth, height]
        case .colon, .point: [height]
        }
      return describe("\(cell.place).\(number)", [Double(cell.x), Double(cell.y)] + size)
    }
  }
}
