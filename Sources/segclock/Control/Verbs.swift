import ArgumentParser
import Control
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control or query the running window.",
    discussion: """
      Repeating a command is no error: starting what runs does nothing. --name selects a widget by its name. \
      `segclock ctl COMMAND --help` describes a command.

      Exit codes: 0 done; 3 no window runs; 4 refused, or done but not saved, with the reason; 5 no answer in time; 64 an \
      argument was wrong; 66 standard input could not be read; 73 standard output could not be written; 75 done, but not \
      saved yet.
      """,
    subcommands: FirstRow.verbs)

  static func row(_ name: String) -> VerbRow? { VerbRow.all.first { $0.name == name } }

  func run() throws { throw TextError("ctl needs a command: \(Ctl.commands)") }

  private static var commands: String {
    VerbRow.all.map(\.name).joined(separator: ", ") + "; see segclock ctl --help"
  }

  /// Names what works instead of words that begin with no command.
  static func problem(_ arguments: [String]) -> String? {
    // A later word may be an option's value.
    guard let word = arguments.first else { return nil }
    if row(word) != nil {
      let option = Setting.all.first { $0.name == word }?.option ?? ""
      let other = option.isEmpty ? "" : "; segclock \(option) is for a new one"
      return "\(word) is a command for an open window: segclock ctl \(word)\(other)"
    }
    if Mode(rawValue: word) != nil { return "\(word) is a mode: segclock --mode \(word)" }
    let words = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    if (try? TimerSetting(parsing: words)) != nil {
      let length = words.contains(" ") ? "\"\(words)\"" : words
      return "\(words.quoted) is not a command; segclock --timer \(length) --start runs a timer"
    }
    if (try? PlanText(parsing: words)) != nil {
      return "\(words.quoted) is not a command; segclock --plan \"\(words)\" --start runs a plan"
    }
    var rest = arguments.dropFirst()
    if rest.first == "--name" { rest = rest.dropFirst(2) }
    guard word == "ctl", let name = rest.first, !name.hasPrefix("-"),
      name != "help", row(name) == nil
    else { return nil }
    return "ctl has no command \(name.quoted); there are \(commands)"
  }

  /// Names the commands that have an option, which is not one of the command that was given.
  static func problem(ofOption option: String) -> String? {
    let pages = [("render", Render.helpMessage()), ("export", Export.helpMessage())]
    let commands =
      pages.filter { $0.1.contains("\n  \(option) ") }.map(\.0)
      + VerbRow.all.filter { $0.options.contains { "--\($0.name)" == option } }.map {
        "ctl \($0.name)"
      }
    let verb = row(String(option.dropFirst(2))).map {
      "in an open window, use segclock ctl \($0.name)"
    }
    let users = commands.map { "segclock \($0)" }.alternatives
    let owner = users.isEmpty ? nil : "this is an option of \(users)"
    let advice = [owner, verb].compactMap { $0 }.joined(separator: "; ")
    return advice.isEmpty ? nil : "unknown option \(option.quoted): \(advice)"
  }
}

/// The index of a row, as a type: swift-argument-parser takes a type for each command.
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
  static var verbs: [any ParsableCommand.Type] {
    [Verb<Self>.self] + (value + 1 < VerbRow.all.count ? RowAfter<Self>.verbs : [])
  }
}

struct Verb<Row: RowIndex>: ParsableCommand {
  static var configuration: CommandConfiguration {
    let row = Row.row
    let word = row.word?.valueName.map { row.count.lowerBound == 0 ? "[<\($0)>] " : "<\($0)> " }
    return CommandConfiguration(
      commandName: row.name, abstract: row.abstract,
      usage: "segclock ctl \(row.name) \(word ?? "")[<options>]", discussion: row.discussion)
  }

  @OptionGroup var input: VerbInput<Row>

  @OptionGroup var widget: WidgetOptions

  func run() throws {
    let row = Row.row
    let settings = try widget.settings(
      for: "ctl \(row.name)", using: row.options.map(\.name))
    var arguments = input.arguments
    arguments.options["rounds"] = settings.rounds.map { "\($0)" }
    arguments.options["plan-waits"] = settings.planWaits ? "on" : nil
    arguments.options["hours"] = settings.given(\.hours).map { $0?.rawValue ?? "auto" }
    arguments.options["seconds"] = settings.given(\.seconds).map { $0 ? "on" : "off" }
    arguments.options["zone"] = settings.given(\.zone).map { $0 ?? "auto" }
    let request = row.request(arguments)
    // Wrong words are reported even without a window.
    _ = try row.parse(request)
    try row.converse(settings.name, [row.name] + request, arguments)
  }
}

