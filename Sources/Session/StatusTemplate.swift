import Timekeeping
package import Wording

private let ringPrefix = "ring:"
private let todayPrefix = "today."

/// A text with fields in double braces, as in `{{elapsed}} {{lap}}`.
package struct StatusTemplate: Sendable {
  private typealias Part = @Sendable (StatusReport) -> String

  private enum Piece: Sendable {
    case text(String)
    case field(Part)
    /// By its name or its number; `id` once it is bound to a ring.
    case ring(String, id: RingID? = nil)
  }

  private var pieces: [Piece]

  package var rings: [String] {
    pieces.compactMap { if case .ring(let name, _) = $0 { name } else { nil } }
  }

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
    "activity": { $0.model.day.activity },
    "streak": { "\($0.model.streak)" },
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
    return "\(times) (optionally with |seconds or |ns), \(fields), ring:NAME and today.NAME"
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
      pieces += [.text(before), try StatusTemplate.field(name)]
      remaining = remaining[end.upperBound...]
    }
    self.pieces = pieces + [.text(String(remaining))]
  }

  private static func field(_ name: String) throws(TextError) -> Piece {
    if let field = fields.first(where: { $0.key == name }) { return .field(field.value) }
    if name.hasPrefix(ringPrefix) { return .ring(String(name.dropFirst(ringPrefix.count))) }
    if name.hasPrefix(todayPrefix) {
      let activity = String(name.dropFirst(todayPrefix.count))
      return .field { $0.amountToday(of: activity) }
    }
    let unknown = TextError("\(name.quoted) is not a field; use \(allowed)")
    let words = name.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    guard let (countsDown, value) = times.first(where: { $0.key == words[0] })?.value else {
      throw unknown
    }
    switch words.dropFirst().first {
    case nil:
      return .field { report in
        value(report).map { countsDown ? TimeFormat.remaining($0) : TimeFormat.elapsed($0) } ?? ""
      }
    case "seconds":
      return .field { report in value(report).map { TimeFormat.remainingSeconds($0) } ?? "" }
    case "ns": return .field { report in value(report).map { "\($0.nanosecondsClamped)" } ?? "" }
    default: throw unknown
    }
  }

  /// Binds the fields to the rings that have these names now, even if they are renamed later. A number still means a
  /// position.
  package mutating func bind(to rings: RingSet) {
    for index in pieces.indices {
      guard case .ring(let name, _) = pieces[index] else { continue }
      let position = rings.firstIndex { $0.name == name }
      pieces[index] = .ring(name, id: position.map { rings.ids[$0] })
    }
  }

  /// The text in one line; missing values are empty. `escape` is applied to the values, `join` at their ends.
  package func text(
    for report: StatusReport, _ escape: (String) -> String = { $0 },
    joinedBy join: (String, String) -> String = { $0 + $1 }
  ) -> String {
    let rings = report.model.shownRings
    return pieces.reduce("") { line, piece in
      switch piece {
      case .text(let text): return join(line, text.escaped)
      case .field(let value): return join(line, escape(value(report).escaped))
      case .ring(let name, let id):
        let ring = (id ?? rings.id(named: name)).flatMap { rings[$0] }
        return join(line, escape(ring.map { report.percent($0) } ?? ""))
      }
    }
  }
}

extension StatusReport {
  /// The time or the count that an activity has today; zero if nothing.
  fileprivate func amountToday(of name: String) -> String {
    let found = today.first { $0.name == name }
    if case .count? = found?.goal { return "\(found?.total.count ?? 0)" }
    return TimeFormat.wholeSeconds(found?.total.time ?? .zero)
  }
}
