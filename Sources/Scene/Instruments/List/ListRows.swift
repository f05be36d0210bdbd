import DisplayLists
import Geometry
import Session
import Timekeeping

/// The list of laps, or of steps: the rows that stand are one picture, only the running one changes.
///
/// However long the list is, it has the rows that are shown, and while it moves those of a few pages around them: a longer
/// way is made shorter.
struct ListRows: Instrument {
  /// A scroll by keys or wheel, in seconds.
  static let motion = 0.22
  /// How many pages there are to either side of those shown, for it to move over.
  private static let pages = 2

  struct Input: Equatable {
    /// The rows that there are, the first of which has this number.
    var content: ListContent
    var first: Int
    /// The first row that is shown when nothing moves any more.
    var top: Double
    var placement: ListPlacement
    var scroll: ListScroll
    /// Whether the help lies over it.
    var isCovered: Bool
  }

  /// The rows that stand, and from where on they are shown.
  private struct Shown: Equatable {
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

  private var follower = Follower(threshold: 0, isCyclic: false)
  private var bar = ScrollBar()
  /// What was shown last, and how far the list has jumped since, in rows.
  private var latest: Input?
  private var jump = 0.0
  private var isMoving = false

  private var standing = DisplayItem.none
  /// What `standing` was made of, and whether that is still what has to stand.
  private var shown: Shown?
  private var isOutdated = true
  private var label = DisplayItem.none
  private var time: RunningText?

  /// A list that runs can; one that scrolls, or whose bar is still seen, cannot.
  /// Where it is and how much there is of it; nil where it cannot be reached.
  var placement: ListPlacement? {
    latest.flatMap { $0.isCovered || $0.placement.frame.isEmpty ? nil : $0.placement }
  }

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    let extent = ListExtent(of: model)
    let layout = ListLayout(on: panel, count: extent.count)
    let rows = layout.rowCount(in: panel.list)
    let top = pointer.list.top(of: extent, rows: rows)
    let isStill = pointer.list.isHome && latest?.scroll.isHome ?? true && !isMoving && jump == 0
    let margin = isStill ? 0 : rows * ListRows.pages
    let first = max(0, Int(top.rounded(.down)) - margin)
    return Input(
      content: ListContent(of: model, rows: first..<Int(top.rounded(.up)) + rows + margin),
      first: first,
      top: top,
      placement: ListPlacement(
        frame: panel.list, rows: rows, rowHeight: layout.rowHeight, extent: extent),
      scroll: pointer.list, isCovered: model.isHelpShown)
  }

  mutating func layOut(on panel: Panel) {
    (shown, isOutdated, latest, jump) = (nil, true, nil, 0)
    follower = Follower(threshold: 0, isCyclic: false)
  }

  mutating func prepare(_ input: Input, on panel: Panel) {
    defer { latest = input }
    if let shown, shown != Shown(input, from: shown.position) { isOutdated = true }
    guard let latest, latest.placement.extent.identity == input.placement.extent.identity else {
      jump = 0
      follower = Follower(threshold: 0, isCyclic: false)
      return
    }
    if input.scroll.isHeld || latest.scroll.isHome && input.scroll.isHome { return }
    let added = input.placement.extent.count - latest.placement.extent.count
    jump += input.top - latest.top - Double(added)
  }

  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange {
    guard !moment.panel.list.isEmpty else { return .never }
    let position = position(of: input, at: moment)
    let running = compose(input, from: position, at: moment, into: &frame)
    var next = bar.compose(
      input.placement, at: position, isHeld: input.scroll.isHeld, isMoving: isMoving, at: moment,
      into: &frame
    )
    if let running { next = next.orEarlier(running.nextChange(after: moment.reading)) }
    return isMoving ? .nextFrame : next
  }

  /// The row, or the place between two, that is on top at `moment`.
  private mutating func position(of input: Input, at moment: Moment) -> Double {
    let duration = moment.panel.isAnimated ? ListRows.motion : 0
    let shown = follower.value(
      following: input.top, afterJump: jump, duration: duration, at: moment.now)
    jump = 0
    isMoving = follower.isMoving(at: moment.now)
    guard isMoving else { return input.top }
    let reach = Double(input.placement.rows * ListRows.pages)
    let held = input.top + max(-reach, min(shown - input.top, reach))
    return max(0, min(held, Double(input.placement.lowestTop)))
  }

  /// Writes the rows from `position` on; returns the readout that runs among them, if one does.
  private mutating func compose(
    _ input: Input, from position: Double, at moment: Moment, into frame: inout Frame
  ) -> DisplayValue? {
    let running = input.content.running.flatMap { running in
      let place = Double(input.first + running.row) - position
      return place > -1 && place < Double(input.placement.rows) ? (row: running, place: place) : nil
    }
    // A line of its own cannot be cut off: between two rows it is one of the picture's.
    let isCut = running.map { $0.place < 0 || $0.place > Double(input.placement.rows - 1) } ?? false
    if isOutdated || shown?.position != position {
      place(input, from: position, isCut: isCut, at: moment)
      shown = Shown(input, from: position)
      // A row that is cut off runs in the picture.
      isOutdated = isCut
    }
    frame.append(standing)
    guard let readout = running?.row.time else { return nil }
    if !isCut, let item = time?.item(readout.text(at: moment.reading)) {
      frame.append(label)
      frame.append(item)
    }
    return readout
  }

  /// Makes what stands of the rows from `position` on; of the running row too, where it `isCut` off.
  private mutating func place(_ input: Input, from position: Double, isCut: Bool, at moment: Moment)
  {
    let (content, list, theme) = (input.content, input.placement, moment.panel.theme)
    let layout = ListLayout(
      count: content.count, rowHeight: list.rowHeight, labels: content.labels,
      leastText: moment.panel.leastText)
    var marks = hairlines(on: list, from: position, theme: theme)
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
    standing =
      marks.isEmpty ? .none : .picture(Picture(marks: marks, extent: PixelRect(covering: extent)))
  }

  /// The lines between rows: in a list that has room for more, between those that are to come, too.
  private func hairlines(on list: ListPlacement, from position: Double, theme: Theme) -> [Mark] {
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
      return .fill(.rect(line), theme.hairline)
    }
  }
}

extension Theme {
  /// The lines between rows.
  fileprivate var hairline: Color { text.opacity(0.1) }
}
