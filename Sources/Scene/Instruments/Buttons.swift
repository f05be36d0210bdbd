import Animation
import DisplayLists
package import Geometry
package import Session
import Timekeeping

struct Buttons: Instrument {
  /// How long a button takes to react, in seconds.
  static let motion = 0.14

  private struct Face: Equatable {
    var content: ButtonContent
    var isEnabled: Bool

    init(_ content: ButtonContent, of model: Model) {
      self.content = content
      isEnabled = model.allows(content.command)
    }
  }

  private struct Input: Equatable {
    var main: [Face]
    var rings: [Face]
    var pointer: Pointer
  }

  private struct Motion {
    var hover = Animated(0.0)
    var press = Animated(0.0)
    var picture = DisplayItem.none
    var key: Key?
  }

  private struct Key: Equatable {
    var button: Button
    var hover: Int
    var press: Int
  }

  private var input: Input?
  private(set) var buttons: [Button] = []
  private var motions: [ButtonContent.Role: Motion] = [:]
  /// The last key press, and until when it holds its button down.
  private var strike: (number: Int, end: Double) = (0, -.infinity)

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel) = (update.model, update.panel)
    func faces(_ contents: [ButtonContent], in row: Rect?) -> [Face] {
      row == nil ? [] : contents.map { Face($0, of: model) }
    }
    let new = Input(
      main: faces(model.buttons, in: panel.mainButtons),
      rings: faces(ButtonContent.rings, in: panel.ringButtons),
      pointer: model.isHelpShown ? Pointer() : update.pointer)
    guard update.isNew || new != input else { return false }
    if new.main != input?.main {
      let rows = [panel.mainButtons, panel.ringButtons].compactMap { $0 }
      update.fades += rows.map { $0.inset(by: -$0.height / 2) }
    }
    if update.isNew {
      for role in motions.keys { motions[role]?.key = nil }
    }
    buttons =
      Buttons.row(new.main, in: panel.mainButtons, on: panel)
      + Buttons.row(new.rings, in: panel.ringButtons, on: panel)
    input = new
    return true
  }

  private static func row(_ faces: [Face], in bounds: Rect?, on panel: Panel) -> [Button] {
    guard let bounds else { return [] }
    let frames = Buttons.frames(count: faces.count, in: bounds)
    // 0.78 ems a letter is the width of "100%" in bold, the widest caption.
    let longest = faces.map { panel.width(of: $0.content.title, isBold: true, letter: 0.78) }
      .reduce(0.78, max)
    // Rounding makes some buttons a pixel wider than others.
    let size = min(
      (frames.map(\.height).min() ?? 0) * 0.345,
      (frames.map(\.width).min() ?? 0) * Button.captionShare / longest)
    return zip(faces, frames).map { face, frame in
      Button(
        content: face.content,
        hint: panel.key.environment.bindings.hint(for: face.content.command) ?? "", frame: frame,
        isEnabled: face.isEnabled, captionSize: size)
    }
  }

  static func frames(count: Int, in bounds: Rect) -> [Rect] {
    // In a row that is too high, buttons keep their proportions.
    let height = min(bounds.height, bounds.width * ButtonRows.heightShare)
    let bounds = Rect(center: bounds.center, size: Size(width: bounds.width, height: height))
    let gap = height * 0.42
    let width = (bounds.width - gap * Double(max(0, count - 1))) / Double(max(1, count))
    return (0..<count).map { index in
      Rect(
        x: bounds.minX + (width + gap) * Double(index), y: bounds.minY, width: width, height: height
      ).snapped
    }
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard let pointer = input?.pointer else { return .never }
    let (panel, now) = (moment.panel, moment.now)
    let duration = panel.motion(Buttons.motion)
    var next = NextChange.never
    if let new = pointer.strike?.number, new != strike.number { strike = (new, now + duration) }
    let isStruck = now < strike.end && pointer.strike != nil
    if isStruck { next = .nextFrame }
    for button in buttons {
      let role = button.content.role
      var motion = motions[role] ?? Motion()
      let isOver = pointer.position.map(button.contains) ?? false
      let isHeld = pointer.pressed?.role == role
      let isLit = button.isEnabled && (isOver || isHeld) && (pointer.pressed == nil || isHeld)
      let isDown = isHeld && isOver || isStruck && pointer.strike?.role == role
      motion.hover.setTarget(isLit ? 1 : 0, duration: duration, at: now)
      motion.press.setTarget(button.isEnabled && isDown ? 1 : 0, duration: duration * 0.6, at: now)
      motion.hover.prune(at: now)
      motion.press.prune(at: now)
      if motion.hover.isMoving(at: now) || motion.press.isMoving(at: now) { next = .nextFrame }
      // The motion lasts about eight frames: more steps would only make more pictures.
      let hover = (motion.hover.value(at: now) * 8).rounded()
      let press = (motion.press.value(at: now) * 8).rounded()
      let key = Key(button: button, hover: Int(hover), press: Int(press))
      if motion.key != key {
        motion.key = key
        motion.picture = .picture(
          button.picture(
            theme: panel.theme, hover: hover / 8, press: press / 8, leastText: panel.leastText))
      }
      motions[role] = motion
      frame.append(motion.picture)
    }
    // Drawn above the shadows of all buttons.
    let focused = buttons.first { $0.content.role == pointer.focus }
    let ring = focused?.focusRing(theme: panel.theme, scale: panel.key.environment.scale)
    frame.append(ring.map { .picture($0) } ?? .none)
    return next
  }

  func target(at point: Point) -> PointerTarget? {
    buttons.last { $0.contains(point) }.map { .button($0) }
  }

  var description: [String] {
    buttons.map {
      landmark("button.\($0.content.role)", $0.frame) + ($0.isEnabled ? " enabled" : " disabled")
    }
  }
}

