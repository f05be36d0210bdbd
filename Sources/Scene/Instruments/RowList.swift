import Animation
import DisplayLists
import Geometry
package import Session
import Timekeeping
import Wording

/// The list of laps, or of a plan's steps. Still rows are one picture; only the running row
/// changes.
struct RowList: Instrument {
  private struct Input: Equatable {
    var content: ListContent
    /// The index of the first shown row.
    var top: Int
    /// The indices of those below, in the list.
    var pinned: [Int]
    var placement: ListPlacement
    var isScrolled: Bool
    /// The plan's text above the rows.
    var field: TypedField?

    /// Whether there is one more row on top than before.
    func isNext(after old: Input) -> Bool {
      let (extent, before) = (placement.extent, old.placement.extent)
      return top == 0 && old.top == 0 && extent.identity == before.identity && before.count > 0
        && extent.count == before.count + 1 && content.rows.first?.kind == .running
    }
  }

  /// The rows of a list in which the shortest and the longest lap always are.
  private static let minPinning = 5
  /// For times of hours, all text becomes up to 30 % smaller, in steps. The limit is between two steps, as their sum is
  /// rounded. A long name becomes as much smaller by itself.
  private static let (textStep, minTextScale) = (0.05, 0.72)
  /// What a name has at least beside a time of hours, in ems: enough to tell it from others.
  private static let minName = 2.2
  /// The opacity of the last row while more follow.
  private static let fadedRow: Float = 0.4
  /// What the swatch of a finished step has of its colour.
  private static let doneSwatch: Float = 0.5
  /// The height of a row by the thickness of the line above it.
  private static let linesPerRow = 24.0
  /// The opacity of the lines between rows, and of the one above rows that are pinned.
  private static let (line, pinnedLine): (Float, Float) = (0.1, 0.4)
  /// The scroll bar: its width, which is also its distance from the rows, and its minimum height,
  /// in user units.
  private static let (barWidth, minBar) = (3.0, 12.0)
  private static let barOpacity: Float = 0.7

