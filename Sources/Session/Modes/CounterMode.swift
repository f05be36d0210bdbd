import Timekeeping

/// Shows a number that is counted by hand.
struct CounterMode: ModeDefinition {
  var defaultParts: Set<Part> { [.digits, .rings, .buttons] }

  func readout(_ model: Model) -> DisplayValue {
    .number(model.counter.value, digits: model.counter.digits)
  }

  func buttons(_ model: Model) -> [ButtonContent] {
    [
      ButtonContent(.reset, "Reset", does: .reset),
      ButtonContent(.countDown, "−1", does: .step(.down)),
      ButtonContent(.countUp, "+1", does: .step(.up)),
    ]
  }

  func transcript(_ model: Model, at reading: ClockSample) -> String { String(model.counter.value) }

  func words(for step: Step) -> String { "Count \(step.signed)" }

  func allows(_ command: Command, _ model: Model) -> Bool? {
    switch command {
    case .reset: model.counter.value != 0
    case .count(let change): model.counter.accepts(change)
    case .step(let step): model.counter.accepts(.by(step.counts))
    default: nil
    }
  }

  func command(ofWheel notches: Int, _ model: Model) -> Command? {
    .count(.by(-max(-1000, min(notches, 1000))))
  }

  func apply(_ command: Command, to model: inout Model, at now: Instant) -> Bool {
    switch command {
    case .reset:
      guard model.counter.value != 0 else { return true }
      model.history.add(.counterReset(before: model.counter.value))
      count(.to(0), on: &model, at: now)
    case .count(let change): count(change, on: &model, at: now)
    case .step(let step): count(.by(step.counts), on: &model, at: now)
    default: return false
    }
    return true
  }

  private func count(_ change: CounterChange, on model: inout Model, at now: Instant) {
    do throws(CounterError) {
      try model.counter.apply(change)
      model.notice = nil
    } catch {
      model.notice = Notice(text: error.description, since: now)
    }
  }
}

extension ButtonContent.Role {
  package static let reset = Self("reset")
  package static let countDown = Self("countDown")
  package static let countUp = Self("countUp")
}

extension Counter {
  /// Carries `change` out; one that leads out of range is refused.
  fileprivate mutating func apply(_ change: CounterChange) throws(CounterError) {
    switch change {
    case .by(let amount): try add(amount)
    case .to(let value): try set(value)
    }
  }

  /// Whether `change` stays within what the display can show.
  fileprivate func accepts(_ change: CounterChange) -> Bool {
    var trial = self
    do throws(CounterError) {
      try trial.apply(change)
      return true
    } catch {
      return false
    }
  }
}
