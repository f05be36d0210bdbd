import DisplayLists
import Geometry

/// Frosted glass between the hands and the texts of a dial, which covers what the texts take.
struct Veil {
  private var shown: (areas: [Rect], picture: Picture)?
  /// Those of the current frame; it keeps its memory.
  private var areas: [Rect] = []

  /// How far it extends around a text, in units of the dial's design.
  private static let edge = 4.0
  /// Its strength: a hand is seen through it, but no longer competes.
  private static let opacity: Float = 0.65

  /// Starts a frame whose texts cover `areas`, and what `cover` adds.
  mutating func begin(_ areas: [Rect]) {
    self.areas.removeAll(keepingCapacity: true)
    self.areas.append(contentsOf: areas)
  }

  mutating func cover(_ area: Rect) { areas.append(area) }

  mutating func compose(
    on dial: DialLayout, light: Float, _ theme: Theme, into frame: inout Frame
  ) {
    // Where what is behind the window shows through, a text has its halo.
    if theme.halo == nil, areas != shown?.areas ?? [] {
      shown = areas.isEmpty ? nil : (areas, Veil.picture(areas, on: dial, theme))
    }
    frame.append(shown.map { $0.picture.shown(light: light) } ?? .none)
  }

  private static func picture(_ areas: [Rect], on dial: DialLayout, _ theme: Theme) -> Picture {
    let edge = dial.length(edge)
    var path = Path()
    for area in areas { path.append(.roundedRect(area.inset(by: -edge), radius: edge)) }
    let shadow = Shadow(color: theme.hubFill.opacity(opacity), radius: edge / 2)
    return Picture([.shadow(path, shadow, .everywhere)], covering: path.bounds.inset(by: -edge))
  }
}

extension Picture {
  /// The picture as far as it has come, 0...1.
  func shown(light: Float) -> DisplayItem {
    light < 1
      ? .scaled(
        ScaledPicture(
          self, anchor: .zero, at: .zero, scale: 1, weight: Int((256 * light).rounded())))
      : .picture(self)
  }
}

extension Panel {
  /// The minimum width of a letter of the dial's texts, in ems.
  static let dialLetter = 0.5

  /// The area a line covers; except for figures, at most its frame.
  func area(of run: TextRun) -> Rect {
    let width =
      run.isTabular
      ? run.string.unicodeScalars.reduce(0) {
        $0 + Double(font.advance(of: $1, size: run.size, isBold: run.isBold) ?? 0)
      }
      : min(
        self.width(of: run.string, isBold: run.isBold, letter: Panel.dialLetter) * run.size,
        run.frame.width)
    let size = Size(width: width, height: run.size)
    let x = run.figuresStart(width: size.width)
    return Rect(origin: Point(x: x, y: run.frame.midY - run.size / 2), size: size)
  }
}