  private var input: Input?
  private var box = ListBox()
  /// What changes only with the input: the rows that a new one moves, the others, and the running
  /// row.
  private var moving: DisplayItem?
  private var items: [DisplayItem] = []
  private var running: (label: TextRun, time: TextRun)?
  /// Whether the next frame is the first with a new row.
  private var isRowNew = false
  /// 0 when a row has come, 1 at rest.
  private var slide = Animated(1.0)
  /// The laps that were the shortest or the longest, as they looked before the newest one.
  private var faded: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel, scroll) = (update.model, update.panel, update.pointer.list)
    if update.isNew { input = nil }
    box = panel.listBox
    func width(_ text: String) -> Double { panel.width(of: text, letter: 0) }
    let field = TypedField(model.entry, in: box, minText: panel.minText, width: width)
    if let field { box.frame = box.frame.inset(top: field.height).snapped }
    let extent = model.listExtent
    let space = box.rowCount(minText: panel.minText)
    let (shown, pinned) = RowList.rows(of: extent, space: space, scroll)
    var content = ListContent(of: model, rows: shown)
    content.rows += pinned.flatMap { ListContent(of: model, rows: $0..<$0 + 1).rows }
    let new = Input(
      content: content, top: shown.lowerBound, pinned: pinned,
      placement: ListPlacement(
        frame: box.frame, rows: shown.count, rowHeight: box.rowHeight, extent: extent),
      isScrolled: !scroll.isHome, field: field)
    let isTyped = field != nil || new.content.rows.contains { $0.selection != nil }
    if isTyped { update.isEntryShown = true }
    guard new != input else { return false }
    // What is typed changes at once.
    var former: [Int: ListContent.Kind] = [:]
    if let input, input.content.rows != new.content.rows, !isTyped {
      if panel.isAnimated, new.isNext(after: input) {
        isRowNew = true
        for row in input.content.rows { if let lap = row.lap { former[lap] = row.kind } }
      } else {
        update.fades.append(panel.listBox.frame)
      }
    }
    input = new
    prepare(new, after: former, on: panel)
    return true
  }

  /// The visible rows, and below them the shortest and the longest lap if they are not among them.
  static func rows(of extent: ListExtent, space: Int, _ scroll: ListScroll) -> (Range<Int>, [Int]) {
    var (shown, pinned) = (0..<0, [Int]())
    // Each that is pinned takes a row, which may hide another.
    for _ in 0...extent.pinned.count {
      let rows = min(extent.count, space - pinned.count)
      let top = scroll.top(of: extent, rows: rows)
      shown = top..<top + rows
      pinned = space < minPinning ? [] : extent.pinned.filter { !shown.contains($0) }
    }
    return (shown, pinned)
  }

  /// `former` has what the laps were before the newest one came.
  private mutating func prepare(
    _ input: Input, after former: [Int: ListContent.Kind], on panel: Panel
  ) {
    (moving, items, running, faded) = (nil, [], nil, nil)
    var fading: [Mark] = []
    let (content, list, theme) = (input.content, input.placement, panel.theme)
    var (box, marks) = (box, rules(on: list, 1..<max(1, list.rows), theme))
    var pinned = rules(on: list, list.rows..<max(list.rows, content.rows.count), theme)
    func ems(_ text: String, in row: ListContent.Row) -> Double {
      panel.width(of: text, isBold: row.kind == .present, letter: 0)
    }
    func figures(_ row: ListContent.Row) -> Double {
      // A label beside a running time of hours is a number.
      (row.time.isEmpty ? "00:00.00" : row.time).unicodeScalars.reduce(0) {
        $0 + Double(panel.font.advance(of: $1, size: box.textSize, isBold: false) ?? 0)
      }
    }
    func fits(_ row: ListContent.Row) -> Bool {
      let gaps = 2 * ListBox.labelGap
      let label = min(ems(row.label, in: row), RowList.minName)
      let others = (label + (row.hasMark ? 2 * gaps : gaps)) * box.textSize
      return row.selection != nil || others + figures(row) <= box.frame.width
    }
    while box.textScale > RowList.minTextScale,
      box.textSize * (1 - RowList.textStep) >= panel.minText, !content.rows.allSatisfy(fits)
    {
      box.textScale -= RowList.textStep
    }
    // The columns are as near to the times as these allow. A running time may yet become longer.
    let widest = content.rows.map(figures).max() ?? 0
    for (index, row) in content.rows.enumerated() {
      func width(_ text: String) -> Double { ems(text, in: row) }
      var boxes = box.row(
        at: index, minText: panel.minText, figures: row.time.isEmpty ? .infinity : widest)
      if let step = row.step {
        let swatch = boxes.cutSwatch()
        let color = theme.color(ofStep: step).opacity(row.kind == .done ? RowList.doneSwatch : 1)
        let mark = Mark.fill(.roundedRect(swatch, radius: swatch.width / 4), color)
        if index < list.rows { marks.append(mark) } else { pinned.append(mark) }
      }
      boxes = boxes.fitting(
        row, label: width(row.label) + (row.selection == nil ? 0 : TypedLine.caretWidth),
        time: figures(row),
        minSize: max(panel.minText, box.textSize * RowList.minTextScale))
      var runs = boxes.runs(row, theme)
      if let lap = row.lap, let kind = former[lap], kind != row.kind, index < list.rows {
        var old = row
        old.kind = kind
        fading += boxes.runs(old, theme).map { .text($0) }
      }
      // The last row fades while more follow, unless it has a mark.
      if index == list.rows - 1, list.rows > 2, input.top < list.lowestTop, !row.hasMark {
        for run in runs.indices { runs[run].color = runs[run].color.opacity(RowList.fadedRow) }
      }
      if let selection = row.selection {
        let line = TypedLine(runs[0], selection, width: width)
        runs[0] = line.run
        marks.append(line.mark)
      }
      if row.time.isEmpty {
        running = (runs[0], runs[1])
      } else if index < list.rows {
        marks += runs.map { .text($0) }
      } else {
        pinned += runs.map { .text($0) }
      }
    }
    if let field = input.field {
      items.append(.picture(field.picture(on: panel) { panel.width(of: $0, letter: 0) }))
    }
    if !fading.isEmpty { faded = Picture(fading, covering: list.frame) }
    if !marks.isEmpty { moving = .picture(Picture(marks, covering: list.frame)) }
    if !pinned.isEmpty { items.append(.picture(Picture(pinned, covering: list.frame))) }
    if input.isScrolled, let bar = bar(of: input, on: panel) { items.append(.picture(bar)) }
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let input, !box.frame.isEmpty else { return .never }
    if isRowNew {
      (isRowNew, slide) = (false, Animated(0))
      slide.set(1, with: .row, at: moment.time)
    }
    let progress = slide.value(at: moment.time)
    let rise = Int((input.placement.rowHeight * (1 - progress)).rounded())
    frame.append(moving?.offset(dx: 0, dy: -rise) ?? .none)
    // The best and the worst take their colours as the row comes.
    if let faded, progress < 1 {
      frame.append(faded.shown(light: Float(1 - progress)).offset(dx: 0, dy: -rise))
    }
    for item in items { frame.append(item) }
    guard var (label, time) = running else { return .never }
    time.string = input.content.running.text(at: moment.reading)
    if slide.isMoving(at: moment.time) {
      // The row comes in from above the list, which clips it.
      let light = Float(progress)
      (label.color, time.color) = (label.color.opacity(light), time.color.opacity(light))
      let room = box.frame.inset(top: Double(rise))
      let row = DisplayItem.picture(
        Picture([.text(label), .text(time)], covering: room, isTransient: true))
      frame.append(row.offset(dx: 0, dy: -rise))
      return .nextFrame
    }
    frame.append(.text(label))
    frame.append(.text(time))
    return input.content.running.nextChange(after: moment.reading)
  }

  /// The lines above `rows`; a stronger one above those that are pinned.
  private func rules(on list: ListPlacement, _ rows: Range<Int>, _ theme: Theme) -> [Mark] {
    let thickness = max(1, (list.rowHeight / RowList.linesPerRow).rounded())
    return rows.map {
      let y = (list.frame.minY + Double($0) * list.rowHeight - thickness / 2).rounded()
      let line = Rect(x: list.frame.minX, y: y, width: list.frame.width, height: thickness)
      let opacity = $0 == list.rows ? RowList.pinnedLine : RowList.line
      return .fill(.rect(line), theme.text.opacity(opacity))
    }
  }

  private func bar(of input: Input, on panel: Panel) -> Picture? {
    let (list, scale) = (input.placement, panel.key.environment.scale)
    guard list.canScroll else { return nil }
    let room = list.rowHeight * Double(list.rows)
    let height = max(
      min(room, RowList.minBar * scale), room * Double(list.rows) / Double(list.extent.count))
    let width = RowList.barWidth * scale
    let bar = Rect(
      x: list.frame.maxX + width,
      y: list.frame.minY + (room - height) * Double(input.top) / Double(list.lowestTop),
      width: width, height: height)
    let color = panel.theme.secondaryText.opacity(RowList.barOpacity)
    return Picture([.fill(.roundedRect(bar, radius: bar.width / 2), color)], covering: bar)
  }

  var elements: [Element] {
    guard let input else { return [] }
    let typed = input.field.map { [$0.element] } ?? []
    guard !input.content.rows.isEmpty else { return typed }
    let list = input.placement
    var all = Element(.list, .list, input.content.title, in: .box(list.frame))
    all.action = .list(list, lap: nil)
    let indices = Array(input.top..<input.top + list.rows) + input.pinned
    return typed + [all]
      + input.content.rows.indices.map { index in
        let row = input.content.rows[index]
        let frame = Rect(
          x: list.frame.minX, y: list.frame.minY + Double(index) * list.rowHeight,
          width: list.frame.width, height: list.rowHeight)
        let id = Element.ID.row(list.extent.count - indices[index])
        var element = Element(id, .row, row.label, in: .box(frame))
        element.value = row.time.isEmpty ? .time(input.content.running) : .text(row.time)
        if row.selection != nil {
          (element.role, element.name) = (.entry, tr("Name of lap {0}", row.lap ?? 0))
          element.value = .text(row.label)
        }
        if row.kind == .present { element.states.insert(.selected) }
        element.action = .list(list, lap: row.lap)
        return element
      }
  }
}

