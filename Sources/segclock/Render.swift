import ArgumentParser
import DisplayLists
import Drawing
import Files
import Geometry
import Glibc
import Scene
import Session
import Settings
import Timekeeping
import Wording

/// Draws one frame into a file, or a film, without a display.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a picture to a .png, .svg or .pdf file.")

  @ParentCommand var parent: Segclock

  @OptionGroup var scene: SceneOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What the stopwatch shows, or what has run off of the timer or the plan, as in 7:38.37, 90 or 1h30m.",
      valueName: "duration"),
    transform: ArgumentText.duration)
  var at: Duration = .zero

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "How long a lap took; once for each lap, the first one first.", valueName: "duration"),
    transform: ArgumentText.duration)
  var lap: [Duration] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "A file of laps, one duration a line; a hyphen is standard input.", valueName: "file"),
    completion: .file())
  var laps: String?

  @Flag(help: "Draw the stopwatch, the timer and the plan as they look while they run.")
  var running = false

  @OptionGroup var film: FilmOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "What is under everything: the theme's colour, or none, so that all is clear where nothing is drawn.",
      valueName: "background"), completion: .list(Backdrop.allCases.map(\.rawValue)),
    transform: { try ArgumentText.name(Backdrop.self, "a background", $0) })
  var background = Backdrop.theme

  @Flag(
    help: ArgumentHelp("Outline and name everything in the picture.", visibility: .hidden))
  var guides = false

  @Flag(
    help: ArgumentHelp("Print the places of everything, in device pixels.", visibility: .hidden))
  var describe = false

  @Argument(
    help: "The file; its ending says what kind. A hyphen is standard output, as PNG.",
    completion: .file(extensions: ImageFile.Format.allCases.map(\.rawValue)))
  var out: String?

  /// What is under everything.
  enum Backdrop: String, CaseIterable {
    case theme
    case none
  }

  /// The kind of file that the ending of `out` names; PNG for standard output.
  private var format: ImageFile.Format? {
    out.flatMap { $0 == "-" ? .png : ImageFile.Format(path: $0) }
  }

  func validate() throws {
    if out == nil, !describe {
      throw ValidationError(
        "OUT is missing: a file that ends in .png, .svg or .pdf, or - for standard output")
    }
    if out != nil, format == nil {
      throw ValidationError("OUT \((out ?? "").quoted): its ending has to be .png, .svg or .pdf.")
    }
    try film.check(out, describes: describe)
    if laps != nil, !lap.isEmpty {
      throw ValidationError("--lap and --laps: allowed is one or the other")
    }
    if laps == "-", scene.file.rings == "-" {
      throw ValidationError("--laps and --rings: only one of them can be standard input")
    }
    do throws(ArgumentProblem) {
      try checkTotal(lap.reduce(.zero, +), of: "--lap")
    } catch {
      throw ValidationError(error.description + "")
    }
  }

  /// Refuses laps of `option` that take longer together than the stopwatch shows.
  private func checkTotal(_ total: Duration, of option: String) throws(ArgumentProblem) {
    guard total > at else { return }
    throw ArgumentProblem(
      description: """
        \(option): the laps take \(TimeFormat.elapsed(total)) together, more than --at \(TimeFormat.elapsed(at))
        """)
  }

  mutating func run() throws {
    let others = parent.givenForWindow.map(\.name)
    if let option = others.first(where: { $0 != "--fps" || film.film == nil }) {
      let command = option == "--fps" ? "render without --film" : "render"
      throw ValidationError("\(option) is not an option of \(command)")
    }
    let frames = try film.frames(rate: parent.window.settings.fps)
    try scene.readRings()
    let configuration = try Configuration(scene.settings, from: scene.file)
    try scene.check(configuration.given)
    for problem in configuration.problems { StandardError.print("segclock: \(problem)") }
    let (width, height, scale) = try configuration.extent(scale: 1)
    guard MemoryBudget.hasReserve else {
      throw ImageError.outOfMemory(width: width, height: height)
    }
    var environment = Environment(width: width, height: height, scale: scale)
    configuration.apply(to: &environment)
    environment.omitsBackground = background == .none
    let time = LocalTime(in: configuration.zone)
    let start = time.moment
    let reading = time.read(at: start)
    // Those that are under way.
    var model = Model(
      stopwatch: try stopwatch(at: reading.instant),
      timer: timer(
        at: reading.instant, of: scene.settings.timer.map { time.countdown($0) }, configuration),
      plan: plan(at: reading.instant, configuration))
    model.configure(
      configuration.modelSettings, file: configuration.adjustableInFile,
      options: configuration.adjustableInRun)
    var view = View(model, in: environment)
    view.begin(at: reading)
    if describe {
      try OutputFile(path: "-").write(view.description.map { $0 + "\n" }.joined())
    } else if let frames, let out {
      let file = try FilmFile(width: width, height: height)
      let name = FilmName(out)
      for number in 0..<frames.count {
        for passed in frames.times(to: number) {
          view.advance(to: time.read(at: start + .nanoseconds(passed)), isStale: false)
        }
        view.changes.removeAll()
        try file.write(picture(of: view), to: name?.path(of: number) ?? out)
      }
    } else if let out, let format {
      try ImageFile.write(picture(of: view), to: out, format: format, scale: scale)
    }
  }

  /// What is drawn.
  private func picture(of view: View) -> DisplayList {
    var list = view.frame
    if guides { list.items.append(view.guides) }
    return list
  }

  /// A stopwatch that shows what the options say.
  private func stopwatch(at now: Instant) throws -> Stopwatch {
    let state: Stopwatch.State = running ? .running : at == .zero ? .reset : .stopped
    return Stopwatch(
      state: state, anchor: now, elapsedAtAnchor: at, laps: Laps(totals: try totals()))
  }

  /// A timer of which so much has run off as the options say.
  private func timer(at now: Instant, of option: Countdown?, _ configuration: Configuration)
    -> Countdown
  {
    let asked =
      option ?? Countdown(length: configuration.settings.timerLength ?? Countdown.defaultLength)
    let state: Countdown.State =
      running || asked.isRunning ? .running : at == .zero ? .reset : .stopped
    return Countdown(
      state: state, length: asked.length, anchor: now, remainingAtAnchor: asked.length - at)
  }

  /// The plan after as much time as the options say, in which nobody has touched it.
  private func plan(at now: Instant, _ configuration: Configuration) -> PlanRun {
    var run = PlanRun(configuration.given.planned)
    guard running || at > .zero else { return run }
    run.start(at: now - at)
    if !running { run.stop(at: now) }
    return run
  }

  /// The most laps that a file can have.
  private static let mostLaps = 1_000_000

  /// The whole time at the end of each lap.
  private func totals() throws -> [Duration] {
    var total = Duration.zero
    guard let laps else {
      return lap.map { duration in
        total += duration
        return total
      }
    }
    var totals: [Duration] = []
    try ListFile(option: "--laps", path: laps).read { text in
      guard totals.count < Render.mostLaps else {
        throw ArgumentProblem(description: "allowed are up to \(Render.mostLaps) laps")
      }
      total += try ArgumentText.duration(text)
      if totals.count == totals.capacity { try grow(&totals) }
      totals.append(total)
    }
    try checkTotal(total, of: "--laps")
    return totals
  }

  /// Makes room for as many again. The stopwatch takes as much in turn.
  private func grow(_ totals: inout [Duration]) throws(FileError) {
    let count = max(2 * totals.count, 1024)
    guard MemoryBudget.permits(3 * count * MemoryLayout<Duration>.stride) else {
      throw FileError(path: "--laps", code: ENOMEM)
    }
    totals.reserveCapacity(count)
  }
}
