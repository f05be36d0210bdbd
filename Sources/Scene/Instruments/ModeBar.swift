import DisplayLists
import Geometry
import Session
import Timekeeping

/// An icon for each mode in the top margin, shown while the pointer or the keyboard focus is in use. The icon pointed at
/// shows its name beside them, where it covers nothing.
struct ModeBar: StillInstrument {
  private var icons: [Element] = []
  private(set) var picture: Picture?

  /// The side of a target, in units of what is drawn in it; the icon has sixteen, in the middle.
  private static let targetUnits = 24.0

  // Of the name that is shown beside the icons.

  /// Its height by a target's.
  private static let tipHeight = 0.75
  /// The size of its text and its distance from the icons, by its height.
  private static let (tipText, tipGap) = (0.6, 0.5)
  /// The minimum width of a letter, in ems.
  private static let letter = 0.64

  mutating func update(_ update: inout Update) -> Bool {
    let (model, panel, pointer) = (update.model, update.panel, update.pointer)
    if update.isNew {
      icons = zip(ButtonContent.modes, PanelLayout(panel.key).modeIcons).map { content, frame in
        var icon = Element(.button(content.role), .tab, content.title, in: .box(frame))
        icon.action = .press(content)
        icon.focusGroup = .modes
        return icon
      }
    }
    let isShown = pointer.isPresent && !model.isHelpShown && !icons.isEmpty
    for index in icons.indices {
      icons[index].states = isShown ? [] : .hidden
      if icons[index].id == .button(.mode(model.mode)) { icons[index].states.insert(.selected) }
      if icons[index].id == pointer.focus { icons[index].states.insert(.focused) }
    }
    let (old, new) = (picture, isShown ? draw(pointer, on: panel) : nil)
    guard update.isNew || new != old else { return false }
    picture = new
    // A press is shown at once.
    if pointer.pressed == nil { update.fades += [old, new].compactMap { $0?.extent.rect } }
    return true
  }

  var elements: [Element] { icons }

  private func draw(_ pointer: Pointer, on panel: Panel) -> Picture {
    let theme = panel.theme
    var pictures: [Picture] = []
    for (mode, icon) in zip(Mode.allCases, icons) {
      let (frame, look) = (icon.area.box, pointer.look(of: icon))
      let (isPresent, isFocused) = (icon.states.contains(.selected), icon.states.contains(.focused))
      let unit = frame.height / ModeBar.targetUnits
      var marks: [Mark] = []
      if look != .usual {
        let face = look == .pressed ? theme.button.pressed : theme.button.hover
        marks.append(.fill(.roundedRect(frame, radius: unit * 6), face))
      }
      let color = isPresent ? theme.focus : look == .usual ? theme.secondaryText : theme.text
      marks += mode.strokes.map { path in
        let placed = path.mapped(factor: unit) {
          Point(x: frame.midX + ($0.x - 8) * unit, y: frame.minY + ($0.y + 3) * unit)
        }
        return .stroke(placed, width: 1.6 * unit, round: true, color)
      }
      if isPresent {
        // A bar below the icon, in units.
        let mark = Rect(
          x: frame.midX - 4 * unit, y: frame.maxY - 3.5 * unit, width: 8 * unit, height: 2 * unit)
        marks.append(.fill(.roundedRect(mark, radius: unit), theme.focus))
      }
      pictures.append(Picture(marks, covering: frame))
      if isFocused {
        pictures.append(theme.focusRing(around: frame, scale: panel.key.environment.scale))
      }
      if isFocused || look != .usual { pictures.append(tip(icon, on: panel)) }
    }
    return Picture(
      pictures.flatMap(\.marks),
      covering: pictures.reduce(icons[0].area.box) { $0.union($1.extent.rect) })
  }

  private func tip(_ icon: Element, on panel: Panel) -> Picture {
    let (title, height) = (icon.name, icon.area.box.height * ModeBar.tipHeight)
    // Half of the height is free at either end.
    let width =
      panel.width(of: title, letter: ModeBar.letter) * height * ModeBar.tipText + height
    let frame = Rect(
      x: (icons.last?.area.box.maxX ?? 0) + height * ModeBar.tipGap,
      y: icon.area.box.midY - height / 2, width: width, height: height
    ).snapped
    let run = TextRun(
      title, frame: frame, size: height * ModeBar.tipText, color: panel.theme.background)
    return Picture(
      [.fill(.roundedRect(frame, radius: height / 4), panel.theme.text), .text(run)],
      covering: frame.inset(by: -1))
  }
}

extension Mode {
  /// The lines of its icon, in a square of 16.
  var strokes: [Path] {
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
