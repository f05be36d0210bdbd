import DisplayLists
import Geometry
import Session
import Timekeeping

/// The date, and the city of the clock's zone.
struct DateTexts {
  private let side: Double
  private let day: (year: Int, month: Int, day: Int)
  private let runs: [TextRun]
  private let areas: [Rect]

  /// The part of its width that a date may be too wide: it is then set a little smaller.
  private static let slack = 0.1

  init(
    _ wall: WallClock, _ words: CalendarWords, _ city: String?, on dial: DialLayout,
    _ panel: Panel, at side: Double
  ) {
    (self.side, day) = (side, (wall.year, wall.month, wall.day))
    let lines = [words.dates(wall)] + (city.map { [[$0]] } ?? [])
    runs = zip(dial.lines(at: side, count: lines.count), lines).compactMap { line, all in
      var run = dial.text(
        in: line, size: line.height * DialLayout.dateFraction, color: panel.theme.secondaryText,
        theme: panel.theme)
      let width = line.width / (run?.size ?? 1)
      let fitting = all.first {
        panel.width(of: $0, letter: TextPlace.letter, slack: DateTexts.slack) <= width
      }
      run?.string = fitting ?? all.last ?? ""
      return run
    }
    areas = runs.map(panel.area)
  }

  func isOf(_ wall: WallClock, at side: Double) -> Bool {
    side == self.side && day == (wall.year, wall.month, wall.day)
  }

  func compose(
    on dial: DialLayout, in place: inout TextPlace, at moment: Moment, into frame: inout Frame
  ) {
    place.begin(areas)
    place.composeVeil(on: dial, moment.panel.theme, into: &frame)
    for run in runs { place.compose(run, on: dial, at: moment, into: &frame) }
  }
}
