import DisplayLists
import Geometry
import Session
import Timekeeping
import Wording

/// A month of days, each with a ring for each goal; a week of them in a low window.
struct Month: Instrument {
  private var content: MonthContent?
  private var picture: Picture?
  private var rings: [Ring] = []
  private(set) var elements: [Element] = []

  mutating func update(_ update: inout Update) -> Bool {
    let environment = update.panel.key.environment
    let isShown = update.model.month != nil || environment.parts?.contains(.month) == true
    let new = isShown ? update.model.monthContent : nil
    guard update.isNew || new != content else { return false }
    let hadContent = content != nil
    (content, picture, rings, elements) = (new, nil, [], [])
    if let new {
      let sheet = MonthSheet(new, update.model, on: update.panel)
      (picture, rings, elements) = (sheet.picture, sheet.rings, sheet.elements)
    }
    if hadContent != (new != nil) {
      update.fades.append(Rect(origin: .zero, size: environment.size))
    }
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let picture else { return .never }
    frame.append(.picture(picture))
    for ring in rings { frame.append(.ring(ring)) }
    // What runs fills today's ring, by steps that are seen in so small a ring.
    return .at(moment.reading.nextStep(of: 60))
  }
}

/// The layout of a month.
private struct MonthSheet {
  private(set) var marks: [Mark] = []
  private(set) var rings: [Ring] = []
  private(set) var elements: [Element] = []
  private let content: MonthContent
  private let model: ModelAt
  private let panel: Panel
  private let bounds: Rect
  private let scale: Double

  // By the height of a row of days.

  private static let numberHeight = 0.26
  /// The title, the names of the weekdays, and the totals below.
  private static let (titleHeight, weekdayHeight, footHeight) = (0.62, 0.34, 0.72)
  /// The height of a text by its line.
  private static let textSize = 0.68
  /// The widest column: rings farther apart would not read as weeks.
  private static let maxColumn = 1.5
  /// What a ring takes of the width of its cell, and of the height that its number leaves.
  private static let (ringWidth, ringHeight) = (0.86, 0.92)
  /// The width of the mark of today and of the chosen day, by its height: two digits and round ends.
  private static let pillAspect = 1.9
  /// The height of the totals, by that of their line.
  private static let totalHeight = 0.56
  /// The least width of a letter, in ems, where no font is measured.
  private static let letter = 0.3

  // In a low window, by its width, and by its height.

  /// The days, beside which the totals have room.
  private static let weekWidth = 0.68
  private static let (weekNames, weekGap) = (0.22, 0.3)

  /// Around it all, by the window's shorter side.
  private static let margin = 0.05
  /// From this aspect ratio on a window has room for one week.
  private static let minStripAspect = 3.2
  /// The opacity of days of other months, and of tracks of days to come.
  private static let (otherMonth, future): (Float, Float) = (0.35, 0.5)

  init(_ content: MonthContent, _ model: ModelAt, on panel: Panel) {
    (self.content, self.model, self.panel) = (content, model, panel)
    let environment = panel.key.environment
    scale = environment.scale
    let all = Rect(origin: .zero, size: environment.size)
    bounds = environment.middle.inset(
      by: MonthSheet.margin * min(environment.size.width, environment.size.height))
    marks.append(.fill(.rect(all.inset(by: -Double(Drift.maxPixels))), panel.theme.background))
    let isStrip = bounds.width > MonthSheet.minStripAspect * bounds.height
    var sheet = Element(.month, .list, title, in: .box(all))
    sheet.states = .modal
    sheet.action = .swallow
    elements.append(sheet)
    if isStrip { addWeek() } else { addMonth() }
  }

  var picture: Picture {
    Picture(marks, covering: bounds.union(Rect(origin: .zero, size: panel.key.environment.size)))
  }

  private var words: CalendarWords { model.clock.words }

  private var title: String {
    let (year, month, _) = content.first.parts
    return "\(words.months[month - 1]) \(year)"
  }

