import DisplayLists
import Geometry
import Session
import Timekeeping

struct Buttons: Instrument {
  private struct Shown: Equatable {
    var button: Button
    var look: Button.Look
  }

  private var input: [Shown] = []
  private var pictures: [Picture] = []
  /// The last faces and captions of buttons that change.
  private var changes: [ButtonChange] = []
  private var focus: Element.ID?
  private var focusRing: Picture?

  var buttons: [Button] { input.map(\.button) }

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel) = (update.model, update.panel)
    let pointer = model.isHelpShown ? Pointer() : update.pointer
    var rows = panel.rows
    let isSelected = model.isRingSelected
    if rows[.rings] == nil, panel.frames[.rings] != nil, isSelected, let row = rows[.main] {
      // Without a place of their own, the buttons of a selected ring take half of the row.
      let half = (row.width - row.width * ButtonRows.gapFraction) / 2
      (rows[.main], rows[.rings]) = (
        row.inset(right: row.width - half), row.inset(left: row.width - half)
      )
    }
    var all: [Button] =
      Buttons.row(
        model.buttons.filter { !$0.isOptional || !panel.key.isSquare }, of: model,
        in: rows[.main], on: panel)
      + Buttons.row(ButtonContent.rings, of: model, in: rows[.rings], on: panel)
    if rows != panel.rows, all.contains(where: { $0.captionSize < panel.minText }) {
      // Half a row is too short: of the others, only what starts and stops stays.
      let few = model.buttons.filter { $0 == model.toggleButton } + ButtonContent.rings.dropLast()
      all = Buttons.row(few, of: model, in: panel.rows[.main], on: panel)
    }
    // Titles have one baseline, so there are hints in all rows or in none.
    let hasHints =
      all.contains { !$0.hint.isEmpty }
      && all.allSatisfy { $0.frame.height * Button.hintShare >= panel.minText }
    for index in all.indices { all[index].hasHints = hasHints }
    // The others have their place, so that selecting a ring moves nothing.
    if !isSelected, !panel.key.hasRingButtons {
      all.removeAll { ButtonContent.rings.contains($0.content) }
    }
    let new = all.map { Shown(button: $0, look: pointer.look(of: $0.element)) }
    focus = pointer.focus
    let ring = all.first { $0.element.id == focus }.map {
      panel.theme.focusRing(around: $0.frame, scale: panel.key.environment.scale)
    }
    guard update.isNew || new != input || ring != focusRing else { return false }
    if update.isNew {
      (pictures, changes) = ([], [])
    } else if new.map(\.button.frame) != input.map(\.button.frame) {
      changes = []
      // Always in the same order: a dictionary has none.
      let rows = [ButtonRows.Row.main, .rings].compactMap { panel.rows[$0] }
      update.fades += rows.map { $0.inset(by: -$0.height / 2) }
    } else {
      for (index, new) in new.enumerated() where new != input[index] {
        change(index, to: new, on: panel)
      }
    }
    pictures = new.enumerated().map { index, shown in
      pictures.indices.contains(index) && input[index] == shown
        ? pictures[index] : shown.button.picture(shown.look, theme: panel.theme)
    }
    (input, focusRing) = (new, ring)
    return true
  }

  /// Lets the last face of a button fade, and its caption go before the new one comes.
  private mutating func change(_ index: Int, to new: Shown, on panel: Panel) {
    let (old, theme) = (input[index], panel.theme)
    let isPress = new.look == .pressed && old.look != .pressed
    let hasLabel = new.button.hasSameLabel(as: old.button)
    let faces = input.map { $0.button.picture($0.look, theme: theme, hasCaption: false) }
    changes.append(
      ButtonChange(
        index: index, faces: faces,
        area: PixelRect(covering: old.button.frame.inset(by: -old.button.frame.height / 2)),
        motion: isPress ? .press : hasLabel ? .release : .label,
        caption: hasLabel ? nil : old.button.caption(theme: theme)))
  }

  private static func row(
    _ contents: [ButtonContent], of model: ModelAt, in bounds: Rect?, on panel: Panel
  ) -> [Button] {
    guard let bounds else { return [] }
    let frames = Buttons.frames(count: contents.count, in: bounds)
    let longest = contents.map {
      panel.width(of: $0.title, isBold: true, letter: Button.captionLetter)
    }.reduce(Button.captionLetter, max)
    // Rounding makes some buttons a pixel wider than others.
    let size = min(
      (frames.map(\.height).min() ?? 0) * Button.captionHeight,
      (frames.map(\.width).min() ?? 0) * Button.captionShare / longest)
    return zip(contents, frames).map { content, frame in
      Button(
        content: content,
        hint: panel.key.environment.bindings.hint(
          for: .model(model.keyCommand(for: content.command)))
          ?? "",
        frame: frame, isEnabled: model.allows(content.command), captionSize: size,
        hintSize: max(
          panel.minText, min(frame.height * Button.hintShare, size * Button.hintOfCaption)))
    }
  }

  static func frames(count: Int, in bounds: Rect) -> [Rect] {
    // In a row that is too high, buttons keep their proportions.
    let height = min(bounds.height, bounds.width * ButtonRows.heightFraction)
    let bounds = Rect(center: bounds.center, size: Size(width: bounds.width, height: height))
    let gap = min(height * Button.maxGap, bounds.width * ButtonRows.gapFraction)
    let width = (bounds.width - gap * Double(max(0, count - 1))) / Double(max(1, count))
    return (0..<count).map { index in
      Rect(
        x: bounds.minX + (width + gap) * Double(index), y: bounds.minY, width: width, height: height
      ).snapped
    }
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    for index in changes.indices { changes[index].start(at: moment.time) }
    changes.removeAll { !$0.isMoving(at: moment.time) }
    guard !changes.isEmpty else {
      for picture in pictures { frame.append(.picture(picture)) }
      // Drawn above the shadows of all buttons.
      frame.append(focusRing.map { .picture($0) } ?? .none)
      return .never
    }
    composeChanges(at: moment, into: &frame)
    frame.append(focusRing.map { .picture($0) } ?? .none)
    return .nextFrame
  }

  /// Faces without captions, the last ones over them, and captions above all.
  private func composeChanges(at moment: Moment, into frame: inout Frame) {
    let (theme, time) = (moment.panel.theme, moment.time)
    let moving = Set(changes.map(\.index))
    for (index, picture) in pictures.enumerated() {
      let shown = input[index]
      frame.append(
        .picture(
          moving.contains(index)
            ? shown.button.picture(shown.look, theme: theme, hasCaption: false) : picture))
    }
    for change in changes.reversed() {
      frame.append(.snapshot(change.snapshot(over: frame, at: time)))
    }
    for index in moving.sorted() {
      let labels = changes.filter { $0.index == index && $0.caption != nil }
      let light = labels.map { $0.labelLight(at: time) }.min() ?? 1
      frame.append(input[index].button.caption(theme: theme).shown(light: Float(light)))
      // Of several only the first: the others have hardly been seen.
      if let first = labels.first, let caption = first.caption {
        let light = first.formerLabelLight(at: time)
        if light > 0 { frame.append(caption.shown(light: Float(light))) }
      }
    }
  }

  var elements: [Element] {
    buttons.map {
      var element = $0.element
      if element.id == focus { element.states.insert(.focused) }
      return element
    }
  }
}

