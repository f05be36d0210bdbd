import Animation
import DisplayLists
import Geometry

/// The side of the centre where texts are. They fade out there, and then in on another.
struct TextPlace {
  private(set) var side = DialSide.below
  private var next: Double?
  /// Moves while the texts go from their side.
  private var exit = Animated(0.0)
  private var light = Animated(1.0)
  /// Over the hands that pass behind these areas.
  var veil: (areas: [Rect], picture: Picture)?
  /// Those of the current frame; it keeps its memory.
  private var areas: [Rect] = []

  /// The minimum width of a letter of the dial's texts, in ems.
  static let letter = 0.5
  /// How far the veil extends around a text, in units of the dial's design.
  private static let veilEdge = 4.0

  mutating func move(to new: Double, at moment: Moment) {
    if next != nil, next != new, !exit.isMoving(at: moment.time) {
      exit.set(1 - exit.target, with: .textExit, at: moment.time)
      light.set(0, with: .textExit, at: moment.time)
      light.set(1, with: .textEntry, at: moment.time)
    }
    next = new
    if !exit.isMoving(at: moment.time) { side = new }
  }

  func isMoving(at moment: Moment) -> Bool { light.isMoving(at: moment.time) }

  /// Starts a frame whose texts cover `areas`, and what `cover` adds.
  mutating func begin(_ areas: [Rect]) {
    self.areas.removeAll(keepingCapacity: true)
    self.areas.append(contentsOf: areas)
  }

  mutating func cover(_ area: Rect) { areas.append(area) }

  /// Composes what lies between the hands and the texts.
  mutating func composeVeil(on dial: DialLayout, _ theme: Theme, into frame: inout Frame) {
    // Where what is behind the window shows through, a text has its halo.
    if theme.halo == nil, areas != veil?.areas ?? [] {
      let edge = dial.length(TextPlace.veilEdge)
      veil = areas.isEmpty ? nil : (areas, dial.veil(areas, by: edge, theme: theme))
    }
    if let veil { frame.append(.picture(veil.picture)) }
  }

  func compose(_ run: TextRun, on dial: DialLayout, at moment: Moment, into frame: inout Frame) {
    var run = run
    run.color = run.color.opacity(Float(light.value(at: moment.time)))
    frame.append(.text(dial.cleared(run, theme: moment.panel.theme)))
  }
}

extension Panel {
  /// The area a line covers; except for figures, at most its frame.
  func area(of run: TextRun) -> Rect {
    let width =
      run.isTabular
      ? run.string.unicodeScalars.reduce(0) {
        $0 + Double(font.advance(of: $1, size: run.size, isBold: run.isBold) ?? 0)
      }
      : min(
        self.width(of: run.string, isBold: run.isBold, letter: TextPlace.letter) * run.size,
        run.frame.width)
    let size = Size(width: width, height: run.size)
    let x = run.figuresStart(width: size.width)
    return Rect(origin: Point(x: x, y: run.frame.midY - run.size / 2), size: size)
  }
}
