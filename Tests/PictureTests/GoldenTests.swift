import DisplayLists
import Drawing
import Geometry
import PictureSupport
import Scene
import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("What is seen is what was seen before")
struct GoldenTests {
  private let turn = DrawingTurn()

  static let sizes = [40, 120, 240]

  @Test("each instrument in each theme at three sizes", arguments: ThemeName.builtIn, sizes)
  func instruments(theme: ThemeName, size: Int) throws {
    for part in [Part.digits, .rings, .dial] {
      var scenes = Scenes(width: size, height: size, parts: [part])
      expectMatches(
        try scenes.picture(of: Scenes.model(theme: theme)),
        golden: "\(part.rawValue)-\(theme.rawValue)-\(size)")
    }
  }

  @Test("the whole panel in each theme", arguments: ThemeName.builtIn)
  func panels(theme: ThemeName) throws {
    var scenes = Scenes(width: 420, height: 240)
    expectMatches(
      try scenes.picture(of: Scenes.model(theme: theme)), golden: "panel-\(theme.rawValue)")
  }

  @Test("the clock and the counter", arguments: [Mode.clock, .counter])
  func modes(mode: Mode) throws {
    var scenes = Scenes(width: 420, height: 240)
    expectMatches(try scenes.picture(of: Scenes.model(mode: mode)), golden: "mode-\(mode.rawValue)")
  }

  @Test("a clock in a square window, in which the dial is the picture")
  func squareClock() throws {
    for (side, theme) in [(240, ThemeName.neumorphicDark), (400, .neumorphicLight)] {
      var scenes = Scenes(width: side, height: side)
      expectMatches(
        try scenes.picture(of: Model(mode: .clock, theme: theme)), golden: "clock-square-\(side)")
    }
  }

  @Test("digits with less ink, on a translucent background, and neon of another colour")
  func light() throws {
    for (name, theme) in [("light", ThemeName.neumorphicLight), ("dark", .neumorphicDark)] {
      var scenes = Scenes(width: 240, height: 100, parts: [.digits])
      scenes.environment.themes = ThemeCatalog(own: []) { $0.digits.ink = 0.5 }
      expectMatches(try scenes.picture(of: Scenes.model(theme: theme)), golden: "ink-\(name)")
      scenes.environment.themes = .builtIn
      scenes.environment.backgroundOpacity = 0.3
      expectMatches(
        try scenes.picture(of: Scenes.model(theme: theme)), golden: "translucent-\(name)")
    }
    for theme in [ThemeName.neumorphicLight, .neon] {
      var scenes = Scenes(width: 420, height: 240)
      scenes.environment.backgroundOpacity = 0.3
      expectMatches(
        try scenes.picture(of: Scenes.model(theme: theme)), golden: "translucent-\(theme.rawValue)")
    }
    var scenes = Scenes(width: 420, height: 240)
    scenes.environment.themes = ThemeCatalog(own: [.neon(Color(hex: 0x22C4FF))])
    expectMatches(try scenes.picture(of: Scenes.model(theme: .neon)), golden: "panel-neon-blue")
  }

  /// A running timer of 90 s with so much left.
  private func timer(left milliseconds: Int, theme: ThemeName = .neumorphicLight) -> Model {
    Scenes.model(
      mode: .timer, theme: theme,
      timer: Countdown(
        state: .running, length: .seconds(90), anchor: Scenes.beginning,
        remainingAtAnchor: .milliseconds(milliseconds)))
  }

  @Test("the timer's dial in each theme, and past its end", arguments: ThemeName.builtIn)
  func timers(theme: ThemeName) throws {
    for (name, left) in [("rest", 57_300), ("overrun", -12_300)] {
      var scenes = Scenes(width: 120, height: 120, parts: [.dial])
      expectMatches(
        try scenes.picture(of: timer(left: left, theme: theme)),
        golden: "timer-\(name)-\(theme.rawValue)-120"
      )
    }
  }

  @Test("the timer's panel, and past its end")
  func timerPanels() throws {
    for (name, left) in [("", 62_300), ("-overrun", -12_300)] {
      var scenes = Scenes(width: 420, height: 240)
      expectMatches(try scenes.picture(of: timer(left: left)), golden: "mode-timer\(name)")
    }
  }

