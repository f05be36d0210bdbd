import DisplayLists
import Geometry
import Session
import Timekeeping

@testable import Scene

/// The moment `seconds` after the origin.
func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64((seconds * 1e9).rounded())) }

/// What the clocks say `seconds` after the origin, which was at 2025-10-09 08:53:20 UTC.
func reading(_ seconds: Double) -> ClockSample {
  let instant = at(seconds)
  return ClockSample(
    instant: instant,
    wall: WallClock(
      epochNanoseconds: 1_760_000_000_000_000_000 + instant.nanoseconds, utcOffsetSeconds: 0))
}

extension Model {
  /// The model after commands at their times in seconds.
  func after(_ commands: [(Double, Command)]) -> Model {
    var copy = self
    for (seconds, command) in commands { _ = copy.apply(command, at: at(seconds)) }
    return copy
  }
}

extension FrameComposer {
  /// The frame of this composer after what has happened.
  mutating func frame(
    _ model: Model, in environment: Environment = .usual, pointer: Pointer = Pointer(),
    at reading: ClockSample
  ) -> DisplayList {
    show(model.asOf(reading.instant), in: environment, pointer: pointer)
    advance(to: reading)
    return frame.list
  }

  /// Goes on to `reading`, as the program does while nothing happens.
  mutating func goOn(
    _ model: Model, in environment: Environment, pointer: Pointer, to reading: ClockSample
  ) {
    if isOutdated(at: reading.instant) {
      show(model.asOf(reading.instant), in: environment, pointer: pointer)
    }
    advance(to: reading)
  }
}

extension FrameComposer {
  /// The buttons and the modes' icons, from back to front.
  var buttons: [Button] {
    elements.filter { [.button, .tab].contains($0.role) }.compactMap(\.asButton)
  }

  /// The button at `point`, if it can be reached.
  func button(at point: Point) -> Button? { element(at: point)?.asButton }

  func isPressable(at point: Point) -> Bool { element(at: point)?.isPressable ?? false }
}

extension Element {
  fileprivate var asButton: Button? {
    guard case .press(let content) = action else { return nil }
    return Button(content: content, frame: area.box, isEnabled: isEnabled)
  }
}

extension Environment {
  /// The window of the design.
  static let usual = Environment(width: 840, height: 480)

  /// The same without motion.
  var still: Environment {
    var copy = self
    copy.isAnimated = false
    return copy
  }
}

/// The frame that a program shows which has just been started, without motion.
func stillFrame(
  _ model: Model, in environment: Environment = .usual, pointer: Pointer = Pointer(),
  at reading: ClockSample
) -> DisplayList {
  var composer = FrameComposer()
  return composer.frame(model, in: environment.still, pointer: pointer, at: reading)
}

extension DisplayList {
  /// The groups of lights, line by line from the left.
  var lights: [SegmentGroup] {
    items.compactMap { if case .segments(let group) = $0 { group } else { nil } }.sorted {
      ($0.y, $0.x) < ($1.y, $1.x)
    }
  }
  /// The hands, from back to front.
  var hands: [Hand] {
    items.compactMap { if case .hand(let hand) = $0 { hand } else { nil } }
  }
  /// The rings, from the outermost inward.
  var rings: [Ring] {
    items.compactMap { if case .ring(let ring) = $0 { ring } else { nil } }
  }
  /// The lines of text that are items of their own.
  var texts: [TextRun] {
    items.compactMap { if case .text(let run) = $0 { run } else { nil } }
  }
  /// The plate between the hands of a dial and its texts.
  var veil: Picture? {
    guard let hand = items.lastIndex(where: { if case .hand = $0 { true } else { false } }),
      case .picture(let picture)? = items.dropFirst(hand + 1).first
    else { return nil }
    return picture
  }
  /// The pictures.
  var pictures: [Picture] {
    items.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
  }
}

/// An arc around a dial.
struct RimArc {
  var start: Double
  var end: Double
  /// Of the middle of its line.
  var radius: Double
  var width: Double
  var color: Color
}

extension DisplayList {
  /// The arcs around the dial.
  var rim: [RimArc] {
    let sectors = DisplayList.arcs(
      items.compactMap { if case .sector(let sector) = $0 { sector.mark } else { nil } })
    guard sectors.isEmpty else { return sectors }
    return pictures.lazy.map { DisplayList.arcs($0.marks) }.first { !$0.isEmpty } ?? []
  }

  private static func arcs(_ marks: [Mark]) -> [RimArc] {
    marks.compactMap { mark in
      guard case .stroke(let path, let width, _, let color) = mark, path.elements.count == 1,
        case .arc(_, let radius, let start, let end)? = path.elements.first
      else { return nil }
      return RimArc(start: start.turns, end: end.turns, radius: radius, width: width, color: color)
    }
  }
}

extension Panel {
  /// Without laps.
  var dial: DialLayout? { frames[.dial].map { DialLayout(in: $0, minText: minText) } }
}

extension Picture {
  /// Frosted glass over hands.
  var glass: (path: Path, shadow: Shadow)? {
    guard case .shadow(let path, let shadow, .everywhere)? = marks.first else { return nil }
    return (path, shadow)
  }
  /// The lines of text among the marks.
  var texts: [TextRun] {
    marks.compactMap { if case .text(let run) = $0 { run } else { nil } }
  }
}

/// Whether two numbers are the same but for rounding.
func isClose(_ left: Double, _ right: Double, by tolerance: Double = 1e-9) -> Bool {
  abs(left - right) <= tolerance
}

/// Whether two points are the same but for rounding.
func isClose(_ left: Point, _ right: Point) -> Bool {
  isClose(left.x, right.x) && isClose(left.y, right.y)
}
