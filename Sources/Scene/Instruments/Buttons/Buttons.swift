import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// The buttons: a row beside the dial, and one below the rings.
struct Buttons: Instrument {
  /// A button's answer to the pointer, in seconds.
  static let motion = 0.14

  struct Input: Equatable {
    /// The buttons beside the dial.
    var main: [ButtonContent]
    /// Which of them, and of those below the rings after them, do anything: bit n for button n.
    var enabled: UInt64
    var pointer: Pointer
    /// Whether the help lies over them.
    var isCovered: Bool
  }

  /// How far a button is lit by the pointer and pushed in.
  private struct Motion {
    var hover = Animated(0.0)
    var press = Animated(0.0)
    /// The picture of the last frame, and what it was made of.
    var picture = DisplayItem.none
    var shown: Key?
  }

  private struct Key: Equatable {
    var button: Button
    var hover: Int
    var press: Int
  }

  /// Those that can be pressed, from back to front.
  private(set) var buttons: [Button] = []
  private var placed: [Button] = []
  private var motions: [ButtonContent.Role: Motion] = [:]
  /// The last strike of a key that was shown, and until when it holds its button down.
  private var strike: (number: Int, end: Double) = (0, -.infinity)

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> Input {
    let main = panel.mainButtons == nil ? [] : model.buttons
    var enabled: UInt64 = 0
    for (index, content) in main.enumerated() where model.allows(content.command) {
      enabled |= 1 << index
    }
    for (index, content) in ButtonContent.rings.enumerated() where model.allows(content.command) {
      enabled |= 1 << (main.count + index)
    }
    return Input(main: main, enabled: enabled, pointer: pointer, isCovered: model.isHelpShown)
  }

  mutating func layOut(on panel: Panel) {
    for role in motions.keys { motions[role]?.shown = nil }
  }

  mutating func prepare(_ input: Input, on panel: Panel) {
    placed.removeAll(keepingCapacity: true)
    for (row, bounds) in [
      (input.main, panel.mainButtons), (ButtonContent.rings, panel.ringButtons),
    ] {
      guard let bounds else { continue }
      let frames = ButtonBar(count: row.count).placeSubviews(in: bounds)
      // On whole pixels some of a row are one wider than others.
      let least = Size(
        width: frames.map(\.width).min() ?? 0, height: frames.map(\.height).min() ?? 0)
      let captionSize = Button.captionSize(length: row.map(\.title.count).max() ?? 0, in: least)
      for (content, frame) in zip(row, frames) {
        let isEnabled = input.enabled & 1 << placed.count != 0
        let hint = panel.key.environment.bindings.hint(for: content.command) ?? ""
        placed.append(
          Button(
            content: content, hint: hint, frame: frame, isEnabled: isEnabled,
            captionSize: captionSize))
      }
    }
    buttons = input.isCovered ? [] : placed
  }

  mutating func compose(_ input: Input, at moment: Moment, into frame: inout Frame) -> NextChange {
    let duration = moment.panel.isAnimated ? Buttons.motion : 0
    let pointer = input.pointer
    var next = NextChange.never
    if let new = pointer.strike?.number, new != strike.number {
      strike = (new, moment.now + (moment.panel.isAnimated ? Buttons.motion : 0))
    }
    let isStruck = moment.now < strike.end && !input.isCovered
    if isStruck { next = .nextFrame }
    for button in placed {
      var motion = motions[button.content.role] ?? Motion()
      let isOver = !input.isCovered && pointer.position.map(button.contains) ?? false
      let isHeld = pointer.pressed == button.content.role
      let hover =
        button.isEnabled && (isOver || isHeld) && (pointer.pressed == nil || isHeld) ? 1.0 : 0
      let isDown = isHeld && isOver || isStruck && pointer.strike?.role == button.content.role
      let press = button.isEnabled && isDown ? 1.0 : 0
      if motion.hover.target != hover {
        motion.hover.setTarget(hover, duration: duration, at: moment.now)
      }
      if motion.press.target != press {
        motion.press.setTarget(press, duration: duration * 0.6, at: moment.now)
      }
      motion.hover.prune(at: moment.now)
      motion.press.prune(at: moment.now)
      if motion.hover.isMoving(at: moment.now) || motion.press.isMoving(at: moment.now) {
        next = .nextFrame
      }
      // Eight steps are as many as frames: more would only make more pictures.
      let key = Key(
        button: button, hover: Int((motion.hover.value(at: moment.now) * 8).rounded()),
        press: Int((motion.press.value(at: moment.now) * 8).rounded()))
      if motion.shown != key {
        motion.shown = key
        motion.picture = .picture(
          button.picture(
            theme: moment.panel.theme, hover: Double(key.hover) / 8, press: Double(key.press) / 8,
            leastText: moment.panel.leastText))
      }
      motions[button.content.role] = motion
      frame.append(motion.picture)
    }
    // Over what all of them cast.
    let focused = buttons.first { $0.content.role == pointer.focus }
    frame.append(
      focused.map {
        .picture($0.focusRing(theme: moment.panel.theme, scale: moment.panel.key.environment.scale))
      } ?? .none)
    return next
  }

  /// Whether there is a button for this, reached or not.
  func hasButton(_ role: ButtonContent.Role) -> Bool { placed.contains { $0.content.role == role } }

  /// The buttons that can be pressed.
  var landmarks: [Landmark] {
    buttons.map {
      Landmark(
        "button.\($0.content.role)", .box($0.frame), note: $0.isEnabled ? "enabled" : "disabled")
    }
  }
}

/// A row of buttons of equal width.
struct ButtonBar {
  var count: Int

  /// Where they stand in `bounds`, from the left.
  func placeSubviews(in bounds: Rect) -> [Rect] {
    // Buttons keep their proportion in a bar that is higher than they are.
    let height = min(bounds.height, bounds.width * 0.16)
    let bounds = Rect(center: bounds.center, size: Size(width: bounds.width, height: height))
    let gap = height * 0.42
    let width = (bounds.width - gap * Double(max(0, count - 1))) / Double(max(1, count))
    return (0..<count).map { index in
      Rect(
        x: bounds.minX + (width + gap) * Double(index), y: bounds.minY, width: width, height: height
      )
      .snapped
    }
  }
}
