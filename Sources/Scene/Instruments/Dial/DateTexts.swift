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
    runs = zip(dial.dateLines(at: side, count: lines.count), lines).compactMap { line, all in
      var run = dial.text(
        in: line, size: line.height * DialLayout.dateFraction, color: panel.theme.secondaryText,
        theme: panel.theme)
      let width = line.width / (run?.size ?? 1)
      let fitting = all.first {
        panel.width(of: $0, letter: Panel.dialLetter, slack: DateTexts.slack) <= width
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
    on dial: DialLayout, light: Float, over veil: inout Veil, at moment: Moment,
    into frame: inout Frame
  ) {
    veil.begin(areas)
    veil.compose(on: dial, light: light, moment.panel.theme, into: &frame)
    for var run in runs {
      run.color = run.color.opacity(light)
      frame.append(.text(dial.cleared(run, theme: moment.panel.theme)))
    }
  }
}
