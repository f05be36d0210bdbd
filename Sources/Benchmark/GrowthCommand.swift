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
      the rounds. "x first" is in times of the group's first specimen.
      """)

  @Option(help: "How many rounds for each specimen.")
  var rounds: Int = 15

  @Option(help: "How many frames in a round.")
  var frames: Int = 60

  @Option(
    help: "What to let grow: size, window, digits, rings or laps; may be given several times.")
  var group: [GrowthGroup] = GrowthGroup.allCases

  @Flag(help: "Sleep before each frame, as the program does.")
  var paced = false

  func run() throws {
    let groups = group.map {
      $0.measure(rounds: max(1, rounds), frames: max(1, frames), isPaced: paced)
    }
    print(Growth.text(groups), terminator: "")
  }
}

/// What grows.
enum GrowthGroup: String, CaseIterable, ExpressibleByArgument {
  /// The running panel and its window together.
  case size
  /// The window alone.
  case window
  /// How many digits there are, all of them changing.
  case digits
  /// How many rings there are, all of them moving.
  case rings
  /// How many laps there are.
  case laps

  /// Measures its specimens, which take turns, so that a busy machine disturbs all of them alike.
  func measure(rounds: Int, frames: Int, isPaced: Bool = false) -> Growth {
    let specimens = scenarios.map { Specimen($0.name, $0.scenario) }
    for specimen in specimens { specimen.draw(frames: Worker.warmUp) }
    // One round that does not count, so that each comes back to caches as the others leave them.
    for round in 0...rounds {
      for specimen in specimens {
        specimen.measure(frames: frames, isPaced: isPaced)
        if round == 0 { specimen.forget() }
      }
    }
    return Growth(title, specimens.map(\.row))
  }

  private typealias Named = (name: String, scenario: Scenario)

  private var title: String {
    switch self {
    case .size: "panel and window"
    case .window: "window alone"
    case .digits: "digits, all change"
    case .rings: "rings, all move"
    case .laps: "laps"
    }
  }

  /// The specimens, smallest first.
  private var scenarios: [Named] {
    switch self {
    case .size:
      [
        (120, 120), (240, 240), (420, 240), (840, 480), (1440, 840), (1920, 1080), (2880, 1680),
        (3840, 2160),
      ].map { ("\($0) x \($1)", Workload.running.scenario(width: $0, height: $1)) }
    case .window:
      [(840, 480), (1440, 840), (1920, 1080), (2880, 1680), (3840, 2160)].map { width, height in
        var scenario = Workload.running.scenario(width: 840, height: 480)
        scenario.window = (width, height)
        return ("\(width) x \(height), panel of 840 x 480", scenario)
      }
    case .digits: [3, 6, 9, 12].map(GrowthGroup.counter)
    case .rings: (1...RingModel.maximumCount).map(GrowthGroup.rings)
    // Without a lap there is neither its hand nor its time to show.
    case .laps: [10, 1000, 1_000_000, 0].map(GrowthGroup.running)
    }
  }

  /// The running stopwatch after `count` laps with times of their own, up to a minute before the start.
  private static func running(laps count: Int) -> Named {
    let whole: Int64 = 412_000_000_000
    let totals = (0..<count).lazy.map { index in
      // A lap is a little longer or shorter than the one before it.
      Duration.nanoseconds(whole / Int64(count) * Int64(index + 1) - Int64(index * 7919 % 101))
    }
    var scenario = Workload.running.scenario(width: 840, height: 480)
    scenario.model = Model(stopwatch: Workload.stopwatch(.running, laps: Laps(totals: totals)))
    return ("\(count) laps", scenario)
  }

  /// A counter in a window that gives its digits the same size, however many there are.
  private static func counter(digits: Int) -> Named {
    // The room for digits is 560 x 130 of 628 x 198 units, a digit is 60 pixels wide and a sign three fifths of that, each
    // with a space of a quarter behind it.
    let unit = max(60.5 * (Double(digits) * 1.26 + 0.6) / 560, 60.5 * SevenSegment.height / 130)
    let ones = (0..<digits).reduce(0) { sum, _ in sum * 10 + 1 }
    let scenario = Scenario(
      model: Model(mode: .counter, counter: (try? Counter(0, digits: digits)) ?? Counter()),
      environment: Environment(
        width: Int((628 * unit).rounded(.up)), height: Int((198 * unit).rounded(.up)),
        parts: [.digits]),
      command: { frame in
        // A digit goes from 0 to 8 and back, so that no carry changes another one.
        frame % 20 == 0 ? .count(.by(frame / 20 / 8 % 2 == 0 ? ones : -ones)) : nil
      })
    return ("\(digits) digits", scenario)
  }

  /// `count` rings, all of them moving.
  private static func rings(_ count: Int) -> Named {
    let rings = (0..<count).map { RingModel(name: "Ring \($0 + 1)", source: .manual(0.4)) }
    let scenario = Scenario(
      model: Model(rings: rings, stopwatch: Workload.stopwatch(.stopped, laps: Laps())),
      environment: Environment(width: 840, height: 480), command: Scenario.ringsSwinging)
    return (count == 1 ? "1 ring" : "\(count) rings", scenario)
  }
}
