import ArgumentParser
import ProgramSupport

@main
struct SegclockBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock-bench",
    abstract: "Measure the cost of segclock against a program that only copies the same pixels.",
    subcommands: [TargetTable.self, CopyCommand.self], defaultSubcommand: TargetTable.self)
}

struct TargetTable: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "targets", abstract: "Measure the targets, and print which of them are met.",
    discussion: """
      Each program runs on an Xvfb of its own. Needs openbox or xfwm4, picom, xclock and kronometer for the rows that \
      use them. Takes about five minutes. See Sources/Benchmark/README.md.
      """)

  @Option(help: "Seconds to measure for each row.")
  var seconds: Int = 12

  @Option(help: ArgumentHelp("The program.", valueName: "path"))
  var segclock: String = Program.path

  func run() throws {
    guard (1...3600).contains(seconds) else {
      throw ValidationError("--seconds is from 1 to 3600.")
    }
    let targets = Targets(path: segclock, seconds: seconds)
    var table = Table(["what", "target", "found", "verdict", "remark"])
    for target in targets.frames() + targets.stillness() + targets.others() {
      table.add(target.cells)
    }
    print(table.text, terminator: "")
  }
}

/// The reference program that runs beside segclock until it is killed.
struct CopyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "copy", shouldDisplay: false)

  @Argument var size: String

  func run() throws {
    guard let size = WindowSize.all.first(where: { $0.text == size }) else {
      throw ValidationError("unknown size")
    }
    var film = Film(size)
    let frames = film.damage(frames: Film.rate * 60)
    try CopyClient(width: size.width, height: size.height).run(frames)
  }
}
