import DisplayLists
import Geometry
import Session
import Timekeeping

/// The list of laps, or of a plan's steps. Still rows are one picture; only the running row
/// changes.
///
/// Long scrolls are shortened to a few pages, so that only few rows are made.
struct LapList: Instrument {
  static let share: LayoutShare? = LayoutShare(part: .laps, weight: 0.7) { size, _ in
    size.fitting(aspect: Size(width: 1.1, height: 1))
  }

  /// The duration of a scroll by keys or wheel, in seconds.
  static let motion = 0.22
  /// The number of pages on either side of the shown one to scroll over.
  private static let pages = 2
  /// How long the scroll bar stays after a motion, before it fades.
  private static let barStay = Duration.milliseconds(600)
  private static let barFade = Duration.milliseconds(300)

  struct Input: Equatable {
    /// The rows, without the time of the running one.
    var content: ListContent
    var time: DisplayValue?
    /// The index of the content's first row.
    var first: Int
    /// The first shown row at rest.
    var top: Double
    var placement: ListPlacement
    var scroll: ListScroll
  }

  private struct Key: Equatable {
    var content: ListContent
    var first: Int
    var position: Double
  }

  private(set) var input: Input?
  private var box = ListBox()
  private var follower = Follower(threshold: 0, isCyclic: false)
  /// The list's jump since the last frame, in rows.
  private var jump = 0.0
  private var isMoving = false
  /// When the list last moved, while its bar is shown.
  private var lastMotion: Instant?
  private var stillRows: (key: Key, item: DisplayItem)?
  private var running: (label: DisplayItem, time: TextRun)?

  mutating func update(_ update: inout Update) -> Bool {
    if update.isNew { (box, input, stillRows) = (update.panel.listBox, nil, nil) }
    let new = makeInput(update.model, pointer: update.pointer, leastText: update.panel.leastText)
    guard new != input else { return false }
    let (extent, scroll) = (new.placement.extent, new.scroll)
    if let input, input.placement.extent.identity == extent.identity {
      if !scroll.isHeld, !input.scroll.isHome || !scroll.isHome {
        jump += new.top - input.top - Double(extent.count - input.placement.extent.count)
      }
    } else {
      (jump, follower) = (0, Follower(threshold: 0, isCyclic: false))
    }
    input = new
    return true
  }

  private func makeInput(_ model: Model, pointer: Pointer, leastText: Double) -> Input {
    let extent = ListExtent(of: model)
    let rows = min(extent.count, box.rowCount(leastText: leastText))
    let top = pointer.list.top(of: extent, rows: rows)
    let isStill = pointer.list.isHome && input?.scroll.isHome ?? true && !isMoving && jump == 0
    let margin = isStill ? 0 : rows * LapList.pages
    let first = max(0, Int(top.rounded(.down)) - margin)
    var content = ListContent(of: model, rows: first..<Int(top.rounded(.up)) + rows + margin)
    let time = content.running?.time
    content.running?.time = .time(LinearTime(.zero))
    return Input(
      content: content, time: time, first: first, top: top,
      placement: ListPlacement(
        frame: box.frame, rows: rows, rowHeight: box.rowHeight, extent: extent),
      scroll: pointer.list)
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let input, !box.frame.isEmpty else { return .never }
    let position = position(of: input, at: moment)
    let rows = composeRows(of: input, from: position, at: moment, into: &frame)
    let bar = composeBar(of: input, at: position, moment, into: &frame)
    return isMoving ? .nextFrame : rows.orEarlier(bar)
  }

  private mutating func position(of input: Input, at moment: Moment) -> Double {
    let shown = follower.value(
      following: input.top, afterJump: jump, duration: moment.panel.motion(LapList.motion),
      at: moment.now)
    jump = 0
    isMoving = follower.isMoving(at: moment.now)
    guard isMoving else { return input.top }
    let reach = Double(input.placement.rows * LapList.pages)
    let clamped = input.top + max(-reach, min(shown - input.top, reach))
    return max(0, min(clamped, Double(input.placement.lowestTop)))
  }