/// The arguments of a row on the command line, as a mirror and a decoder (see `SettingOptions`).
struct VerbInput<Row: RowIndex>: ParsableArguments, CustomReflectable {
  var arguments = VerbArguments()

  init() {}

  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: OptionKey.self)
    for option in Row.row.options {
      arguments.options[option.name] = try option.texts(in: values).last
    }
    guard Row.row.count.upperBound > 0 else { return }
    let key = OptionKey(stringValue: "words")
    arguments.words = try values.decode(Argument<[String]>.self, forKey: key).wrappedValue
    // The `--` that ends the options: `ctl timer -- -1m`.
    if let end = arguments.words.firstIndex(of: "--") { arguments.words.remove(at: end) }
  }

  var customMirror: Mirror {
    let row = Row.row
    let words: Argument<[String]> =
      row.count.lowerBound == 0
      ? Argument(wrappedValue: [], help: row.word)
      : Argument(parsing: .allUnrecognized, help: row.word, completion: row.completion)
    return Mirror(
      self,
      children: (row.count.upperBound > 0 ? [("words", words)] : []) + row.options.map(\.child))
  }
}

/// What a request does to a window. Returns nil if the answer comes later; throws if the words do not fit the window.
typealias VerbEffect = (VerbCall) throws -> ControlReply?

struct VerbArguments {
  var words: [String] = []
  /// The values of the given options; "on" for a word.
  var options: [String: String] = [:]

  func value<Value>(of option: String, _ parser: TextParser<Value>) throws -> Value? {
    guard let text = options[option] else { return nil }
    do {
      return try parser.parse(text)
    } catch {
      throw TextError("--\(option): \(error)")
    }
  }
}

/// A verb of `segclock ctl`, at both ends: its help, and what it does.
///
/// The calling program parses the request before it sends it; the window parses it again.
struct VerbRow {
  let name: String
  let abstract: String
  var discussion = ""
  var count = 0...0
  var word: ArgumentHelp?
  var completion: CompletionKind?
  var options: [OptionRow] = []
  /// Sends the request to the widget of that name, and prints the answer.
  var converse: (_ widget: String, _ request: [String], VerbArguments) throws -> Void = {
    widget, request, _ in try ControlClient.started(widget)?.ask(request)
  }
  let effect: (VerbArguments) throws -> VerbEffect

  func request(_ arguments: VerbArguments) -> [String] {
    let options = options.flatMap { option in
      arguments.options[option.name].map {
        ["--\(option.name)"] + (option.form == .word ? [] : [$0])
      } ?? []
    }
    return options + (arguments.words.isEmpty ? [] : ["--"] + arguments.words)
  }

  func parse(_ request: [String]) throws -> VerbEffect {
    var arguments = VerbArguments()
    var remaining = request[...]
    while let word = remaining.popFirst() {
      if word == "--" {
        arguments.words += remaining
        break
      }
      guard let option = options.first(where: { "--\($0.name)" == word }) else {
        arguments.words.append(word)
        continue
      }
      guard let value = option.form == .word ? "on" : remaining.popFirst() else {
        throw TextError("\(word) needs a value")
      }
      arguments.options[option.name] = value
    }
    guard count.contains(arguments.words.count) else {
      throw TextError(
        """
        \(name) does not take \(arguments.words.count) words; put a name of several words in quotes
        """)
    }
    return try effect(arguments)
  }

