import ArgumentParser
import Geometry
import Scene
import Session
import Settings
import Timekeeping

/// The options of both the window and `render`.
struct SceneOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      What it is used for: stopwatch, timer, plan, clock or counter; by default the stopwatch, with --timer the \
      timer, with --plan the plan.
      """, valueName: "mode"), completion: .list(Mode.allCases.map(\.rawValue)),
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
    transform: ArgumentText.choice(read: ArgumentText.parts))
  var show: Choice<Set<Part>>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      The look: \(ThemeName.list), one of the configuration, or \
      auto: as the desktop is set, dark or light; for render, light.
      """,
      valueName: "theme"),
    completion: NameCompletion.configuredOrAutomatic, transform: { try ArgumentText.theme($0) })
  var theme: ThemeName?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The size in user units.", valueName: "WxH"), transform: ArgumentText.size)
  var size: Size?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Device pixels to a user unit; by default the desktop's, and 1 for render.",
      valueName: "factor"),
    transform: ArgumentText.choice(read: ArgumentText.scale))
  var scale: Choice<Double>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The font's family; by default that of the theme.", valueName: "family"),
    transform: ArgumentText.choice(read: ArgumentText.font))
  var font: Choice<String>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How far lit segments are tinted toward the text colour, from 0 to 1; by default as the theme has it.",
      valueName: "ink"),
    transform: ArgumentText.choice(read: ArgumentText.ink))
  var ink: Choice<Float>?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The colour of the theme neon, as in #22C4FF or green.", valueName: "colour"),
    transform: ColorText.opaque)
  var neon: Color?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the window fills of its box: rectangle, rounded or round.", valueName: "shape"),
    completion: .list(WindowShape.allCases.map(\.rawValue)),
    transform: { try ArgumentText.name(WindowShape.self, "a shape", $0) })
  var shape: WindowShape?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How opaque the background is, from 0 to 1; in a window where there is a compositor.",
      valueName: "opacity"),
    transform: WindowText.backgroundOpacity)
  var backgroundOpacity: Double?

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A ring, from the outermost inward: 50%, 50, 3/7, or \(RingText.sources). Up to six.",
      valueName: "name=value"), transform: RingText.ring)
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

  @OptionGroup var file: ConfigurationOptions

  func validate() throws {
    if ring.count > RingModel.maximumCount {
      throw ValidationError(
        "--ring can be given up to \(RingModel.maximumCount) times, not \(ring.count).")
    }
    if rings != nil, !ring.isEmpty {
      throw ValidationError("--ring and --rings: allowed is one or the other.")
    }
    // What the configuration says is added to these, and they have to fit it by then.
    try checkCounter(settings)
    _ = try Configuration.pixels(
      settings.size ?? Configuration.size, scale: settings.scale?.value ?? 1)
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
      read.append(try RingText.ring(text))
    }
    ring = read
  }

  /// Refuses a count that the counter of `settings` cannot show.
  func checkCounter(_ settings: ProgramSettings) throws {
    guard let count else { return }
    do throws(CounterError) {
      _ = try Counter(count, digits: settings.digits ?? Counter().digits)
    } catch {
      throw ValidationError("--count \(count): \(error.description)")
    }
  }

  /// Those of them that were given.
  var givenOptions: [String] {
    let options: [(String, Bool)] = [
      ("--mode", mode != nil), ("--timer", timer != nil), ("--plan", plan.isGiven),
      ("--show", show != nil),
      ("--theme", theme != nil), ("--size", size != nil), ("--scale", scale != nil),
      ("--font", font != nil),
      ("--ink", ink != nil),
      ("--neon", neon != nil), ("--shape", shape != nil),
      ("--background-opacity", backgroundOpacity != nil),
      ("--ring", !ring.isEmpty), ("--rings", rings != nil), ("--count", count != nil),
      ("--digits", digits != nil), ("--target-lap", laps.target != nil),
      ("--ghost", laps.ghost != nil),
      ("--hours", clock.hours != nil), ("--seconds", clock.seconds != nil),
      ("--zone", clock.zone != nil),
    ]
    return options.filter(\.1).map(\.0)
  }

  /// What these options say of what the configuration can say, too.
  var settings: ProgramSettings {
    var settings = ProgramSettings()
    (settings.mode, settings.theme, settings.show) = (mode, theme, show)
    (settings.size, settings.scale) = (size, scale)
    (settings.font, settings.ink, settings.neon) = (font, ink, neon)
    (settings.shape, settings.backgroundOpacity) = (shape, backgroundOpacity)
    if case .length(let length) = timer { settings.timer = length }
    (settings.plan, settings.rounds, settings.planWaits) = (plan.plan, plan.rounds, plan.waits)
    settings.digits = digits
    (settings.targetLap, settings.ghost) = (laps.target, laps.ghost)
    (settings.hours, settings.seconds, settings.zone) = (clock.hours, clock.seconds, clock.zone)
    settings.ring = ring.isEmpty ? nil : ring.map { RingSetting($0) }
    return settings
  }

  /// What the options and the environment say of the settings that the window can change, too. `--timer` and `--plan`
  /// imply their mode.
  func adjustable(_ configuration: Configuration) -> AdjustableSettings {
    var run = configuration.adjustableInRun
    if mode == nil { run.mode = plan.isGiven ? .plan : timer != nil ? .timer : run.mode }
    run.count = count
    return run
  }

  /// Applies the configuration and these options to `model`. `--timer` and `--plan` replace a timer or a plan that is
  /// under way.
  func apply(_ configuration: Configuration, to model: inout Model, at time: LocalTime) {
    let run = adjustable(configuration)
    let timer = timer.map { time.countdown($0) }
    model.configure(configuration.modelSettings, file: configuration.adjustableInFile, options: run)
    if let timer, timer.isRunning || model.timer.state != .reset { model.set(timer) }
    if plan.isGiven, model.planRun.state != .reset, let plan = run.plan { model.set(plan) }
  }
}
