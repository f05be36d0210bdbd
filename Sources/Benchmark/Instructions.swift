import ArgumentParser
import Measuring

/// Instructions a frame, counted by callgrind.
struct Instructions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instructions",
    abstract: "Count the instructions of composing and painting a frame, by valgrind.",
    discussion: """
      Needs valgrind and strip (binutils): it is given a copy of this program without debugging information, which not \
      every version of it can read. A size and workload takes from seconds to a minute.
      """)

  @Option(help: "How many frames.")
  var frames: Int = 600

  @Option(help: ArgumentHelp("A width in pixels, 7 to 4 of the height; several.", valueName: "pixels"))
  var width: [Int] = [840, 1440, 2880]

  @Option(help: "A workload: running, rings or clock; several.")
  var workload: [Workload] = Workload.allCases

  @Flag(help: "Print JSON instead of a table.")
  var json = false

  mutating func run() throws {
    guard frames > 0, width.allSatisfy({ (7...16384).contains($0) }) else {
      throw ValidationError("--frames is 1 or more, --width from 7 to 16384.")
    }
    for tool in ["valgrind", "strip"] where Children.find(tool) == nil {
      throw Failure("\(tool) is not installed")
    }
    let home = try Home()
    let program = "\(home.path)/segclock-bench"
    _ = try Children.output("strip", ["-g", "-o", program, try Children.resolve("/proc/self/exe")])
    var table = Table(["workload", "size", "instructions a frame"], words: 2)
    var rows: [JSON] = []
    for width in width {
      for workload in workload {
        let profile = "\(home.path)/profile"
        _ = try Children.output(
          "valgrind",
          [
            "--tool=callgrind", "--callgrind-out-file=\(profile)", "--toggle-collect=probe_measured", program,
            "draw", "--frames", "\(frames)", "--workload", workload.rawValue, "--width", "\(width)",
          ], isQuiet: true)
        guard let total = Reports.total(ofProfile: try Children.contents(profile)) else {
          throw Failure("the profile has no total")
        }
        let count = Double(total) / Double(frames)
        let size = "\(width)x\(width * 4 / 7)"
        table.add([workload.rawValue, size, Decimal.text(count, digits: 0)])
        rows.append(
          .object([
            ("workload", .text(workload.rawValue)), ("size", .text(size)), ("instructions", .number(count)),
          ]))
      }
    }
    let all = JSON.object([
      ("version", .number(1)), ("frames", .number(Double(frames))), ("rows", .list(rows)),
    ])
    print(json ? all.line + "\n" : table.text, terminator: "")
  }
}
