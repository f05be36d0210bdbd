/// A target, what was found, and whether that meets it.
public struct Verdict: Equatable, Sendable {
  /// What is to be held to the target.
  public var what: String
  /// The most that it may be.
  public var limit: Double
  /// The unit of both, for people; may be empty.
  public var unit: String
  /// Digits after the point, for people.
  public var digits: Int
  /// What it is, or nil where it was not measured.
  public var found: Double?
  /// How it was measured, or why not.
  public var remark: String

  /// The verdict on `what`, of which `found` has to be at most `limit`.
  public init(
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

  /// Whether the target is met; nil where that was not measured.
  public var isMet: Bool? { found.map { $0 <= limit } }

  /// One word, or two.
  public var word: String { isMet.map { $0 ? "met" : "missed" } ?? "not measured" }

  private func text(_ value: Double, digits: Int) -> String {
    unit.isEmpty ? Decimal.text(value, digits: digits) : "\(Decimal.text(value, digits: digits)) \(unit)"
  }

  /// A table of `verdicts` in Markdown, and how many of them there are of each kind.
  public static func text(_ verdicts: [Verdict]) -> String {
    var table = Table(["what", "target", "found", "verdict", "remark"], words: 5)
    for verdict in verdicts {
      // One digit more than the target has, so that a miss does not look like a hit.
      let found = verdict.found.map { verdict.text($0, digits: verdict.digits + 1) }
      table.add([
        verdict.what, "<= " + verdict.text(verdict.limit, digits: verdict.digits), found ?? "-", verdict.word,
        verdict.remark,
      ])
    }
    let counts = ["met", "missed", "not measured"].map { word in
      "\(verdicts.count { $0.word == word }) \(word)"
    }
    return table.text + "\n" + counts.joined(separator: ", ") + "\n"
  }

  /// The same as JSON.
  public static func json(_ verdicts: [Verdict]) -> JSON {
    .object([
      ("version", .number(1)),
      (
        "targets",
        .list(
          verdicts.map { verdict in
            .object([
              ("what", .text(verdict.what)), ("limit", .number(verdict.limit)), ("unit", .text(verdict.unit)),
              ("found", verdict.found.map(JSON.number) ?? .null),
              ("met", verdict.isMet.map(JSON.flag) ?? .null), ("remark", .text(verdict.remark)),
            ])
          })
      ),
    ])
  }
}
