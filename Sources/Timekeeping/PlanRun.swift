/// A run through a plan as a value: an anchor on the time axis and the position there, never a count of ticks.
///
/// An instant before the last command counts as that moment. Members without an instant are valid from the anchor up to
/// `nextTurn`; `advanced(to:)` returns the run at a later moment. After the end of a waiting step, or of the last, the
/// remaining time is negative. A command that does not apply changes nothing and returns false.
public struct PlanRun: Hashable, Sendable {
  public let plan: Plan
  public private(set) var state: RunState
  /// At `anchor`; 0..<`plan.count`.
  public private(set) var position: Int
  /// The last start, stop, move or step change; the distant past when reset.
  public private(set) var anchor: Instant
  /// The time spent in the step at `anchor`; exceeds its length only if the plan waits or is over.
  public private(set) var spentAtAnchor: Duration

  /// `back` within this time after a step's start goes to the step before.
  public static let backLimit = Duration.seconds(3)

  public init(_ plan: Plan = Plan()) {
    self.init(plan, state: .reset, position: 0, anchor: .distantPast, spentAtAnchor: .zero)
  }

  /// Creates a run from its parts. Every combination is valid: time beyond a step counts in those after it.
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
  public var nextStep: PlanStep? { isLast ? nil : plan.step(at: position + 1) }
  /// Starts at 1.
  public var round: Int { plan.round(of: position) }
  public var isLast: Bool { position == plan.count - 1 }
  /// Whether its step is over, and the plan waits or is over.
  public var hasEnded: Bool { spentAtAnchor >= step.length }
  public var isWaiting: Bool { hasEnded && !isLast }
  public var isOver: Bool { hasEnded && isLast }

  /// The end of the step, if it is running and that is in the future.
  public var nextTurn: Instant? {
    isRunning && !hasEnded ? anchor + (step.length - spentAtAnchor) : nil
  }

  /// Returns the run at `now`, anchored at the start of its step, or at the end of one that waits.
  ///
  /// Takes constant time for any number of steps.
  public func advanced(to now: Instant) -> PlanRun {
    guard isRunning, !hasEnded, now > anchor else { return self }
    let spent = spentAtAnchor.nanosecondsClamped
    let reached = plan.goingOn(from: position, spent: self.spent(at: now).nanosecondsClamped)
    var run = self
    run.position = reached.position
    run.spentAtAnchor = min(Duration(nanoseconds: reached.spent), run.step.length)
    guard run.position != position || run.hasEnded else { return self }
    if !run.hasEnded { run.spentAtAnchor = .zero }
    let turn = plan.start(of: run.position) + run.spentAtAnchor.nanosecondsClamped
    run.anchor = anchor + Duration(nanoseconds: turn - plan.start(of: position) - spent)
    return run
  }

  public var remaining: LinearTime {
    let left = step.length - spentAtAnchor
    return isRunning ? LinearTime(left, from: anchor, countsDown: true) : LinearTime(left)
  }

  /// The elapsed part of the plan, up to its next turn, without overruns.
  public var progress: LinearTime {
    let done = Duration(nanoseconds: plan.start(of: position)) + min(spentAtAnchor, step.length)
    return nextTurn == nil ? LinearTime(done) : LinearTime(done, from: anchor)
  }

  /// Negative past its end.
  public func remaining(at now: Instant) -> Duration {
    advanced(to: now).remaining.value(at: now)
  }

  /// The newest step end up to `now` since the last command, and the step's position.
  public func lastEnd(at now: Instant) -> (instant: Instant, position: Int)? {
    let present = advanced(to: now)
    guard present != self else { return nil }
    return (present.anchor, present.hasEnded ? present.position : present.position - 1)
  }

  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    let present = advanced(to: now)
    guard !isRunning || present.isWaiting else { return false }
    if present.isWaiting { begin(present.position + 1, at: now) }
    (anchor, state) = (max(now, anchor), .running)
    return true
  }

  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    let present = advanced(to: now)
    (position, spentAtAnchor) = (present.position, present.spent(at: now))
    (anchor, state) = (max(now, anchor), .stopped)
    return true
  }

  /// Goes to the next step without starting or stopping; returns false in the last one.
  @discardableResult
  public mutating func skip(at now: Instant) -> Bool {
    let present = advanced(to: now)
    guard !present.isLast else { return false }
    begin(present.position + 1, at: now)
    return true
  }

  /// Returns to the start of its step, or within `backLimit` of that to the step before, without starting or stopping.
  /// Returns false at the very beginning.
  @discardableResult
  public mutating func back(at now: Instant) -> Bool {
    guard canGoBack else { return false }
    let present = advanced(to: now)
    let goesFurther = present.position > 0 && present.spent(at: now) < PlanRun.backLimit
    begin(goesFurther ? present.position - 1 : present.position, at: now)
    return true
  }

  public var canGoBack: Bool { isRunning || position > 0 || spentAtAnchor > .zero }

  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = PlanRun(plan)
    return true
  }

  private func spent(at now: Instant) -> Duration {
    isRunning && now > anchor ? spentAtAnchor + (now - anchor) : spentAtAnchor
  }

  private mutating func begin(_ position: Int, at now: Instant) {
    self.position = position
    anchor = max(now, anchor)
    spentAtAnchor = .zero
    if state == .reset { state = .stopped }
  }
}