  private mutating func addMonth() {
    let weeks = content.days.count / 7
    let parts =
      Double(weeks) + MonthSheet.titleHeight + MonthSheet.weekdayHeight + MonthSheet.footHeight
    let row = bounds.height / parts
    let width = min(bounds.width, row * 7 * MonthSheet.maxColumn)
    var line = Rect(
      x: bounds.midX - width / 2, y: bounds.minY, width: width,
      height: row * MonthSheet.titleHeight)
    add(title, in: line, .center, isBold: true, panel.theme.text)
    line = Rect(x: line.minX, y: line.maxY, width: width, height: row * MonthSheet.weekdayHeight)
    addWeekdays(in: line)
    for week in 0..<weeks {
      let y = line.maxY + row * Double(week)
      addDays(
        content.days[week * 7..<week * 7 + 7],
        in: Rect(x: line.minX, y: y, width: width, height: row))
    }
    addFoot(
      in: Rect(
        x: line.minX, y: line.maxY + row * Double(weeks), width: width,
        height: row * MonthSheet.footHeight))
  }

  /// The week of the chosen day, or of today.
  private mutating func addWeek() {
    let date = content.chosen ?? content.today
    let offset = date.number - (content.days.first?.date.number ?? 0)
    let week = content.days.indices.contains(offset) ? offset / 7 : 0
    let width = min(bounds.width * MonthSheet.weekWidth, bounds.height * 7)
    let names = bounds.height * MonthSheet.weekNames
    addWeekdays(in: Rect(x: bounds.minX, y: bounds.minY, width: width, height: names))
    addDays(
      content.days[week * 7..<week * 7 + 7],
      in: Rect(
        x: bounds.minX, y: bounds.minY + names, width: width, height: bounds.height - names))
    let foot = bounds.inset(left: width + bounds.height * MonthSheet.weekGap)
    let height = foot.height / 3
    for (index, text) in totals.enumerated() {
      let line = Rect(
        x: foot.minX, y: foot.minY + height * Double(index), width: foot.width, height: height)
      add(text, in: line, .leading, isBold: index == 0, panel.theme.text)
    }
  }

  private mutating func addWeekdays(in line: Rect) {
    for (column, day) in content.days.prefix(7).enumerated() {
      let cell = Rect(
        x: line.minX + line.width / 7 * Double(column), y: line.minY, width: line.width / 7,
        height: line.height)
      add(
        words.weekdays[day.date.weekday], in: cell, .center, isBold: false,
        panel.theme.secondaryText)
    }
  }

  private mutating func addDays(_ days: ArraySlice<DayReport.Day>, in row: Rect) {
    for (column, day) in days.enumerated() {
      let cell = Rect(
        x: row.minX + row.width / 7 * Double(column), y: row.minY, width: row.width / 7,
        height: row.height)
      add(day, in: cell)
    }
  }

  private mutating func add(_ day: DayReport.Day, in cell: Rect) {
    let theme = panel.theme
    let (isToday, isChosen) = (day.date == content.today, day.date == content.chosen)
    let isOther = !content.isInMonth(day.date)
    let number = Rect(
      x: cell.minX, y: cell.minY, width: cell.width,
      height: max(cell.height * MonthSheet.numberHeight, panel.minText))
    if isToday || isChosen {
      let side = min(number.width, number.height * MonthSheet.pillAspect)
      let pill = Rect(center: number.center, size: Size(width: side, height: number.height))
      let path = Path.roundedRect(pill.snapped, radius: number.height / 2)
      marks.append(
        isToday
          ? .fill(path, theme.hand)
          : .stroke(path, width: max(1, scale.rounded()), round: false, theme.hand))
    }
    let ink = isToday ? theme.hand.ink(theme.text, theme.background) : theme.text
    add(
      "\(day.date.parts.day)", in: number, .center, isBold: isToday,
      isOther ? theme.background.mixed(with: ink, by: MonthSheet.otherMonth) : ink)
    let side = min(
      cell.width * MonthSheet.ringWidth, (cell.height - number.height) * MonthSheet.ringHeight)
    let square = Rect(
      center: Point(x: cell.midX, y: (number.maxY + cell.maxY) / 2),
      size: Size(width: side, height: side)
    ).snapped
    addRings(of: day, in: square, isFaint: isOther || day.date > content.today)
    var element = Element(.day(day.date), .button, name(of: day.date), in: .box(cell.snapped))
    element.value = .text(summary(of: day))
    if isChosen { element.states = .selected }
    element.action = .press(
      ButtonContent(.day(day.date), name(of: day.date), does: .day(.chooseDay(day.date))))
    elements.append(element)
  }