  private mutating func composeRows(
    of input: Input, from position: Double, at moment: Moment, into frame: inout Frame
  ) -> NextChange {
    let last = Double(input.placement.rows - 1)
    let place = input.content.running.map { Double(input.first + $0.row) - position }
    let runningPlace = place.flatMap { $0 > -1 && $0 < last + 1 ? $0 : nil }
    // A line of its own cannot be clipped, so between two rows it is a mark of the picture.
    let isCut = runningPlace.map { $0 < 0 || $0 > last } ?? false
    let key = Key(content: input.content, first: input.first, position: position)
    if isCut || stillRows?.key != key {
      let item = makeRows(of: input, from: position, isCut: isCut, at: moment)
      stillRows = (key, item)
    }
    if let stillRows { frame.append(stillRows.item) }
    guard runningPlace != nil, let time = input.time else { return .never }
    if !isCut, let running {
      frame.append(running.label)
      frame.append(running.time.saying(time.text(at: moment.reading)))
    }
    return time.nextChange(after: moment.reading)
  }

  /// Makes the still rows from `position` on, with the running row if it `isCut` off.
  private mutating func makeRows(
    of input: Input, from position: Double, isCut: Bool, at moment: Moment
  ) -> DisplayItem {
    let (content, list, theme) = (input.content, input.placement, moment.panel.theme)
    var marks = rules(on: list, from: position, theme: theme)
    var rows = content.rows[...]
    running = nil
    for index in 0..<content.count {
      let runningRow = content.running.flatMap { $0.row == index ? $0 : nil }
      let row = runningRow == nil ? rows.popFirst() : nil
      let place = Double(input.first + index) - position
      guard place > -1, place < Double(list.rows) else { continue }
      let boxes = box.row(
        at: place, labels: content.labels, leastText: moment.panel.leastText)
      if let row {
        marks += boxes.runs(row, theme.style(of: row.kind)).map { .text($0) }
      } else if let runningRow {
        let style = theme.style(of: runningRow.kind)
        let label = boxes.label(runningRow.label, style)
        let time = boxes.time(isCut ? input.time?.text(at: moment.reading) ?? "" : "", style)
        if isCut {
          marks += [.text(label), .text(time)]
        } else {
          running = (.text(label), time)
        }
      }
    }
    guard !marks.isEmpty else { return .none }
    // At rest no row is cut off.
    let seen =
      position == position.rounded()
      ? list.frame
      : Rect(
        origin: list.frame.origin,
        size: Size(width: list.frame.width, height: list.rowHeight * Double(list.rows))
      ).snapped
    return .picture(Picture(marks, covering: seen))
  }

  /// The lines between rows, including rows still empty.
  private func rules(on list: ListPlacement, from position: Double, theme: Theme) -> [Mark] {
    guard list.rowHeight > 0, list.frame.height > list.rowHeight else { return [] }
    let rows = (list.frame.height / list.rowHeight).rounded(.down)
    let thickness = max(1, (list.rowHeight / 24).rounded())
    // At rest there is none below the last row.
    let places = stride(from: 1 - (position - position.rounded(.down)), to: rows, by: 1)
    return places.map { place in
      let y = (list.frame.minY + place * list.rowHeight - thickness / 2).rounded()
      let line = Rect(x: list.frame.minX, y: y, width: list.frame.width, height: thickness)
      return .fill(.rect(line), theme.text.opacity(0.1))
    }
  }

  private mutating func composeBar(
    of input: Input, at top: Double, _ moment: Moment, into frame: inout Frame
  ) -> NextChange {
    let (list, isHeld) = (input.placement, input.scroll.isHeld)
    let (now, panel) = (moment.reading.instant, moment.panel)
    if panel.isAnimated, isHeld || isMoving { lastMotion = now }
    let end = (lastMotion ?? .distantPast).advanced(by: LapList.barStay)
    // If the clock was set back, no time has passed.
    let past = Double(max(.zero, now - end).nanosecondsClamped)
    let opacity = isHeld ? 1 : 1 - past / Double(LapList.barFade.nanosecondsClamped)
    guard list.canScroll, opacity > 0 else {
      lastMotion = nil
      return .never
    }
    let scale = panel.key.environment.scale
    let room = list.rowHeight * Double(list.rows)
    let height = max(min(room, 12 * scale), room * Double(list.rows) / Double(list.extent.count))
    let bar = Rect(
      x: list.frame.maxX + 3 * scale,
      y: list.frame.minY + (room - height) * top / Double(max(1, list.lowestTop)), width: 3 * scale,
      height: height)
    let color = panel.theme.secondaryText.opacity(Float(opacity) * 0.7)
    let mark = Mark.fill(.roundedRect(bar, radius: bar.width / 2), color)
    frame.append(.picture(Picture([mark], covering: bar)))
    return isHeld ? .never : now < end ? .at(end) : .nextFrame
  }

