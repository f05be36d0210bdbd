import Timekeeping
import Wording

struct CounterMode: ModeDefinition {
  /// No rings until the user sets one: the usual three say nothing about the number.
  func defaultParts(_ model: Model) -> Set<Part> {
    model.hasOwnRings ? [.digits, .rings, .buttons] : [.digits, .buttons]
  }

  func readout(_ model: ModelAt) -> DisplayValue {
    .number(model.counter.value, digits: model.counter.digits)
  }

  var captions: [String] { [trc("button", "Reset")] }
  var maxButtons: Int { 3 }

  func buttons(_ model: ModelAt) -> [ButtonContent] {
    [
      ButtonContent(.reset, trc("button", "Reset"), does: .reset),
      ButtonContent(.countDown, "−1", does: .step(-1)),
      ButtonContent(.countUp, "+1", does: .step(1)),
    ]
  }

  var toggle: Command? { .step(1) }

  func state(_ model: Model) -> RunState { model.counter.value == 0 ? .reset : .stopped }

  func transcript(_ model: ModelAt, at sample: ClockSample) -> String {
    String(model.counter.value)
  }

  func summary(_ report: StatusReport) -> String? {
    readout(report.model).text(at: report.sample)
  }

  func allows(_ command: Command, _ model: ModelAt) -> Bool? {
    switch command {
    case .reset: model.counter.value != 0
    case .count(let change): model.counter.allows(change)
    case .step(let step): model.counter.allows(.by(step))
    default: nil
    }
  }

  func command(ofWheel notches: Int, over unit: Duration?, _ model: Model) -> Command? {
    .count(.by(-notches))
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .reset: count(.to(0), on: &model, at: now)
    case .count(let change): count(change, on: &model, at: now)
    case .step(let step): count(.by(step), on: &model, at: now)
    default: return false
    }
    return true
  }

  private func count(_ change: CounterChange, on model: inout Model, at now: Instant) {
    let before = model.counter.value
    do throws(TextError) {
      try model.counter.set(change.value(from: before))
      model.notice = nil
      guard model.counter.value != before else { return }
      model.history.add(.counter(before))
      if case .by(let step) = change, !model.day.activity.isEmpty {
        model.count(step, for: model.day.activity, at: now)
      }
    } catch {
      model.notice = Notice(phrase: error.brief, since: now)
    }
  }
}
