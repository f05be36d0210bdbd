import ArgumentParser
import Control
import Scene
import Session
import Settings
import Timekeeping

/// A verb without arguments; the others are a type each.
struct PlainVerb {
  let name: String
  let abstract: String
  var discussion = ""
  let effect: (Model) -> ControlEffect

  private init(
    _ name: String, _ abstract: String, discussion: String = "",
    _ effect: @escaping (Model) -> ControlEffect
  ) {
    (self.name, self.abstract, self.discussion, self.effect) = (name, abstract, discussion, effect)
  }

  nonisolated(unsafe) static let all: [PlainVerb] = [
    PlainVerb("start", "Start the stopwatch, or the timer or the plan in their modes.") { model in
      // A plan that waits runs, too, and goes on to its next step.
      if model.allows(.start) { return .command(.start) }
      return model.isRunning ? .command(nil) : .refused(nothing(to: "start", model))
    },
    PlainVerb("stop", "Stop what runs in the mode that is shown.") { model in
      model.hasTime
        ? .command(model.isRunning ? .stop : nil) : .refused(nothing(to: "stop", model))
    },
    PlainVerb("toggle", "Start what is stopped, stop what runs.") { model in
      model.hasTime && model.allows(.toggle)
        ? .command(.toggle) : .refused(nothing(to: "start", model))
    },
    PlainVerb("reset", "Reset what is stopped.") { model in
      if model.isRunning { return .refused("it runs; stop it first") }
      return .command(model.allows(.reset) ? .reset : nil)
    },
    PlainVerb("undo", "Undo the newest change of the shown mode, as Ctrl+Z does.") { model in
      model.allows(.undo) ? .command(.undo) : .refused("there is nothing to undo")
    },
    PlainVerb("show", "Bring a hidden window back.") { _ in .window { $0.map() } },
    PlainVerb(
      "hide", "Take the window off the screen; its time runs on.",
      discussion: "`segclock ctl show` brings it back, and so does starting segclock again."
    ) { _ in .window { $0.unmap() } },
    PlainVerb("raise", "Bring the window to the front.") { _ in .window { $0.raise() } },
    PlainVerb(
      "sync", "Wait until the screen shows the result of all earlier commands.",
      discussion: "If the window is hidden, that is at once."
    ) { _ in .sync },
    PlainVerb("quit", "Close the window.") { _ in .command(.quit) },
  ]

  private static func nothing(to verb: String, _ model: Model) -> String {
    model.hasTime
      ? "there is nothing left to run" : "\(model.mode.rawValue) mode has nothing to \(verb)"
  }
}

/// The index of a row, as a type: ArgumentParser takes a type for each command.
protocol RowIndex {
  static var value: Int { get }
}

enum FirstRow: RowIndex {
  static let value = 0
}

enum RowAfter<Row: RowIndex>: RowIndex {
  static var value: Int { Row.value + 1 }
}

/// A row of `PlainVerb.all` as a verb.
struct Plain<Row: RowIndex>: ControlVerb {
  private static var row: PlainVerb { PlainVerb.all[Row.value] }
  static var name: String { row.name }
  static var abstract: String { row.abstract }
  static var discussion: String { row.discussion }
  static var wordCount: ClosedRange<Int> { 0...0 }

  func words(_ parent: Segclock) -> [String] { [] }

  static func effect(of words: [String], on context: ControlContext) -> ControlEffect {
    row.effect(context.model)
  }

  /// The commands of this row and all later ones.
  static var commands: [any ParsableCommand.Type] {
    let isLast = Row.value == PlainVerb.all.count - 1
    return [Verb<Self>.self] + (isLast ? [] : Plain<RowAfter<Row>>.commands)
  }
}

struct LapVerb: ControlVerb {
  static let name = "lap"
  static let abstract = "Mark a lap of the stopwatch, in whatever mode is shown."
  static let wordCount = 0...1

  @Argument(help: "The name of the lap.") var title: String?

  func words(_ parent: Segclock) -> [String] { title.map { [$0] } ?? [] }

  static func effect(of words: [String], on context: ControlContext) -> ControlEffect {
    guard context.model.stopwatch.isRunning else { return .refused("the stopwatch does not run") }
    return .command(.within(.stopwatch, words.first.map { .lapNamed($0) } ?? .lap))
  }
}

struct DoVerb: ControlVerb {
  static let name = "do"
  static let abstract = "Do what a key or the menu can do."
  static let discussion =
    "The actions are those of [keys] in `segclock config default`, and show, which raises the window."

  @Argument(
    help: "The action, as in next-mode or full-screen.", completion: .list(Action.names))
  var action: String

  func words(_ parent: Segclock) throws -> [String] { [try DoVerb.action(action).name] }

  private static func action(_ name: String) throws -> Action {
    guard let action = Action(named: name) else {
      throw ArgumentProblem(
        name, isNot: "an action", write: Action.names.joined(separator: ", "))
    }
    return action
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    .action(try action(words[0]))
  }
}

