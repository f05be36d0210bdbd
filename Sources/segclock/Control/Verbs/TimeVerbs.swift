import ArgumentParser
import Control
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// Verbs of what has a time or a number: stopwatch, timer, plan, clock and counter.
extension VerbRow {
  nonisolated(unsafe) static let time: [VerbRow] = [
    VerbRow("start", "Start the stopwatch, timer or plan, whichever is shown.") { call in
      // A plan that waits runs, too, and goes on to its next step.
      if call.model.allows(.start) { return call.perform(.start) }
      return call.model.isRunning ? call.perform(nil) : nothing(to: "start", call.model)
    },
    VerbRow("stop", "Stop the stopwatch, timer or plan, whichever is shown.") { call in
      guard call.model.hasTime else { return nothing(to: "stop", call.model) }
      return call.perform(call.model.isRunning ? .stop : nil)
    },
    VerbRow("toggle", "Start what is stopped, or stop what runs.") { call in
      call.model.hasTime && call.model.allows(.toggle)
        ? call.perform(.toggle) : nothing(to: "start", call.model)
    },
    VerbRow("reset", "Reset what is shown, if it is stopped.") { call in
      if call.model.isRunning { return .refused("it runs; stop it first") }
      return call.perform(call.model.allows(.reset) ? .reset : nil)
    },
    VerbRow("undo", "Undo the last change of the shown mode, like Ctrl+Z.") { call in
      call.perform(.undo, else: "there is nothing to undo")
    },
    VerbRow(
      "restore", "Continue a past session of the stopwatch.",
      discussion:
        "`segclock history` lists the sessions. The current one becomes a past session.",
      word: ArgumentHelp("The number of the session.", valueName: "session"), Parsers.session,
      restore),
    VerbRow(
      name: "lap", abstract: "Mark a lap of the stopwatch, in any mode.", count: 0...1,
      word: ArgumentHelp("The name of the lap.", valueName: "name")
    ) { arguments in
      let name = arguments.words.first
      guard name?.count ?? 0 <= String.maxNameLength else {
        throw TextError("the name is too long; write up to \(String.maxNameLength) characters")
      }
      let command = Command.within(.stopwatch, name.map { .lapNamed($0) } ?? .lap)
      return { $0.perform(command, else: "the stopwatch does not run") }
    },
    VerbRow(
      name: "timer", abstract: "Set the timer and show it, or change its length.",
      discussion: """
        The timer waits for `segclock ctl start`; one until a time of day starts at once. A change works in any mode. \
        last sets the newest other length that was started. `segclock ctl undo` brings the last timer back.
        """,
      count: 1...9,
      word: ArgumentHelp(
        "A length, as in 25m; a change, as in +1m or -30s; the end, as in until 17:30; or last.",
        valueName: "length")
    ) { arguments in
      let text = arguments.words.joined(separator: " ")
      if text == "last" {
        return { call in
          let length = call.model.recentTimers.first { $0 != call.model.timer.length }
          guard let length else {
            throw TextError("no other length was started yet; write a length, as in 25m")
          }
          return call.perform(.setTimer(Countdown(length: length)))
        }
      }
      guard let sign = text.first, sign == "+" || sign == "-" else {
        let setting = try Parsers.timer.parse(text)
        return { $0.perform(.setTimer($0.app.time.countdown(setting))) }
      }
      let length = try Parsers.duration.parse(String(text.dropFirst()))
      let change = sign == "-" ? .zero - length : length
      return { $0.perform(.adjustTimer(change), else: "the timer cannot be changed by that much") }
    },
    VerbRow(
      name: "plan", abstract: "Set the plan and show it, or go to another step.",
      discussion: """
        A new plan waits for `segclock ctl start`. Its text may begin with rounds, as in "4x Focus 25m". next and back work in any mode: back goes to the start of the current \
        step, and from there to the step before.
        """,
      count: 1...1,
      word: ArgumentHelp(
        "next, back, or the steps, as in \"Focus 25m, Break 5m\".", valueName: "steps"),
      options: [
        OptionRow(name: "rounds", form: .value("number"), help: "Rounds of a new plan, 1 to 999."),
        OptionRow(name: "plan-waits", help: "Wait after every step of a new plan."),
      ]
    ) { arguments in
      let text = arguments.words[0]
      let rounds = try arguments.value(of: "rounds", Parsers.rounds.or("auto")) ?? nil
      let waits = arguments.options["plan-waits"] != nil
      if text == "next" || text == "back" {
        guard rounds == nil, !waits else {
          throw TextError("--rounds and --plan-waits are for a new plan, not for \(text)")
        }
        return text == "next"
          ? { $0.perform(.within(.plan, .skip), else: "there is no next step") }
          : { $0.perform(.within(.plan, .back), else: "this is the beginning of the plan") }
      }
      var steps = try Parsers.plan.parse(text)
      if let rounds { try steps.check(rounds: rounds) }
      for index in steps.steps.indices where waits { steps.steps[index].waits = true }
      let plan = Plan(steps: steps.steps, rounds: rounds ?? steps.rounds ?? 1)
      return { $0.perform(.setPlan(plan)) }
    },
    VerbRow(
      name: "clock", abstract: "Set the clock and show it.",
      discussion: "What is not given stays. `segclock ctl undo` brings the last clock back.",
      options: Setting.all.filter { ["hours", "seconds", "zone"].contains($0.name) }.map(\.row)
    ) { arguments in
      let new = ClockSettings(
        hours: try arguments.value(of: "hours", Parsers.name().or("auto")),
        showsSeconds: try arguments.value(of: "seconds", Parsers.toggle),
        zone: try arguments.value(of: "zone", Parsers.zone.or("auto")))
      guard new != ClockSettings() else {
        throw TextError("clock needs --hours, --seconds or --zone")
      }
      return { call in
        var new = new
        if let zone = new.zone ?? nil { new.zone = try ZoneDatabase.zone(named: zone) }
        return call.perform(.setClock(new))
      }
    },
    VerbRow(
      name: "count", abstract: "Set the counter or add to it, in any mode.", count: 1...9,
      word: ArgumentHelp(
        "A number to add, with its sign, as in +1 or -5; or the new value, as in 905 or =-5.",
        valueName: "number")
    ) { arguments in
      let text = arguments.words.joined(separator: " ")
      let isChange = text.first == "+" || text.first == "-"
      let number = try Parsers.count.parse(text.first == "=" ? String(text.dropFirst()) : text)
      let change = isChange ? CounterChange.by(number) : .to(number)
      return { call in
        var counter = call.model.counter
        try counter.set(change.value(from: counter.value))
        return call.perform(.within(.counter, .count(change)))
      }
    },
  ]

  private static func nothing(to verb: String, _ model: ModelAt) -> ControlReply {
    .refused(
      model.hasTime
        ? "there is nothing left to run" : "\(model.mode.rawValue) mode has nothing to \(verb)")
  }

  private static func restore(_ number: Int64, _ call: VerbCall) throws -> ControlReply? {
    let app = call.app
    guard app.kept.state != .off else { return .refused("this window does not save") }
    guard number != call.model.session.number else {
      return .refused("session \(number) is on the stopwatch")
    }
    // The database may still have an older state of that session.
    guard app.kept.keeping(of: app.kept.newestChange) == .kept else {
      return .refused("the last change is not saved yet; try again")
    }
    return app.control.restore(number, by: call)
  }
}
