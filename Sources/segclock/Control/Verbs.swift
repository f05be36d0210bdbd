import ArgumentParser
import Control
import Scene
import Session
import Settings
import Storage
import Timekeeping

/// A verb without an argument, or with one word; the others are a type each.
struct VerbRow {
  let name: String
  let abstract: String
  var discussion = ""
  /// The help of the word; nil for none.
  var word: ArgumentHelp?
  var completion: CompletionKind?
  /// Parses the word.
  let effect: (String) throws -> VerbEffect

  nonisolated(unsafe) static let all: [VerbRow] = [
    VerbRow("start", "Start the stopwatch, or the timer or the plan in their modes.") { app in
      // A plan that waits runs, too, and goes on to its next step.
      let model = app.kept.pending
      if model.allows(.start) { return .command(.start) }
      return model.isRunning ? .command(nil) : .refused(nothing(to: "start", model))
    },
    VerbRow("stop", "Stop what runs in the mode that is shown.") { app in
      let model = app.kept.pending
      guard model.hasTime else { return .refused(nothing(to: "stop", model)) }
      return .command(model.isRunning ? .stop : nil)
    },
    VerbRow("toggle", "Start what is stopped, stop what runs.") { app in
      let model = app.kept.pending
      return model.hasTime && model.allows(.toggle)
        ? .command(.toggle) : .refused(nothing(to: "start", model))
    },
    VerbRow("reset", "Reset what is stopped.") { app in
      let model = app.kept.pending
      if model.isRunning { return .refused("it runs; stop it first") }
      return .command(model.allows(.reset) ? .reset : nil)
    },
    VerbRow("undo", "Undo the newest change of the shown mode, as Ctrl+Z does.") { app in
      app.kept.pending.allows(.undo) ? .command(.undo) : .refused("there is nothing to undo")
    },
    VerbRow("show", "Bring a hidden window back.") { app in
      app.window.map()
      return .done
    },
    VerbRow(
      "hide", "Take the window off the screen; its time runs on.",
      discussion: "`segclock ctl show` brings it back, and so does starting segclock again."
    ) { app in
      app.window.unmap()
      return .done
    },
    VerbRow("raise", "Bring the window to the front.") { app in
      app.window.raise()
      return .done
    },
    VerbRow(
      "sync", "Wait until the screen shows the result of all earlier commands.",
      discussion: "If the window is hidden, that is at once."
    ) { _ in .sync },
    VerbRow("quit", "Close the window.") { _ in .command(.quit) },
    VerbRow(
      name: "do", abstract: "Do what a key or the menu can do.",
      discussion: """
        The actions are those of [keys] in `segclock config default`; start and toggle, short for start-stop; and show, \
        which raises the window.
        """,
      word: ArgumentHelp("The action, as in next-mode or full-screen.", valueName: "action"),
      completion: .list(Action.names)
    ) { name in
      guard let action = Action(named: name) else {
        throw ArgumentProblem(
          name, isNot: "an action", write: Action.names.joined(separator: ", "))
      }
      return { _ in .action(action) }
    },
    VerbRow(
      name: "mode", abstract: "Show another mode. The others keep running.",
      word: ArgumentHelp("stopwatch, timer, plan, clock or counter.", valueName: "mode"),
      completion: .list(Mode.allCases.map(\.rawValue))
    ) { name in
      let mode: Mode = try Parsers.name("a mode").parse(name)
      return { _ in .command(.mode(mode)) }
    },
    VerbRow(
      name: "theme", abstract: "Choose a theme.",
      word: ArgumentHelp(
        "The theme: \(ThemeName.list), one of the configuration, or auto: the desktop's.",
        valueName: "theme"),
      completion: NameCompletion.themes.ofWindow
    ) { name in
      let theme = try Parsers.theme.parse(name)
      return { app in
        guard app.themes.contains(theme) else {
          throw ArgumentProblem(unknownTheme: name, among: app.themes)
        }
        return .command(.theme(theme))
      }
    },
    VerbRow(
      name: "click-through", abstract: "Pass clicks to the window below, or accept them again.",
      word: ArgumentHelp("on or off.", valueName: "state"),
      completion: .list(Switch.allCases.map(\.rawValue))
    ) { word in
      guard let state = Switch(rawValue: word) else {
        throw ArgumentProblem(word, write: "on or off")
      }
      return { _ in .command(.setClickThrough(state == .on)) }
    },
    VerbRow(
      name: "restore", abstract: "Continue a past session of the stopwatch.",
      discussion:
        "`segclock history` lists them. What the stopwatch has now becomes a past session.",
      word: ArgumentHelp("The number of the session.", valueName: "session")
    ) { text in
      let number = try Export.session(text)
      return { try restore(number, $0) }
    },
  ]

