/// A run through a plan as a value: a position, and a stopwatch of what is spent there.
///
/// An instant before the last command counts as that moment. Members without an instant are valid from the anchor up to
/// `nextTurn`; `advanced(to:)` returns the run at a later moment. After the end of a waiting step, or of the last, the
/// remaining time is negative. A command that does not apply changes nothing.
public struct PlanRun: Hashable, Sendable {
  public let plan: Plan
  /// At `anchor`; 0..<`plan.count`.
  public private(set) var position = 0
  /// Exceeds the step's length only if the plan waits or is over.
  private var spent = Stopwatch()

  /// `back` within this time after a step's start goes to the step before.
  public static let backLimit = Duration.seconds(3)

  public init(_ plan: Plan = Plan()) { self.plan = plan }

  /// Every combination is valid: time beyond a step counts in those after it.
  public init(
    _ plan: Plan, state: RunState, position: Int, anchor: Instant, spentAtAnchor: Duration
  ) {
    self.plan = plan
    guard state != .reset else { return }
    let reached = plan.goingOn(
      from: min(max(position, 0), plan.count - 1),
      spent: Duration.nanoseconds(max(0, spentAtAnchor.nanosecondsClamped)))
    self.position = reached.position
    spent = Stopwatch(state: state, anchor: anchor, elapsedAtAnchor: reached.spent)
  }

  public var state: RunState { spent.state }
  public var isRunning: Bool { spent.isRunning }
  /// The last start, stop, move or step change; the distant past when reset.
  public var anchor: Instant { spent.anchor }
  public var spentAtAnchor: Duration { spent.elapsedAtAnchor }

  public var step: PlanStep { plan.step(at: position) }
  public var nextStep: PlanStep? { isLast ? nil : plan.step(at: position + 1) }
  /// Starts at 1.
  public var round: Int { position / plan.steps.count + 1 }
  public var isLast: Bool { position == plan.count - 1 }
  /// Whether its step is over, and the plan waits or is over.
  public var hasEnded: Bool { spentAtAnchor >= step.length }
  public var isWaiting: Bool { hasEnded && !isLast }
  public var isOver: Bool { hasEnded && isLast }

  /// The end of the step, if it is running and that is in the future.
  public var nextTurn: Instant? {
    isRunning && !hasEnded ? anchor + (step.length - spentAtAnchor) : nil
  }

  /// The run at `now`, anchored at the start of its step, or at the end of one that waits.
  public func advanced(to now: Instant) -> PlanRun {
    guard let turn = nextTurn, now >= turn else { return self }
    let (position, spent) = plan.goingOn(from: position, spent: spent.elapsed(at: now))
    let length = plan.step(at: position).length
    let spentAtTurn = spent >= length ? length : .zero
    return PlanRun(
      plan, state: .running, position: position, anchor: now - (spent - spentAtTurn),
      spentAtAnchor: spentAtTurn)
  }

  public var remaining: LinearTime { spent.remaining(of: step.length) }

  /// The elapsed part of the plan, up to its next turn, without overruns.
  public var progress: LinearTime { progress(since: plan.start(of: position)) }

  /// The elapsed part of the step, without an overrun.
  public var stepProgress: LinearTime { progress(since: .zero) }

  private func progress(since start: Duration) -> LinearTime {
    let done = start + min(spentAtAnchor, step.length)
    return nextTurn == nil ? LinearTime(done) : LinearTime(done, from: anchor)
  }

  /// Negative past its end.
  public func remaining(at now: Instant) -> Duration {
    advanced(to: now).remaining.value(at: now)
  }

  /// The newest step end up to `now` since the last command, and the step's position.
  public func lastEnd(at now: Instant) -> (instant: Instant, position: Int)? {
    advanced(to: now).lastEnd(since: self)
  }

  /// The newest step end that was passed when `start` was advanced to this run.
  public func lastEnd(since start: PlanRun) -> (instant: Instant, position: Int)? {
    self == start ? nil : (anchor, hasEnded ? position : position - 1)
  }

  /// Begins the next step if the plan waits.
  public mutating func start(at now: Instant) {
    if advanced(to: now).isWaiting { skip(at: now) }
    spent.start(at: now)
  }

  public mutating func stop(at now: Instant) {
    self = advanced(to: now)
    spent.stop(at: now)
  }

  /// Goes to the next step without starting or stopping.
  public mutating func skip(at now: Instant) {
    let present = advanced(to: now)
    if !present.isLast { begin(present.position + 1, at: now) }
  }

  /// Returns to the start of its step, or within `backLimit` of that to the step before, without starting or stopping.
  public mutating func back(at now: Instant) {
    guard canGoBack else { return }
    let present = advanced(to: now)
    let goesFurther = present.position > 0 && present.spent.elapsed(at: now) < PlanRun.backLimit
    begin(goesFurther ? present.position - 1 : present.position, at: now)
  }

  public var canGoBack: Bool { isRunning || position > 0 || spentAtAnchor > .zero }

  public mutating func reset() {
    if state == .stopped { self = PlanRun(plan) }
  }

  private mutating func begin(_ position: Int, at now: Instant) {
    self.position = position
    spent = Stopwatch(
      state: isRunning ? .running : .stopped, anchor: max(now, anchor), elapsedAtAnchor: .zero)
  }
}
