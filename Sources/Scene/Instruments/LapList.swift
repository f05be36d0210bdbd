import DisplayLists
import Geometry
import Session
import Timekeeping

/// The list of laps, or of a plan's steps: still rows are one picture, and only the running one changes.
///
/// However long the list is, only the rows that are shown are made, and those of a few pages around them
/// while it moves: a longer way is shortened.
struct LapList: Instrument {
  static let share: LayoutShare? = LayoutShare(part: .laps, weight: 0.7) { size, _ in
    size.fitting(aspect: Size(width: 1.1, height: 1))
  }

  /// A scroll by keys or wheel, in seconds.
  static let motion = 0.22
  /// The number of pages on either side of the shown one to move over.
  private static let pages = 2

  struct Input: Equatable {
    var content: ListContent
    /// The index of the content's first row.
    var first: Int
    /// The first shown row at rest.
    var top: Double
    var placement: ListPlacement
    var scroll: ListScroll
  }

  private struct Still: Equatable {
    var content: ListContent
    var first: Int
    var position: Double

    /// The rows of `input` from `position` on, whatever the running one says.
    init(_ input: Input, from position: Double) {
      content = input.content
      content.running?.time = .time(LinearTime(.zero))
      first = input.first
      self.position = position
    }
  }

  private(set) var input: Input?
  private var box = ListBox()
  private var follower = Follower(threshold: 0, isCyclic: false)
  private var bar = ScrollBar()
  /// How far the list has jumped since the last frame, in rows.
  private var jump = 0.0
  private var isMoving = false

  private var picture = DisplayItem.none
  private var still: Still?
  private var isOutdated = true
  private var label = DisplayItem.none
  private var time: RunningText?

  mutating func update(_ update: inout Update) -> Bool {
    if update.isNew {
      box = update.panel.listBox
      (input, still, isOutdated, jump) = (nil, nil, true, 0)
      follower = Follower(threshold: 0, isCyclic: false)
    }
    let new = makeInput(update.model, pointer: update.pointer, on: update.panel)
    guard new != input else { return false }
    prepare(new, after: input)
    input = new
    return true
  }

  private func makeInput(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    let extent = ListExtent(of: model)
    let layout = ListLayout(
      count: extent.count, rowHeight: box.rowHeight, leastText: panel.leastText)
    let rows = layout.rowCount(in: box.frame)
    let top = pointer.list.top(of: extent, rows: rows)
    let isStill = pointer.list.isHome && input?.scroll.isHome ?? true && !isMoving && jump == 0
    let margin = isStill ? 0 : rows * LapList.pages
    let first = max(0, Int(top.rounded(.down)) - margin)
    return Input(
      content: ListContent(of: model, rows: first..<Int(top.rounded(.up)) + rows + margin),
      first: first, top: top,
      placement: ListPlacement(
        frame: box.frame, rows: rows, rowHeight: layout.rowHeight, extent: extent),
      scroll: pointer.list)
  }

  private mutating func prepare(_ new: Input, after old: Input?) {
    if let still, still != Still(new, from: still.position) { isOutdated = true }
    guard let old, old.placement.extent.identity == new.placement.extent.identity else {
      jump = 0
      follower = Follower(threshold: 0, isCyclic: false)
      return
    }
    if new.scroll.isHeld || old.scroll.isHome && new.scroll.isHome { return }
    jump += new.top - old.top - Double(new.placement.extent.count - old.placement.extent.count)
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let input, !box.frame.isEmpty else { return .never }
    let position = position(of: input, at: moment)
    let running = compose(input, from: position, at: moment, into: &frame)
    var next = bar.compose(
      input.placement, at: position, isHeld: input.scroll.isHeld, isMoving: isMoving, at: moment,
      into: &frame)
    if let running { next = next.orEarlier(running.nextChange(after: moment.reading)) }
    return isMoving ? .nextFrame : next
  }

