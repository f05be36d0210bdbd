import ArgumentParser
import Measuring
import Scene
import Session
import Timekeeping

/// What the cost of a frame grows with.
struct GrowthCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "growth",
    abstract: "Show what the cost of a frame grows with, and what it does not grow with.",
    discussion: """
      Frames are composed, compared and painted without a display; times are microseconds of CPU a frame, medians of \
      the rounds. The specimens of a group take turns, so that a busy machine disturbs all of them alike. What costs \
      "x first" is told in times of the group's first specimen; where all of a group are damaged alike, that has to \
      stay at 1.

      Frames follow one another at once, so that all they need is in the processor's caches: that shows best what a \
      cost grows with. With --paced they come at 60 a second as in the program, and cost as much more as the caches \
      have lost meanwhile.
      """)

  @Option(help: "How many rounds for each specimen.")
  var rounds: Int = 15

  @Option(help: "How many frames in a round.")
  var frames: Int = 60

  @Option(
    name: .customLong("group"),
    help:
      "What to let grow: size, shape, window, digits, count, rings, ring, laps, lap; may be given several times."
  )
  var groups: [GrowthGroup] = GrowthGroup.allCases

  @Flag(help: "Sleep before each frame, as the program does.")
  var paced = false

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  mutating func run() throws {
    let growth = GrowthCommand.measure(
      groups, rounds: max(1, rounds), frames: max(1, frames), isPaced: paced)
    print(json ? growth.json.line + "\n" : growth.text, terminator: "")
  }

  /// Measures `groups`, one after another.
  static func measure(_ groups: [GrowthGroup], rounds: Int, frames: Int, isPaced: Bool = false) -> Growth {
    var growth = Growth()
    for group in groups {
      let specimens = group.specimens.map { Specimen($0.name, $0.scenario) }
      for specimen in specimens { specimen.warmUp(frames: group.warmUp) }
      // One round that does not count, so that each comes back to caches as the others leave them.
      for specimen in specimens { specimen.settle(frames: frames, isPaced: isPaced) }
      for _ in 0..<rounds {
        for specimen in specimens { specimen.measure(frames: frames, isPaced: isPaced) }
      }
      growth.groups.append(
        Growth.Group(name: group.title, isFlat: group.isFlat, rows: specimens.map(\.row)))
    }
    return growth
  }
}

/// What grows.
enum GrowthGroup: String, CaseIterable, ExpressibleByArgument {
  /// The running panel and its window together.
  case size
  /// The running panel in windows of other shapes.
  case shape
  /// The window alone.
  case window
  /// How many digits there are, of which the last one changes.
  case digits
  /// How many digits change.
  case count
  /// How many rings there are, all of them moving.
  case rings
  /// How many rings there are, of which the outermost moves.
  case ring
  /// How many laps there are.
  case laps
  /// How many laps there are when one more is marked and taken back.
  case lap

  /// For the table.
  var title: String {
    switch self {
    case .size: "panel and window"
    case .shape: "shape of the window"
    case .window: "window alone"
    case .digits: "digits, one changes"
    case .count: "digits, all change"
    case .rings: "rings, all move"
    case .ring: "rings, one moves"
    case .laps: "laps"
    case .lap: "laps, one marked and taken back"
    }
  }

  /// Whether what grows must cost nothing.
  var isFlat: Bool {
    switch self {
    case .window, .laps, .lap: true
    // Every digit that stands still is composed and compared all the same: a fifth of a microsecond.
    case .size, .shape, .digits, .count, .rings, .ring: false
    }
  }

  /// Frames after which all that is made once has been made.
  var warmUp: Int {
    switch self {
    case .size, .shape, .window, .laps: Worker.warmUp
    default: 600
    }
  }

