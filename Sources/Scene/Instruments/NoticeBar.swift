import DisplayLists
import Geometry
import Session
import Timekeeping

/// The line above the buttons: a short message, or what is typed.
struct NoticeBar: StillInstrument {
  /// The minimum width of what is typed, in ems.
  private static let typedWidth = 24.0
  /// The width of a letter, in ems.
  private static let letter = 0.55
  /// The maximum height of a line, in user units.
  private static let maxHeight = 28.0
  /// The minimum height, in which a text can just be read.
  private static let minHeight = 16.0
  /// The minimum height of the window in lines, so that a line covers little of a small one.
  private static let minWindow = 6.0

  // By the height of a line.

  /// The width of the bar besides its text: a round end of half a line on either side, and space
  /// between the bar and the window's edges.
  private static let fringe = 1.4
  /// The maximum size of the text.
  private static let text = 0.5
  /// The space below the bar.
  private static let foot = 0.3

  private var footnote: Footnote?
  private(set) var picture: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    var new = update.model.footnote(isEntryShown: update.isEntryShown)
    // In a tiny window the digits say it, and words would hide them.
    let isTiny = update.panel.key.extent == .tiny && update.panel.frames[.digits] != nil
    if isTiny, new?.isTyped == true { new?.text = "" }
    if new?.text.isEmpty == true, new?.problem == nil, new?.selection == nil { new = nil }
    guard update.isNew || footnote != new else { return false }
    let old = picture
    picture = new.map { NoticeBar.picture($0, on: update.panel) }
    footnote = new
    // What is typed changes at once.
    if new?.selection == nil, new?.isTyped != true, new?.problem == nil {
      update.fades += [old, picture].compactMap { $0?.extent.rect }
    }
    return true
  }

  var elements: [Element] {
    guard let footnote, let picture else { return [] }
    let isTyped = footnote.selection != nil
    let name = isTyped ? footnote.name : footnote.text
    var notice = Element(
      .notice, isTyped ? .entry : .notice, name.isEmpty ? footnote.problem ?? "" : name,
      in: .box(picture.extent.rect))
    if isTyped { (notice.value, notice.action) = (.text(footnote.text), .text) }
    return [notice]
  }

  private static func picture(_ footnote: Footnote, on panel: Panel) -> Picture {
    let (environment, theme) = (panel.key.environment, panel.theme)
    let place = panel.noticePlace
    let height = max(
      NoticeBar.minHeight * environment.scale,
      min(NoticeBar.maxHeight * environment.scale, environment.size.height / NoticeBar.minWindow)
    ).rounded(.down)
    let room = place.width - height * NoticeBar.fringe
    // Text of the menu's size becomes smaller before it is shortened.
    let largest = min(MenuLayout.text * environment.scale, height * NoticeBar.text)
    let minText = min(panel.minText, largest)
    func width(_ text: String) -> Double { panel.width(of: text, letter: letter) }
    var lines: [(run: TextRun, width: Double, selection: Range<Int>?)] = []
    func add(_ text: String, _ color: Color) {
      let text = text.shortened { width($0) * minText <= room }
      let size = max(minText, min(lines.first?.run.size ?? largest, room / max(1, width(text))))
      let run = TextRun(
        text, frame: .zero, alignment: lines.isEmpty ? .center : .leading, size: size, color: color)
      lines.append((run, width(text) * size, nil))
    }
    if let selection = footnote.selection {
      let text = footnote.label + footnote.text
      let size = max(minText, min(largest, room / NoticeBar.typedWidth))
      let run = TextRun(
        text, frame: .zero, alignment: .leading, size: size, color: theme.background)
      let wanted = max(
        NoticeBar.typedWidth, width(text + footnote.hint) + TypedLine.caretWidth)
      let start = footnote.label.count
      lines.append(
        (run, wanted * size, start + selection.lowerBound..<start + selection.upperBound))
    } else if !footnote.text.isEmpty {
      add(footnote.text, theme.background)
    }
    if let problem = footnote.problem {
      add(problem, theme.worst.shade(toward: theme.background, by: Contrast.text, on: theme.text))
    }
    let size = Size(
      width: min(room, lines.map(\.width).max() ?? 0) + height,
      height: height * Double(lines.count))
    let frame = panel.place(noticeOf: size, in: place, space: height * NoticeBar.foot)
    let radius = height / 2
    var marks: [Mark] = [.fill(.roundedRect(frame, radius: radius), theme.text)]
    for (index, line) in lines.enumerated() {
      var run = line.run
      run.frame = frame.inset(
        top: height * Double(index), left: radius,
        bottom: height * Double(lines.count - 1 - index), right: radius)
      let typed = line.selection.map { TypedLine(run, $0) { panel.width(of: $0, letter: 0) } }
      marks += [typed?.mark, .text(typed?.run ?? run)].compactMap { $0 }
      guard let typed, !footnote.hint.isEmpty else { continue }
      run.frame = run.frame.inset(
        left: (panel.width(of: typed.run.string, letter: 0) + TypedLine.caretWidth) * run.size)
      let room = run.frame.width
      run.string = footnote.hint.shortened { panel.width(of: $0, letter: 0) * run.size <= room }
      run.color = theme.text.shade(toward: theme.background, by: Contrast.text, on: theme.text)
      marks.append(.text(run))
    }
    return Picture(marks, covering: frame.inset(by: -1))
  }
}

