import DisplayLists
import Geometry
import Session
import Timekeeping

/// An icon for each mode in the top margin, shown while the pointer or the keyboard focus is in use. The icon pointed at
/// shows its name beside them, where it covers nothing.
struct ModeBar: StillInstrument {
  private(set) var buttons: [Button] = []
  private(set) var picture: Picture?

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel, pointer) = (update.model, update.panel, update.pointer)
    if update.isNew {
      buttons = zip(ButtonContent.modes, PanelLayout(panel.key).modeIcons).map { content, frame in
        Button(content: content, frame: frame, isEnabled: true)
      }
    }
    let isShown = pointer.isPresent && !model.isHelpShown && !buttons.isEmpty
    let (old, new) = (picture, isShown ? draw(model.mode, pointer, on: panel) : nil)
    guard update.isNew || new != old else { return false }
    picture = new
    // A press is shown at once.
    if pointer.pressed == nil { update.fades += [old, new].compactMap { $0?.extent.rect } }
    return true
  }

  func target(at point: Point) -> PointerTarget? {
    picture == nil ? nil : buttons.first { $0.frame.contains(point) }.map { .button($0) }
  }

  var description: [String] {
    zip(Mode.allCases, buttons).map { landmark("mode.\($0)", $1.frame) }
  }

  private func draw(_ present: Mode, _ pointer: Pointer, on panel: Panel) -> Picture {
    let theme = panel.theme
    var pictures: [Picture] = []
    for (mode, button) in zip(Mode.allCases, buttons) {
      let (frame, look) = (button.frame, pointer.look(of: button))
      let isFocused = pointer.focus == .button(button.content.role)
      // The icon has sixteen of the target's twenty-four units.
      let unit = frame.height / 24
      var marks: [Mark] = []
      if look != .usual {
        let face = look == .pressed ? theme.button.pressed : theme.button.hover
        marks.append(.fill(.roundedRect(frame, radius: unit * 6), face))
      }
      let isPresent = mode == present
      let color = isPresent ? theme.focus : look == .usual ? theme.secondaryText : theme.text
      marks += mode.strokes.map { path in
        let placed = path.mapped(factor: unit) {
          Point(x: frame.midX + ($0.x - 8) * unit, y: frame.minY + ($0.y + 3) * unit)
        }
        return .stroke(placed, width: 1.6 * unit, round: true, color)
      }
      if isPresent {
        let mark = Rect(
          x: frame.midX - 4 * unit, y: frame.maxY - 3.5 * unit, width: 8 * unit, height: 2 * unit)
        marks.append(.fill(.roundedRect(mark, radius: unit), theme.focus))
      }
      pictures.append(Picture(marks, covering: frame))
      if isFocused {
        pictures.append(button.focusRing(theme: theme, scale: panel.key.environment.scale))
      }
      if isFocused || look != .usual { pictures.append(tip(button, on: panel)) }
    }
    return Picture(
      pictures.flatMap(\.marks),
      covering: pictures.reduce(buttons[0].frame) { $0.union($1.extent.rect) })
  }

  private func tip(_ button: Button, on panel: Panel) -> Picture {
    let (title, height) = (button.content.title, button.frame.height * 0.75)
    let width = panel.width(of: title, letter: 0.64) * height * 0.6 + height
    let frame = Rect(
      x: (buttons.last?.frame.maxX ?? 0) + height * 0.5, y: button.frame.midY - height / 2,
      width: width, height: height
    ).snapped
    let run = TextRun(title, frame: frame, size: height * 0.6, color: panel.theme.background)
    return Picture(
      [.fill(.roundedRect(frame, radius: height / 4), panel.theme.text), .text(run)],
      covering: frame.inset(by: -1))
  }
}

extension Mode {
  /// The lines of its icon, in a square of 16.
  fileprivate var strokes: [Path] {
    func line(_ points: (Double, Double)...) -> Path {
      .polyline(points.map { Point(x: $0.0, y: $0.1) })
    }
    return switch self {
    case .stopwatch:
      [
        .circle(center: Point(x: 8, y: 9.2), radius: 5.6), line((6.2, 1), (9.8, 1)),
        line((8, 1), (8, 3.4)),
        line((8, 9.2), (10.4, 6.8)), line((13, 3.4), (13.8, 4.2)),
      ]
    case .timer:
      [
        line((3.5, 1.5), (12.5, 1.5)), line((3.5, 14.5), (12.5, 14.5)),
        line((4.5, 1.5), (4.5, 4), (11.5, 12), (11.5, 14.5)),
        line((11.5, 1.5), (11.5, 4), (4.5, 12), (4.5, 14.5)),
      ]
    case .plan: [line((2, 3.5), (14, 3.5)), line((2, 8), (10, 8)), line((2, 12.5), (6.5, 12.5))]
    case .clock:
      [.circle(center: Point(x: 8, y: 8), radius: 6.4), line((8, 4.2), (8, 8), (10.8, 9.6))]
    case .counter:
      // Tally marks: five.
      [3.5, 6.5, 9.5, 12.5].map { line(($0, 2.5), ($0, 13.5)) } + [line((1, 11.5), (15, 4.5))]
    }
  }
}
