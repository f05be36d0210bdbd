package import Timekeeping

/// What somebody asks for at the start, and what no hand can change; nil is what was not mentioned, and stays.
package struct Overrides: Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  package var rings: [RingModel]?
  /// The timer; its mode too, unless another is named.
  package var timer: Countdown?
  /// What is planned; its mode too, unless another is named.
  package var plan: Plan?
  package var count: Int?
  /// How many digits the counter has.
  package var digits: Int?
  /// How long a lap is to take.
  package var targetLap: Duration?
  package var ghost: Ghost?
  /// The same for the rings of these names.
  package var lapTargets: [String: Duration] = [:]
  /// The looks to choose from.
  package var themes = ThemeName.builtIn
  /// How the clock shows the time.
  package var clock: ClockStyle?

  package init() {}

  /// The mode that is asked for, by its name or by what belongs to it.
  package var impliedMode: Mode? { mode ?? (plan != nil ? .plan : timer != nil ? .timer : nil) }
}

extension Overrides {
  /// Makes `model` as is asked. A count, a timer or a plan that is thrown away for it can be had back by an undo.
  package func apply(to model: inout Model) {
    if let theme { model.theme = theme }
    if let rings { model.rings = RingSet(rings) }
    if let timer { model.set(timer) }
    if let plan { model.set(plan) }
    // What no hand can change is not kept.
    model.lapTargets = lapTargets.filter { $0.value > .zero }
    model.themes = themes
    model.targetLap = targetLap.flatMap { $0 > .zero ? $0 : nil }
    model.ghost = ghost ?? .off
    model.clock = clock ?? model.clock
    model.set(count, digits: digits)
    model.mode = impliedMode ?? model.mode
  }
}

extension Model {
  /// Has this timer in place of the one that there is, which an undo brings back unless it stood at its length.
  mutating func set(_ new: Countdown) {
    if timer.state != .reset { history.add(TimerUndo.reset(timer)) }
    timer = new
    ends.isTimerOver = false
  }

  /// Has this planned in place of what there is, which an undo brings back unless it had not begun.
  mutating func set(_ new: Plan) {
    let before = planRun
    planRun = PlanRun(new)
    if before.state != .reset { history.add(PlanUndo(before: before, after: planRun)) }
  }

  /// Has the counter show `count`, with so many digits; nil of either is what it was, or suits the other.
  mutating func set(_ count: Int?, digits: Int?) {
    guard count != nil || digits != nil else { return }
    let digits = digits ?? (count == nil ? counter.digits : Counter().digits)
    let value = count ?? counter.value
    if counter.value != 0, counter.value != value { history.add(CounterReset(value: counter.value)) }
    // A count from before that needs more digits than there are now goes.
    counter = (try? Counter(value, digits: digits)) ?? (try? Counter(0, digits: digits)) ?? Counter()
  }
}