  @Test(
    "the timer in a square, in a low window and in that of the design",
    arguments: [(400, 400), (600, 200), (840, 480)])
  func timerWindows(width: Int, height: Int) throws {
    var scenes = Scenes(width: width, height: height)
    expectMatches(
      try scenes.picture(of: timer(left: 62_300)), golden: "timer-\(width)x\(height)")
  }

  @Test("a selected ring in a square, whose buttons replace those of the timer")
  func selectedRing() throws {
    var scenes = Scenes(width: 400, height: 400)
    var model = timer(left: 62_300)
    _ = model.apply(.selectRing(2, isHeld: true), at: Scenes.beginning)
    expectMatches(try scenes.picture(of: model), golden: "timer-selected")
  }

  @Test("six rings with long names, and a list of laps")
  func longNames() throws {
    let names = [
      "Running uphill fast", "Reading long novels", "Water intake", "Steps per day",
      "Sleep quality", "Stretching",
    ]
    let rings = names.enumerated().map { RingModel(name: $1, source: .manual(Double($0) / 6)) }
    for (width, height) in [(840, 480), (480, 360), (420, 240)] {
      var scenes = Scenes(width: width, height: height)
      let model = Model(rings: rings, stopwatch: Scenes.model().stopwatch)
      expectMatches(try scenes.picture(of: model), golden: "names-\(width)x\(height)")
    }
  }

  @Test("a ring of the timer around its time in a small square, and past its end")
  func ringedTimer() throws {
    for (name, theme, left) in [
      ("rest", ThemeName.neumorphicLight, 62_300), ("overrun", .neon, -454_300),
    ] {
      var scenes = Scenes(width: 160, height: 160)
      let model = Model(
        mode: .timer, theme: theme, rings: [RingModel(name: "Timer", source: .timer)],
        timer: timer(left: left).timer)
      expectMatches(try scenes.picture(of: model), golden: "ringed-timer-\(name)")
    }
  }

  @Test("a time that is typed, with a mark under the last place")
  func typedTime() throws {
    for (theme, width, height) in [
      (ThemeName.neumorphicLight, 420, 240), (.neon, 400, 300), (.highContrast, 120, 120),
    ] {
      var scenes = Scenes(width: width, height: height)
      var model = Model(mode: .timer, theme: theme)
      for digit in [1, 2, 3] { _ = model.apply(.digit(digit), at: Scenes.beginning) }
      expectMatches(try scenes.picture(of: model), golden: "typed-\(theme.rawValue)")
    }
  }

  /// A plan of two steps that wait, in two rounds, a number of seconds after its start.
  private func plan(after seconds: Int, theme: ThemeName = .neumorphicLight) -> Model {
    var run = PlanRun(
      Plan(
        steps: [PlanStep("Focus", .seconds(1500)), PlanStep("Break", .seconds(300), waits: true)],
        rounds: 2))
    run.start(at: Scenes.beginning - .seconds(seconds))
    return Model(
      mode: .plan, theme: theme,
      rings: [
        RingModel(name: "Plan", source: .plan), RingModel(name: "Goal", source: .manual(0.72)),
      ],
      plan: run)
  }

  @Test("the plan's panel in each theme", arguments: ThemeName.builtIn)
  func plans(theme: ThemeName) throws {
    var scenes = Scenes(width: 420, height: 240)
    expectMatches(
      try scenes.picture(of: plan(after: 1612, theme: theme)), golden: "mode-plan-\(theme.rawValue)"
    )
  }

  @Test("the plan while it waits, in small, and its list alone")
  func plansElsewhere() throws {
    let waiting = plan(after: 1823)
    for (name, width, height, parts) in [
      ("waiting", 420, 240, nil), ("200x200", 200, 200, nil), ("list", 200, 160, [.laps]),
    ] as [(String, Int, Int, Set<Part>?)] {
      var scenes = Scenes(width: width, height: height, parts: parts)
      expectMatches(try scenes.picture(of: waiting), golden: "plan-\(name)")
    }
  }

  @Test("the afterglow of neon digits is of their hue")
  func afterglow() throws {
    var scenes = Scenes(width: 300, height: 90, parts: [.digits], isAnimated: true)
    let model = Scenes.model(theme: .neon)
    // From 07:38.37 to 07:40.00, and a frame more.
    for frame in 0..<99 { _ = try scenes.picture(of: model, after: Double(frame) / 60) }
    expectMatches(try scenes.picture(of: model, after: 1.646), golden: "afterglow-neon")
  }