struct Button: Equatable {
  var content: ButtonContent
  var hint = ""
  var frame: Rect
  var isEnabled: Bool
  /// The caption size of the whole row, in device pixels.
  var captionSize = 0.0
  var hintSize = 0.0
  var hasHints = false

  static let disabledStrength: Float = 0.4
  /// The maximum width of a caption, as a fraction of its button's.
  static let captionShare = 0.74

  /// The maximum size of a caption by its button's height: capitals are a quarter of it.
  static let captionHeight = 0.345

  /// The size of a hint by the height of its button, at most.
  fileprivate static let hintShare = 0.25

  /// The maximum size of a hint by its caption's, so that it reads as secondary.
  fileprivate static let hintOfCaption = 0.75

  /// The minimum width of a letter of a caption, in ems: that of "100%" in bold, the widest caption.
  fileprivate static let captionLetter = 0.66

  /// The maximum gap between two buttons by their height.
  fileprivate static let maxGap = 0.42

  /// The middle and the height of a line of text, by the button's height.
  private typealias Line = (middle: Double, height: Double)
  /// A caption alone.
  private static let soleCaption: Line = (0.5, 0.6)
  /// A caption and the hint below it, both a little higher, to balance the descenders.
  private static let (caption, hintLine): (Line, Line) = ((0.35, 0.6), (0.68, 0.4))

  /// What a disabled button has of its face, and of its shadow.
  private static let (disabledFace, disabledShadow): (Float, Float) = (0.5, 0.55)

  /// The depth of a pressed button by the height of a usual one: the sizes of their shadows.
  private static let pressedDepth = 0.6

