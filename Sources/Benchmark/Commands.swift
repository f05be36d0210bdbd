import ArgumentParser
import Drawing
import Glibc
import Measuring

/// Measures what drawing costs, beside the least that presenting the same pixels can cost.
struct SegclockBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock-bench",
    abstract: "What a frame of segclock costs, beside the least that it could.",
    discussion: """
      Every row is measured in a process of its own, in rounds: one second of frames as the program composes, \
      paints and presents them, and one second of the bound, which presents the same rectangles at the same \
      distances, by the same presenter, with nothing drawn into them; in every second round the bound comes first. \
      Times are microseconds of CPU a frame, medians of the rounds: of the client, of the server (which has to run on \
      this machine), and of both together for the bound. The ratio, the median of the rounds' own, is of \
      client plus server to the bound. A busy machine changes the times by half and the ratio by little; damaged \
      pixels, rectangles, bytes on the wire and allocations do not depend on it at all. Allocations are those beyond \
      the bound's, which are libxcb's: some for every event that it reads.

      The display is that of DISPLAY, or an Xvfb of its own where that is not set.

      Instructions do not depend on the machine either: `segclock-bench instructions` counts them where valgrind is \
      installed. `segclock-bench draw` composes and paints frames without a display, for a profile: of all its frames, \
      and of nothing else, by

        valgrind --tool=callgrind --toggle-collect=probe_measured segclock-bench draw --frames 600

      Where valgrind cannot read the debugging information, give it a copy without (strip -g).
      """,
    subcommands: [
      Measure.self, Targets.self, GrowthCommand.self, Instructions.self, Draw.self, DamageSurvey.self,
      Work.self,
    ],
    defaultSubcommand: Measure.self)
}

/// The measurement on a display.
struct Measure: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "measure", abstract: "Measure all workloads on a display (the default).")

  @Option(help: "How many seconds of frames to measure for each row.")
  var seconds: Int = 6

  @Option(help: ArgumentHelp("A size in pixels; may be given several times.", valueName: "WxH"))
  var size: [String] = ["840x480", "1440x840", "2880x1680"]

  @Option(help: "A way of presenting, shared-memory, render or put; may be given several times.")
  var way: [String] = Task.ways.map(\.name)

  @Option(help: "A workload: running, rings or clock; may be given several times.")
  var workload: [Workload] = Workload.allCases

  @Flag(inversion: .prefixedNo, help: "Also measure the parts of the work, each alone.")
  var parts = true

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  mutating func run() throws {
    let server = getenv("DISPLAY") == nil ? try DisplayServer() : nil
    if let server { setenv("DISPLAY", server.name, 1) }
    try withExtendedLifetime(server) {
      var report = Report()
      for name in size {
        guard let (width, height) = Reports.size(name) else {
          throw ValidationError("--size is WIDTHxHEIGHT in pixels, as in 840x480.")
        }
        for workload in workload {
          for (way, wayName) in Task.ways where self.way.contains(wayName) {
            let task = Task(workload: workload, width: width, height: height, way: way)
            report.rows.append(
              Report.Row(
                workload: workload.rawValue, size: name, way: wayName,
                figures: try task.measure(seconds: seconds)))
          }
        }
      }
      if parts { report.parts = Micro(width: 840, height: 480).run() }
      print(json ? report.json.line + "\n" : report.text, terminator: "")
    }
  }
}

/// Frames without a display.
struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Compose and paint frames without a display, to count instructions.")

  @Option(help: "How many frames.")
  var frames: Int = 600

  @Option(help: "A workload: running, rings or clock.")
  var workload: Workload = .running

  @Option(help: ArgumentHelp("The width in pixels; 7 to 4 of the height.", valueName: "pixels"))
  var width: Int = 840

  @Flag(help: "Compose and compare only.")
  var composeOnly = false

  mutating func run() throws {
    let height = width * 4 / 7
    var film = Film(workload, width: width, height: height)
    let compositor = Compositor()
    let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
    defer { memory.deallocate() }
    memory.initialize(repeating: 0, count: width * height)
    // A minute of frames first: what is made once is not what a frame costs.
    Offline.draw(&film, frames: Worker.warmUp, with: compositor, into: memory)
    Offline.measured {
      if composeOnly {
        Offline.compose(&film, frames: frames)
      } else {
        Offline.draw(&film, frames: frames, with: compositor, into: memory)
      }
    }
  }
}

/// One measurement, in a process of its own.
struct Work: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "worker", shouldDisplay: false)

  @Argument var workload: Workload
  @Argument var width: Int
  @Argument var height: Int
  @Argument var way: String
  @Argument var rounds: Int

  mutating func run() throws {
    let way = Task.ways.first { $0.name == self.way }?.way ?? .automatic
    let worker = try Worker(Task(workload: workload, width: width, height: height, way: way))
    print(worker.run(rounds: rounds).figures.lines, terminator: "")
  }
}

extension Task {
  /// Measures it for so many seconds in a process of its own.
  func measure(seconds: Int) throws -> [Figure] {
    let rounds = max(1, seconds / Worker.roundSeconds)
    return [Figure](lines: try Children.output("/proc/self/exe", arguments + ["\(rounds)"]))
  }
}

extension Workload: ExpressibleByArgument {}
