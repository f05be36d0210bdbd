import ArgumentParser
import Control
import Session
import Settings
import Storage
import Timekeeping

/// A verb of `segclock ctl`, at both ends: its help, and what it does.
///
/// The calling program parses the words before it sends them; the window parses them again.
struct VerbRow {
  /// The first word of the request.
  let name: String
  let abstract: String
  var discussion = ""
  /// The number of words that follow its name in a request.
  var count = 1...1
  /// The help of its only word.
  var word: ArgumentHelp?
  var completion: CompletionKind?
  /// The window's options that it uses.
  var parentOptions: Set<String> = []
  /// Parses the words, whose number is in `count`.
  let effect: ([String]) throws -> VerbEffect

  func parse(_ words: [String]) throws -> VerbEffect {
    guard count.contains(words.count) else {
      throw ArgumentProblem(description: "\(name) does not take \(words.count) words")
    }
    return try effect(words)
  }

  /// The verbs without an argument, or with one word; the others are a type each.
  nonisolated(unsafe) static let all: [VerbRow] = [
    VerbRow("start", "Start the stopwatch, or the timer or the plan in their modes.") { call in
      // A plan that waits runs, too, and goes on to its next step.
      if call.model.allows(.start) { return call.perform(.start) }
      return call.model.isRunning ? call.perform(nil) : nothing(to: "start", call.model)
    },
    VerbRow("stop", "Stop what runs in the mode that is shown.") { call in
      guard call.model.hasTime else { return nothing(to: "stop", call.model) }
      return call.perform(call.model.isRunning ? .stop : nil)
    },
    VerbRow("toggle", "Start what is stopped, stop what runs.") { call in
      call.model.hasTime && call.model.allows(.toggle)
        ? call.perform(.toggle) : nothing(to: "start", call.model)
    },
    VerbRow("reset", "Reset what is stopped.") { call in
      if call.model.isRunning { return .refused("it runs; stop it first") }
      return call.perform(call.model.allows(.reset) ? .reset : nil)
    },
    VerbRow("undo", "Undo the newest change of the shown mode, as Ctrl+Z does.") { call in
      call.perform(.undo, else: "there is nothing to undo")
    },
    VerbRow("show", "Bring a hidden window back.") { call in
      call.app.window.map()
      return .done
    },
    VerbRow(
      "hide", "Take the window off the screen; its time runs on.",
      discussion: "`segclock ctl show` brings it back, and so does starting segclock again."
    ) { call in
      call.app.window.unmap()
      return .done
    },
    VerbRow("raise", "Bring the window to the front.") { call in
      call.app.window.raise()
      return .done
    },
    VerbRow(
      "sync", "Wait until the screen shows the result of all earlier commands.",
      discussion: "If the window is hidden, that is at once."
    ) { call in
      call.app.control.await(call, onScreen: true)
      return nil
    },
    VerbRow("quit", "Close the window.") { $0.perform(.quit) },
    VerbRow(
      name: "do", abstract: "Do what a key or the menu can do.",
      discussion: """
        The actions are those of [keys] in `segclock config default`; start and toggle, short for start-stop; and show, \
        which raises the window.
        """,
      word: ArgumentHelp("The action, as in next-mode or full-screen.", valueName: "action"),
      completion: .list(Action.names)
    ) { words in
      guard let action = Action(named: words[0]) else {
        throw ArgumentProblem(
          words[0], isNot: "an action", write: Action.names.joined(separator: ", "))
      }
      return { call in
        guard let command = action.command else {
          call.app.window.raise()
          return .done
        }
        let closesMenu = command == .leave && call.app.menu != nil
        guard closesMenu || call.app.view.allows(command, in: call.model) else {
          return .refused("\(action.name) has no effect now")
        }
        call.app.performKey(command, at: call.instant, serverTime: 0)
        if command == .showMenu, call.app.menu == nil {
          return .refused("the menu cannot open now")
        }
        return call.replyWhenSaved()
      }
    },
    VerbRow(
      name: "mode", abstract: "Show another mode. The others keep running.",
      word: ArgumentHelp("stopwatch, timer, plan, clock or counter.", valueName: "mode"),
      completion: .list(Mode.allCases.map(\.rawValue))
    ) { words in
      let mode: Mode = try Parsers.name("a mode").parse(words[0])
      return { $0.perform(.mode(mode)) }
    },
    VerbRow(
      name: "theme", abstract: "Choose a theme.",
      word: ArgumentHelp(
        "The theme: \(ThemeName.list), one of the configuration, or auto: the desktop's.",
        valueName: "theme"),
      completion: NameCompletion.themesOrAutomatic
    ) { words in
      let theme = try Parsers.theme.parse(words[0])
      return { call in
        let themes = ThemeName.choices(among: call.app.view.environment.themes.names)
        guard themes.contains(theme) else {
          throw ArgumentProblem(unknownTheme: words[0], among: themes)
        }
        return call.perform(.theme(theme))
      }
    },
    VerbRow(
      name: "click-through", abstract: "Pass clicks to the window below, or accept them again.",
      word: ArgumentHelp("on or off.", valueName: "state"),
      completion: .list(["on", "off"])
    ) { words in
      let isOn = try Parsers.toggle.parse(words[0])
      return { $0.perform(.setClickThrough(isOn)) }
    },
    VerbRow(
      name: "restore", abstract: "Continue a past session of the stopwatch.",
      discussion:
        "`segclock history` lists them. What the stopwatch has now becomes a past session.",
      word: ArgumentHelp("The number of the session.", valueName: "session")
    ) { words in
      let number = try Parsers.session.parse(words[0])
      return { try restore(number, $0) }
    },
  ]

