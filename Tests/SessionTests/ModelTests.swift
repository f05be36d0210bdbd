import Keys
import TestSupport
import Testing
import Timekeeping

@testable import Session

/// The moment `seconds` after the origin.
func at(_ seconds: Double) -> Instant { Instant(nanoseconds: Int64(seconds * 1e9)) }

/// What a wall clock shows that stands still.
let midnight = WallClock(epochNanoseconds: 0, utcOffsetSeconds: 0)

/// A sample of both clocks `seconds` after the origin.
func reading(_ seconds: Double) -> ClockSample {
  ClockSample(instant: at(seconds), wall: midnight)
}

@Suite("Commands")
struct CommandTests {
  private static let themes: [ThemeName] = [
    .neumorphicLight, .neumorphicDark, .neon, .highContrast, .flatLight, .flatDark,
  ]

  private static let commands: [Command] = [
    .start, .stop, .toggle, .lap, .reset, .skip, .back, .undo, .count(.by(1)), .count(.to(1000)),
    .step(1), .step(-10), .setRings(1), .setRings(.nan), .selectRing(2), .mode(.clock),
    .cycleMode(.backward), .cycleTheme(.forward), .toggleHelp, .adjustTimer(.seconds(60)),
    .digit(5),
  ]

  /// Whether what a person has counted, set and chosen is the same.
  private func isSame(_ one: Model, _ other: Model) -> Bool {
    one.stopwatch == other.stopwatch && one.timer == other.timer && one.planRun == other.planRun
      && one.counter == other.counter && one.clock == other.clock
      && one.rings.all == other.rings.all && one.rings.chosen == other.rings.chosen
      && one.mode == other.mode && one.theme == other.theme && one.isHelpShown == other.isHelpShown
  }

  @Test("a command that the model does not allow changes nothing but the notice", arguments: 0..<40)
  func refusedCommands(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var model = Model(rings: [
      RingModel(name: "a", source: .manual(0)), RingModel(name: "b", source: .day),
    ])
    var now = 1.0
    for _ in 0..<200 {
      now += Double.random(in: 0...2, using: &random)
      guard let command = Self.commands.randomElement(using: &random) else { continue }
      let old = model.asOf(at(now))
      _ = model.apply(command, at: at(now))
      if !old.allows(command) { #expect(isSame(model, old.base), "\(command)") }
    }
  }

  @Test("the stopwatch runs on in every mode")
  func runsOn() {
    var model = Model()
    _ = model.apply(.start, at: at(0))
    for seconds in 1...2 * Mode.allCases.count {
      _ = model.apply(.cycleMode(.forward), at: at(Double(seconds)))
      _ = model.apply(.toggle, at: at(Double(seconds) + 0.5))
      _ = model.apply(.toggle, at: at(Double(seconds) + 0.5))
    }
    #expect(model.mode == .stopwatch && model.stopwatch.elapsed(at: at(20)) == .seconds(20))
    #expect(
      model.timer.state == .stopped && model.timer.remaining(at: at(20)) == Countdown.defaultLength)
    #expect(
      model.planRun.state == .stopped && model.planRun.remaining(at: at(20)) == .seconds(1500))
  }

  @Test("modes and looks go round in both directions")
  func cycles() {
    var model = Model()
    var modes: [Mode] = []
    for _ in Mode.allCases {
      _ = model.apply(.cycleMode(.forward), at: .zero)
      modes.append(model.mode)
    }
    #expect(modes == [.timer, .plan, .clock, .counter, .stopwatch])
    var themes: [ThemeName] = []
    model.settings.themes = Self.themes
    for _ in Self.themes {
      _ = model.apply(.cycleTheme(.backward), at: .zero)
      themes.append(model.theme)
    }
    #expect(
      themes == [.flatDark, .flatLight, .highContrast, .neon, .neumorphicDark, .neumorphicLight])
  }

  @Test("the desktop's look is shown where it was asked for, and the next one is that after it")
  func desktopTheme() {
    var model = Model(theme: .automatic)
    model.settings.themes = Self.themes
    #expect(model.shownTheme == .neumorphicLight)
    model.desktopTheme = .neumorphicDark
    #expect(model.shownTheme == .neumorphicDark && model.theme == .automatic)
    _ = model.apply(.cycleTheme(.forward), at: .zero)
    #expect(model.theme == .neon && model.shownTheme == .neon)
    model.desktopTheme = .neumorphicLight
    #expect(model.shownTheme == .neon)
    _ = model.apply(.theme(.automatic), at: .zero)
    #expect(model.shownTheme == .neumorphicLight)
  }

  @Test(
    "looks of one's own have their turn, and after one that is gone comes the first or the last")
  func ownThemes() throws {
    let mine = try #require(ThemeName(rawValue: "mine"))
    var model = Model(theme: mine)
    model.settings.themes = Self.themes
    let gone = model
    model.settings.themes.append(mine)
    _ = model.apply(.cycleTheme(.forward), at: .zero)
    #expect(model.theme == .neumorphicLight)
    _ = model.apply(.cycleTheme(.backward), at: .zero)
    #expect(model.theme == mine)
    for (direction, next) in [
      (Direction.forward, ThemeName.neumorphicLight), (.backward, .flatDark),
    ] {
      var model = gone
      _ = model.apply(.cycleTheme(direction), at: .zero)
      #expect(model.theme == next)
    }
  }

  @Test("a theme's name is plain")
  func themeNames() {
    for name in ["", " ", "a b", "a/b", "ä", "a\n", String(repeating: "x", count: 65), "\u{1B}"] {
      #expect(ThemeName(rawValue: name) == nil, "\(name)")
    }
    for name in ["a", "My_own-2", String(repeating: "x", count: 64)] {
      #expect(ThemeName(rawValue: name)?.rawValue == name)
    }
  }
}

