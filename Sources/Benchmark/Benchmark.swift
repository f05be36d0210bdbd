import ArgumentParser
import ProgramSupport

@main
struct SegclockBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "segclock-bench",
    abstract: "Measure the cost of segclock against a program that only copies the same pixels.",
    discussion: "See Sources/Benchmark/README.md.")

  /// The size of the reference program, which runs beside segclock until it is killed.
  @Option(help: .hidden) var copy: String?

  func run() throws {
    if let size = WindowSize.all.first(where: { $0.text == copy }) {
      try CopyClient(size).run(Film(size).damage(frames: Film.rate * 60))
    }
    let targets = Targets()
    var table = Table(["what", "target", "found", "verdict", "remark"])
    for row in targets.frames() + targets.others() { table.add(row) }
    print(table.text, terminator: "")
  }
}