  @Test("the icons of the modes", arguments: [ThemeName.neumorphicLight, .neon])
  func modeIcons(theme: ThemeName) throws {
    var scenes = Scenes(width: 840, height: 480)
    for x in [420.0, 421] { scenes.pointer.move(to: Point(x: x, y: 470)) }
    let picture = try scenes.picture(of: Scenes.model(mode: .counter, theme: theme))
    expectMatches(picture, golden: "modes-\(theme.rawValue)")
  }

  @Test("digits that flash when the time is up", arguments: [125, 200])
  func flash(milliseconds: Int) throws {
    var scenes = Scenes(width: 200, height: 100, parts: [.digits], isAnimated: true)
    let model = timer(left: 1000)
    _ = try scenes.picture(of: model)
    // Frame by frame, as digits fade from what was shown before.
    for frame in 30..<60 + milliseconds * 60 / 1000 {
      _ = try scenes.picture(of: model, after: Double(frame) / 60)
    }
    expectMatches(
      try scenes.picture(of: model, after: 1 + Double(milliseconds) / 1000),
      golden: "flash-\(milliseconds)ms"
    )
  }

  @Test("a clock of twelve hours without seconds", arguments: ThemeName.builtIn)
  func clockOfMinutes(theme: ThemeName) throws {
    var scenes = Scenes(width: 300, height: 200, parts: [.digits, .dial])
    let clock = ClockStyle(hours: .twelve, showsSeconds: false)
    expectMatches(
      try scenes.picture(of: Model(mode: .clock, theme: theme, clock: clock)),
      golden: "clock-\(theme.rawValue)")
  }

  @Test("a clock of twelve hours in a small window, before noon and after")
  func smallClock() throws {
    for (name, seconds) in [("am", 0.0), ("pm", 7200 * 1.5)] {
      var scenes = Scenes(width: 120, height: 120)
      let model = Model(mode: .clock, clock: ClockStyle(hours: .twelve))
      expectMatches(try scenes.picture(of: model, after: seconds), golden: "clock-\(name)-120")
    }
  }

  @Test("a clock near six, where the date makes room for the hands", arguments: ThemeName.builtIn)
  func clockAtSix(theme: ThemeName) throws {
    var scenes = Scenes(width: 200, height: 200, parts: [.dial])
    let model = Model(mode: .clock, theme: theme)
    // From 10:09:36 to 17:58:20.
    let seconds = Double(7 * 3600 + 48 * 60 + 44)
    expectMatches(
      try scenes.picture(of: model, after: seconds), golden: "clock-six-\(theme.rawValue)")
  }

  @Test("a timer's wedge behind the readout, and one of less than a minute")
  func wedges() throws {
    for (name, length, left) in [("long", 3000, 2400.0), ("short", 45, 40)] {
      var scenes = Scenes(width: 200, height: 200, parts: [.dial])
      let timer = Countdown(
        state: .stopped, length: .seconds(length), anchor: Scenes.beginning,
        remainingAtAnchor: .milliseconds(Int(left * 1000)))
      expectMatches(
        try scenes.picture(of: Scenes.model(mode: .timer, theme: .neumorphicDark, timer: timer)),
        golden: "wedge-\(name)")
    }
  }

  @Test("hands behind the texts of a plan and a stopwatch", arguments: ThemeName.builtIn)
  func handsBehindTexts(theme: ThemeName) throws {
    var scenes = Scenes(width: 240, height: 240, parts: [.dial])
    // 28:30 after the start, so that the hand points to 30.
    expectMatches(
      try scenes.picture(of: plan(after: 1710, theme: theme)),
      golden: "hand-plan-\(theme.rawValue)")
    let stopwatch = Stopwatch(
      state: .stopped, anchor: Scenes.beginning, elapsedAtAnchor: .milliseconds(88_500),
      laps: Laps(totals: [.seconds(55)]))
    expectMatches(
      try scenes.picture(of: Model(theme: theme, stopwatch: stopwatch)),
      golden: "hand-stopwatch-\(theme.rawValue)")
  }

  @Test("a timer in a strip, with its buttons below the digits")
  func timerStrip() throws {
    var scenes = Scenes(width: 960, height: 240)
    expectMatches(try scenes.picture(of: timer(left: 62_300)), golden: "timer-strip")
  }

