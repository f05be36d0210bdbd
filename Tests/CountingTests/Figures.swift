import Glibc
import ProgramSupport
import Testing

/// The figures of figures.txt: what frames, events and a start cost when they were recorded last.
///
/// `SEGCLOCK_RECORD=1 swift test --filter CountingTests` records them anew, and fails.
enum Figures {
  private static let path: String = {
    let folder = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    return (folder + ["figures.txt"]).joined(separator: "/")
  }()
  private static let isRecording = getenv("SEGCLOCK_RECORD") != nil
  /// The share by which a figure may differ.
  private static let tolerance = 0.05

  /// Compares what was counted with what is recorded under `name`.
  static func check(_ name: String, _ found: [(what: String, figure: Double)]) throws {
    var lines = try read()
    for (what, figure) in found {
      let key = "\(name), \(what)"
      if isRecording {
        lines[key] = figure.text(1)
        continue
      }
      guard let recorded = lines[key].flatMap(Double.init) else {
        Issue.record("\(key): \(figure.text(1)), and nothing is recorded")
        continue
      }
      // A figure of a few must not fail for a fraction of one.
      let room = max(recorded * tolerance, 0.5)
      #expect(figure <= recorded + room, "\(key) grew from \(recorded) to \(figure.text(1))")
      #expect(
        figure >= recorded - room,
        "\(key) fell from \(recorded) to \(figure.text(1)): record it, so that it stays so")
    }
    guard isRecording else { return }
    let text = lines.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\n" }.joined()
    try write(text, to: path)
    Issue.record("\(name) is recorded anew")
  }

  private static func read() throws -> [String: String] {
    guard let bytes = contents(of: path) else { return [:] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.reduce(into: [:]) { figures, line in
      let parts = line.split(separator: ":")
      guard parts.count == 2 else { return }
      figures[String(parts[0])] = String(parts[1].drop { $0 == " " })
    }
  }
}
