import ArgumentParser
import DisplayLists
import Drawing
import Files
import Glibc
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw a picture to a .png, .svg or .pdf file.")

  @ParentCommand var parent: Segclock

  @OptionGroup var scene: SceneOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Time of the stopwatch, or since the start of the timer or the plan, as in 7:38.37.",
      valueName: "duration"),
    transform: Parsers.duration.parse)
  var at: Duration = .zero

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Duration of a lap; once for each lap.", valueName: "duration"),
    transform: Parsers.duration.parse)
  var lap: [Duration] = []

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Laps, a duration on each line; - is standard input.", valueName: "file"),
    completion: .file())
  var laps: String?

  @Flag(help: "Draw the stopwatch, the timer and the plan as if they were running.")
  var running = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Draw PNG pictures for up to 1 hour, as the window would show them; %d in OUT, or %04d for 4 digits, is the number \
      of each. --fps is their rate, 1 to 240 (default: 60).
      """, valueName: "duration"), transform: Render.film)
  var film: Duration?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Background: theme, or none for transparent.", valueName: "background"),
    completion: .list(Backdrop.allCases.map(\.rawValue)),
    transform: Parsers.name("a background").parse)
  var background = Backdrop.theme

  @Flag(
    help: ArgumentHelp("Write the places of everything, in device pixels.", visibility: .hidden))
  var describe = false

  @Argument(
    help: "A .png, .svg or .pdf file, or - for PNG on standard output.",
    completion: .file(extensions: ImageFile.Format.allCases.map(\.rawValue)))
  var out: String

  enum Backdrop: String, CaseIterable {
    case theme
    case none
  }

  private static let maxLaps = 1_000_000

  private static func film(_ text: String) throws -> Duration {
    let length = try Parsers.duration.parse(text)
    guard length > .zero, length <= .seconds(3600) else {
      throw TextError(text, write: "a duration above 0 and up to 1 hour, as in 4s or 1m30s")
    }
    return length
  }

  private var format: ImageFile.Format? {
    out == "-" ? .png : ImageFile.Format(path: out)
  }

  func validate() throws {
    if format == nil, !describe {
      throw ValidationError("OUT \(out.quoted): write a file that ends in .png, .svg or .pdf")
    }
    if film != nil, out != "-", path(of: 0) == nil || format != .png {
      throw ValidationError(
        """
        OUT \(out.quoted): a film needs a .png file with one %d, or %01d to %09d, for the number, as in \
        frame-%04d.png (%% is a percent sign), or -
        """)
    }
    if laps != nil, !lap.isEmpty { throw ValidationError("--lap and --laps: give one of them") }
    if laps == "-", scene.files.settings.rings == "-" {
      throw ValidationError("--laps and --rings: only one of them can be standard input")
    }
  }

  mutating func run() throws {
    UserLanguage.choose()
    // A picture has no state to read or save, so --no-state is never wrong.
    if let option = parent.settingsOfWindow.given.first(where: {
      $0.name != "no-state" && ($0.name != "fps" || film == nil)
    }) {
      let command = option.name == "fps" ? "render without --film" : "render"
      throw TextError("\(option.option) is not an option of \(command)")
    }
    let rate = parent.window.settings.fps
    if film != nil, !(1...240).contains(rate) {
      throw TextError("--fps \(rate): write 1 to 240 for a film")
    }
    try scene.readRings()
    let configuration = try Configuration(reporting: scene.settings)
    let (width, height, scale) = try configuration.extent(scale: 1)
    guard MemoryBudget.permits(MemoryBudget.large) else {
      throw ImageError.outOfMemory(width: width, height: height)
    }
    var environment = Environment(width: width, height: height, scale: scale)
    configuration.apply(to: &environment)
    environment.omitsBackground = background == .none
    let time = LocalTime(in: configuration.settings.zone)
    let start = time.moment
    let reading = time.read(start)
    var model = try model(at: reading.instant, time, configuration)
    configuration.configure(&model)
    if configuration.settings.show?.contains(.month) == true {
      try loadMonth(&model, time, configuration)
    }
    var view = View(model, in: environment)
    view.composeSettled(at: reading)
    if describe {
      try OutputFile(path: out).write(
        view.composer.elements.description(at: reading).map { $0 + "\n" }.joined())
    } else if let film {
      let raster = try Raster(width: width, height: height)
      let compositor = Compositor()
      // At least 240 steps a second: motion that begins between two pictures is late by at most one step.
      let steps = (239 + rate) / rate
      for step in 0... {
        let passed = Duration.nanoseconds(step * 1_000_000_000 / (rate * steps))
        guard passed < film else { break }
        view.advance(to: time.read(start, after: passed), needsUpdate: false)
        guard step.isMultiple(of: steps) else { continue }
        view.composer.frame.removeChanges()
        try raster.write(view.frame, with: compositor, to: path(of: step / steps) ?? out)
      }
    } else if let format {
      try ImageFile.write(view.frame, to: out, format: format, scale: scale)
    }
  }

  private func model(at now: Instant, _ time: LocalTime, _ configuration: Configuration) throws
    -> Model
  {
    let stopwatch = Stopwatch(
      state: running ? .running : at == .zero ? .reset : .stopped, anchor: now, elapsedAtAnchor: at,
      laps: Laps(totals: try totals()))
    let length = configuration.settings.timerLength ?? Countdown.defaultLength
    let asked =
      scene.settings.given(\.timer).map { time.countdown($0) } ?? Countdown(length: length)
    let timer = Countdown(
      state: running || asked.isRunning ? .running : at == .zero ? .reset : .stopped,
      length: asked.length, anchor: now, remainingAtAnchor: asked.length - at)
    var plan = PlanRun(configuration.settings.planned)
    if running || at > .zero {
      plan.start(at: now - at)
      if !running { plan.stop(at: now) }
    }
    return Model(stopwatch: stopwatch, timer: timer, plan: plan)
  }

  /// What the widget of that name has saved of this month.
  private func loadMonth(
    _ model: inout Model, _ time: LocalTime, _ configuration: Configuration
  ) throws {
    let saved = try Database.snapshot(ofWidget: configuration.settings.name)
    if let past = try saved?.model(at: .now(.counted))?.0 {
      model.takeDay(from: past)
    }
    let days = time.days(
      since: model.day.oldestStart, startingAt: configuration.settings.dayStarts)
    _ = model.apply(.day(.enter(days)), at: time.now)
    guard let today = model.day.today?.date else { return }
    let weeks = today.weeksOfMonth(from: model.settings.firstWeekday)
    model.loadDays(try saved?.intervals(weeks) ?? [])
  }

  private func totals() throws -> [Duration] {
    var totals: [Duration] = []
    var total = Duration.zero
    func add(_ lap: Duration) throws {
      guard totals.count < Render.maxLaps else {
        throw TextError("more than \(Render.maxLaps) laps; write fewer")
      }
      total += lap
      totals.append(total)
    }
    if let laps {
      try readLines(of: laps, for: "--laps") { try add(Parsers.duration.parse($0)) }
    }
    for lap in lap { try add(lap) }
    guard total <= at else {
      throw TextError(
        """
        \(laps == nil ? "--lap" : "--laps"): the laps take \(TimeFormat.elapsed(total)) together, more than --at \
        \(TimeFormat.elapsed(at))
        """)
    }
    return totals
  }

  /// The path of a film's picture; nil unless the name in `out` has one `%d` or `%0Nd`, and no other `%` but `%%`.
  private func path(of number: Int) -> String? {
    let start = out.lastIndex(of: "/").map { out.index(after: $0) } ?? out.startIndex
    let pattern = #/(?:[^%]|%%)*%(?:0[1-9])?d(?:[^%]|%%)*/#
    guard out[start...].wholeMatch(of: pattern) != nil else { return nil }
    let name = String(out[start...])
    let size = name.utf8.count + 10
    var text = [CChar](repeating: 0, count: size)
    _ = withVaList([Int32(clamping: number)]) { vsnprintf(&text, size, name, $0) }
    let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return out[..<start] + String(decoding: bytes, as: UTF8.self)
  }
}