  var list: ListPlacement? {
    input.flatMap { $0.placement.frame.isEmpty ? nil : $0.placement }
  }

  func target(at point: Point) -> PointerTarget? {
    list.flatMap { $0.canScroll && $0.frame.contains(point) ? .list($0) : nil }
  }

  var description: [String] { box.frame.isEmpty ? [] : [landmark("laps", box.frame)] }
}

extension Panel {
  /// The list has a frame of its own, or shares that of the rings.
  var listBox: ListBox {
    frames[.laps].map { ListBox.alone(in: $0, scale: key.environment.scale) }
      ?? rings?.list ?? ListBox()
  }
}

/// A list's frame, empty if nothing is listed, and its rows: a label and a time each.
struct ListBox: Equatable {
  var frame = Rect.zero
  var rowHeight = 0.0

  /// The boxes of a row, in device pixels; empty if they do not fit.
  struct Row: Equatable {
    var label: Rect
    var time: Rect
    var mark = Rect.zero
    var difference = Rect.zero
    var textSize: Double
    var isNumbered = false
  }

  static let textShare = 0.64
  private static let differenceFraction = 0.6
  /// Minimum widths in text sizes: of a row, of a time of hours, and of a difference.
  private static let minWidth = 9.6
  private static let timeWidth = 6.4
  private static let differenceWidth = 3.6

  /// The height at which a time of hours fits and, if `isRoomy`, a difference.
  static func rowHeight(inWidth width: Double, isRoomy: Bool = false) -> Double {
    width / (minWidth + (isRoomy ? differenceWidth : 0)) / textShare
  }

  /// Five rows look best, and a high window has more.
  static func alone(in bounds: Rect, scale: Double) -> ListBox {
    let wanted = max(bounds.height / 5, min(14 * scale, bounds.height / 2))
    let height = min(wanted, rowHeight(inWidth: bounds.width, isRoomy: true), 44 * scale)
    let rows = height > 0 ? (bounds.height / height).rounded(.down) : 0
    let size = Size(width: min(bounds.width, height * 11), height: rows * height)
    return ListBox(frame: Rect(center: bounds.center, size: size).snapped, rowHeight: height)
  }

  private var textSize: Double { rowHeight * ListBox.textShare }

  func rowCount(leastText: Double) -> Int {
    guard textSize >= leastText, frame.width > textSize * 5 else { return 0 }
    return max(0, Int((frame.height / rowHeight).rounded(.down)))
  }

  /// Names need more space than numbers, and leave none for marks.
  func row(at place: Double, labels: ListContent.Labels = .numbers, leastText: Double) -> Row {
    let em = textSize
    let y = frame.minY + rowHeight * place
    func part(from start: Double, to end: Double) -> Rect {
      Rect(x: start, y: y, width: max(0, end - start), height: rowHeight).snapped
    }
    guard labels != .names else {
      let time = frame.maxX - min(frame.width * 0.5, em * 5.4)
      return Row(
        label: part(from: frame.minX, to: time - em * 0.4), time: part(from: time, to: frame.maxX),
        textSize: em)
    }
    // From the right, so that all times end at one edge. Some small letters are a pixel too wide.
    let isNumbered = labels == .numbers
    let minLabel = isNumbered ? 0 : frame.width * 0.4
    let time = max(frame.minX + minLabel, frame.maxX - em * ListBox.timeWidth - 3)
    let mark = max(frame.minX + minLabel * 0.7, time - em * 0.7)
    // An illegible difference would only take space from the label.
    let isReadable = em * ListBox.differenceFraction >= leastText
    let others = em * (ListBox.timeWidth + 0.7 + ListBox.differenceWidth) + 3
    let hasDifference = isReadable && frame.width >= others + em * (isNumbered ? 2.2 : 5)
    let difference = hasDifference ? mark - em * ListBox.differenceWidth : mark
    return Row(
      label: part(from: frame.minX, to: difference - (isNumbered ? 0 : 4)),
      time: part(from: time, to: frame.maxX), mark: part(from: mark, to: time),
      difference: part(from: difference, to: mark - em * 0.2), textSize: em,
      isNumbered: isNumbered)
  }
}

