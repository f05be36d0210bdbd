import ArgumentParser
import Measuring
import ProgramSupport

/// What the program is held to, measured in one run.
struct Targets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets",
    abstract: "Measure all that the program is held to, in one run, and say what is met.",
    discussion: """
      Everything happens on servers of its own (Xvfb), with the segclock beside this binary. Window managers (openbox, \
      xfwm4), the compositor picom and the programs that segclock is held against (xclock, kronometer) are used where \
      they are installed; without one, what needs it is not measured.
      """)

  @Option(help: "How many seconds to measure for each figure.")
  var seconds: Int = 12

  @Option(help: ArgumentHelp("The program.", valueName: "path"))
  var segclock: String = Program.path

  @Option(
    help:
      "What to measure: frames, program, stillness, others or growth; may be given several times.")
  var part: [TargetPart] = TargetPart.allCases

  func run() throws {
    let program = ProgramTargets(
      path: segclock, seconds: max(2, seconds), home: try TemporaryDirectory())
    let verdicts = try TargetPart.allCases.filter(part.contains).flatMap { part in
      switch part {
      case .frames: try FrameTargets.verdicts(seconds: max(2, seconds))
      case .program: try program.running + [program.clock]
      case .stillness: program.stillness
      case .others: [program.firstPicture, program.kronometer]
      case .growth: [Targets.flat(.window), Targets.flat(.laps)]
      }
    }
    print(Verdict.text(verdicts), terminator: "")
  }

  /// Whether a frame costs the same whatever grows.
  private static func flat(_ group: GrowthGroup) -> Verdict {
    let growth = group.measure(rounds: 15, frames: 60)
    // Without laps there is less to show.
    let alike = growth.rows.filter { $0.pixels > (growth.rows.first?.pixels ?? 0) * 0.99 }
    return Verdict(
      "a frame of equal damage, growing: \(growth.name)", atMost: 1.15, "x the first", digits: 2,
      found: Growth(growth.name, alike).worst,
      remark: [alike.first, alike.last].compactMap { $0?.name }.joined(separator: " to "))
  }
}

/// A part of the targets.
enum TargetPart: String, CaseIterable, ExpressibleByArgument {
  /// What a frame costs, beside the bound.
  case frames
  /// The program's memory and wake-ups while it moves.
  case program
  /// What the program does when there is nothing to show.
  case stillness
  /// What it costs beside other programs: xclock's first picture, and kronometer's running.
  case others
  /// What the cost does not grow with.
  case growth
}