  nonisolated(unsafe) static let all: [VerbRow] = [
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
    VerbRow("show", "Show the hidden window again.") { $0.window { $0.map() } },
    VerbRow(
      "hide", "Hide the window. Its time continues.",
      discussion: "`segclock ctl show` shows it again, and so does starting segclock again."
    ) { $0.window { $0.unmap() } },
    VerbRow("raise", "Bring the window to the front.") { $0.window { $0.raise() } },
    VerbRow(
      "sync", "Wait until the screen shows the result of all earlier commands.",
      discussion: "If the window is hidden, it returns at once."
    ) { call in
      call.app.control.await(call, onScreen: true)
      return nil
    },
    VerbRow(
      "quit", "Close the window.",
      discussion: "If the timer or the plan still runs, the answer says that nothing will ring."
    ) { call in
      if let warning = call.model.silenceWarning { call.client.reply(.text(warning)) }
      return call.perform(.quit)
    },
    VerbRow(
      "sound", "Play the alarm's sound once, or say why it cannot be played.",
      discussion: "The setting is read now: a file that was missing at the start may be there."
    ) { call in
      if let problem = call.app.configuration.sound.problem { return .refused("sound: \(problem)") }
      call.app.alarm.playOnce(call.app.configuration.sound)
      return .done
    },
    VerbRow(
      "do", "Do what a key does.",
      discussion: """
        The actions are those of [keys] in `segclock config default`. Also, start and toggle are short for start-stop, \
        and show raises the window.
        """,
      word: ArgumentHelp("The action, as in next-mode or full-screen.", valueName: "action"),
      Parsers.action
    ) { action, call in
      guard let command = action.command else { return call.window { $0.raise() } }
      let closesMenu = command == .leave && call.app.menu != nil
      guard closesMenu || call.app.view.allows(command, in: call.model) else {
        return .refused("\(action.name) has no effect now")
      }
      call.app.performKey(command, at: 0, instant: call.instant)
      if command == .showMenu, call.app.menu == nil {
        return .refused("the menu cannot open now")
      }
      return call.replyWhenSaved()
    },
    VerbRow(
      "mode", "Show another mode. The others keep running.",
      word: ArgumentHelp("stopwatch, timer, plan, clock or counter.", valueName: "mode"),
      Parsers.name("a mode")
    ) { (mode: Mode, call) in call.perform(.mode(mode)) },
    VerbRow(
      "theme", "Choose a theme.",
      word: ArgumentHelp(
        "\(ThemeName.list), a theme of the configuration, or auto: as the desktop.",
        valueName: "theme"),
      Parsers.theme
    ) { theme, call in
      let themes = ThemeName.choices(among: call.app.view.environment.themes.names)
      guard themes.contains(theme) else {
        throw TextError(unknownTheme: theme.rawValue, among: themes)
      }
      return call.perform(.theme(theme))
    },
    VerbRow(
      "click-through", "Pass clicks to the window below, or accept them again.",
      word: ArgumentHelp("on or off.", valueName: "state"), Parsers.toggle
    ) { isOn, call in call.perform(.setClickThrough(isOn)) },
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
      let rounds = try arguments.value(of: "rounds", Parsers.rounds)
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
        if let zone = new.zone ?? nil { new.zone = try LocalTime.zone(named: zone) }
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
    VerbRow(
      name: "ring", abstract: "Set, name or colour a ring, or feed it from standard input.",
      discussion: """
        With --follow, a line of standard input sets the ring if it is one value, has a percentage, of which the last \
        counts, or begins with a fraction such as 3/7. Other lines are ignored and counted. The window says when the \
        input ends.
        """,
      count: 1...9,
      // One list: separate arguments would lose whether a value with a sign came before the name.
      word: ArgumentHelp(
        """
        The ring's name, or its number from 1, outermost first. Then a value, as in 50%, 50 or 3/7; a change, as in +10% \
        or -5; a source: \(RingText.sources); or manual, which keeps the present value.
        """, valueName: "name> <value"),
      completion: NameCompletion.rings,
      options: [
        OptionRow(
          name: "of", form: .value("number"),
          help: "The number that fills the ring, for values without % (default: 100)."),
        OptionRow(name: "follow", help: "Read one value a line from standard input."),
        OptionRow(
          name: "color", form: .value("colour"),
          help: """
            One of \(RingColor.named.map(\.key).joined(separator: ", ")); #RRGGBB, or two of these for the start and the \
            tip; or none: the theme's.
            """, completion: Parsers.ringColor.completion.kind),
        OptionRow(name: "rename", form: .value("name"), help: "Another name."),
      ],
      converse: { widget, request, arguments in
        guard let client = try ControlClient.started(widget) else { return }
        try client.ask(request)
        guard arguments.options["follow"] != nil else { return }
        try RingFeed.run(client, of: try arguments.value(of: "of", RingText.whole) ?? 100)
      }
    ) { arguments in
      let (words, isFed) = (arguments.words, arguments.options["follow"] != nil)
      let whole = try arguments.value(of: "of", RingText.whole) ?? 100
      let color = try arguments.value(of: "color", Parsers.ringColor)
      let name = try arguments.value(of: "rename", RingText.name)
      guard words.count == 2 ? !isFed : words.count == 1 && (isFed || color != nil || name != nil)
      else {
        throw TextError("ring takes a name and a value, --follow, --color or --rename")
      }
      let isByHand = words.count == 2 && words[1] == RingSource.manual(0).word
      if words.count == 2, !isByHand {
        // Refused here, so that a mistake changes nothing.
        _ = try RingText.source(of: words[1], from: .manual(0), whole: whole)
      }
      return { call in
        let index = try call.ring(words[0])
        if let name {
          guard call.model.allows(.nameRing(index, name)) else {
            return .refused("another ring is named \(name.quoted)")
          }
          call.app.perform(.nameRing(index, name), at: call.instant)
        }
        if let color { call.app.perform(.colorRing(index, color), at: call.instant) }
        if isFed { return call.app.control.feed(index, by: call) }
        guard words.count == 2 else { return call.perform(nil) }
        let ring = call.model.shownRings[index]
        if isByHand {
          let now = call.app.time.read()
          return call.perform(.setRing(index, .manual(call.model.value(of: ring).turns(at: now))))
        }
        let source = try RingText.source(of: words[1], from: ring.source, whole: whole)
        return call.perform(.setRing(index, source))
      }
    },
    VerbRow(
      name: "status", abstract: "Print the state of the window.", options: styles
    ) { arguments in
      let style = try StatusStyle(arguments) ?? .words
      return { call in
        try call.check(style)
        let text = style.text(for: call.app.report(of: call.model))
        return call.list(text.split(separator: "\n", omittingEmptySubsequences: false))
      }
    },
    VerbRow(
      name: "follow", abstract: "Print the state now and after every change.",
      discussion: """
        Each is one line, by default JSON. Without --every, the passing of time prints nothing. With it, there is at most \
        one line in that duration; from one second on, one at each full second.
        """,
      options: styles + [
        OptionRow(
          name: "every", form: .value("duration"),
          help: "The minimum time between two lines, as in 1s."),
        OptionRow(name: "wait", help: "Wait for the window if it is not open yet."),
      ],
      converse: { widget, request, arguments in
        let isPatient = arguments.options["wait"] != nil
        let client = try ControlClient.started(widget, isPatient: isPatient)
        try client?.ask(request, isEndless: true)
      }
    ) { arguments in
      let style = try StatusStyle(arguments) ?? .json
      let every = try arguments.value(of: "every", Parsers.duration)
      guard every ?? .seconds(1) >= .milliseconds(20) else {
        throw TextError("--every: write 0.02s or more")
      }
      return { call in
        try call.check(style)
        call.app.control.followers.add(call.client, style, every: every ?? .zero)
        return nil
      }
    },
    VerbRow(
      name: "list", abstract: "List the names of the open windows, one on each line.",
      converse: { _, _, _ in
        try OutputFile(path: "-").write(openWidgets.map { $0 + "\n" }.joined())
      },
      effect: { _ in { _ in .done } }),
  ]

