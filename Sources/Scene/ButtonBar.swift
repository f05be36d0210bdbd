import DisplayLists
public import Geometry
public import Session
import Timekeeping

/// A button of the panel.
public struct Button: Equatable, Sendable {
  /// What a button is for; it stays when its words change.
  public enum Role: Hashable, Sendable {
    case lapOrReset, startStop, reset, countDown, countUp, ringsEmpty, ringsHalf, ringsFull
  }

  /// What it is for.
  public var role: Role
  /// Where it stands, in device pixels.
  public var frame: Rect
  /// What it does now.
  public var command: Command
  /// Its words.
  var title: String
  /// The key that does the same.
  var hint: String
  /// Whether it does anything now.
  public var isEnabled: Bool

  /// Whether `point` is on its face, whose ends are round.
  func contains(_ point: Point) -> Bool {
    guard frame.contains(point) else { return false }
    let radius = frame.height / 2
    let dx = max(frame.minX + radius - point.x, point.x - (frame.maxX - radius), 0)
    let dy = point.y - frame.midY
    return dx * dx + dy * dy <= radius * radius
  }
}

/// A row of buttons of equal width.
struct ButtonBar: Equatable {
  var roles: [Button.Role]

  /// The buttons beside the dial, in `mode`.
  static func main(mode: Mode) -> ButtonBar {
    switch mode {
    case .stopwatch: ButtonBar(roles: [.lapOrReset, .startStop])
    case .counter: ButtonBar(roles: [.reset, .countDown, .countUp])
    case .clock: ButtonBar(roles: [])
    }
  }

  /// The buttons below the rings.
  static let rings = ButtonBar(roles: [.ringsEmpty, .ringsHalf, .ringsFull])
}

extension ButtonBar: Layout {
  func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(proposal.height, proposal.width * 0.16))
  }

  func placeSubviews(in bounds: Rect) -> [(role: Button.Role, frame: Rect)] {
    // Buttons keep their proportion in a bar that is higher than they are.
    let size = sizeThatFits(bounds.size)
    let bounds = Rect(center: bounds.center, size: size)
    let gap = bounds.height * 0.42
    let width = (bounds.width - gap * Double(max(0, roles.count - 1))) / Double(max(1, roles.count))
    return roles.enumerated().map { index, role in
      let x = bounds.minX + (width + gap) * Double(index)
      return (role, Rect(x: x, y: bounds.minY, width: width, height: bounds.height).snapped)
    }
  }
}

extension Button {
  /// The button for `role` at `frame` as `model` has it now.
  init(role: Role, frame: Rect, model: Model) {
    let isRunning = model.stopwatch.isRunning
    let (title, hint, command): (String, String, Command) =
      switch role {
      case .lapOrReset where model.stopwatch.state == .stopped: ("Reset", "R", .reset)
      case .lapOrReset: ("Lap", "L", .lap)
      case .startStop: (isRunning ? "Stop" : "Start", "Space", .toggle)
      case .reset: ("Reset", "R", .reset)
      case .countDown: ("−1", "Down", .step(.down))
      case .countUp: ("+1", "Up", .step(.up))
      case .ringsEmpty: ("0%", "0", .setRings(0))
      case .ringsHalf: ("50%", "5", .setRings(0.5))
      case .ringsFull: ("100%", "End", .setRings(1))
      }
    self.init(
      role: role, frame: frame, command: command, title: title, hint: hint, isEnabled: model.allows(command))
  }

  /// The button's look in `theme`: `hover` and `press` from 0 to 1 say how far it is lit and pushed in.
  func picture(
    theme: Theme, hover: Double, press: Double, isRunning: Bool, leastText: Double = Surroundings.leastText
  ) -> Picture {
    let look = theme.buttonLook(role, isRunning: isRunning)
    let strength: Float = isEnabled ? 1 : 0.4
    let height = frame.height
    let face = Path.roundedRect(frame, radius: height / 2)
    var marks: [Mark] = theme.buttonShadows.map { shadow in
      // A button that is held down casts less: it sinks toward the surface.
      .shadow(
        face,
        Shadow(
          color: shadow.color.opacity(Float(1 - press * 0.75) * (isEnabled ? 1 : 0.55)),
          radius: shadow.radius / 100 * height * (1 - press * 0.4),
          dx: shadow.offset / 100 * height * (1 - press * 0.7),
          dy: shadow.offset / 100 * height * (1 - press * 0.7)), knockout: true)
    }
    let fill = look.face.mixed(with: look.hover, by: Float(hover)).mixed(with: look.pressed, by: Float(press))
    marks.append(.fill(face, isEnabled ? fill : theme.background.mixed(with: fill, by: 0.5)))
    if look.border.alpha > 0 {
      let width = max(1, height / 34)
      marks.append(
        .stroke(
          .roundedRect(frame.inset(by: width / 2), radius: height / 2), width: width, round: false,
          look.border.opacity(strength)))
    }
    let titleSize = height * 0.345
    let hintSize = height * 0.235
    let hasHint = hintSize >= leastText && frame.width > hintSize * 5
    func line(at fraction: Double, height share: Double) -> Rect {
      Rect(
        x: frame.minX + height * 0.2, y: frame.minY + height * (fraction - share / 2),
        width: frame.width - height * 0.4, height: height * share)
    }
    marks.append(
      .text(
        TextRun(
          title, frame: line(at: hasHint ? 0.4 : 0.5, height: 0.6), size: titleSize, isBold: true,
          color: look.text.opacity(strength))))
    if hasHint {
      marks.append(
        .text(
          TextRun(
            hint, frame: line(at: 0.73, height: 0.4), size: hintSize,
            color: theme.secondaryText.opacity(strength))))
    }
    let reach = theme.buttonShadows.map { ($0.radius * 3 + abs($0.offset)) / 100 * height }.max() ?? 0
    return Picture(marks: marks, extent: PixelRect(covering: frame.inset(by: -reach - 1)))
  }
}

extension Theme {
  /// The look of the button for `role`.
  fileprivate func buttonLook(_ role: Button.Role, isRunning: Bool) -> ButtonLook {
    guard role == .startStop else { return button }
    return isRunning ? stopButton : startButton
  }
}
