import ArgumentParser
import DisplayLists
import Drawing
import Geometry
import Scene
import Session
import Timekeeping

/// Draws one frame into a file, without a display.
struct Render: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Draw one frame to a .png, .svg or .pdf file, with no display.")

  @ParentCommand var parent: Segclock

  @OptionGroup var scene: SceneOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("What the stopwatch shows, as in 7:38.37, 90 or 1h30m.", valueName: "duration"),
    transform: ArgumentText.duration)
  var at: Duration = .zero

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("How long a lap took; once for each lap, the first one first.", valueName: "duration"),
    transform: ArgumentText.duration)
  var lap: [Duration] = []

  @Flag(help: "Draw the stopwatch as it looks while it runs.")
  var running = false

  @Flag(help: "Print where everything stands, in device pixels, instead of drawing.")
  var describe = false

  @Argument(help: "The file; its ending says what kind. A hyphen is standard output, as PNG.")
  var out: String?

  /// The kind of file that the ending of `out` names; PNG for standard output.
  private var format: ImageFile.Format? {
    out.flatMap { $0 == "-" ? .png : ImageFile.Format(path: $0) }
  }

  func validate() throws {
    if out == nil, !describe {
      throw ValidationError(
        "OUT is missing: a file that ends in .png, .svg or .pdf, or - for standard output.")
    }
    if out != nil, format == nil {
      throw ValidationError("OUT '\((out ?? "").printable)': its ending has to be .png, .svg or .pdf.")
    }
    var total = Duration.zero
    for duration in lap { total += duration }
    if total > at {
      throw ValidationError(
        "--lap: the laps take \(TimeFormat.elapsed(total)) together, more than --at \(TimeFormat.elapsed(at))."
      )
    }
  }

  mutating func run() throws {
    if let option = parent.windowOption {
      throw ValidationError("\(option) is for the window; render has no use for it.")
    }
    let scale = scene.scale ?? 1
    let (width, height) = try scene.pixels(scale: scale)
    let environment = Environment(
      width: width, height: height, scale: scale, parts: scene.show, isAnimated: false)
    var time = LocalTime()
    let reading = time.read()
    var composer = FrameComposer()
    composer.show(try scene.model(stopwatch: stopwatch(at: reading.instant)), in: environment)
    composer.advance(to: reading)
    if describe {
      for line in composer.description { print(line) }
      return
    }
    guard let out, let format else { return }
    do throws(ImageError) {
      try ImageFile.write(composer.frame.list, to: out, format: format, scale: scale)
    } catch {
      StandardError.print("segclock: \(error.description)")
      throw ExitCode.cannotWrite
    }
  }

  /// A stopwatch that shows what the options say.
  private func stopwatch(at now: Instant) -> Stopwatch {
    var total = Duration.zero
    let totals = lap.map { duration in
      total += duration
      return total
    }
    let state: Stopwatch.State = running ? .running : at == .zero ? .reset : .stopped
    return Stopwatch(state: state, anchor: now, elapsedAtAnchor: at, laps: Laps(totals: totals))
  }
}