extension ListContent.Row {
  var hasMark: Bool { kind == .shortest || kind == .longest }
}

extension Theme {
  /// The label's colour is also that of the difference; the mark is a sign in addition to the time's.
  func style(of kind: ListContent.Kind) -> (label: Color, time: Color, mark: String) {
    switch kind {
    case .plain: (secondaryText, text, "")
    case .shortest: (secondaryText, best, "▼")
    case .longest: (secondaryText, worst, "▲")
    case .running: (lapText, lapText, "")
    case .done: (secondaryText, secondaryText, "")
    case .present: (text, text, "")
    }
  }
}

struct ListPlacement: Equatable {
  var frame: Rect
  var rows: Int
  var rowHeight: Double
  var extent: ListExtent

  /// The maximum first row.
  var lowestTop: Int { max(0, extent.count - rows) }

  var canScroll: Bool { rows > 0 && extent.count > rows }
}

/// The scroll position of a list.
///
/// It counts from the list's end, so that a new lap on top does not move the shown rows.
package struct ListScroll: Equatable, Sendable {
  /// The scrolled list; nil at home.
  private var identity: Int64?
  private var fromEnd = 0

  var isHome: Bool { identity == nil }

  /// Returns the first of `rows` shown rows.
  func top(of extent: ListExtent, rows: Int) -> Int {
    guard identity == extent.identity else { return extent.home(rows: rows) }
    return max(0, min(extent.count - fromEnd, extent.count - rows))
  }

  /// Resets the position in another list, or at the newest row.
  package mutating func settle(on extent: ListExtent) {
    let isGone = identity != extent.identity
    if isGone || extent.focus == 0 && fromEnd >= extent.count { self = ListScroll() }
  }

  /// Scrolls `rows` down, or up if negative.
  mutating func scroll(by rows: Int, on list: ListPlacement) {
    let step = max(-list.extent.count, min(rows, list.extent.count))
    set(top(of: list.extent, rows: list.rows) + step, on: list)
  }

  mutating func scroll(_ step: ListStep, on list: ListPlacement) {
    // One row stays visible.
    let page = max(1, list.rows - 1)
    switch step {
    case .pageUp: scroll(by: -page, on: list)
    case .pageDown: scroll(by: page, on: list)
    case .home: self = ListScroll()
    case .end: set(list.lowestTop, on: list)
    case .row(let row):
      let top = top(of: list.extent, rows: list.rows)
      set(min(max(top, row - list.rows + 1), row), on: list)
    }
  }

  private mutating func set(_ top: Int, on list: ListPlacement) {
    let top = max(0, min(top, list.lowestTop))
    identity = top == list.extent.home(rows: list.rows) ? nil : list.extent.identity
    fromEnd = identity == nil ? 0 : list.extent.count - top
  }
}