  @Test("a counter in a strip, and one below zero")
  func counters() throws {
    var scenes = Scenes(width: 640, height: 160)
    expectMatches(try scenes.picture(of: Model(mode: .counter)), golden: "counter-strip")
    scenes = Scenes(width: 200, height: 200)
    let below = Model(mode: .counter, counter: try Counter(-42))
    expectMatches(try scenes.picture(of: below), golden: "counter-below-zero")
  }

  @Test("other shapes of window", arguments: [(120, 120), (240, 480), (720, 140), (300, 300)])
  func shapes(width: Int, height: Int) throws {
    var scenes = Scenes(width: width, height: height)
    expectMatches(try scenes.picture(of: Scenes.model()), golden: "shape-\(width)x\(height)")
  }

  @Test("a small window without rings", arguments: ThemeName.builtIn)
  func stacked(theme: ThemeName) throws {
    for (width, height, seconds) in [(120, 120, 742.18), (200, 130, 742.18), (160, 160, 4342)] {
      var scenes = Scenes(width: width, height: height)
      let elapsed = Duration.milliseconds(Int(seconds * 1000))
      let model = Model(
        theme: theme, rings: [RingModel(name: "Goal", source: .manual(0))],
        stopwatch: Stopwatch(
          state: .stopped, anchor: Scenes.beginning, elapsedAtAnchor: elapsed))
      expectMatches(
        try scenes.picture(of: model), golden: "small-\(theme.rawValue)-\(width)x\(height)")
    }
  }

  @Test("the first launch")
  func firstLaunch() throws {
    for (width, height) in [(840, 480), (160, 160)] {
      var scenes = Scenes(width: width, height: height)
      expectMatches(try scenes.picture(of: Model()), golden: "first-\(width)x\(height)")
    }
  }

  @Test("round windows", arguments: ThemeName.builtIn)
  func round(theme: ThemeName) throws {
    for (side, parts) in [(360, nil), (240, [.rings, .dial])] as [(Int, Set<Part>?)] {
      var scenes = Scenes(width: side, height: side, parts: parts)
      scenes.environment.shape = .round
      expectMatches(
        try scenes.picture(of: Scenes.model(theme: theme)),
        golden: "round-\(theme.rawValue)-\(side)")
    }
  }

  @Test("six rings, with names in two columns where there is room")
  func sixRings() throws {
    let names = ["Reading", "Exercise", "Writing", "Guitar", "Water", "Uphill"]
    let rings = names.enumerated().map { index, name in
      RingModel(name: name, source: .manual(Double(index + 1) / 6))
    }
    for (width, height, mode) in [
      (420, 240, Mode.stopwatch), (520, 300, .clock), (300, 300, .clock), (300, 520, .clock),
    ] {
      var scenes = Scenes(width: width, height: height, parts: mode == .clock ? [.rings] : nil)
      expectMatches(
        try scenes.picture(of: Model(mode: mode, rings: rings)), golden: "six-\(width)x\(height)")
    }
  }

  @Test("laps around the dial, and beside it the list in its room", arguments: ThemeName.builtIn)
  func race(theme: ThemeName) throws {
    var total = Duration.zero
    let totals = [71, 66, 75, 70, 72, 69, 73, 68, 74].map { lap in
      total += .seconds(lap)
      return total
    }
    let stopwatch = Stopwatch(
      state: .running, anchor: Scenes.beginning, elapsedAtAnchor: total + .seconds(38),
      laps: Laps(totals: totals))
    var scenes = Scenes(width: 840, height: 480)
    let model = Model(theme: theme, stopwatch: stopwatch)
    expectMatches(try scenes.picture(of: model), golden: "laps-\(theme.rawValue)")
    guard theme == .neumorphicLight else { return }
    let names = ["Reading", "Exercise", "Writing", "Guitar", "Water", "Uphill"]
    let rings = names.enumerated().map { index, name in
      RingModel(name: name, source: .manual(Double(index + 1) / 6))
    }
    // The running lap is longer than all others.
    let late = Stopwatch(
      state: .running, anchor: Scenes.beginning, elapsedAtAnchor: total + .seconds(85),
      laps: stopwatch.laps)
    let six = Model(rings: rings, stopwatch: late)
    expectMatches(try scenes.picture(of: six), golden: "laps-six")
  }

