import ArgumentParser
import CProbe
import Glibc
import Measuring
import ProgramSupport

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

  func run() throws {
    let home = try TemporaryDirectory()
    let program = "\(home.path)/segclock-bench"
    _ = try output(of: installed("strip"), ["-g", "-o", program, "/proc/\(getpid())/exe"])
    var table = Table(["workload", "size"], [("instructions a frame", 0)])
    for width in width {
      for workload in workload {
        let profile = "\(home.path)/profile"
        _ = try output(
          of: installed("valgrind"),
          [
            "--tool=callgrind", "--callgrind-out-file=\(profile)", "--toggle-collect=probe_measured", program,
            "draw", "--frames", "\(frames)", "--workload", workload.rawValue, "--width", "\(width)",
          ])
        let text = String(decoding: contents(of: profile) ?? [], as: UTF8.self)
        guard let total = total(ofProfile: text) else { throw Failure("the profile has no total") }
        let size = "\(width)x\(FilmOptions.height(width))"
        table.add([workload.rawValue, size], [Double(total) / Double(frames)])
      }
    }
    print(table.text, terminator: "")
  }
}

/// Frames for a profile, and nothing else.
struct Draw: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "draw", abstract: "Compose and paint frames without a display, for a profile.",
    discussion: """
      Of its frames alone: valgrind --tool=callgrind --toggle-collect=probe_measured segclock-bench draw --frames 600. \
      Where valgrind cannot read the debugging information, give it a copy without (strip -g).
      """)

  @OptionGroup var options: FilmOptions

  func run() throws {
    let specimen = Specimen(options.workload.rawValue, options.scenario)
    // A minute of frames first: what is made once is not what a frame costs.
    specimen.draw(frames: Worker.warmUp)
    var body = { specimen.draw(frames: options.frames) }
    withUnsafeMutablePointer(to: &body) { body in
      probe_measured({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, body)
    }
  }
}