  private static let styles = [
    OptionRow(name: "json", help: "As JSON, in one line."),
    OptionRow(
      name: "format", form: .value("text"),
      help: "As a text with fields, as in \"{{elapsed}} {{lap}}\": \(StatusTemplate.allowed)."),
    OptionRow(
      name: "for", form: .value("bar"),
      help: "As a status bar reads it: waybar, polybar or i3blocks.",
      completion: .list(StatusStyle.Bar.allCases.map(\.rawValue))),
  ]

  static var openWidgets: [String] {
    ControlFolder().names().filter { (try? ControlClient($0, patience: .milliseconds(100))) != nil }
  }

  private static func nothing(to verb: String, _ model: Model) -> ControlReply {
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
    guard app.kept.keeping(of: app.kept.mark) == .kept else {
      return .refused("the last change is not saved yet; try again")
    }
    return app.control.restore(number, by: call)
  }
}

extension VerbRow {
  init(
    _ name: String, _ abstract: String, discussion: String = "", _ effect: @escaping VerbEffect
  ) {
    self.init(name: name, abstract: abstract, discussion: discussion) { _ in effect }
  }

  init<Value>(
    _ name: String, _ abstract: String, discussion: String = "", word: ArgumentHelp,
    _ parser: TextParser<Value>, _ effect: @escaping (Value, VerbCall) throws -> ControlReply?
  ) {
    self.init(
      name: name, abstract: abstract, discussion: discussion, count: 1...1, word: word,
      completion: parser.completion.kind
    ) { arguments in
      let value = try parser.parse(arguments.words[0])
      return { try effect(value, $0) }
    }
  }
}

extension StatusStyle {
  /// The style that the options choose; nil if none does.
  init?(_ arguments: VerbArguments) throws {
    let template = try arguments.value(of: "format", Parsers.template)
    let bar: Bar? = try arguments.value(of: "for", Parsers.name("a bar"))
    guard arguments.options["json"] == nil || template == nil && bar == nil else {
      throw TextError("--json: leave out --format and --for")
    }
    if let bar {
      self = .bar(bar, template)
    } else if let template {
      self = .template(template)
    } else if arguments.options["json"] != nil {
      self = .json
    } else {
      return nil
    }
  }
}
