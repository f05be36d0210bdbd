import ArgumentParser
import Glibc
import Measuring
import ProgramSupport

/// Measures what drawing costs, beside the least that presenting the same pixels can cost.
@main
struct SegclockBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock-bench",
    abstract: "What a frame of segclock costs, beside the least that it could.",
    discussion:
      "Sources/Benchmark/README.md says what is measured, and how far the figures are to be trusted.",
    subcommands: [
      Measure.self, Targets.self, GrowthCommand.self, DamageCommand.self, Instructions.self,
      Draw.self,
      Work.self,
    ],
    defaultSubcommand: Measure.self)
}

/// The measurement on a display.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Measure frames on a display (the default).",
    discussion: "The display is that of DISPLAY, or an Xvfb of its own where that is not set.")

  @Option(help: "How many seconds of frames to measure for each row.")
  var seconds: Int = 6

  @Option(help: ArgumentHelp("A size in pixels; may be given several times.", valueName: "WxH"))
  var size: [WindowSize] = ["840x480", "1440x840", "2880x1680"].compactMap { WindowSize($0) }

  @Option(help: "A way of presenting: shared-memory or put; may be given several times.")
  var way: [Way] = Way.allCases

  @Option(help: "A workload: running, rings or clock; may be given several times.")
  var workload: [Workload] = Workload.allCases

  @Option(help: "Frames a second, 1 to 1000.")
  var rate: Int = Workload.rate

  func validate() throws {
    guard (1...1000).contains(rate) else { throw ValidationError("--rate is from 1 to 1000.") }
  }

  /// The columns of figures: heading, name, digits after the point.
  private static let columns = [
    ("client", "client_us", 0), ("server", "server_us", 0), ("bound", "bound_us", 0),
    ("ratio", "ratio", 2),
    ("copy", "copied_us", 0), ("ratio to it", "copied_ratio", 2),
    ("pixels", "pixels", 0), ("rects", "rectangles", 1), ("wire B", "wire_bytes", 0),
    ("allocs", "allocations", 2), ("wakes", "wake_ups", 2), ("X wakes", "server_wake_ups", 2),
    ("frames/s", "frames_a_second", 1), ("PSS MB", "pss_mb", 1),
  ]

  func run() throws {
    let server = getenv("DISPLAY") == nil ? try XServer.forWindows() : nil
    defer { withExtendedLifetime(server) {} }
    if let server { setenv("DISPLAY", server.display, 1) }
    var table = Table(["workload", "size", "way"], Measure.columns.map { ($0.0, $0.2) })
    for size in size {
      for workload in workload {
        for way in way {
          let figures = try Trial(workload: workload, size: size, way: way, rate: rate).figures(
            seconds: seconds)
          table.add(
            [workload.rawValue, size.text, way.rawValue],
            Measure.columns.map { figures[$0.1] ?? .nan })
        }
      }
    }
    print(table.text, terminator: "")
  }
}

/// One measurement on a display, made in a process of its own.
struct Trial {
  var workload: Workload
  var size: WindowSize
  var way: Way
  /// Frames a second.
  var rate = Workload.rate

  /// Measures for so many seconds.
  func figures(seconds: Int) throws -> [String: Double] {
    let words = [
      "worker", workload.rawValue, size.text, way.rawValue, "\(max(1, seconds))", "\(rate)",
    ]
    return [String: Double](lines: try output(of: "/proc/self/exe", words))
  }
}

/// The process of a trial.
struct Work: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "worker", shouldDisplay: false)

  @Argument var workload: Workload
  @Argument var size: WindowSize
  @Argument var way: Way
  @Argument var seconds: Int
  @Argument var rate: Int

  func run() throws {
    let trial = Trial(workload: workload, size: size, way: way, rate: rate)
    var figures = try Worker(trial).run(rounds: seconds).figures
    figures["pss_mb"] = Double(OtherProcess(getpid()).proportionalMemory) / 1024
    print(figures.lines, terminator: "")
  }
}

/// What the commands that need no display draw.
struct FilmOptions: ParsableArguments {
  @Option(help: "How many frames.")
  var frames: Int = 3600

  @Option(help: "A workload: running, rings or clock.")
  var workload: Workload = .running

  @Option(help: ArgumentHelp("The width in pixels; 7 to 4 of the height.", valueName: "pixels"))
  var width: Int = 840

  func validate() throws {
    guard frames > 0, (7...16384).contains(width) else {
      throw ValidationError("--frames is 1 or more, --width from 7 to 16384.")
    }
  }

  /// The height of a window of that width.
  static func height(_ width: Int) -> Int { width * 4 / 7 }

  /// What is drawn.
  var scenario: Scenario { workload.scenario(width: width, height: FilmOptions.height(width)) }
}

extension Workload: ExpressibleByArgument {}
extension Way: ExpressibleByArgument {}

extension WindowSize: ExpressibleByArgument {
  init?(argument: String) { self.init(argument) }
  var defaultValueDescription: String { text }
}
