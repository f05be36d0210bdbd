package import Timekeeping
package import Wording

private let ringPrefix = "ring:"

/// A text with fields in double braces, as in `{{elapsed}} {{lap}}`.
package struct StatusTemplate: Sendable {
  private typealias Part = @Sendable (StatusReport) -> String

  private enum Piece: Sendable {
    case text(String)
    case field(Part)
  }

  private let pieces: [Piece]
  package private(set) var rings: [String] = []

  private static let fields: KeyValuePairs<String, Part> = [
    "mode": { $0.model.mode.rawValue },
    "state": { $0.course },
    "over": { "\($0.isOver)" },
    "text": { $0.digits },
    "counter": { "\($0.model.counter.value)" },
    "step": { $0.plan.step.name },
    "next": { $0.plan.nextStep?.name ?? "" },
    "round": { "\($0.plan.round)" },
    "rounds": { "\($0.plan.plan.rounds)" },
    "theme": { $0.theme },
    "name": { $0.name },
    "zone": { $0.model.zone ?? "" },
    "lap_count": { "\($0.model.stopwatch.laps.count)" },
    "best_lap": { $0.model.stopwatch.laps.shortestNumber.map(String.init) ?? "" },
  ]

  private static let times:
    KeyValuePairs<String, (countsDown: Bool, value: @Sendable (StatusReport) -> Duration?)> = [
      "elapsed": (false, { $0.elapsed }),
      "lap": (false, { $0.lapElapsed }),
      "best": (false, { $0.model.stopwatch.laps.best }),
      "remaining": (true, { $0.remaining }),
      "step_remaining": (true, { $0.stepRemaining }),
    ]

  package static let allowed: String = {
    let times = StatusTemplate.times.map(\.key).joined(separator: ", ")
    let fields = StatusTemplate.fields.map(\.key).joined(separator: ", ")
    return "\(times) (optionally with |seconds or |ns), \(fields), and ring:NAME"
  }()

  package init(parsing text: String) throws(TextError) {
    var pieces: [Piece] = []
    var remaining = text[...]
    while let start = remaining.firstRange(of: "{{") {
      let before = String(remaining[..<start.lowerBound])
      remaining = remaining[start.upperBound...]
      guard let end = remaining.firstRange(of: "}}") else {
        throw TextError("{{ is not closed by }}")
      }
      let name = String(remaining[..<end.lowerBound])
      pieces += [.text(before), .field(try StatusTemplate.field(name))]
      if name.hasPrefix(ringPrefix) { rings.append(String(name.dropFirst(ringPrefix.count))) }
      remaining = remaining[end.upperBound...]
    }
    self.pieces = pieces + [.text(String(remaining))]
  }

  private static func field(_ name: String) throws(TextError) -> Part {
    if let field = fields.first(where: { $0.key == name }) { return field.value }
    if name.hasPrefix(ringPrefix) {
      let ring = String(name.dropFirst(ringPrefix.count))
      return { report in
        let rings = report.model.shownRings
        return rings.index(named: ring).map { report.percent(rings[$0]) } ?? ""
      }
    }
    let unknown = TextError("\(name.quoted) is not a field; use \(allowed)")
    let words = name.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (countsDown, value) = times.first(where: { $0.key == words[0] })?.value else {
      throw unknown
    }
    switch words.dropFirst().first {
    case nil:
      return { report in
        value(report).map { countsDown ? TimeFormat.remaining($0) : TimeFormat.elapsed($0) } ?? ""
      }
    case "seconds": return { report in value(report).map { TimeFormat.remainingSeconds($0) } ?? "" }
    case "ns": return { report in value(report).map { "\($0.nanosecondsClamped)" } ?? "" }
    default: throw unknown
    }
  }

  /// The text in one line; missing values are empty. `escape` is applied to the values, `join` at their ends.
  package func text(
    for report: StatusReport, _ escape: (String) -> String = { $0 },
    joinedBy join: (String, String) -> String = { $0 + $1 }
  ) -> String {
    pieces.reduce("") { line, piece in
      switch piece {
      case .text(let text): join(line, text.escaped)
      case .field(let value): join(line, escape(value(report).escaped))
      }
    }
  }
}
