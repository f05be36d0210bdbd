import ArgumentParser
import Geometry
import Scene
import Session
import Timekeeping

/// The options of both the window and `render`.
struct SceneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What it is used for: stopwatch, timer, plan, clock or counter; by default the stopwatch, with --timer the \
      timer, with --plan the plan.
      """, valueName: "mode"),
    transform: { try ArgumentText.name(Mode.self, "a mode", $0) })
  var mode: Mode?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      How long the timer runs, as in 25m, 1h30m or 90; by default 5 minutes. Or until when, as in "until 17:30"; it \
      runs at once then.
      """, valueName: "duration"),
    transform: ArgumentText.timer)
  var timer: TimerSetting?

  @OptionGroup var plan: PlanOptions

  @OptionGroup var laps: LapOptions

  @OptionGroup var clock: ClockOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What to show, with commas: digits, rings, dial, buttons, laps (in plan mode the steps).",
      valueName: "parts"),
    transform: ArgumentText.parts)
  var show: Set<Part>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The look: neumorphic-light, neumorphic-dark, neon, flat-light or flat-dark.", valueName: "theme"),
    transform: { try ArgumentText.theme($0) })
  var theme: ThemeName?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size in user units.", valueName: "WxH"), transform: ArgumentText.size)
  var size: Size?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Device pixels to a user unit; by default the desktop's, and 1 for render.", valueName: "factor"),
    transform: ArgumentText.scale)
  var scale: Double?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A ring, from the outermost inward: 50%, 0.5, 3/7, or \(ArgumentText.ringSources). Up to six.",
      valueName: "name=value"), transform: ArgumentText.ring)
  var ring: [RingModel] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file of rings, one a line; a hyphen is standard input.", valueName: "file"),
    completion: .file())
  var rings: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the counter shows at first; below zero, too, as in -5.", valueName: "number"),
    transform: ArgumentText.count)
  var count: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many digits the counter has, from 1 to 18.", valueName: "number"),
    transform: ArgumentText.digits)
  var digits: Int?

  func validate() throws {
    if ring.count > RingModel.maximumCount {
      throw ValidationError("--ring can be given up to \(RingModel.maximumCount) times, not \(ring.count).")
    }
    if rings != nil, !ring.isEmpty {
      throw ValidationError("--ring and --rings: allowed is one or the other.")
    }
    try checkCounter()
    _ = try pixels(scale: scale ?? 1)
  }

  /// Reads the rings that `rings` names, once.
  mutating func readRings() throws {
    guard let path = rings else { return }
    rings = nil
    var read: [RingModel] = []
    try ListFile(option: "--rings", path: path).read { text in
      guard read.count < RingModel.maximumCount else {
        throw ArgumentProblem(description: "allowed are up to \(RingModel.maximumCount) rings")
      }
      read.append(try ArgumentText.ring(text))
    }
    ring = read
  }

  /// Refuses a count that the counter cannot show.
  private func checkCounter() throws {
    guard let count else { return }
    do throws(CounterError) {
      _ = try Counter(count, digits: digits ?? Counter().digits)
    } catch {
      throw ValidationError("--count \(count): \(error.description)")
    }
  }

  /// The size in device pixels.
  func pixels(scale: Double) throws -> (width: Int, height: Int) {
    let size = size ?? Size(width: 840, height: 480)
    let width = Int((size.width * scale).rounded())
    let height = Int((size.height * scale).rounded())
    guard max(width, height) <= ArgumentText.largestSide, width * height <= ArgumentText.mostPixels else {
      throw ValidationError(
        """
        --size times --scale is \(width) x \(height) device pixels; allowed are up to \
        \(ArgumentText.largestSide) a side and \(ArgumentText.mostPixels) in all.
        """)
    }
    return (max(1, width), max(1, height))
  }

  /// Those of them that were given.
  var givenOptions: [String] {
    let options: [(String, Bool)] = [
      ("--mode", mode != nil), ("--timer", timer != nil), ("--plan", plan.isGiven), ("--show", show != nil),
      ("--theme", theme != nil), ("--size", size != nil), ("--scale", scale != nil),
      ("--ring", !ring.isEmpty), ("--rings", rings != nil), ("--count", count != nil),
      ("--digits", digits != nil), ("--target-lap", laps.target != nil), ("--ghost", laps.ghost != nil),
      ("--hours", clock.hours != nil), ("--seconds", clock.seconds != .on), ("--zone", clock.zone != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// What these options ask for, by the clocks of `time`.
  func overrides(at time: LocalTime) -> Overrides {
    var overrides = Overrides()
    overrides.mode = mode
    overrides.theme = theme
    overrides.rings = ring.isEmpty ? nil : ring
    overrides.timer = timer.map { time.countdown($0) }
    overrides.plan = plan.isGiven ? plan.value : nil
    overrides.count = count
    overrides.digits = digits
    overrides.targetLap = laps.target
    overrides.ghost = laps.ghost
    overrides.clock = clock.style
    return overrides
  }
}
