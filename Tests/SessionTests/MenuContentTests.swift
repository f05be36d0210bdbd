import Keys
import Testing
import Timekeeping
import Wording

@testable import Session

@Suite("What the menu lists")
struct MenuContentTests {
  private func content(
    _ model: Model = Model(), bindings: [KeyRow] = KeyRow.standard
  ) -> MenuContent {
    MenuContent(model.anytime, bindings: bindings)
  }

  private func entry(_ command: Command, in content: MenuContent) throws -> MenuContent.Entry {
    try entry(.model(command), in: content)
  }

  private func entry(
    _ command: InputCommand, in content: MenuContent
  ) throws -> MenuContent.Entry {
    try #require(content.all.first { $0.choice == .perform(command) })
  }

  private func checked(_ title: String, of model: Model) throws -> [String] {
    try content(model).submenu(title).entries.filter { $0.isOn == true }.map(\.title)
  }

  @Test("the menu of a plan is that of the moment, not of the last command")
  func moment() throws {
    let steps = [PlanStep("A", .seconds(5), waits: true), PlanStep("B", .seconds(300))]
    var model = Model(mode: .plan, plan: PlanRun(Plan(steps: steps, rounds: 1)))
    _ = model.apply(.start, at: at(0))
    func entry(_ command: Command, at seconds: Double) throws -> MenuContent.Entry {
      try self.entry(command, in: MenuContent(model.asOf(at(seconds))))
    }
    #expect(try entry(.toggle, at: 4).title == "Stop" && entry(.toggle, at: 6).title == "Start")
    _ = model.apply(.start, at: at(6))
    #expect(try entry(.skip, at: 7).isEnabled == false)
  }