extension Panel {
  /// Above the buttons, or where it covers less of the digits: below or above them, or at the window's edges.
  fileprivate func place(noticeOf size: Size, in room: Rect, space: Double) -> Rect {
    func frame(at y: Double) -> Rect {
      let y = max(0, min(y, key.environment.size.height - size.height))
      return Rect(origin: Point(x: room.midX - size.width / 2, y: y), size: size).snapped
    }
    let usual = frame(at: room.maxY - size.height - space)
    guard let digits = digitsBox else { return usual }
    let others = [
      digits.maxY + space, digits.minY - space - size.height, room.minY,
      key.environment.size.height - size.height,
    ].map(frame).filter { frame in !rows.values.contains { frame.overlap(with: $0) > 0 } }
    func covered(_ frame: Rect) -> Double { frame.overlap(with: digits) }
    // Little more of them to see is worth no jump.
    return others.reduce(usual) { covered($1) < covered($0) / 2 ? $1 : $0 }
  }

  /// What the digits take of their frame.
  private var digitsBox: Rect? {
    frames[.digits].map {
      Rect(center: $0.center, size: $0.size.fitting(aspect: key.fillingAspect ?? key.digitAspect))
    }
  }

  /// The part of the window without buttons: above them, or beside them.
  fileprivate var noticePlace: Rect {
    let room = key.environment.middle
    let top = rows.values.map(\.minY).min() ?? room.maxY
    if top > room.midY { return room.inset(bottom: max(0, room.maxY - top)) }
    let left = rows.values.map(\.minX).min() ?? room.maxX
    return left > room.midX ? room.inset(right: max(0, room.maxX - left)) : room
  }
}

extension Rect {
  fileprivate func overlap(with other: Rect) -> Double {
    max(0, min(maxX, other.maxX) - max(minX, other.minX))
      * max(0, min(maxY, other.maxY) - max(minY, other.minY))
  }
}

extension String {
  /// Returns the text with an ellipsis for as little as possible: in the folders of a path, so that what is said about
  /// the file stays; without a path, in the middle.
  func shortened(toFit fits: (String) -> Bool) -> String {
    guard !fits(self) else { return self }
    let text = Array(prefix(2048))
    let words = text.split(separator: " ").filter { $0.contains("/") }
    let path = words.max { $0.count < $1.count }
    let hole = path?.lastIndex(of: "/").map { (path?.startIndex ?? 0)..<$0 } ?? text.indices
    func keeping(_ count: Int) -> String {
      let (head, tail) = (hole.lowerBound + (count + 1) / 2, hole.upperBound - count / 2)
      return String(text[..<head]) + "…" + String(text[tail...])
    }
    let kept = TextRun.longest(below: hole.count) { fits(keeping($0)) }
    return keeping(kept)
  }
}
