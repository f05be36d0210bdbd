/// A target, what was found, and whether that meets it.
package struct Verdict: Equatable, Sendable {
  /// What is to be held to the target.
  package let what: String
  /// The most that it may be.
  package let limit: Double
  /// The unit of both; may be empty.
  package let unit: String
  /// Digits after the point of the limit.
  package let digits: Int
  /// What it is, or nil where it was not measured.
  package let found: Double?
  /// How it was measured, or why not.
  package let remark: String

  /// The verdict on `what`, of which `found` has to be at most `limit`.
  package init(
    _ what: String, atMost limit: Double, _ unit: String = "", digits: Int = 0, found: Double?,
    remark: String = ""
  ) {
    self.what = what
    self.limit = limit
    self.unit = unit
    self.digits = digits
    self.found = found.flatMap { $0.isFinite ? $0 : nil }
    self.remark = remark
  }

  /// `met`, `missed` or `not measured`.
  package var word: String { found.map { $0 <= limit ? "met" : "missed" } ?? "not measured" }

  private func text(_ value: Double, _ digits: Int) -> String {
    value.text(digits) + (unit.isEmpty ? "" : " \(unit)")
  }

  /// A table of `verdicts` in Markdown, and how many of them there are of each kind.
  package static func text(_ verdicts: [Verdict]) -> String {
    var table = Table(["what", "target", "found", "verdict", "remark"])
    for verdict in verdicts {
      // One digit more than the target has, so that a miss does not look like a hit.
      let found = verdict.found.map { verdict.text($0, verdict.digits + 1) } ?? "-"
      let target = "<= " + verdict.text(verdict.limit, verdict.digits)
      table.add([verdict.what, target, found, verdict.word, verdict.remark])
    }
    let counts = ["met", "missed", "not measured"].map { word in
      "\(verdicts.count { $0.word == word }) \(word)"
    }
    return table.text + "\n" + counts.joined(separator: ", ") + "\n"
  }
}
