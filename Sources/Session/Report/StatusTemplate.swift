import Timekeeping
import Wording

/// A text with fields in double braces, as in `{{elapsed}} {{lap}}`, to be filled with what a widget counts.
package struct StatusTemplate: Equatable, Sendable {
  private enum Part: Equatable, Sendable {
    case text(String)
    case field(Field)
    case time(TimeField, Shape)
    case ring(String)
  }

  /// What is a word or a number.
  enum Field: String, CaseIterable, Sendable {
    case mode, state, text, counter, step, next, round, rounds, theme, name, zone
    case lapCount = "lap_count"
    case bestLap = "best_lap"
  }

  /// What is a time.
  enum TimeField: String, CaseIterable, Sendable {
    case elapsed, lap, best, remaining
    case stepRemaining = "step_remaining"
  }

  /// How a time is written.
  enum Shape: String, CaseIterable, Sendable {
    /// As the window shows it.
    case plain = ""
    /// To the whole second.
    case seconds = "|seconds"
    /// In nanoseconds.
    case nanoseconds = "|ns"
  }

  private var parts: [Part] = []

  /// What a template may have between braces, for messages.
  package static let allowed: String = {
    let times = TimeField.allCases.map(\.rawValue).joined(separator: ", ")
    let fields = Field.allCases.map(\.rawValue).joined(separator: ", ")
    return "\(times) (with |seconds or |ns behind, if wanted), \(fields), and ring:NAME"
  }()

  /// Reads a template.
  package init(parsing text: String) throws(StatusTemplateError) {
    var rest = text[...]
    while !rest.isEmpty {
      guard let (before, after) = rest.cut(at: "{{") else {
        parts.append(.text(String(rest)))
        return
      }
      if !before.isEmpty { parts.append(.text(String(before))) }
      guard let (name, behind) = after.cut(at: "}}") else { throw StatusTemplateError(field: nil) }
      parts.append(try StatusTemplate.part(name))
      rest = behind
    }
  }

  private static func part(_ name: Substring) throws(StatusTemplateError) -> Part {
    if let field = Field(rawValue: String(name)) { return .field(field) }
    if name.hasPrefix("ring:") { return .ring(String(name.dropFirst(5))) }
    for time in TimeField.allCases where name.hasPrefix(time.rawValue) {
      if let shape = Shape(rawValue: String(name.dropFirst(time.rawValue.count))) {
        return .time(time, shape)
      }
    }
    throw StatusTemplateError(field: String(name))
  }

  /// The text for `report`, in one line; what there is none of is empty.
  package func text(for report: StatusReport) -> String {
    parts.map { part in
      switch part {
      case .text(let text): text
      case .field(let field): field.text(report)
      case .time(let field, let shape): field.value(report).map { shape.text($0, of: field) } ?? ""
      case .ring(let name): report.model.rings.first { $0.name == name }.map(report.percent) ?? ""
      }
    }.joined().escaped
  }
}

/// Why a text is no template.
package struct StatusTemplateError: Error, Equatable, CustomStringConvertible {
  /// What stands between braces and means nothing; nil where they are not closed.
  let field: String?

  package var description: String {
    guard let field else { return "{{ is not closed by }}" }
    return "\(field.quoted) is no field; there are \(StatusTemplate.allowed)"
  }
}

extension StatusTemplate.Field {
  fileprivate func text(_ report: StatusReport) -> String {
    let plan = report.plan
    switch self {
    case .mode: return report.model.mode.rawValue
    case .state: return report.state
    case .text: return report.digits
    case .lapCount: return "\(report.model.stopwatch.laps.count)"
    case .bestLap: return report.model.stopwatch.shortestLap.map(String.init) ?? ""
    case .name: return report.name
    case .zone: return report.model.zone ?? ""
    case .counter: return "\(report.model.counter.value)"
    case .step: return plan.step.name
    case .next: return plan.nextStep?.name ?? ""
    case .round: return "\(plan.round)"
    case .rounds: return "\(plan.plan.rounds)"
    case .theme: return report.themeWord
    }
  }
}

extension StatusTemplate.TimeField {
  fileprivate func value(_ report: StatusReport) -> Duration? {
    switch self {
    case .elapsed: report.elapsed
    case .lap: report.lapElapsed
    case .best: report.model.stopwatch.laps.best
    case .remaining: report.remaining
    case .stepRemaining: report.planRemaining
    }
  }

  fileprivate var countsDown: Bool { self == .remaining || self == .stepRemaining }
}

extension StatusTemplate.Shape {
  fileprivate func text(_ time: Duration, of field: StatusTemplate.TimeField) -> String {
    switch self {
    case .plain: field.countsDown ? TimeFormat.remaining(time) : TimeFormat.elapsed(time)
    case .seconds:
      (time < .zero ? "-" : "") + TimeFormat.wholeSeconds(time < .zero ? .zero - time : time)
    case .nanoseconds: "\(time.nanosecondsClamped)"
    }
  }
}

extension Substring {
  /// What is before and behind the first `mark`; nil where there is none.
  fileprivate func cut(at mark: String) -> (Substring, Substring)? {
    var place = startIndex
    while place < endIndex {
      if self[place...].hasPrefix(mark) {
        return (self[..<place], self[place...].dropFirst(mark.count))
      }
      place = index(after: place)
    }
    return nil
  }
}