  /// The height of a button by the width of its border.
  private static let bordersPerHeight = 34.0

  enum Look {
    case usual, lit, pressed
  }

  var element: Element {
    var element = Element(.button(content.role), .button, content.title, in: .box(frame))
    element.action = .press(content)
    element.focusGroup = ButtonContent.rings.contains(content) ? .ringButtons : .main
    if !isEnabled { element.states.insert(.disabled) }
    return element
  }

  /// Whether both read the same.
  func hasSameLabel(as other: Button) -> Bool {
    content.title == other.content.title && hint == other.hint
      && content.kind == other.content.kind && isEnabled == other.isEnabled
      && captionSize == other.captionSize && hasHints == other.hasHints
  }

  private var strength: Float { isEnabled ? 1 : Button.disabledStrength }

  /// The caption and the hint alone.
  func caption(theme: Theme) -> Picture { Picture(captionMarks(theme), covering: frame) }

  func picture(_ look: Look, theme: Theme, hasCaption: Bool = true) -> Picture {
    let style = theme.style(of: content.kind)
    let height = frame.height
    let face = Path.roundedRect(frame, radius: height / 2)
    let fill =
      switch look {
      case .usual:
        isEnabled
          ? style.face : theme.background.mixed(with: style.face, by: Button.disabledFace)
      case .lit: style.hover
      case .pressed: style.pressed
      }
    let shadows = theme.buttonShadows.map { $0.shadow(of: height) }
    var marks: [Mark] = []
    // A pressed button is sunk into the surface.
    if look != .pressed {
      marks += shadows.map { shadow in
        var shadow = shadow
        if !isEnabled { shadow.color = shadow.color.opacity(Button.disabledShadow) }
        return .shadow(face, shadow, .outside)
      }
    }
    marks.append(.fill(face, fill))
    if look == .pressed {
      marks += shadows.map {
        let depth = Button.pressedDepth
        let shadow = Shadow(
          color: $0.color, radius: $0.radius * depth, dx: $0.dx * depth, dy: $0.dy * depth)
        return .shadow(face, shadow, .inside)
      }
    }
    if style.border.alpha > 0 {
      let width = max(1, height / Button.bordersPerHeight)
      let border = Path.roundedRect(frame.inset(by: width / 2), radius: height / 2)
      marks.append(.stroke(border, width: width, round: false, style.border.opacity(strength)))
    }
    if hasCaption { marks += captionMarks(theme) }
    let reach = theme.buttonShadows.reach(of: height)
    return Picture(marks, covering: frame.inset(by: -reach - 1))
  }

  private func captionMarks(_ theme: Theme) -> [Mark] {
    let (style, height) = (theme.style(of: content.kind), frame.height)
    var marks: [Mark] = []
    func box(of line: Line) -> Rect {
      Rect(
        x: frame.midX - frame.width * Button.captionShare / 2,
        y: frame.minY + height * (line.middle - line.height / 2),
        width: frame.width * Button.captionShare, height: height * line.height)
    }
    let caption = TextRun(
      content.title, frame: box(of: hasHints ? Button.caption : Button.soleCaption),
      size: captionSize, isBold: true, color: style.text.opacity(strength))
    marks.append(.text(caption))
    if hasHints, !hint.isEmpty {
      let color = theme.secondaryText.shade(toward: style.text, by: Contrast.text, on: style.face)
      let frame = box(of: Button.hintLine)
      marks.append(
        .text(TextRun(hint, frame: frame, size: hintSize, color: color.opacity(strength))))
    }
    return marks
  }
}

extension Pointer {
  func look(of button: Element) -> Button.Look {
    let isOver = position.map { button.area.contains($0, reach: button.reach) } ?? false
    let isHeld = pressed.map { .button($0.role) == button.id } ?? false
    guard button.isEnabled, isOver || isHeld, pressed == nil || isHeld else { return .usual }
    return isHeld && isOver ? .pressed : .lit
  }
}

extension Theme {
  /// The distance of a ring from its button is its width.
  func focusRing(around frame: Rect, scale: Double) -> Picture {
    let width = focusWidth(scale: scale)
    // The middle of the line.
    let ring = frame.inset(by: -(width + width / 2))
    let path = Path.roundedRect(ring, radius: ring.height / 2)
    return Picture(
      [.stroke(path, width: width, round: false, focus)], covering: ring.inset(by: -width))
  }

  fileprivate func style(of kind: ButtonContent.Kind) -> ButtonStyle {
    switch kind {
    case .plain: button
    case .start: startButton
    case .stop: stopButton
    }
  }
}