  /// The specimens, smallest first.
  var specimens: [(name: String, scenario: Scenario)] {
    switch self {
    case .size:
      return [
        (120, 120), (240, 240), (420, 240), (840, 480), (1440, 840), (1920, 1080), (2880, 1680), (3840, 2160),
      ].map(GrowthGroup.running)
    case .shape:
      return [(480, 480), (1200, 200), (360, 720), (1920, 480), (720, 1440)].map(GrowthGroup.running)
    case .window:
      return [(840, 480), (1440, 840), (1920, 1080), (2880, 1680), (3840, 2160)].map { width, height in
        var scenario = Workload.running.scenario(width: 840, height: 480)
        scenario.window = (width, height)
        return ("\(width) x \(height), panel of 840 x 480", scenario)
      }
    case .digits: return [3, 6, 9, 12].map { GrowthGroup.counter(digits: $0, step: 1) }
    case .count:
      return [3, 6, 9, 12].map { digits in
        GrowthGroup.counter(digits: digits, step: (0..<digits).reduce(0) { sum, _ in sum * 10 + 1 })
      }
    case .rings: return (1...RingModel.maximumCount).map { GrowthGroup.rings($0, moving: nil) }
    case .ring: return (1...RingModel.maximumCount).map { GrowthGroup.rings($0, moving: 0) }
    case .laps:
      // Without a lap there is neither its hand nor its time to show.
      return [10, 1000, 1_000_000, 0].map { count in
        var scenario = Workload.running.scenario(width: 840, height: 480)
        scenario.model = Model(
          stopwatch: Workload.stopwatch(.running, laps: GrowthGroup.laps(count)))
        return (GrowthGroup.number(count), scenario)
      }
    case .lap:
      return [10, 1000, 1_000_000].map { count in
        var scenario = Workload.running.scenario(width: 840, height: 480)
        scenario.model = Model(
          stopwatch: Workload.stopwatch(.running, laps: GrowthGroup.laps(count)))
        scenario.command = { frame in frame % 10 == 0 ? (frame % 20 == 0 ? .lap : .undo) : nil }
        return (GrowthGroup.number(count), scenario)
      }
    }
  }

  private static func running(width: Int, height: Int) -> (name: String, scenario: Scenario) {
    ("\(width) x \(height)", Workload.running.scenario(width: width, height: height))
  }

  /// `count` laps up to a minute before the start, with times of their own.
  private static func laps(_ count: Int) -> Laps {
    let whole: Int64 = 412_000_000_000
    return Laps(
      totals: (0..<count).lazy.map { index in
        // A lap is a little longer or shorter than the one before it.
        let end = whole / Int64(count) * Int64(index + 1)
        return Duration.nanoseconds(end - Int64(index * 7919 % 101))
      })
  }

  /// A counter in a window that gives its digits the same size, however many there are.
  private static func counter(digits: Int, step: Int) -> (name: String, scenario: Scenario) {
    // The room for digits is 560 x 130 of 628 x 198 units, and a digit is 60 pixels wide with a space of a quarter.
    let unit = max(60.5 * (Double(digits) * 1.26 - 0.26) / 560, 60.5 * SevenSegment.height / 130)
    let environment = Environment(
      width: Int((628 * unit).rounded(.up)), height: Int((198 * unit).rounded(.up)), parts: [.digits])
    let scenario = Scenario(
      model: Model(mode: .counter, counter: (try? Counter(0, digits: digits)) ?? Counter()),
      environment: environment,
      command: { frame in
        // A digit goes from 0 to 8 and back, so that no carry changes another one.
        frame % 20 == 0 ? .count(.by(frame / 20 / 8 % 2 == 0 ? step : -step)) : nil
      })
    return ("\(digits) digits", scenario)
  }

  /// `count` rings of which one is moved, or all are.
  private static func rings(_ count: Int, moving chosen: Int?) -> (name: String, scenario: Scenario) {
    let rings = (0..<count).map { RingModel(name: "Ring \($0 + 1)", source: .manual(0.4)) }
    var model = Model(rings: rings, stopwatch: Workload.stopwatch(.stopped, laps: Laps()))
    for _ in 0..<(chosen.map { $0 + 1 } ?? 0) { _ = model.apply(.chooseRing(.forward), at: Workload.start) }
    let scenario = Scenario(
      model: model, environment: Environment(width: 840, height: 480), command: Scenario.ringsSwinging)
    return (count == 1 ? "1 ring" : "\(count) rings", scenario)
  }

  /// A whole number with commas.
  private static func number(_ value: Int) -> String {
    var text = ""
    for (index, digit) in String(value).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
