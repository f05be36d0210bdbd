import Timekeeping
import Wording

// The status as JSON, by the schema in the manual. Members may be added; one that is gone, or means something else, is
// another version.
extension StatusReport {
  /// An object in one line. Times are whole nanoseconds.
  package var json: String {
    let (stopwatch, timer) = (model.stopwatch, model.timer)
    let members: [(String, String)] = [
      ("version", "1"),
      ("mode", model.mode.rawValue.json),
      ("name", name.json),
      ("state", state.json),
      ("stopwatch", object([("state", stopwatch.state.rawValue.json)])),
      ("text", digits.json),
      ("elapsed_ns", "\(elapsed.nanosecondsClamped)"),
      ("lap_elapsed_ns", "\(lapElapsed.nanosecondsClamped)"),
      ("lap_count", "\(stopwatch.laps.count)"),
      ("laps", "[\(laps)]"),
      ("best_ns", stopwatch.laps.best.map { "\($0.nanosecondsClamped)" } ?? "null"),
      ("best_lap", stopwatch.shortestLap.map { "\($0)" } ?? "null"),
      (
        "timer",
        object([
          ("state", timer.state.rawValue.json), ("set_ns", "\(timer.length.nanosecondsClamped)"),
          ("remaining_ns", "\(remaining.nanosecondsClamped)"), ("over", "\(remaining < .zero)"),
        ])
      ),
      (
        "plan",
        object([
          ("state", model.planRun.state.rawValue.json), ("step", plan.step.name.json),
          ("next", plan.nextStep?.name.json ?? "null"), ("round", "\(plan.round)"),
          ("rounds", "\(plan.plan.rounds)"),
          ("remaining_ns", "\(planRemaining.nanosecondsClamped)"), ("over", "\(plan.isOver)"),
        ])
      ),
      ("counter", "\(model.counter.value)"),
      ("rings", "[\(model.rings.map(ring).joined(separator: ","))]"),
      ("zone", model.zone?.json ?? "null"),
      ("theme", themeWord.json),
      ("estimated", "\(!model.estimated.isEmpty)"),
      ("visible", "\(isVisible)"),
    ]
    return object(members)
  }

  private func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\($0.json):\($1)" }.joined(separator: ",") + "}"
  }

  private var laps: String {
    let laps = model.stopwatch.laps
    let names = laps.namesByNumber
    return laps.suffix(StatusReport.maxLaps).map { lap in
      let name = names[lap.number].map { [("name", $0.json)] } ?? []
      return object(
        [("n", "\(lap.number)")] + name + [
          ("lap_ns", "\(lap.duration.nanosecondsClamped)"),
          ("total_ns", "\(lap.total.nanosecondsClamped)"),
        ])
    }.joined(separator: ",")
  }

  private func ring(_ ring: RingModel) -> String {
    var members = [
      ("name", ring.name.json), ("value", "\(turns(ring))"), ("source", "manual".json),
    ]
    switch ring.source {
    case .manual: break
    case .fed(_, let isOver):
      members[2].1 = "fed".json
      members.append(("over", "\(isOver)"))
    default: members[2].1 = ring.source.word.json
    }
    return object(members)
  }
}