  private static func nothing(to verb: String, _ model: Model) -> String {
    model.hasTime
      ? "there is nothing left to run" : "\(model.mode.rawValue) mode has nothing to \(verb)"
  }

  private static func restore(_ number: Int64, _ app: App) throws -> ControlEffect {
    guard let folder = app.configuration.run.folder else { return .refused("this window does not save") }
    guard number != app.kept.pending.session.number else {
      return .refused("session \(number) is on the stopwatch")
    }
    // The database may still have an older state of that session.
    guard app.kept.keeping(of: app.kept.mark) == .kept else {
      return .refused("the last change is not saved yet; try again")
    }
    guard let past = try PastSessions(in: folder).session(number) else {
      throw ArgumentProblem(
        description: "there is no session \(number); segclock history lists them")
    }
    var refusal: String?
    app.update { kept in
      kept.change(at: app.time.now) {
        refusal = $0.takeUp(number, past, on: app.configuration.axis)
      }
      return true
    }
    return refusal.map { .refused($0.prefix(1).lowercased() + $0.dropFirst()) } ?? .command(nil)
  }
}

extension VerbRow {
  /// A verb without a word.
  fileprivate init(
    _ name: String, _ abstract: String, discussion: String = "", _ effect: @escaping VerbEffect
  ) {
    self.init(name: name, abstract: abstract, discussion: discussion) { _ in effect }
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

extension RowIndex {
  fileprivate static var row: VerbRow { VerbRow.all[value] }

  /// The commands of this row and all later ones.
  static var commands: [any ParsableCommand.Type] {
    let command: any ParsableCommand.Type =
      row.word == nil ? Verb<Wordless<Self>>.self : Verb<OneWord<Self>>.self
    return [command] + (value + 1 < VerbRow.all.count ? RowAfter<Self>.commands : [])
  }
}

/// A row of `VerbRow.all` as a verb.
protocol RowVerb: ControlVerb {
  associatedtype Row: RowIndex
}

extension RowVerb {
  static var name: String { Row.row.name }
  static var abstract: String { Row.row.abstract }
  static var discussion: String { Row.row.discussion }

  static func effect(of words: [String]) throws -> VerbEffect {
    try Row.row.effect(words.first ?? "")
  }
}

struct Wordless<Row: RowIndex>: RowVerb {
  static var wordCount: ClosedRange<Int> { 0...0 }

  func words(_ parent: Segclock) -> [String] { [] }
}

struct OneWord<Row: RowIndex>: RowVerb {
  @Argument(help: Row.row.word, completion: Row.row.completion) var word: String

  func words(_ parent: Segclock) -> [String] { [word] }
}

struct LapVerb: ControlVerb {
  static let name = "lap"
  static let abstract = "Mark a lap of the stopwatch, in whatever mode is shown."
  static let wordCount = 0...1

  @Argument(help: "The name of the lap.") var title: String?

  func words(_ parent: Segclock) -> [String] { title.map { [$0] } ?? [] }

  static func effect(of words: [String]) -> VerbEffect {
    { app in
      guard app.kept.pending.stopwatch.isRunning else {
        return .refused("the stopwatch does not run")
      }
      return .command(.within(.stopwatch, words.first.map { .lapNamed($0) } ?? .lap))
    }
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

  func words(_ parent: Segclock) -> [String] { [words.joined] }

  static func effect(of words: [String]) throws -> VerbEffect {
    let text = words[0]
    guard let sign = text.first, sign == "+" || sign == "-" else {
      let setting = try Parsers.timer.parse(text)
      return { .command(.setTimer($0.time.countdown(setting))) }
    }
    let length = try Parsers.duration.parse(String(text.dropFirst()))
    let command = Command.adjustTimer(sign == "-" ? .zero - length : length)
    return {
      $0.kept.pending.allows(command)
        ? .command(command) : .refused("the timer cannot be changed by that much")
    }
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
    return [steps, plan.rounds.map { "\($0)" } ?? "", plan.planWaits ? "waits" : ""]
  }

  static func effect(of words: [String]) throws -> VerbEffect {
    if words[0] == "next" { return try move(.skip, "there is no next step", words) }
    if words[0] == "back" { return try move(.back, "this is the beginning of the plan", words) }
    var steps = try Parsers.plan.parse(words[0])
    if words.count > 2, words[2] == "waits" {
      for index in steps.indices { steps[index].waits = true }
    }
    let rounds = words.count > 1 && !words[1].isEmpty ? try Parsers.rounds.parse(words[1]) : 1
    let plan = Plan(steps: steps, rounds: rounds)
    guard plan.rounds == rounds else {
      throw ArgumentProblem(description: "this plan can have up to \(plan.rounds) rounds")
    }
    return { _ in .command(.setPlan(plan)) }
  }

  private static func move(
    _ command: Command, _ refusal: String, _ words: [String]
  ) throws -> VerbEffect {
    guard words.dropFirst().allSatisfy(\.isEmpty) else {
      throw ArgumentProblem(
        description: "--rounds and --plan-waits are for a new plan, not for \(words[0])")
    }
    let inPlan = Command.within(.plan, command)
    return { $0.kept.pending.allows(inPlan) ? .command(inPlan) : .refused(refusal) }
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

  func words(_ parent: Segclock) -> [String] { [number.joined] }

  static func effect(of words: [String]) throws -> VerbEffect {
    let text = words[0]
    let isChange = text.first == "+" || text.first == "-"
    let number = try Parsers.count.parse(text.first == "=" ? String(text.dropFirst()) : text)
    let command = Command.within(.counter, .count(isChange ? .by(number) : .to(number)))
    return { app in
      let counter = app.kept.pending.counter
      guard app.kept.pending.allows(command) else {
        throw ArgumentProblem(
          description: """
            the counter has \(counter.digits) digits: it shows from -\(counter.limit) to \(counter.limit)
            """)
      }
      return .command(command)
    }
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
    guard (try? RingVerb.change(word)) != nil else {
      // If the typed text is wrong by itself, the message is about that.
      _ = try RingVerb.change(text)
      throw RingText.valueProblem
    }
    return [arguments[0], word]
  }

  func converse(_ client: ControlClient, _ words: [String]) throws {
    try client.ask(words)
    if follow { try RingFeed.run(client, of: of) }
  }

  static func effect(of words: [String]) throws -> VerbEffect {
    guard words.count > 1 else { return { _ in .feed(words[0]) } }
    let change = try RingVerb.change(words[1])
    return { app in
      let index = try app.ring(words[0])
      return .command(.setRing(index, change(app.kept.pending.rings[index].source)))
    }
  }

  /// A new source, or a relative change of the old one, which makes it manual.
  private static func change(_ text: String) throws -> (RingSource) -> RingSource {
    let sign = text.first.flatMap { $0 == "+" ? 1.0 : $0 == "-" ? -1.0 : nil }
    let source = try RingText.source(sign == nil ? text : String(text.dropFirst()))
    guard let sign else { return { _ in source } }
    guard case .manual(let change) = source else { throw RingText.valueProblem }
    return { old in
      switch old {
      case .manual(let value), .fed(let value, _): .manual(value + sign * change)
      default: .manual(sign * change)
      }
    }
  }
}

extension [String] {
  /// Without the `--` that ends the options: `ctl timer -- -1m`.
  fileprivate var withoutTerminator: [String] {
    guard let index = firstIndex(of: "--") else { return self }
    return Array(self[..<index] + self[(index + 1)...])
  }

  fileprivate var joined: String { withoutTerminator.joined(separator: " ") }
}