  /// The row, or the position between two, that is on top.
  private mutating func position(of input: Input, at moment: Moment) -> Double {
    let duration = moment.panel.isAnimated ? LapList.motion : 0
    let shown = follower.value(
      following: input.top, afterJump: jump, duration: duration, at: moment.now)
    jump = 0
    isMoving = follower.isMoving(at: moment.now)
    guard isMoving else { return input.top }
    let reach = Double(input.placement.rows * LapList.pages)
    let clamped = input.top + max(-reach, min(shown - input.top, reach))
    return max(0, min(clamped, Double(input.placement.lowestTop)))
  }

  /// Writes the rows from `position` on; returns the running row's time, if that is shown.
  private mutating func compose(
    _ input: Input, from position: Double, at moment: Moment, into frame: inout Frame
  ) -> DisplayValue? {
    let running = input.content.running.flatMap { running in
      let place = Double(input.first + running.row) - position
      return place > -1 && place < Double(input.placement.rows) ? (row: running, place: place) : nil
    }
    // A line of its own cannot be clipped: between two rows it is a mark of the picture.
    let isCut = running.map { $0.place < 0 || $0.place > Double(input.placement.rows - 1) } ?? false
    if isOutdated || still?.position != position {
      place(input, from: position, isCut: isCut, at: moment)
      still = Still(input, from: position)
      isOutdated = isCut
    }
    frame.append(picture)
    guard let readout = running?.row.time else { return nil }
    if !isCut, let item = time?.item(readout.text(at: moment.reading)) {
      frame.append(label)
      frame.append(item)
    }
    return readout
  }

  /// Makes the still rows from `position` on, with the running row if it `isCut` off.
  private mutating func place(_ input: Input, from position: Double, isCut: Bool, at moment: Moment)
  {
    let (content, list, theme) = (input.content, input.placement, moment.panel.theme)
    let layout = ListLayout(
      count: content.count, rowHeight: list.rowHeight, labels: content.labels,
      leastText: moment.panel.leastText)
    var marks = rules(on: list, from: position, theme: theme)
    var rows = content.rows[...]
    time = nil
    for index in 0..<content.count {
      let running = content.running.flatMap { $0.row == index ? $0 : nil }
      let row = running == nil ? rows.popFirst() : nil
      let place = Double(input.first + index) - position
      guard place > -1, place < Double(list.rows) else { continue }
      let boxes = layout.row(at: place, in: list.frame)
      if let row { marks += boxes.runs(row, theme: theme).map { .text($0) } }
      guard let running else { continue }
      let style = theme.style(of: running.kind)
      let name = boxes.label(running.label, style)
      if isCut {
        marks += [.text(name), .text(boxes.time(running.time.text(at: moment.reading), style))]
      } else {
        label = .text(name)
        time = RunningText(boxes.time("", style), in: moment.panel.font)
      }
    }
    var extent = list.frame
    // At rest no row is cut off.
    if position != position.rounded() {
      extent =
        Rect(
          x: extent.minX, y: extent.minY, width: extent.width,
          height: list.rowHeight * Double(list.rows)
        ).snapped
    }
    picture =
      marks.isEmpty ? .none : .picture(Picture(marks: marks, extent: PixelRect(covering: extent)))
  }

  /// The lines between rows, those to come included.
  private func rules(on list: ListPlacement, from position: Double, theme: Theme) -> [Mark] {
    guard list.rowHeight > 0, list.frame.height > list.rowHeight else { return [] }
    let rows = Int((list.frame.height / list.rowHeight).rounded(.down))
    let thickness = max(1, (list.rowHeight / 24).rounded())
    let first = 1 - (position - position.rounded(.down))
    return (0..<rows).compactMap { index in
      let place = first + Double(index)
      // At rest there is none below the last row.
      guard place < Double(rows) else { return nil }
      let y = (list.frame.minY + place * list.rowHeight - thickness / 2).rounded()
      let line = Rect(x: list.frame.minX, y: y, width: list.frame.width, height: thickness)
      return .fill(.rect(line), theme.text.opacity(0.1))
    }
  }