package struct Button: Equatable, Sendable {
  package var content: ButtonContent
  /// The name of the equivalent key; empty if there is none.
  package var hint: String
  package var frame: Rect
  package var isEnabled: Bool
  /// The caption size of the whole row, in device pixels.
  var captionSize: Double

  static let disabledStrength: Float = 0.4
  /// The maximum width of a caption, as a fraction of its button's.
  static let captionShare = 0.74

  func contains(_ point: Point) -> Bool {
    guard frame.contains(point) else { return false }
    let radius = frame.height / 2
    let dx = max(frame.minX + radius - point.x, point.x - (frame.maxX - radius), 0)
    let dy = point.y - frame.midY
    return dx * dx + dy * dy <= radius * radius
  }

  func picture(theme: Theme, hover: Double, press: Double, leastText: Double) -> Picture {
    let style = theme.style(of: content.kind)
    let strength: Float = isEnabled ? 1 : Button.disabledStrength
    let height = frame.height
    let face = Path.roundedRect(frame, radius: height / 2)
    func shadows(opacity: Float, radius: Double, offset: Double) -> [Shadow] {
      theme.buttonShadows.map {
        let shadow = $0.shadow(of: height)
        return Shadow(
          color: shadow.color.opacity(opacity), radius: shadow.radius * radius,
          dx: shadow.dx * offset, dy: shadow.dy * offset)
      }
    }
    // A pressed button casts less shadow: it sinks toward the surface.
    var marks: [Mark] = shadows(
      opacity: Float(1 - press) * (isEnabled ? 1 : 0.55), radius: 1 - press * 0.4,
      offset: 1 - press * 0.7
    ).map { .shadow(face, $0, knockout: true) }
    let fill = style.face.mixed(with: style.hover, by: Float(hover)).mixed(
      with: style.pressed, by: Float(press))
    marks.append(.fill(face, isEnabled ? fill : theme.background.mixed(with: fill, by: 0.5)))
    if press > 0 {
      marks += shadows(opacity: Float(press), radius: 0.6, offset: 0.6).map {
        .innerShadow(face, $0)
      }
    }
    if style.border.alpha > 0 {
      let width = max(1, height / 34)
      let border = Path.roundedRect(frame.inset(by: width / 2), radius: height / 2)
      marks.append(.stroke(border, width: width, round: false, style.border.opacity(strength)))
    }
    let hintSize = height * 0.235
    let hasHint = !hint.isEmpty && hintSize >= leastText && frame.width > hintSize * 5
    func line(at fraction: Double, height share: Double) -> Rect {
      Rect(
        x: frame.midX - frame.width * Button.captionShare / 2,
        y: frame.minY + height * (fraction - share / 2),
        width: frame.width * Button.captionShare, height: height * share)
    }
    // Two lines stand a little above the middle, to balance the descenders.
    let caption = TextRun(
      content.title, frame: line(at: hasHint ? 0.35 : 0.5, height: 0.6), size: captionSize,
      isBold: true, color: style.text.opacity(strength))
    marks.append(.text(caption))
    if hasHint {
      let color = theme.secondaryText.shade(toward: style.text, by: Contrast.text, on: style.face)
      let frame = line(at: 0.68, height: 0.4)
      marks.append(
        .text(TextRun(hint, frame: frame, size: hintSize, color: color.opacity(strength))))
    }
    let reach = theme.buttonShadows.reach(of: height)
    return Picture(marks, covering: frame.inset(by: -reach - 1))
  }

  /// The ring's distance from the button is its width.
  func focusRing(theme: Theme, scale: Double) -> Picture {
    let width = theme.focusWidth(scale: scale)
    let ring = frame.inset(by: -1.5 * width)
    let path = Path.roundedRect(ring, radius: ring.height / 2)
    return Picture(
      [.stroke(path, width: width, round: false, theme.focus)], covering: ring.inset(by: -width))
  }
}

extension Theme {
  fileprivate func style(of kind: ButtonContent.Kind) -> ButtonStyle {
    switch kind {
    case .plain: button
    case .start: startButton
    case .stop: stopButton
    }
  }
}