struct ModeVerb: ControlVerb {
  static let name = "mode"
  static let abstract = "Show another mode. The others keep running."

  @Argument(
    help: "stopwatch, timer, plan, clock or counter.",
    completion: .list(Mode.allCases.map(\.rawValue)))
  var mode: String

  func words(_ parent: Segclock) throws -> [String] { [try ModeVerb.mode(mode).rawValue] }

  private static func mode(_ name: String) throws -> Mode {
    try Parsers.name("a mode").parse(name)
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    .command(.mode(try mode(words[0])))
  }
}

struct TimerVerb: ControlVerb {
  static let name = "timer"
  static let abstract =
    "Set the timer and show it, or make it longer or shorter in whatever mode is shown."
  static let discussion = """
    The timer waits for `segclock ctl start`, except for one until a time of day, which runs at once. `segclock ctl undo` \
    brings the one before back.
    """

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A length, as in 25m; a change, as in +1m or -30s; or until a time of day, as in until 17:30.",
      valueName: "length"))
  var words: [String]

  func words(_ parent: Segclock) throws -> [String] {
    let text = words.withoutTerminator.joined(separator: " ")
    _ = try TimerVerb.change(text)
    return [text]
  }

  /// The change of the timer; nil if `text` sets it.
  private static func change(_ text: String) throws -> Duration? {
    guard let sign = text.first, sign == "+" || sign == "-" else {
      _ = try Parsers.timer.parse(text)
      return nil
    }
    let length = try Parsers.duration.parse(String(text.dropFirst()))
    return sign == "-" ? .zero - length : length
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    guard let change = try change(words[0]) else {
      return .command(.setTimer(context.time.countdown(try Parsers.timer.parse(words[0]))))
    }
    return context.model.allows(.adjustTimer(change))
      ? .command(.adjustTimer(change)) : .refused("the timer cannot be changed by that much")
  }
}

struct PlanVerb: ControlVerb {
  static let name = "plan"
  static let abstract =
    "Set the plan and show it, or go to the next step or back, in whatever mode is shown."
  static let discussion = """
    The plan waits for `segclock ctl start`. `next` goes to the next step; `back` to the beginning of this one, then to \
    the step before. With steps there may be --rounds and --plan-waits.
    """
  static let wordCount = 1...3
  static let parentOptions: Set = ["--plan", "--rounds", "--plan-waits"]

  @Argument(
    help: ArgumentHelp("next, back, or steps as in \"Focus 25m, Break 5m\".", valueName: "steps"))
  var steps: String

  func words(_ parent: Segclock) throws -> [String] {
    let plan = parent.scene.settings
    guard !plan.isGiven("plan") else {
      throw ValidationError("--plan is for the window; ctl plan takes its steps as a word.")
    }
    let words = [steps, plan.rounds.map { "\($0)" } ?? "", plan.planWaits ? "waits" : ""]
    _ = try PlanVerb.command(words)
    return words
  }

  private static func command(_ words: [String]) throws -> Command {
    let isPlain = words.dropFirst().allSatisfy(\.isEmpty)
    switch words[0] {
    case "next" where isPlain: return .within(.plan, .skip)
    case "back" where isPlain: return .within(.plan, .back)
    default:
      var steps = try Parsers.plan.parse(words[0])
      if words.count > 2, words[2] == "waits" {
        for index in steps.indices { steps[index].waits = true }
      }
      let rounds = words.count > 1 && !words[1].isEmpty ? try Parsers.rounds.parse(words[1]) : 1
      let plan = Plan(steps: steps, rounds: rounds)
      guard plan.rounds == rounds else {
        throw ArgumentProblem(
          description: "this plan can have up to \(plan.rounds) rounds")
      }
      return .setPlan(plan)
    }
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    let command = try command(words)
    guard context.model.allows(command) else {
      return .refused(
        command == .within(.plan, .skip)
          ? "there is no next step" : "this is the beginning of the plan")
    }
    return .command(command)
  }
}

struct CountVerb: ControlVerb {
  static let name = "count"
  static let abstract = "Set the counter or add to it, in whatever mode is shown."

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A number to add, with its sign, as in +1 or -5; or the new value, as in 905 or =-5.",
      valueName: "number"))
  var number: [String]

  func words(_ parent: Segclock) throws -> [String] {
    let text = number.withoutTerminator.joined(separator: " ")
    _ = try CountVerb.change(text)
    return [text]
  }

  private static func change(_ text: String) throws -> CounterChange {
    guard text.first == "+" || text.first == "-" else {
      return .to(try Parsers.count.parse(text.first == "=" ? String(text.dropFirst()) : text))
    }
    return .by(try Parsers.count.parse(text))
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    let command = Command.within(.counter, .count(try change(words[0])))
    let counter = context.model.counter
    guard context.model.allows(command) else {
      throw ArgumentProblem(
        description:
          "the counter has \(counter.digits) digits: it shows from -\(counter.limit) to \(counter.limit)"
      )
    }
    return .command(command)
  }
}