  private static func nothing(to verb: String, _ model: Model) -> ControlReply {
    .refused(
      model.hasTime
        ? "there is nothing left to run" : "\(model.mode.rawValue) mode has nothing to \(verb)")
  }

  private static func restore(_ number: Int64, _ call: VerbCall) throws -> ControlReply? {
    let app = call.app
    guard let folder = app.configuration.run.folder else {
      return .refused("this window does not save")
    }
    guard number != call.model.session.number else {
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
    guard let refusal else { return call.replyWhenSaved() }
    return .refused(refusal.prefix(1).lowercased() + refusal.dropFirst())
  }
}

extension VerbRow {
  /// A verb without a word.
  init(
    _ name: String, _ abstract: String, discussion: String = "", _ effect: @escaping VerbEffect
  ) {
    self.init(name: name, abstract: abstract, discussion: discussion, count: 0...0) { _ in effect }
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

  /// The verbs of this row and all later ones.
  static var verbs: [any ControlVerb.Type] {
    let verb: any ControlVerb.Type = row.word == nil ? Wordless<Self>.self : OneWord<Self>.self
    return [verb] + (value + 1 < VerbRow.all.count ? RowAfter<Self>.verbs : [])
  }
}

struct Wordless<Row: RowIndex>: ControlVerb {
  static var row: VerbRow { Row.row }
}

struct OneWord<Row: RowIndex>: ControlVerb {
  static var row: VerbRow { Row.row }

  @Argument(help: row.word, completion: row.completion) var word: String

  func words(_ parent: Segclock) -> [String] { [word] }
}

struct LapVerb: ControlVerb {
  @Argument(help: "The name of the lap.") var title: [String] = []

  func words(_ parent: Segclock) throws -> [String] {
    guard title.count <= 1 else {
      throw ValidationError("lap takes one name; put it in quotes: \"\(title.joined)\".")
    }
    return title
  }

  static var row: VerbRow {
    VerbRow(
      name: "lap", abstract: "Mark a lap of the stopwatch, in whatever mode is shown.", count: 0...1
    ) { words in
      let command = Command.within(.stopwatch, words.first.map { .lapNamed($0) } ?? .lap)
      return { $0.perform(command, else: "the stopwatch does not run") }
    }
  }
}

struct TimerVerb: ControlVerb {
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A length, as in 25m; a change, as in +1m or -30s; or until a time of day, as in until 17:30.",
      valueName: "length"))
  var words: [String]

  func words(_ parent: Segclock) -> [String] { [words.joined] }

  static var row: VerbRow {
    VerbRow(
      name: "timer",
      abstract:
        "Set the timer and show it, or make it longer or shorter in whatever mode is shown.",
      discussion: """
        The timer waits for `segclock ctl start`, except for one until a time of day, which runs at once. `segclock ctl \
        undo` brings the one before back.
        """
    ) { words in
      let text = words[0]
      guard let sign = text.first, sign == "+" || sign == "-" else {
        let setting = try Parsers.timer.parse(text)
        return { $0.perform(.setTimer($0.app.time.countdown(setting))) }
      }
      let length = try Parsers.duration.parse(String(text.dropFirst()))
      let change = sign == "-" ? .zero - length : length
      return { $0.perform(.adjustTimer(change), else: "the timer cannot be changed by that much") }
    }
  }
}

struct PlanVerb: ControlVerb {
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