  var list: ListPlacement? {
    input.flatMap { $0.placement.frame.isEmpty ? nil : $0.placement }
  }

  func target(at point: Point) -> PointerTarget? {
    list.flatMap { $0.canScroll && $0.frame.contains(point) ? .list($0) : nil }
  }

  var landmarks: [Landmark] { box.frame.isEmpty ? [] : [Landmark("laps", .box(box.frame))] }
}

/// A list's frame, empty if nothing is listed, and the height of its rows.
struct ListBox: Equatable {
  var frame = Rect.zero
  var rowHeight = 0.0
}

extension Panel {
  /// The list has a frame of its own, or shares that of the rings.
  var listBox: ListBox {
    if let frame = frames[.laps] {
      return ListLayout.alone(in: frame, scale: key.environment.scale)
    }
    return rings?.list ?? ListBox()
  }
}

/// Rows with a label and a time, one below the other.
struct ListLayout: Equatable {
  var count: Int
  var rowHeight: Double
  /// Names need more space than numbers, and leave none for marks.
  var labels = ListContent.Labels.numbers
  var leastText = Environment.leastText

  /// The boxes of a row, in device pixels; empty if there is no room.
  struct Row: Equatable {
    var label: Rect
    var time: Rect
    var mark: Rect
    var difference: Rect
    var textSize: Double
    var isNumbered: Bool
  }

  /// The text size by the row's height.
  static let textShare = 0.64
  /// The size of a difference by that of the time.
  fileprivate static let differencePart = 0.6
  /// The least width of a row, and those of a time of hours and of a difference, in text sizes.
  private static let leastWidth = 9.6
  private static let timeWidth = 6.4
  private static let differenceWidth = 3.6

  /// The height of rows of this width in which a time of hours fits and, if `isRoomy`, a difference.
  static func rowHeight(inWidth width: Double, isRoomy: Bool = false) -> Double {
    width / (leastWidth + (isRoomy ? differenceWidth : 0)) / textShare
  }

  /// A list that has `bounds` for itself: five rows look best, and a high window has more.
  static func alone(in bounds: Rect, scale: Double) -> ListBox {
    let wanted = max(bounds.height / 5, min(14 * scale, bounds.height / 2))
    let height = min(wanted, rowHeight(inWidth: bounds.width, isRoomy: true), 44 * scale)
    let rows = height > 0 ? (bounds.height / height).rounded(.down) : 0
    let size = Size(width: min(bounds.width, height * 11), height: rows * height)
    return ListBox(frame: Rect(center: bounds.center, size: size).snapped, rowHeight: height)
  }

  private var textSize: Double { rowHeight * ListLayout.textShare }

  func rowCount(in bounds: Rect) -> Int {
    guard textSize >= leastText, bounds.width > textSize * 5 else { return 0 }
    return max(0, min(count, Int((bounds.height / rowHeight).rounded(.down))))
  }

  /// The row that stands `place` rows below the top of `bounds`.
  func row(at place: Double, in bounds: Rect) -> Row {
    let em = textSize
    let y = bounds.minY + rowHeight * place
    func part(from start: Double, to end: Double) -> Rect {
      Rect(x: start, y: y, width: max(0, end - start), height: rowHeight).snapped
    }
    guard labels != .names else {
      let time = bounds.maxX - min(bounds.width * 0.5, em * 5.4)
      return Row(
        label: part(from: bounds.minX, to: time - em * 0.4),
        time: part(from: time, to: bounds.maxX), mark: .zero, difference: .zero, textSize: em,
        isNumbered: false)
    }
    // From the right, so that all times end at one edge. Some small letters are a pixel too wide.
    let least = labels == .numbers ? 0 : bounds.width * 0.4
    let time = max(bounds.minX + least, bounds.maxX - em * ListLayout.timeWidth - 3)
    let mark = max(bounds.minX + least * 0.7, time - em * 0.7)
    // An illegible difference would only take the label's room.
    let isReadable = em * ListLayout.differencePart >= leastText
    let label = em * (labels == .numbers ? 2.2 : 5)
    let others = em * (ListLayout.timeWidth + 0.7 + ListLayout.differenceWidth) + 3
    let hasDifference = isReadable && bounds.width >= others + label
    let difference = hasDifference ? mark - em * ListLayout.differenceWidth : mark
    return Row(
      label: part(from: bounds.minX, to: difference - (labels == .numbers ? 0 : 4)),
      time: part(from: time, to: bounds.maxX), mark: part(from: mark, to: time),
      difference: part(from: difference, to: mark - em * 0.2), textSize: em,
      isNumbered: labels == .numbers)
  }
}

