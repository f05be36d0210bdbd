/// A run through a plan as a value: an anchor on the time axis and the position there, never a count of ticks.
///
/// An instant before the last command counts as that moment. Members without an instant hold from the anchor up to
/// `nextTurn`; `advanced(to:)` is the same run as of a later moment. Past the end of a step that waits, and of the last
/// one, the remaining time is negative. A command that does not apply changes nothing and returns false.
public struct PlanRun: Hashable, Sendable {
  public let plan: Plan
  public private(set) var state: RunState
  /// The position in the plan at `anchor`, 0..<`plan.count`.
  public private(set) var position: Int
  /// When it was last started, stopped or moved, or the last turn since; the distant past when reset.
  public private(set) var anchor: Instant
  /// The time spent in the step at `anchor`; never negative, and more than its length only where the plan does not go on
  /// by itself.
  public private(set) var spentAtAnchor: Duration

  /// Within this time after a step's beginning, a step back leads to the step before it.
  public static let backLimit = Duration.seconds(3)

  /// `plan` at its beginning.
  public init(_ plan: Plan = Plan()) {
    self.init(plan, state: .reset, position: 0, anchor: .distantPast, spentAtAnchor: .zero)
  }

  /// A run from its parts, of which every combination makes a valid one: a time longer than its step has gone on
  /// into those after it.
  public init(
    _ plan: Plan, state: RunState, position: Int, anchor: Instant, spentAtAnchor: Duration
  ) {
    self.plan = plan
    self.state = state
    self.anchor = state == .reset ? .distantPast : anchor
    let clamped = min(max(position, 0), plan.count - 1)
    let reached =
      state == .reset
      ? (position: 0, spent: 0)
      : plan.goingOn(from: clamped, spent: max(0, spentAtAnchor.nanosecondsClamped))
    self.position = reached.position
    self.spentAtAnchor = Duration(nanoseconds: reached.spent)
  }

  public var isRunning: Bool { state == .running }
  public var step: PlanStep { plan.step(at: position) }
  /// The step after that; nil for the last one of all.
  public var nextStep: PlanStep? { isLast ? nil : plan.step(at: position + 1) }
  /// The round that it is in; the first is 1.
  public var round: Int { plan.round(of: position) }
  public var isLast: Bool { position == plan.count - 1 }
  /// Whether its step is over, and it does not go on by itself.
  public var hasEnded: Bool { spentAtAnchor >= step.length }
  /// Whether it waits for the next step to be started.
  public var isWaiting: Bool { hasEnded && !isLast }
  public var isOver: Bool { hasEnded && isLast }

  /// When its step will be over, if it is running and that is still to come.
  public var nextTurn: Instant? {
    isRunning && !hasEnded ? anchor + (step.length - spentAtAnchor) : nil
  }

  /// The same run as of `now`: anchored where its present step began or ended, if time has led there.
  ///
  /// It takes as long for a thousand steps as for one.
  public func advanced(to now: Instant) -> PlanRun {
    guard isRunning, !hasEnded, now > anchor else { return self }
    let spent = spentAtAnchor.nanosecondsClamped
    let reached = plan.goingOn(
      from: position, spent: spent.addingClamped((now - anchor).nanosecondsClamped))
    var run = self
    run.position = reached.position
    run.spentAtAnchor = min(Duration(nanoseconds: reached.spent), run.step.length)
    guard run.position != position || run.hasEnded else { return self }
    if !run.hasEnded { run.spentAtAnchor = .zero }
    let turn = plan.start(of: run.position) + run.spentAtAnchor.nanosecondsClamped
    run.anchor = anchor + Duration(nanoseconds: turn - plan.start(of: position) - spent)
    return run
  }

  /// What remains of the step at `now`; negative past its end.
  public func remaining(at now: Instant) -> Duration {
    advanced(to: now).remaining.value(at: now)
  }

  /// The newest end of a step up to `now` that time alone has led to since the last command, and the step's position.
  public func lastEnd(at now: Instant) -> (instant: Instant, position: Int)? {
    let present = advanced(to: now)
    guard present != self else { return nil }
    return (present.anchor, present.hasEnded ? present.position : present.position - 1)
  }

  /// The first end of a step after `now` that time alone will lead to, and the step's position.
  public func nextEnd(after now: Instant) -> (instant: Instant, position: Int)? {
    let present = advanced(to: now)
    return present.nextTurn.map { ($0, present.position) }
  }

  /// Starts or continues; where it waits, the next step begins.
  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    let present = advanced(to: now)
    guard !isRunning || present.isWaiting else { return false }
    if present.isWaiting {
      begin(present.position + 1, at: now)
    } else {
      anchor = max(now, anchor)
    }
    state = .running
    return true
  }

  /// Stops counting and holds the position.
  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    let present = advanced(to: now)
    // All depend on the old anchor.
    (position, spentAtAnchor, anchor) = (
      present.position, present.spent(at: now), max(now, anchor)
    )
    state = .stopped
    return true
  }

  /// Goes to the beginning of the next step, running or stopped as before; false at the last one.
  @discardableResult
  public mutating func skip(at now: Instant) -> Bool {
    let present = advanced(to: now)
    guard !present.isLast else { return false }
    begin(present.position + 1, at: now)
    return true
  }

  /// Goes back to the beginning of its step, or within `backLimit` of that to the beginning of the one before; running
  /// or stopped as before. False at the very beginning.
  @discardableResult
  public mutating func back(at now: Instant) -> Bool {
    guard canGoBack else { return false }
    let present = advanced(to: now)
    let goesFurther = present.position > 0 && present.spent(at: now) < PlanRun.backLimit
    begin(goesFurther ? present.position - 1 : present.position, at: now)
    return true
  }

  /// Whether a step back leads anywhere.
  public var canGoBack: Bool { isRunning || position > 0 || spentAtAnchor > .zero }

  /// Returns to the plan's beginning, if it is stopped.
  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = PlanRun(plan)
    return true
  }

  /// The time spent at `now` in the step of the anchor.
  private func spent(at now: Instant) -> Duration {
    guard isRunning, now > anchor else { return spentAtAnchor }
    let passed = (now - anchor).nanosecondsClamped
    return Duration(nanoseconds: spentAtAnchor.nanosecondsClamped.addingClamped(passed))
  }

  private mutating func begin(_ position: Int, at now: Instant) {
    self.position = position
    anchor = max(now, anchor)
    spentAtAnchor = .zero
    if state == .reset { state = .stopped }
  }
}
