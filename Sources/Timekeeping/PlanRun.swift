/// A plan that is gone through, as a value: an anchor on the time axis and how far the plan had come there, never a
/// count of ticks.
///
/// Whoever calls says what time it is. An instant before the last command counts as that moment. What it says without
/// being told the time holds from its anchor up to its `nextTurn`; `advanced(to:)` is the same run as of a later moment.
/// Past the end of a step that waits, and of the last one, it goes on counting: what is left is below zero then. A
/// command that does not apply changes nothing and returns false.
public struct PlanRun: Hashable, Sendable {
  /// What a plan may be doing.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// At its beginning.
    case reset
    /// Counting, or overrunning.
    case running
    /// Holding its place, which a start continues.
    case stopped
  }

  /// What is gone through.
  public let plan: Plan
  /// What it is doing.
  public private(set) var state: State
  /// The place in the plan at `anchor`, 0..<`plan.count`.
  public private(set) var place: Int
  /// When it was last started, stopped or moved, or what time has come to since; the distant past when reset.
  public private(set) var anchor: Instant
  /// What had been spent at `anchor` of the step at `place`; never negative, and more than its length only where the
  /// plan does not go on by itself.
  public private(set) var spentAtAnchor: Duration

  /// How long after a step's beginning a step back leads to the step before it.
  public static let backLimit = Duration.seconds(3)

  /// `plan` at its beginning.
  public init(_ plan: Plan = Plan()) {
    self.init(plan, state: .reset, place: 0, anchor: .distantPast, spentAtAnchor: .zero)
  }

  /// A run from its parts, as they were written down earlier.
  ///
  /// Every combination makes a valid one: a reset one is at its beginning, a place is held within the plan, a time
  /// within 0 and above, and one that is longer than its step has gone on into those after it.
  public init(_ plan: Plan, state: State, place: Int, anchor: Instant, spentAtAnchor: Duration) {
    self.plan = plan
    self.state = state
    self.anchor = state == .reset ? .distantPast : anchor
    let held = min(max(place, 0), plan.count - 1)
    let (place, spent) =
      state == .reset
      ? (0, 0) : plan.goingOn(from: held, spent: max(0, spentAtAnchor.nanosecondsClamped))
    self.place = place
    self.spentAtAnchor = Duration(nanoseconds: spent)
  }

  /// Whether it is counting.
  public var isRunning: Bool { state == .running }
  /// The step that it is at.
  public var step: PlanStep { plan.step(at: place) }
  /// The step after that; nil for the last one of all.
  public var nextStep: PlanStep? { isLast ? nil : plan.step(at: place + 1) }
  /// The round that it is in; the first is 1.
  public var round: Int { plan.round(of: place) }
  /// Whether its step is the last one of all.
  public var isLast: Bool { place == plan.count - 1 }
  /// Whether its step is over, and it does not go on by itself.
  public var hasEnded: Bool { spentAtAnchor >= step.length }
  /// Whether it waits for the next step to be started.
  public var isWaiting: Bool { hasEnded && !isLast }
  /// Whether all of it is over.
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
      from: place, spent: spent.addingClamped((now - anchor).nanosecondsClamped))
    var run = self
    run.place = reached.place
    run.spentAtAnchor = min(Duration(nanoseconds: reached.spent), run.step.length)
    guard run.place != place || run.hasEnded else { return self }
    if !run.hasEnded { run.spentAtAnchor = .zero }
    let turn = plan.start(of: run.place) + run.spentAtAnchor.nanosecondsClamped
    run.anchor = anchor + Duration(nanoseconds: turn - plan.start(of: place) - spent)
    return run
  }

  /// What is left of the step that it is at, at `now`; below zero where that is over.
  public func remaining(at now: Instant) -> Duration { advanced(to: now).remaining.value(at: now) }

  /// The newest end of a step up to `now` that time alone has led to since the last command: when, and of the step at
  /// which place.
  public func lastEnd(at now: Instant) -> (instant: Instant, place: Int)? {
    let present = advanced(to: now)
    guard present != self else { return nil }
    return (present.anchor, present.hasEnded ? present.place : present.place - 1)
  }

  /// The first end of a step after `now` that time alone will lead to: when, and of the step at which place.
  public func nextEnd(after now: Instant) -> (instant: Instant, place: Int)? {
    let present = advanced(to: now)
    return present.nextTurn.map { ($0, present.place) }
  }

  /// Starts or continues; where it waits, the next step begins. False when it is running and does not wait.
  @discardableResult
  public mutating func start(at now: Instant) -> Bool {
    let present = advanced(to: now)
    guard !isRunning || present.isWaiting else { return false }
    if present.isWaiting {
      begin(present.place + 1, at: now)
    } else {
      anchor = max(now, anchor)
    }
    state = .running
    return true
  }

  /// Stops counting and holds the place; false unless it is running.
  @discardableResult
  public mutating func stop(at now: Instant) -> Bool {
    guard isRunning else { return false }
    let present = advanced(to: now)
    // All are reckoned from the old anchor.
    (place, spentAtAnchor, anchor) = (present.place, present.spent(at: now), max(now, anchor))
    state = .stopped
    return true
  }

  /// Goes to the beginning of the next step, running or stopped as before; false at the last one.
  @discardableResult
  public mutating func skip(at now: Instant) -> Bool {
    let present = advanced(to: now)
    guard !present.isLast else { return false }
    begin(present.place + 1, at: now)
    return true
  }

  /// Goes back to the beginning of its step, or within `backLimit` of that to the beginning of the one before; running
  /// or stopped as before. False where it stands at the very beginning.
  @discardableResult
  public mutating func back(at now: Instant) -> Bool {
    guard canGoBack else { return false }
    let present = advanced(to: now)
    let goesFurther = present.place > 0 && present.spent(at: now) < PlanRun.backLimit
    begin(goesFurther ? present.place - 1 : present.place, at: now)
    return true
  }

  /// Whether a step back leads anywhere.
  public var canGoBack: Bool { isRunning || place > 0 || spentAtAnchor > .zero }

  /// Returns to the plan's beginning; false unless it is stopped.
  @discardableResult
  public mutating func reset() -> Bool {
    guard state == .stopped else { return false }
    self = PlanRun(plan)
    return true
  }

  /// What has been spent at `now` of the step that it is at as of its anchor.
  private func spent(at now: Instant) -> Duration {
    guard isRunning, now > anchor else { return spentAtAnchor }
    let passed = (now - anchor).nanosecondsClamped
    return Duration(nanoseconds: spentAtAnchor.nanosecondsClamped.addingClamped(passed))
  }

  private mutating func begin(_ place: Int, at now: Instant) {
    self.place = place
    anchor = max(now, anchor)
    spentAtAnchor = .zero
    if state == .reset { state = .stopped }
  }
}