extension ListLayout.Row {
  func runs(_ row: ListContent.Row, theme: Theme) -> [TextRun] {
    let style = theme.style(of: row.kind)
    var runs = [
      label(row.label, style), time(row.time, style),
      TextRun(
        style.mark, frame: mark, alignment: .leading, size: textSize * 0.72, color: style.time),
    ]
    if !row.difference.isEmpty, !difference.isEmpty {
      runs.append(
        TextRun(
          row.difference, frame: difference, alignment: .trailing,
          size: textSize * ListLayout.differencePart, isTabular: true, color: style.difference))
    }
    return runs
  }

  func label(_ label: String, _ style: ListStyle) -> TextRun {
    TextRun(
      label, frame: self.label, alignment: .leading, size: textSize, isBold: style.isBold,
      isTabular: isNumbered, color: style.label)
  }

  func time(_ time: String, _ style: ListStyle) -> TextRun {
    TextRun(
      time, frame: self.time, alignment: .trailing, size: textSize, isTabular: true,
      color: style.time)
  }
}

struct ListStyle {
  var label: Color
  var time: Color
  var difference = Color.clear
  /// The label alone is bold, so that the figures of all times stand one below the other.
  var isBold = false
  /// A sign besides the colour.
  var mark = ""
}

extension Theme {
  func style(of kind: ListContent.Kind) -> ListStyle {
    switch kind {
    case .plain: ListStyle(label: secondaryText, time: text, difference: secondaryText)
    case .shortest:
      ListStyle(label: secondaryText, time: best, difference: secondaryText, mark: "▼")
    case .longest:
      ListStyle(label: secondaryText, time: worst, difference: secondaryText, mark: "▲")
    case .running: ListStyle(label: lapText, time: lapText)
    case .done: ListStyle(label: secondaryText, time: secondaryText)
    case .present: ListStyle(label: handText, time: handText, isBold: true)
    }
  }
}

/// A bar beside a list that shows which part is visible, while it moves and shortly afterwards.
private struct ScrollBar {
  /// How long it stays, and then fades.
  private static let stay = Duration.milliseconds(600)
  private static let fade = Duration.milliseconds(300)

  /// When the list last moved, while the bar is shown.
  private var lastMotion: Instant?

  /// Writes the bar for a `list` at the row `top`, if it is visible; returns when it will next differ.
  mutating func compose(
    _ list: ListPlacement, at top: Double, isHeld: Bool, isMoving: Bool, at moment: Moment,
    into frame: inout Frame
  ) -> NextChange {
    guard list.canScroll else {
      lastMotion = nil
      return .never
    }
    let now = moment.reading.instant
    if moment.panel.isAnimated, isHeld || isMoving { lastMotion = now }
    var opacity = isHeld ? 1.0 : 0
    var next = NextChange.never
    if !isHeld, let lastMotion {
      let end = lastMotion.advanced(by: ScrollBar.stay)
      // A clock that was set back counts as no time.
      let past = max(.zero, now - end)
      opacity = max(
        0, 1 - Double(past.nanosecondsClamped) / Double(ScrollBar.fade.nanosecondsClamped))
      next = now < end ? .at(end) : .nextFrame
    }
    guard opacity > 0 else {
      lastMotion = nil
      return .never
    }
    let scale = moment.panel.key.environment.scale
    let room = list.rowHeight * Double(list.rows)
    let height = max(min(room, 12 * scale), room * Double(list.rows) / Double(list.extent.count))
    let bar = Rect(
      x: list.frame.maxX + 3 * scale,
      y: list.frame.minY + (room - height) * top / Double(max(1, list.lowestTop)), width: 3 * scale,
      height: height)
    let color = moment.panel.theme.secondaryText.opacity(Float(opacity) * 0.7)
    frame.append(
      .picture(
        Picture(
          marks: [.fill(.roundedRect(bar, radius: bar.width / 2), color)],
          extent: PixelRect(covering: bar))))
    return next
  }
}