  @Test("in a square the list is below the dial, on which one very long lap is a whole turn")
  func squareRace() throws {
    var total = Duration.zero
    let totals = [60, 62, 600, 58, 61].map { lap in
      total += .seconds(lap)
      return total
    }
    let stopwatch = Stopwatch(
      state: .running, anchor: Scenes.beginning, elapsedAtAnchor: total + .seconds(59),
      laps: Laps(totals: totals))
    for (theme, width) in [(ThemeName.neumorphicDark, 500), (.neon, 600)] {
      var scenes = Scenes(width: width, height: 500)
      expectMatches(
        try scenes.picture(of: Model(theme: theme, stopwatch: stopwatch)),
        golden: "laps-\(width)x500")
    }
  }

  @Test("a long list, in which the shortest and the longest lap always are")
  func longList() throws {
    var total = Duration.zero
    let totals = (0..<30).map { lap in
      total += .seconds(40 + lap * 7 % 11)
      return total
    }
    var scenes = Scenes(width: 240, height: 300, parts: [.laps])
    let stopwatch = Stopwatch(
      state: .stopped, anchor: Scenes.beginning, elapsedAtAnchor: total + .seconds(3),
      laps: Laps(totals: totals))
    expectMatches(try scenes.picture(of: Model(stopwatch: stopwatch)), golden: "laps-pinned")
  }

  @Test("digits in the middle of a flip", arguments: ThemeName.builtIn)
  func flip(theme: ThemeName) throws {
    var scenes = Scenes(width: 200, height: 100, parts: [.digits], isAnimated: true)
    var model = Model(mode: .counter, theme: theme, counter: try Counter(888))
    _ = try scenes.picture(of: model)
    _ = try scenes.picture(of: model, after: 1)
    _ = model.apply(.count(.to(-105)), at: Scenes.beginning)
    _ = try scenes.picture(of: model, after: 2)
    for milliseconds in [40, 100, 160] {
      expectMatches(
        try scenes.picture(of: model, after: 2 + Double(milliseconds) / 1000),
        golden: "fade-\(theme.rawValue)-\(milliseconds)ms")
    }
  }

  @Test("a count that gets another digit, for which the others make room", arguments: [9, 999])
  func moreDigits(count: Int) throws {
    var scenes = Scenes(width: 420, height: 240, isAnimated: true)
    let theme = count == 9 ? ThemeName.flatLight : .neon
    var model = Model(mode: .counter, theme: theme, counter: try Counter(count, digits: 4))
    _ = try scenes.picture(of: model)
    _ = try scenes.picture(of: model, after: 1)
    _ = model.apply(.count(.to(count + 1)), at: Scenes.beginning)
    for milliseconds in [0, 60, 150] {
      let picture = try scenes.picture(of: model, after: 2 + Double(milliseconds) / 1000)
      if milliseconds > 0 {
        expectMatches(picture, golden: "count-\(count + 1)-\(milliseconds)ms")
      }
    }
  }

  @Test("rings on their way up and over the top", arguments: [200, 500, 800])
  func ringsInMotion(milliseconds: Int) throws {
    var scenes = Scenes(width: 160, height: 160, parts: [.rings], isAnimated: true)
    var model = Model()
    _ = try scenes.picture(of: model)
    _ = model.apply(.setRings(1.4), at: Scenes.beginning)
    _ = try scenes.picture(of: model, after: 1)
    expectMatches(
      try scenes.picture(of: model, after: 1 + Double(milliseconds) / 1000),
      golden: "rings-moving-\(milliseconds)ms")
  }

  @Test("hands flying back after a reset", arguments: [100, 200])
  func handsFlyBack(milliseconds: Int) throws {
    var scenes = Scenes(width: 160, height: 160, parts: [.dial], isAnimated: true)
    var model = Scenes.model(state: .stopped)
    _ = try scenes.picture(of: model)
    _ = model.apply(.reset, at: Scenes.beginning)
    _ = try scenes.picture(of: model, after: 1)
    expectMatches(
      try scenes.picture(of: model, after: 1 + Double(milliseconds) / 1000),
      golden: "fly-back-\(milliseconds)ms")
  }

