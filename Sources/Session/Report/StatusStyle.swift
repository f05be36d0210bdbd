import Timekeeping
import Wording

/// A way to write the status of a widget.
package enum StatusStyle: Equatable, Sendable {
  /// In lines for a person.
  case words
  case json
  case template(StatusTemplate)
  /// As a status bar reads it.
  case bar(Bar)

  /// A status bar with a form of its own.
  package enum Bar: String, CaseIterable, Sendable {
    /// Objects with text, tooltip, class and percentage.
    case waybar
    /// Plain lines.
    case polybar
    /// Objects with full_text, short_text and color (interval=persist, format=json).
    case i3blocks
  }

  /// What it says of `report`, without a line end at the end.
  package func text(for report: StatusReport) -> String {
    switch self {
    case .words: report.words
    case .json: report.json
    case .template(let template): template.text(for: report)
    case .bar(let bar): bar.text(for: report)
    }
  }
}

extension StatusStyle.Bar {
  fileprivate func text(for report: StatusReport) -> String {
    let time = report.barText
    switch self {
    case .polybar: return time
    case .waybar:
      let share =
        report.model.rings.first.map { Int(max(0, min(100, report.turns($0) * 100))) } ?? 0
      return """
        {"text":\(time.json),"alt":\(report.model.mode.rawValue.json),"tooltip":\(report.words.json),\
        "class":[\(report.model.mode.rawValue.json),\(report.state.json)],"percentage":\(share)}
        """
    case .i3blocks:
      let color = report.isLate ? "#FF5F5F" : report.state == "running" ? "#5FD787" : ""
      let member = color.isEmpty ? "" : ",\"color\":\(color.json)"
      return "{\"full_text\":\(time.json),\"short_text\":\(time.json)\(member)}"
    }
  }
}

extension StatusReport {
  /// What the digits show, to the whole second: a bar is no place for hundredths.
  fileprivate var barText: String {
    switch model.mode {
    case .stopwatch: TimeFormat.wholeSeconds(elapsed)
    case .timer: rest(remaining)
    case .plan: "\(plan.step.name.escaped) \(rest(planRemaining))"
    case .clock, .counter: digits
    }
  }

  private func rest(_ time: Duration) -> String {
    time < .zero ? "-" + TimeFormat.wholeSeconds(.zero - time) : TimeFormat.wholeSeconds(time)
  }

  /// Whether a time has run out and nobody has stopped it.
  fileprivate var isLate: Bool {
    switch model.mode {
    case .timer: remaining < .zero && model.timer.isRunning
    case .plan: planRemaining < .zero && model.planRun.isRunning
    case .stopwatch, .clock, .counter: false
    }
  }
}
