import Timekeeping
import Wording

/// A text with fields in double braces, as in `{{elapsed}} {{lap}}`, to be filled from a status report.
package struct StatusTemplate: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case text(String)
    case field(String)
    case time(String, Shape)
    case ring(String)
  }

  /// How a time is written.
  private enum Shape: String, CaseIterable, Sendable {
    /// As the window shows it.
    case plain = ""
    case seconds = "|seconds"
    case nanoseconds = "|ns"
  }

  /// The fields that are words or numbers.
  private static let fields: KeyValuePairs<String, @Sendable (StatusReport) -> String> = [
    "mode": { $0.model.mode.rawValue },
    "state": { $0.state },
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

  /// The fields that are times, and whether they count down.
  private static let times:
    KeyValuePairs<String, (countsDown: Bool, value: @Sendable (StatusReport) -> Duration?)> = [
      "elapsed": (false, { $0.elapsed }),
      "lap": (false, { $0.lapElapsed }),
      "best": (false, { $0.model.stopwatch.laps.best }),
      "remaining": (true, { $0.remaining }),
      "step_remaining": (true, { $0.stepRemaining }),
    ]

  private var parts: [Part] = []

  /// The possible fields, for messages.
  package static let allowed: String = {
    let times = StatusTemplate.times.map(\.key).joined(separator: ", ")
    let fields = StatusTemplate.fields.map(\.key).joined(separator: ", ")
    return "\(times) (with |seconds or |ns behind, if wanted), \(fields), and ring:NAME"
  }()

  package init(parsing text: String) throws(StatusTemplateError) {
    var remaining = text[...]
    while let (before, after) = remaining.cut(at: "{{") {
      if !before.isEmpty { parts.append(.text(String(before))) }
      guard let (name, behind) = after.cut(at: "}}") else { throw StatusTemplateError(field: nil) }
      parts.append(try StatusTemplate.part(String(name)))
      remaining = behind
    }
    if !remaining.isEmpty { parts.append(.text(String(remaining))) }
  }

  private static func part(_ name: String) throws(StatusTemplateError) -> Part {
    if fields.contains(where: { $0.key == name }) { return .field(name) }
    if name.hasPrefix("ring:") { return .ring(String(name.dropFirst(5))) }
    for (time, _) in times where name.hasPrefix(time) {
      if let shape = Shape(rawValue: String(name.dropFirst(time.count))) {
        return .time(time, shape)
      }
    }
    throw StatusTemplateError(field: name)
  }

  /// The text for `report`, in one line; what is missing is empty.
  package func text(for report: StatusReport) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let name): StatusTemplate.fields.first { $0.key == name }?.value(report) ?? ""
      case .time(let name, let shape): time(name, shape, report)
      case .ring(let name): report.model.rings.first { $0.name == name }.map(report.percent) ?? ""
      }
    }.joined().escaped
  }

  private func time(_ name: String, _ shape: Shape, _ report: StatusReport) -> String {
    guard let field = StatusTemplate.times.first(where: { $0.key == name })?.value,
      let time = field.value(report)
    else { return "" }
    return switch shape {
    case .plain: field.countsDown ? TimeFormat.remaining(time) : TimeFormat.elapsed(time)
    case .seconds: TimeFormat.signedSeconds(time)
    case .nanoseconds: "\(time.nanosecondsClamped)"
    }
  }
}

/// Why a text is no template.
package struct StatusTemplateError: Error, Equatable, CustomStringConvertible {
  /// The unknown name between braces; nil where they are not closed.
  let field: String?

  package var description: String {
    guard let field else { return "{{ is not closed by }}" }
    return "\(field.quoted) is no field; there are \(StatusTemplate.allowed)"
  }
}

extension Substring {
  /// What is before and behind the first `mark`.
  fileprivate func cut(at mark: String) -> (Substring, Substring)? {
    firstRange(of: mark).map { (self[..<$0.lowerBound], self[$0.upperBound...]) }
  }
}
