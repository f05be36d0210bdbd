import FuzzSupport
import Session
import Timekeeping

/// A model from bytes, and what any commands make of it: it is a valid one, and read as it was written.
///
/// An input is a number of commands, by how much moments are moved, the commands, each with a time, and a snapshot.
@main
enum SnapshotFuzz {
  static func main() {
    Fuzzing.run(seeds: seeds, tryOne)
  }

  /// A snapshot of each of some models, without a command.
  private static var seeds: [[UInt8]] {
    models.map { [0, 0, 0] + $0.savedBytes } + [
      [4, 0, 0, 0, 0, 1, 1, 0, 5, 2, 0, 9], [3, 0, 0, 10, 0, 3, 15, 1, 0, 22, 0, 2, 17, 0, 9],
    ]
  }

  private static var models: [Model] {
    var models = [Model()]
    let play: [Command] = [
      .start, .lap, .nameLap(1, "Anna"), .lap, .stop, .setTimer(Countdown(length: .seconds(5))),
      .start,
      .announceEnd, .answer(.longer), .stop, .reset, .setPlan(Plan()), .start, .skip, .back, .stop,
      .setRing(1, .day), .setRing(2, .manual(0.25)), .selectRing(1), .mode(.counter),
      .count(.by(7)),
      .reset, .within(.stopwatch, .reset), .mode(.stopwatch), .undo, .mode(.clock),
    ]
    for (index, command) in play.enumerated() {
      var model = models[index]
      _ = model.apply(command, at: Instant(nanoseconds: Int64(index) * 7_000_000_000))
      models.append(model)
    }
    return models
  }

  private static func tryOne(_ input: inout Input) {
    // Half of all are a snapshot alone.
    let first = input.byte() % 64
    let count = first < 32 ? Int(first) : 0
    let shift = input.anyNumber()
    // Those of a person come before the state, so that the state is the rest.
    let steps = (0..<count).map { _ in (command: input.command(), passed: input.anyNumber()) }
    let snapshot = input.rest()
    var laps = SavedLaps()
    let kept = Model(snapshot: snapshot, movingMomentsBy: shift, laps: laps)
    guard count > 0 else { return kept.map { checkModel($0, laps: laps) } ?? () }
    var model = kept ?? Model()
    if kept != nil, count % 2 == 1 { _ = model.estimateTimes() }
    var now = Instant.zero
    for step in steps {
      let next = (now + Duration.nanoseconds(step.passed)).nanoseconds
      now = Instant(nanoseconds: min(max(next, -mostTime), mostTime))
      _ = model.apply(step.command, at: now)
      laps.add(model)
    }
    checkModel(model, laps: laps, exactly: kept == nil)
  }

  /// What clocks say at most, either way: seventy years.
  private static let mostTime: Int64 = 1 << 61
}