  /// A ring for each goal; without goals one for all that ran, beside the longest day.
  private mutating func addRings(of day: DayReport.Day, in square: Rect, isFaint: Bool) {
    let theme = panel.theme
    let longest = content.days.map(\.time).max() ?? .zero
    let turns =
      content.goals.isEmpty
      ? [longest > .zero ? day.time.inSeconds / longest.inSeconds : 0]
      : day.activities.prefix(content.goals.count).map { $0.turns ?? 0 }
    for (index, var ring) in RingCircles.circles(turns.count, in: square).enumerated() {
      let own = model.rings.filter { $0.source == .today }.dropFirst(index).first?.color
      let colors = theme.colors(ofRing: index, own)
      let faint = isFaint ? MonthSheet.future : 1
      ring.progress = turns[index]
      ring.startColor = theme.background.mixed(with: colors.start, by: faint)
      ring.endColor = theme.background.mixed(with: colors.end, by: faint)
      ring.trackColor = theme.background.mixed(
        with: colors.start, by: theme.trackOpacity * faint)
      rings.append(ring)
    }
  }

  private mutating func addFoot(in foot: Rect) {
    let line = Rect(
      x: foot.minX, y: foot.midY - foot.height * MonthSheet.totalHeight / 2, width: foot.width,
      height: foot.height * MonthSheet.totalHeight)
    for (index, text) in totals.enumerated() {
      let alignment = [TextRun.Alignment.leading, .center, .trailing][index]
      add(text, in: line, alignment, isBold: false, panel.theme.text)
    }
  }

  /// The chosen day or today, the week, and the streak.
  private var totals: [String] {
    let date = content.chosen ?? content.today
    let time = content[date]?.time ?? .zero
    let day =
      date == content.today
      ? tr("Today {0}", short(time)) : "\(name(of: date)) \(short(time))"
    return [
      day, tr("This week {0}", short(content.week)),
      trn("{0} day in a row", "{0} days in a row", content.streak),
    ]
  }

  private func name(of date: CivilDate) -> String {
    words.dates(
      WallClock(epochNanoseconds: Int64(date.number) * 86_400_000_000_000, utcOffsetSeconds: 0)
    )
    .first ?? date.description
  }

  private func summary(of day: DayReport.Day) -> String {
    day.activities.map { activity in
      let amount = activity.turns.map { RingModel.percent($0) } ?? short(activity.total.time)
      return activity.name.isEmpty ? amount : "\(activity.name) \(amount)"
    }.joined(separator: ", ")
  }

  /// Hours and minutes, as in 1:05 h.
  private func short(_ time: Duration) -> String {
    let minutes = time.components.seconds / 60
    return "\(minutes / 60):\(String(100 + minutes % 60).dropFirst())"
  }

  private mutating func add(
    _ text: String, in line: Rect, _ alignment: TextRun.Alignment, isBold: Bool, _ color: Color
  ) {
    let natural = panel.width(of: text, isBold: isBold, letter: MonthSheet.letter)
    let size = min(
      max(line.height * MonthSheet.textSize, panel.minText),
      line.width / max(natural, MonthSheet.letter))
    marks.append(
      .text(
        TextRun(
          text, frame: line.snapped, alignment: alignment, size: size, isBold: isBold,
          color: color)))
  }
}

extension Color {
  /// The one of two inks that is read better on this colour.
  fileprivate func ink(_ one: Color, _ other: Color) -> Color {
    abs(one.luminance - luminance) > abs(other.luminance - luminance) ? one : other
  }
}
