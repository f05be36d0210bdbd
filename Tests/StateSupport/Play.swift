package import Session
package import TestSupport
package import Timekeeping
import Wording

/// Models with a past.
package enum Play {
  package static func at(_ milliseconds: Int64) -> Instant {
    Instant(nanoseconds: milliseconds * 1_000_000)
  }

  /// A command of those that change what is kept.
  package static func command(using random: inout SplitMix64) -> Command {
    let commands: [Command] = [
      .toggle, .toggle, .lap, .lap, .lap, .reset, .undo, .undo, .step(1), .step(10),
      .setRings(0.5), .nameRing(1, "Read"), .nameRing(2, "Goal"),
      .moveRing(2, to: 0), .colorRing(1, RingColor(0x102030, 0xFFFFFF)),
      .selectRing(2), .cycleTheme(.forward), .mode(.stopwatch), .mode(.timer),
      .mode(.counter),
      .mode(.stopwatch), .count(.by(3)),
      .nameLap(nil, "Anna"), .nameLap(nil, "of \"two\", 7"), .nameLap(1, "é"), .nameLap(1, ""),
      .toggleHelp,
      .announce(Phrase(verbatim: "Hello")),
    ]
    return commands.randomElement(using: &random) ?? .toggle
  }

  /// The models that come of `count` of them, one after the other, the first before any.
  package static func models(_ count: Int, seed: UInt64) -> [Model] {
    var random = SplitMix64(seed: seed)
    var models = [Model()]
    for step in 0..<count {
      var model = models[step]
      _ = model.apply(command(using: &random), at: at(Int64(step) * 7))
      models.append(model)
    }
    return models
  }

  /// A running stopwatch with laps a second apart.
  package static func running(laps: Int) -> Model {
    var model = Model()
    _ = model.apply(.start, at: at(0))
    for lap in 0..<laps { _ = model.apply(.lap, at: at(Int64(lap + 1) * 1000)) }
    return model
  }
}