struct RingVerb: ControlVerb {
  static let name = "ring"
  static let abstract = "Set a ring, or have it follow the values on standard input."
  static let discussion = """
    With --follow, each line of standard input that has a value is shown: a line of one word, the last word with a per \
    cent sign, or a fraction such as 3/7 at the start of the line. Other lines are counted and ignored. When the input \
    is over, the window says so.
    """
  static let wordCount = 1...2

  // One list: separate arguments would lose whether a value with a sign came before the name.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      """
      The ring, by its name or by its number, the outermost 1; and a value, as in 50%, 50 or 3/7, a change, as in +10% or \
      -5, or \(RingText.sources).
      """, valueName: "name> <value"), completion: NameCompletion.rings.ofWindow)
  var arguments: [String]

  @Option(
    help: ArgumentHelp(
      "The number that a value without a sign is out of (default: 100, per cent).",
      valueName: "number"),
    transform: RingText.whole.parse)
  var of = 100.0

  @Flag(help: "Read one value a line from standard input.") var follow = false

  mutating func validate() throws {
    arguments = arguments.withoutTerminator
    guard arguments.count == (follow ? 1 : 2) else {
      throw ValidationError("ring takes a name and one value, or a name and --follow.")
    }
  }

  func words(_ parent: Segclock) throws -> [String] {
    guard !follow else { return arguments }
    // The request has a fraction: only the caller knows `--of`.
    let text = arguments[1]
    let word = Double(text) == nil ? text : "\(text)/\(of)"
    guard (try? RingChange(word)) != nil else {
      // If the typed text is wrong by itself, the message is about that.
      _ = try RingChange(text)
      throw RingText.valueProblem
    }
    return [arguments[0], word]
  }

  func converse(_ call: ControlCall, _ words: [String]) throws {
    guard follow else { return try call.ask([RingVerb.name] + words) }
    try RingFeed(words[0], of: of).run(call)
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    let index = try context.ring(words[0])
    guard words.count > 1 else { return .feed(words[0]) }
    let source = context.model.rings[index].source
    return .command(.setRing(index, try RingChange(words[1]).applied(to: source)))
  }
}

/// A new source or a relative change of a ring.
private enum RingChange {
  case to(RingSource)
  case by(Double)

  init(_ text: String) throws {
    let sign = text.first.flatMap { $0 == "+" ? 1.0 : $0 == "-" ? -1.0 : nil }
    let source = try RingText.source(sign == nil ? text : String(text.dropFirst()))
    if let sign {
      guard case .manual(let value) = source else { throw RingText.valueProblem }
      self = .by(sign * value)
    } else {
      self = .to(source)
    }
  }

  /// The source after the change; a relative change makes it manual.
  func applied(to source: RingSource) -> RingSource {
    switch self {
    case .to(let new): return new
    case .by(let change):
      switch source {
      case .manual(let value), .fed(let value, _): return .manual(value + change)
      default: return .manual(change)
      }
    }
  }
}

struct ThemeVerb: ControlVerb {
  static let name = "theme"
  static let abstract = "Choose a theme."

  @Argument(
    help: "The theme: \(ThemeName.list), one of the configuration, or auto: the desktop's.",
    completion: NameCompletion.themes.ofWindow)
  var theme: String

  func words(_ parent: Segclock) throws -> [String] {
    [try Parsers.theme.parse(theme).rawValue]
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    let theme = try Parsers.theme.parse(words[0])
    let names = ThemeName.choices(among: context.themes)
    guard names.contains(theme) else { throw ArgumentProblem(unknownTheme: words[0], among: names) }
    return .command(.theme(theme))
  }
}

struct ClickThroughVerb: ControlVerb {
  static let name = "click-through"
  static let abstract = "Pass clicks to the window below, or accept them again."

  @Argument(help: "on or off.", completion: .list(["on", "off"]))
  var state: String

  func words(_ parent: Segclock) throws -> [String] {
    [try Parsers.toggle.parse(state) ? "on" : "off"]
  }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    .command(.setClickThrough(try Parsers.toggle.parse(words[0])))
  }
}

struct RestoreVerb: ControlVerb {
  static let name = "restore"
  static let abstract = "Continue a past session of the stopwatch."
  static let discussion =
    "`segclock history` lists them. What the stopwatch has now becomes a past session."

  @Argument(help: "The number of the session.") var session: String

  func words(_ parent: Segclock) throws -> [String] { [String(try Parsers.session.parse(session))] }

  static func effect(of words: [String], on context: ControlContext) throws -> ControlEffect {
    .restore(try Parsers.session.parse(words[0]))
  }
}

extension [String] {
  /// Without the `--` that ends the options: `ctl timer -- -1m`.
  fileprivate var withoutTerminator: [String] {
    guard let index = firstIndex(of: "--") else { return self }
    return Array(self[..<index] + self[(index + 1)...])
  }
}
