import ArgumentParser
import Glibc
import Measuring
import Windowing

/// What the program is held to, measured in one run.
struct Targets: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets",
    abstract: "Measure all that the program is held to, in one run, and say what is met.",
    discussion: """
      What a frame costs beside its bound is measured as by `measure`; memory, the first picture and stillness on the \
      program itself, segclock beside this binary. All of it happens on servers of its own (Xvfb), where nothing else \
      is drawn. Window managers (openbox, xfwm4), compositors (picom, xcompmgr) and the programs that segclock is held \
      against (xclock, kronometer) are used where they are installed; without one, what needs it is not measured. \
      That a program makes no request is told by its CPU time: it does not run at all.

      "The bound beside itself" is what its rounds cost that came first in times of those that came second: as far as \
      it is from 1, so far is the ratio to be trusted.
      """)

  @Option(help: "How many seconds to measure for each figure.")
  var seconds: Int = 12

  @Option(help: ArgumentHelp("The program; by default that beside this one.", valueName: "path"))
  var segclock: String?

  @Option(
    help:
      "What to measure: frames, memory, stillness, start, kronometer or growth; may be given several times.")
  var part: [TargetPart] = TargetPart.allCases

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  mutating func run() throws {
    let path = try segclock ?? Targets.neighbour("segclock")
    guard access(path, X_OK) == 0 else {
      throw ValidationError("There is no program \(path): say --segclock PATH.")
    }
    let seconds = max(2, seconds)
    var verdicts: [Verdict] = []
    if part.contains(.frames) { verdicts += try FrameTargets(seconds: seconds).verdicts }
    verdicts += try ProgramTargets(path: path, seconds: seconds, parts: Set(part)).verdicts
    if part.contains(.growth) {
      verdicts += GrowthCommand.measure([.window, .laps], rounds: 15, frames: 60).groups.map(Targets.flat)
    }
    print(json ? Verdict.json(verdicts).line + "\n" : Verdict.text(verdicts), terminator: "")
  }

  /// The program `name` in the folder of this one.
  private static func neighbour(_ name: String) throws -> String {
    let path = try Children.resolve("/proc/self/exe")
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
      + "/" + name
  }

  private static func flat(_ group: Growth.Group) -> Verdict {
    // The others have to be damaged as the first is; without laps there is less to show.
    let alike = group.rows.filter { $0.pixels > (group.rows.first?.pixels ?? 0) * 0.99 }
    let same = Growth.Group(name: group.name, isFlat: true, rows: alike)
    let names = [same.rows.first?.name, same.rows.last?.name].compactMap { $0 }.joined(separator: " to ")
    return Verdict(
      "a frame of equal damage, growing: \(group.name)", atMost: 1.15, "x the first", digits: 2,
      found: same.rows.count > 1 && same.isDamagedAlike ? same.worst : nil, remark: names)
  }
}

/// A part of the targets.
enum TargetPart: String, CaseIterable, ExpressibleByArgument {
  /// What a frame costs, beside the bound.
  case frames
  /// The program's memory and wake-ups while it moves.
  case memory
  /// What the program does when there is nothing to show.
  case stillness
  /// How long it takes to the first picture.
  case start
  /// What it costs beside kronometer.
  case kronometer
  /// What the cost does not grow with.
  case growth
}