extension ListBox.Row {
  func runs(_ row: ListContent.Row, _ style: ListStyle) -> [TextRun] {
    var runs = [label(row.label, style), time(row.time, style)]
    if !style.mark.isEmpty {
      runs.append(
        TextRun(
          style.mark, frame: mark, alignment: .leading, size: textSize * 0.72, color: style.time))
    }
    if !row.difference.isEmpty, !difference.isEmpty {
      runs.append(
        TextRun(
          row.difference, frame: difference, alignment: .trailing,
          size: textSize * ListBox.differenceFraction, isTabular: true, color: style.label))
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
  /// Also of the difference.
  var label: Color
  var time: Color
  /// Only the label is bold, so that the figures of all times are aligned.
  var isBold = false
  /// A sign in addition to the colour.
  var mark = ""
}

extension Theme {
  func style(of kind: ListContent.Kind) -> ListStyle {
    switch kind {
    case .plain: ListStyle(label: secondaryText, time: text)
    case .shortest: ListStyle(label: secondaryText, time: best, mark: "▼")
    case .longest: ListStyle(label: secondaryText, time: worst, mark: "▲")
    case .running: ListStyle(label: lapText, time: lapText)
    case .done: ListStyle(label: secondaryText, time: secondaryText)
    case .present: ListStyle(label: handText, time: handText, isBold: true)
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
  private struct Position: Equatable {
    var identity: ListExtent.Identity
    var fromEnd: Double
  }

  /// The pointer's height when the drag began, in device pixels, and the position then.
  private struct Grip: Equatable {
    var y: Double
    var fromEnd: Double
  }

  private var position: Position?
  private var grip: Grip?

  var isHome: Bool { position == nil }
  package var isHeld: Bool { grip != nil }

  /// Returns the first of `rows` shown rows; between two rows during a drag.
  func top(of extent: ListExtent, rows: Int) -> Double {
    guard let position, position.identity == extent.identity else {
      return Double(extent.home(rows: rows))
    }
    return max(0, min(Double(extent.count) - position.fromEnd, Double(extent.count - rows)))
  }

  /// Resets the position in another list, or at the newest row.
  mutating func settle(on extent: ListExtent) {
    guard let position, !isHeld else { return }
    let isGone = position.identity != extent.identity
    if isGone || extent.focus == 0 && position.fromEnd >= Double(extent.count) {
      self.position = nil
    }
  }

  /// Scrolls `rows` down, or up if negative.
  mutating func scroll(by rows: Int, on list: ListPlacement) {
    let top = Int(self.top(of: list.extent, rows: list.rows).rounded())
    let step = max(-list.extent.count, min(rows, list.extent.count))
    set(Double(top + step), on: list)
  }

  mutating func scroll(_ step: ListStep, on list: ListPlacement) {
    // One row stays visible.
    let page = max(1, list.rows - 1)
    switch step {
    case .pageUp: scroll(by: -page, on: list)
    case .pageDown: scroll(by: page, on: list)
    case .home: position = nil
    case .end: set(.infinity, on: list)
    }
  }

  mutating func take(at y: Double, on list: ListPlacement) {
    grip = Grip(y: y, fromEnd: Double(list.extent.count) - top(of: list.extent, rows: list.rows))
  }

  mutating func drag(to y: Double, on list: ListPlacement) {
    guard let grip else { return }
    set(Double(list.extent.count) - grip.fromEnd + (grip.y - y) / list.rowHeight, on: list)
  }

  /// Ends a drag: the list moves to the nearest row.
  mutating func drop(on list: ListPlacement?) {
    guard grip != nil else { return }
    grip = nil
    if let list { scroll(by: 0, on: list) } else { position?.fromEnd.round() }
  }

  private mutating func set(_ top: Double, on list: ListPlacement) {
    let top = max(0, min(top, Double(list.lowestTop)))
    let isHome = top == Double(list.extent.home(rows: list.rows))
    position =
      isHome
      ? nil : Position(identity: list.extent.identity, fromEnd: Double(list.extent.count) - top)
  }
}