@Suite("Counter and notices")
struct NoticeTests {
  @Test("a step past either end is refused, not cut")
  func steps() throws {
    for (start, step) in [(-999, -1), (-990, -10), (999, 1), (990, 10)] {
      var model = Model(mode: .counter, counter: try Counter(start))
      _ = model.apply(.step(step), at: at(1))
      #expect(model.counter.value == start && model.notice != nil)
    }
  }

  @Test("a step down from zero counts below it, and one up comes back")
  func belowZero() {
    var model = Model(mode: .counter)
    _ = model.apply(.step(-1), at: at(1))
    #expect(model.counter.value == -1 && model.notice == nil && model.anytime.allows(.reset))
    _ = model.apply(.step(-10), at: at(2))
    #expect(
      model.asOf(at(2)).transcript(wall: midnight) == "-11")
    _ = model.apply(.count(.by(11)), at: at(3))
    #expect(model.counter.value == 0 && !model.anytime.allows(.reset))
  }

  @Test(
    "a notice is shown for its lifetime, then it is dropped by the next command or by the clock")
  func expiry() throws {
    var model = Model(mode: .counter, counter: try Counter(999))
    _ = model.apply(.step(1), at: at(10))
    let notice = try #require(model.notice)
    let end = at(10) + Notice.lifetime
    let last = Instant(nanoseconds: end.nanoseconds - 1)
    #expect(notice.isShown(at: at(10)) && notice.isShown(at: last) && !notice.isShown(at: end))
    #expect(model.asOf(last).notice == notice && model.asOf(end).notice == nil)
    var late = model
    _ = late.apply(.toggleHelp, at: last)
    #expect(late.notice == notice)
    _ = late.apply(.toggleHelp, at: end)
    #expect(late.notice == nil)
  }

  @Test("a count that is accepted takes the notice away, a further refusal renews it")
  func renewal() throws {
    var model = Model(mode: .counter, counter: try Counter(-999))
    _ = model.apply(.step(-1), at: at(10))
    _ = model.apply(.step(-1), at: at(12))
    #expect(model.notice?.since == at(12))
    _ = model.apply(.step(1), at: at(13))
    #expect(model.notice == nil && model.counter.value == -998)
  }

  @Test("a hint names the key that an action has now, and none if it has none")
  func hints() throws {
    func notice(_ keys: [String: [Chord]]) -> String? {
      var settings = ModelSettings()
      settings.bindings = KeyRow.standard(with: keys)
      var model = Model(mode: .plan)
      model.configure(settings, file: SettingLayer())
      model.mode = .plan
      for command in [Command.start, .edit(.begin(.plan)), .edit(.selectAll)] {
        _ = model.apply(command, at: .zero)
      }
      model.set(Plan(steps: [PlanStep("A", .seconds(5))], rounds: 1), at: .zero)
      return model.notice?.text
    }
    let key = try #require(Chord("F9"))
    #expect(notice([:]) == "Plan replaced: Ctrl+Z restores it")
    #expect(notice(["undo": [key]]) == "Plan replaced: F9 restores it")
    #expect(notice(["undo": []]) == "Plan replaced")
  }

  @Test("the numbers of sessions have an end, which a damaged file may be near")
  func lastSession() throws {
    var model = Model()
    model.reserveSessions(upTo: .max)
    for _ in 0..<5 {
      for command in [Command.start, .stop, .reset] { _ = model.apply(command, at: .zero) }
    }
    #expect(model.session.newest == .max - 1 && model.session.number == .max - 1)
    let again = try #require(Model(from: StateCoder(reading: model.savedBytes) { _, _ in Laps() }))
    #expect(again.session == model.session)
  }

  @Test("a mode's captions are all that its buttons may show", arguments: Mode.allCases)
  func captions(mode: Mode) {
    var model = Model(mode: mode, timer: Countdown(length: .seconds(30)))
    var seen: Set<String> = []
    for (index, command) in [Command.reset, .start, .lap, .stop, .start, .skip].enumerated() {
      _ = model.apply(command, at: at(Double(index)))
      for now in [at(Double(index)), at(100)] {
        let buttons = model.asOf(now).buttons
        #expect(buttons.count <= model.asOf(now).maxButtons)
        // Numbers that are stepped by are not translated.
        seen.formUnion(buttons.map(\.title).filter { $0 != "+1" && $0 != "−1" })
      }
    }
    #expect(seen == Set(model.anytime.captions))
  }
}