struct ListPlacement: Equatable {
  var frame: Rect
  var rows: Int
  var rowHeight: Double
  var extent: ListExtent

  /// The last row that can be the first one shown.
  var lowestTop: Int { max(0, extent.count - rows) }

  var canScroll: Bool { rows > 0 && extent.count > rows }
}

/// The scroll position of a list.
///
/// It counts from the list's end, so that a new lap on top does not move the shown rows.
package struct ListScroll: Equatable, Sendable {
  private struct Place: Equatable {
    var identity: ListExtent.Identity
    /// The number of rows from the first shown one to the end.
    var fromEnd: Double
  }

  /// The pointer's height when it took hold of the list, in device pixels, and the position there.
  private struct Grip: Equatable {
    var y: Double
    var fromEnd: Double
  }

  private var place: Place?
  private var grip: Grip?

  /// Whether the list has its natural position.
  var isHome: Bool { place == nil }
  package var isHeld: Bool { grip != nil }

  /// The first of `rows` shown rows; between two rows while it is dragged.
  func top(of extent: ListExtent, rows: Int) -> Double {
    guard let place, place.identity == extent.identity else {
      return Double(extent.home(rows: rows))
    }
    return max(0, min(Double(extent.count) - place.fromEnd, Double(extent.count - rows)))
  }

  /// Forgets the position in another list, or at the newest row.
  mutating func settle(on extent: ListExtent) {
    guard let place, !isHeld else { return }
    let isGone = place.identity != extent.identity
    if isGone || extent.focus == 0 && place.fromEnd >= Double(extent.count) { self.place = nil }
  }

  /// Scrolls `rows` down, or up if negative.
  mutating func scroll(by rows: Int, on list: ListPlacement) {
    let top = Int(self.top(of: list.extent, rows: list.rows).rounded())
    let step = max(-list.extent.count, min(rows, list.extent.count))
    set(Double(max(0, min(top + step, list.lowestTop))), on: list)
  }

  mutating func scroll(_ step: ListStep, on list: ListPlacement) {
    // One row stays visible.
    let page = max(1, list.rows - 1)
    switch step {
    case .pageUp: scroll(by: -page, on: list)
    case .pageDown: scroll(by: page, on: list)
    case .home: place = nil
    case .end: set(Double(list.lowestTop), on: list)
    }
  }

  mutating func take(at y: Double, on list: ListPlacement) {
    grip = Grip(y: y, fromEnd: Double(list.extent.count) - top(of: list.extent, rows: list.rows))
  }

  mutating func drag(to y: Double, on list: ListPlacement) {
    guard let grip else { return }
    let top = Double(list.extent.count) - grip.fromEnd + (grip.y - y) / list.rowHeight
    set(max(0, min(top, Double(list.lowestTop))), on: list)
  }

  /// The pointer lets go: the list goes to the nearest row.
  mutating func drop(on list: ListPlacement?) {
    guard grip != nil else { return }
    grip = nil
    if let list { scroll(by: 0, on: list) } else { place?.fromEnd.round() }
  }

  private mutating func set(_ top: Double, on list: ListPlacement) {
    let isHome = top == Double(list.extent.home(rows: list.rows))
    place =
      isHome
      ? nil : Place(identity: list.extent.identity, fromEnd: Double(list.extent.count) - top)
  }
}