  @Test("at most 14 rows at the top, and no empty submenu")
  func top() throws {
    let content = content()
    #expect(
      content.entries.map(\.title) == [
        "Start", "Lap", "Reset", "Undo", "Timer", "Plan", "Mode", "Theme", "Rings", "Clock",
        "Window", "Copy time and laps", "Help", "Quit",
      ])
    #expect(content.levels.count == 17)
    for level in content.levels {
      #expect(level.entries.count <= 14 && level.groups.allSatisfy { !$0.isEmpty })
      #expect(level.entries.allSatisfy { !$0.title.isEmpty })
    }
    // Every submenu begins with the row that goes back, which has its name.
    for entry in content.all {
      guard case .open(let level) = entry.choice else { continue }
      #expect(level.entries[0].choice == .back && level.entries[0].title == entry.title)
      #expect(entry.isEnabled && level.entries.count > 1)
    }
  }

  @Test("an action has its key, also another one, or none; in another mode its key is not shown")
  func keys() throws {
    let standard = content()
    #expect(try entry(.lap, in: standard).key == "L")
    #expect(try entry(.window(.toggleFullScreen), in: standard).key == "F")
    #expect(try entry(.cycleMode(.backward), in: standard).key == "Shift+M")
    let rows = KeyRow.standard(with: ["lap": [Chord(.function(5), .control)], "reset": []])
    let other = content(bindings: rows)
    #expect(try entry(.lap, in: other).key == "Ctrl+F5")
    #expect(try entry(.reset, in: other).key.isEmpty)
    #expect(other.all.count == standard.all.count)
    let timer = content(Model(mode: .timer))
    #expect(try entry(.step(1), in: timer).title == "+1 min")
    #expect(try entry(.step(-1), in: timer).key == "Down")
    #expect(try entry(.within(.timer, .step(-1)), in: standard).title == "−1 min")
    #expect(try entry(.within(.timer, .step(-1)), in: standard).key.isEmpty)
  }

  @Test("what is not allowed now is not enabled, by the model or by the window")
  func enabled() throws {
    let fresh = MenuContent(Model().anytime, in: WindowStatus(canScrollList: false))
    for command in [
      InputCommand.model(.lap), .model(.reset), .model(.undo), .model(.edit(.begin(.lapName(nil)))),
      .model(.within(.plan, .back)), .window(.scrollList(.home)),
    ] {
      #expect(try !entry(command, in: fresh).isEnabled, "\(command)")
    }
    #expect(try entry(.toggle, in: fresh).isEnabled && entry(.window(.copy), in: fresh).isEnabled)
    var model = Model()
    _ = model.apply(.start, at: .zero)
    let running = content(model)
    #expect(try entry(.lap, in: running).isEnabled && !entry(.reset, in: running).isEnabled)
    #expect(try entry(.toggle, in: running).title == "Stop")
    _ = model.apply(.toggle, at: .zero + .seconds(1))
    let stopped = content(model)
    #expect(try entry(.reset, in: stopped).isEnabled && entry(.undo, in: stopped).isEnabled)
  }

  @Test(
    "every enabled row without a check changes something in every mode", arguments: Mode.allCases)
  func effects(mode: Mode) {
    var model = Model(mode: mode)
    model.settings.themes = [.neumorphicLight, .neon]
    _ = model.apply(.start, at: .zero)
    _ = model.apply(.stop, at: .zero + .seconds(9))
    for entry in content(model).all where entry.isEnabled {
      guard case .perform(.model(let command)) = entry.choice else { continue }
      var changed = model
      let effect = changed.apply(command, at: .zero + .seconds(10))
      #expect(changed != model || effect != nil || entry.isOn == true, "\(entry.title)")
    }
  }

  @Test("a check is at what is present, in each of the lists")
  func checks() throws {
    var model = Model(mode: .counter, theme: .neon)
    model.settings.themes = [.neumorphicLight, .neon]
    #expect(try checked("Mode", of: model) == ["Counter"])
    #expect(try checked("Theme", of: model) == ["Neon"])
    #expect(try checked("Timer", of: model) == ["5 min"])
    #expect(try checked("Plan", of: model) == ["Pomodoro: 4 × Focus 25m, Break 5m"])
    #expect(try checked("Window", of: model).isEmpty)
    #expect(try checked("Clock", of: model) == ["As the locale", "Show seconds", "Local time"])
    for command in [
      Command.theme(.automatic), .setTimer(Countdown(length: .seconds(600))),
    ] {
      _ = model.apply(command, at: .zero)
    }
    #expect(try checked("Mode", of: model) == ["Timer"])
    #expect(try checked("Theme", of: model) == ["As the desktop"])
    #expect(try checked("Timer", of: model) == ["10 min"])
    let window = WindowStatus(isFullScreen: true, isAbove: true, isClickThrough: true)
    #expect(
      try MenuContent(model.anytime, in: window).submenu("Window").entries.map(\.isOn).prefix(4)
        == [nil, true, true, true])
    for title in ["12 hours", "Show seconds", "24 hours"] {
      let row = try content(model).submenu("Clock").entries.first { $0.title == title }
      guard case .perform(.model(let command)) = row?.choice else { return #expect(Bool(false)) }
      _ = model.apply(command, at: .zero)
    }
    #expect(try checked("Clock", of: model) == ["24 hours", "Local time"] && model.mode == .clock)
    let talk = try content(model).submenu("Plan").entries.last?.choice
    guard case .perform(.model(let command)) = talk else { return #expect(Bool(false)) }
    _ = model.apply(command, at: .zero)
    #expect(try checked("Plan", of: model) == ["Talk: Talk 20m, Questions 10m"])
    #expect(model.planRun.plan.rounds == 1 && model.planRun.plan.steps.count == 2)
    // Another plan has a row of its own.
    let plan = try Plan(parsing: "3 x Read 20m")
    _ = model.apply(.setPlan(plan), at: .zero)
    #expect(try checked("Plan", of: model) == ["3 × Read 20m"])
    let row = try content(model).submenu("Plan").entries.first { $0.isOn == true }
    #expect(row?.choice == .perform(.model(.setPlan(plan))))
  }

  @Test("each ring has its value, or what it follows, and both can be set")
  func rings() throws {
    let rings = [
      RingModel(name: "One", source: .manual(0.5)), RingModel(name: "Two", source: .minute),
      RingModel(name: "Copy", source: .fed(0.4, isOver: false)),
    ]
    let model = Model(rings: rings)
    let list = try content(model).submenu("Rings")
    #expect(list.entries.map(\.title) == ["Rings", "One 50 %", "Two · minute", "Copy 40 %"])
    let one = try list.submenu("One 50 %")
    #expect(
      one.entries.map(\.title) == [
        "One 50 %", "0 %", "25 %", "50 %", "75 %", "100 %", "120 %", "Other…", "Follow",
        "Colour", "Rename…",
      ])
    #expect(one.entries.filter { $0.isOn == true }.map(\.title) == ["50 %"])
    #expect(one.entries[7].choice == .perform(.model(.edit(.begin(.ringValue(1))))))
    #expect(one.entries[6].choice == .perform(.model(.setRing(1, .manual(1.2)))))
    let sources = try list.submenu("Two · minute").submenu("Follow").entries
    #expect(sources.filter { $0.isOn == true }.map(\.title) == ["Minute"])
    #expect(sources.last?.choice == .perform(.model(.setRing(2, .manual(0)))))
    #expect(one.entries.last?.choice == .perform(.model(.edit(.begin(.ringName(1))))))
    let fed = try list.submenu("Copy 40 %").submenu("Follow").entries
    #expect(
      fed.last?.choice == .perform(.model(.setRing(3, .manual(0.4)))) && fed.last?.isOn == false)
  }

  @Test("a ring can follow timer, plan, lap and day, and what the mode counts")
  func sources() throws {
    let table: [(Mode, [String])] = [
      (.stopwatch, ["Second", "Minute", "Hour"]), (.timer, []), (.plan, []),
      (.clock, ["Second", "Minute", "Hour"]), (.counter, []),
    ]
    for (mode, expected) in table {
      let model = Model(mode: mode, rings: [RingModel(name: "A", source: .plan)])
      let rows = try content(model).submenu("Rings").submenu("A · plan").submenu("Follow").entries
      let always = ["Day", "Lap", "Timer", "Plan", "Step", "Set by hand"]
      #expect(rows.map(\.title) == ["Follow"] + expected + always, "\(mode)")
      #expect(rows.filter { $0.isOn == true }.map(\.title) == ["Plan"])
    }
  }

  @Test("a ring has the theme's colour or one of eight, each with a swatch; another is not checked")
  func colors() throws {
    var model = Model()
    func rows() throws -> [MenuContent.Entry] {
      try content(model).submenu("Rings").submenu("Focus 50 %").submenu("Colour").entries
    }
    let titles = try rows().map(\.title)
    #expect(titles.count == 10 && titles[...1] == ["Colour", "As the theme"])
    for title in titles.dropFirst() {
      let row = try #require(try rows().first { $0.title == title })
      guard case .perform(.model(let command)) = row.choice else { return #expect(Bool(false)) }
      _ = model.apply(command, at: .zero)
      #expect(try rows().filter { $0.isOn == true }.map(\.title) == [title])
      #expect(row.swatch == MenuContent.RingSwatch(ring: 1, color: model.rings[1].color))
    }
    _ = model.apply(.colorRing(2, RingColor(1, 2)), at: .zero)
    #expect(try !rows().contains { $0.isOn == true })
  }

  @Test("Quit says that nothing will ring while the timer or the plan runs")
  func quitting() throws {
    func title(_ model: Model) -> String? { MenuContent(model.anytime).entries.last?.title }
    for mode in [Mode.timer, .plan] {
      var model = Model(mode: mode)
      #expect(title(model) == "Quit" && model.silenceWarning == nil)
      _ = model.apply(.start, at: .zero)
      #expect(title(model) == "Quit (no alarm until the next start)")
      #expect(
        model.silenceWarning
          == "the \(mode.rawValue) runs on, but nothing rings until the next start")
      _ = model.apply(.stop, at: .zero + .seconds(1))
      #expect(title(model) == "Quit")
    }
    var both = Model(mode: .timer)
    for mode in [Mode.timer, .plan] {
      _ = both.apply(.mode(mode), at: .zero)
      _ = both.apply(.start, at: .zero)
    }
    #expect(
      both.silenceWarning == "the timer and the plan run on, but nothing rings until the next start"
    )
  }

  @Test("Space, its button and its line of the menu count up in the counter")
  func counting() throws {
    var model = Model(mode: .counter)
    #expect(
      model.anytime.allows(.toggle) && MenuContent(model.anytime).entries.first?.title == "+1")
    #expect(KeyRow.standard.first.flatMap(model.anytime.help(of:)) == "Count + 1")
    for _ in 0..<2 { _ = model.apply(.toggle, at: .zero) }
    #expect(model.counter.value == 2 && model.stopwatch.state == .reset)
    _ = model.apply(.undo, at: .zero)
    #expect(model.counter.value == 1)
    model.counter = try Counter(999, digits: 3)
    #expect(model.anytime.allows(.toggle) == model.anytime.allows(.step(1)))
  }
}

extension MenuContent {
  /// This level, and all below.
  fileprivate var levels: [MenuContent] {
    entries.reduce(into: [self]) { levels, entry in
      if case .open(let inner) = entry.choice { levels += inner.levels }
    }
  }

  fileprivate var all: [Entry] { levels.flatMap(\.entries) }

  fileprivate func submenu(_ title: String) throws -> MenuContent {
    let entry = try #require(entries.first { $0.title == title })
    guard case .open(let content) = entry.choice else { throw TextError(title) }
    return content
  }
}
