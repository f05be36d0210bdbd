import ArgumentParser
import CProbe
import Glibc
import Measuring
import ProgramSupport

/// Instructions a frame, and the lines of the cache that it touches, counted by callgrind.
struct Instructions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "instructions",
    abstract:
      "Count the instructions of composing and painting a frame, and what it touches, by valgrind.",
    discussion: """
      Needs valgrind and strip (binutils): it is given a copy of this program without debugging information, which not \
      every version of it can read. A size and workload takes from seconds to a minute. The code and data that a frame \
      touches are the lines of 64 bytes that it misses in a cache that is empty when it begins, the mean of a few frames; \
      "-" where this program was built without valgrind's headers.
      """)

  @Option(help: "How many frames.")
  var frames: Int = 600

  @Option(
    help: ArgumentHelp("A width in pixels, 7 to 4 of the height; several.", valueName: "pixels"))
  var width: [Int] = [840, 1440, 2880]

  @Option(help: "A workload: running, rings or clock; several.")
  var workload: [Workload] = Workload.allCases

  func run() throws {
    let home = try TemporaryDirectory()
    let program = "\(home.path)/segclock-bench"
    _ = try output(of: installed("strip"), ["-g", "-o", program, "/proc/\(getpid())/exe"])
    var table = Table(
      ["workload", "size"], [("instructions a frame", 0), ("kB of code", 1), ("kB of data", 1)])
    for width in width {
      for workload in workload {
        func profile(_ options: [String], frames: Int, isCold: Bool) throws -> String {
          let path = "\(home.path)/profile"
          _ = try output(
            of: installed("valgrind"),
            ["--tool=callgrind", "--callgrind-out-file=\(path)", "--toggle-collect=probe_measured"]
              + options
              + [
                program, "draw", "--frames", "\(frames)", "--workload", workload.rawValue,
                "--width",
                "\(width)",
              ] + (isCold ? ["--cold"] : []))
          return String(decoding: contents(of: path) ?? [], as: UTF8.self)
        }
        let warm = try profile([], frames: frames, isCold: false)
        guard let total = total(ofProfile: warm) else { throw Failure("the profile has no total") }
        let cold = try profile(
          [
            "--instr-atstart=no", "--cache-sim=yes",
            "--LL=\(Instructions.cache),16,\(Instructions.line)",
          ],
          frames: Instructions.coldFrames, isCold: true)
        func touched(_ events: [String]) -> Double {
          let lines = events.compactMap { Measuring.total(ofProfile: cold, of: $0) }
          guard lines.count == events.count, lines.contains(where: { $0 > 0 }) else { return .nan }
          return Double(lines.reduce(0, +) * Instructions.line) / 1024
            / Double(Instructions.coldFrames)
        }
        let size = "\(width)x\(FilmOptions.height(width))"
        table.add(
          [workload.rawValue, size],
          [Double(total) / Double(frames), touched(["ILmr"]), touched(["DLmr", "DLmw"])])
      }
    }
    print(table.text, terminator: "")
  }

  /// The bytes of the cache that is simulated, more than a frame can touch, and of its lines.
  private static let cache = 64 << 20
  private static let line = 64
  /// Frames that begin with empty caches.
  private static let coldFrames = 16
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

  @Flag(
    help:
      "Begin each frame with empty caches, under callgrind with --instr-atstart=no --cache-sim=yes."
  )
  var cold = false

  func run() throws {
    let specimen = Specimen(options.workload.rawValue, options.scenario)
    // A minute of frames first: what is made once is not what a frame costs.
    specimen.draw(frames: Worker.warmUp)
    var body = { specimen.draw(frames: cold ? 1 : options.frames) }
    withUnsafeMutablePointer(to: &body) { body in
      let call: @convention(c) (UnsafeMutableRawPointer?) -> Void = {
        $0?.assumingMemoryBound(to: (() -> Void).self).pointee()
      }
      guard cold else { return probe_measured(call, body) }
      for _ in 0..<options.frames where probe_cold(call, body) == 0 { return }
    }
  }
}