  @Test(
    "the menu and levels of it", arguments: [ThemeName.neumorphicLight, .neon],
    ["", "t>", "r>gf", "w"])
  func menus(theme: ThemeName, way: String) throws {
    let font = FontMetrics(measuring: "DejaVu Sans")
    let space = MenuSpace(on: PixelRect(x: 0, y: 0, width: 1280, height: 800), scale: 1) {
      font.width(of: $0, isBold: false)
    }
    var menu = Menu(
      MenuContent(Scenes.model(theme: theme).asOf(Scenes.beginning)), in: space,
      at: Point(x: 9, y: 9), byKey: true)
    for key in way.unicodeScalars {
      _ = menu.press(key == ">" ? .right : .character(key), modifiers: [], isRepeat: false)
    }
    let levels = ["": "top", "t>": "timer", "r>gf": "follow", "w": "window"]
    expectMatches(
      try Raster(
        painting: menu.list(in: ThemeCatalog.builtIn.theme(named: theme), font: font)),
      golden: "menu-\(levels[way] ?? way)-\(theme.rawValue)")
  }

  /// Windows in which parts stand otherwise than in the ones above.
  @Test(
    "each mode in other windows", arguments: Mode.allCases, [(400, 400), (360, 640), (960, 200)])
  func windows(mode: Mode, size: (width: Int, height: Int)) throws {
    var scenes = Scenes(width: size.width, height: size.height)
    expectMatches(
      try scenes.picture(of: Scenes.model(mode: mode)),
      golden: "window-\(mode.rawValue)-\(size.width)x\(size.height)")
  }

  @Test("a plan that is typed stands in its list's place, in the theme's colours")
  func typedPlan() throws {
    for theme in [ThemeName.neumorphicLight, .neon] {
      var scenes = Scenes(width: 840, height: 480)
      var model = Model(mode: .plan, theme: theme)
      _ = model.apply(.edit(.begin(.plan)), at: Scenes.beginning)
      for edit in [EntryEdit.clear]
        + "Read 20m, Rest 5m, Run 30m, Sleep 1h".unicodeScalars.map({ .type($0) })
      {
        _ = model.apply(.edit(edit), at: Scenes.beginning)
      }
      expectMatches(try scenes.picture(of: model), golden: "typed-plan-\(theme.rawValue)")
    }
  }

  @Test("the gap between this lap and the best one, ahead and behind, alone and above the digits")
  func gap() throws {
    let laps = Laps(totals: [.seconds(90)])
    for (name, theme, seconds, parts) in [
      ("ahead", ThemeName.neumorphicDark, 42.0, Set([Part.gap])), ("behind", .neon, 92.4, [.gap]),
      ("above", .neumorphicLight, 89.58, [.gap, .digits, .dial]),
    ] {
      var scenes = Scenes(width: 640, height: 360, parts: parts)
      let stopwatch = Stopwatch(
        state: .running, anchor: Scenes.beginning, elapsedAtAnchor: .seconds(90 + seconds),
        laps: laps)
      expectMatches(
        try scenes.picture(of: Model(theme: theme, stopwatch: stopwatch)), golden: "gap-\(name)")
    }
  }

  @Test("a menu with round corners and a shadow, where what is behind shows through")
  func raisedMenu() throws {
    let font = FontMetrics(measuring: "DejaVu Sans")
    let space = MenuSpace(on: PixelRect(x: 0, y: 0, width: 1280, height: 800), scale: 1) {
      font.width(of: $0, isBold: false)
    }
    for theme in [ThemeName.neumorphicLight, .neon] {
      var model = Scenes.model(theme: theme)
      model.settings.themes = ThemeName.builtIn
      var menu = Menu(
        MenuContent(model.asOf(Scenes.beginning)), in: space,
        at: Point(x: 9, y: 9), byKey: true)
      for key in "tt>".unicodeScalars {
        _ = menu.press(key == ">" ? .right : .character(key), modifiers: [], isRepeat: false)
      }
      expectMatches(
        try Raster(
          painting: menu.list(
            in: ThemeCatalog.builtIn.theme(named: theme), font: font, on: .raised(scale: 1))),
        golden: "menu-raised-\(theme.rawValue)")
    }
  }

  @Test("the help and a notice over the panel")
  func overlays() throws {
    var scenes = Scenes(width: 420, height: 240)
    var model = Scenes.model(mode: .counter)
    _ = model.apply(.count(.to(1000)), at: Scenes.beginning)
    expectMatches(try scenes.picture(of: model), golden: "notice")
    scenes = Scenes(width: 600, height: 340)
    model = Scenes.model()
    _ = model.apply(.toggleHelp, at: Scenes.beginning)
    expectMatches(try scenes.picture(of: model), golden: "help")
  }
}