  static var row: VerbRow {
    VerbRow(
      name: "plan",
      abstract:
        "Set the plan and show it, or go to the next step or back, in whatever mode is shown.",
      discussion: """
        The plan waits for `segclock ctl start`. `next` goes to the next step; `back` to the beginning of this one, then \
        to the step before. With steps there may be --rounds and --plan-waits.
        """,
      count: 1...3, parentOptions: ["--plan", "--rounds", "--plan-waits"]
    ) { words in
      let (rounds, waits) = (words.dropFirst().first ?? "", words.count > 2 && words[2] == "waits")
      if words[0] == "next" || words[0] == "back" {
        guard rounds.isEmpty, !waits else {
          throw ArgumentProblem(
            description: "--rounds and --plan-waits are for a new plan, not for \(words[0])")
        }
        return words[0] == "next"
          ? { $0.perform(.within(.plan, .skip), else: "there is no next step") }
          : { $0.perform(.within(.plan, .back), else: "this is the beginning of the plan") }
      }
      var steps = try Parsers.plan.parse(words[0])
      for index in steps.indices where waits { steps[index].waits = true }
      let number = rounds.isEmpty ? 1 : try Parsers.rounds.parse(rounds)
      let plan = Plan(steps: steps, rounds: number)
      guard plan.rounds == number else {
        throw ArgumentProblem(description: "this plan can have up to \(plan.rounds) rounds")
      }
      return { $0.perform(.setPlan(plan)) }
    }
  }
}

struct CountVerb: ControlVerb {
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "A number to add, with its sign, as in +1 or -5; or the new value, as in 905 or =-5.",
      valueName: "number"))
  var number: [String]

  func words(_ parent: Segclock) -> [String] { [number.joined] }

  static var row: VerbRow {
    VerbRow(
      name: "count", abstract: "Set the counter or add to it, in whatever mode is shown."
    ) { words in
      let text = words[0]
      let isChange = text.first == "+" || text.first == "-"
      let number = try Parsers.count.parse(text.first == "=" ? String(text.dropFirst()) : text)
      let command = Command.within(.counter, .count(isChange ? .by(number) : .to(number)))
      return { call in
        let counter = call.model.counter
        guard call.model.allows(command) else {
          throw ArgumentProblem(
            description: """
              the counter has \(counter.digits) digits: it shows from -\(counter.limit) to \(counter.limit)
              """)
        }
        return call.perform(command)
      }
    }
  }
}

struct RingVerb: ControlVerb {
  // One list: separate arguments would lose whether a value with a sign came before the name.
  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      """
      The ring, by its name or by its number, the outermost 1; and a value, as in 50%, 50 or 3/7, a change, as in +10% or \
      -5, or \(RingText.sources).
      """, valueName: "name> <value"), completion: NameCompletion.rings)
  var arguments: [String]

  @Option(
    help: ArgumentHelp(
      "The number that a value without a sign is out of (default: 100, per cent).",
      valueName: "number"),
    transform: RingText.whole.parse)
  var of = 100.0

  @Flag(help: "Read one value a line from standard input.") var follow = false

  func words(_ parent: Segclock) throws -> [String] {
    let words = arguments.withoutTerminator
    guard words.count == (follow ? 1 : 2) else {
      throw ValidationError("ring takes a name and one value, or a name and --follow.")
    }
    guard let text = words.dropFirst().first, Double(text) != nil else { return words }
    // The request has a fraction: only the caller knows `--of`.
    let fraction = "\(text)/\(of)"
    guard (try? RingVerb.change(fraction)) != nil else {
      // If the typed text is wrong by itself, the message is about that.
      _ = try RingVerb.change(text)
      throw RingText.valueProblem
    }
    return [words[0], fraction]
  }

  func converse(with name: String, _ request: [String]) throws {
    let client = try ControlClient(name)
    try client.ask(request)
    if follow { try RingFeed.run(client, of: of) }
  }

  static var row: VerbRow {
    VerbRow(
      name: "ring", abstract: "Set a ring, or have it follow the values on standard input.",
      discussion: """
        With --follow, each line of standard input that has a value is shown: a line of one word, the last word with a \
        per cent sign, or a fraction such as 3/7 at the start of the line. Other lines are counted and ignored. When the \
        input is over, the window says so.
        """,
      count: 1...2
    ) { words in
      guard words.count > 1 else { return { try $0.app.control.feed(words[0], by: $0) } }
      let change = try change(words[1])
      return { call in
        let index = try call.ring(words[0])
        return call.perform(.setRing(index, change(call.model.rings[index].source)))
      }
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
