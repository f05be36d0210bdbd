import Session
import Testing
import Timekeeping
import Wording

/// What is told of a model, as text.
@Suite struct StatusTests {
  private static let start = Instant(nanoseconds: 1_000_000_000_000)

  /// A stopwatch with two laps that has run for 1:23.456, a timer of ten minutes that has run as long.
  private static let model: Model = {
    var model = Model(rings: [
      RingModel(name: "A \"b\"\u{1B}", source: .manual(0.295)),
      RingModel(name: "Copy", source: .fed(1, isOver: true)),
      RingModel(name: "S", source: .minute),
    ])
    let play: [(Command, Int64)] = [
      (.start, 0), (.lap, 10_000), (.lap, 15_000),
      (.within(.stopwatch, .nameLap(1, "x\u{7}y")), 16_000),
      (.setTimer(Countdown(length: .seconds(600))), 16_000), (.start, 16_000),
      (.mode(.stopwatch), 16_000),
    ]
    for (command, time) in play {
      _ = model.apply(command, at: start + .milliseconds(time))
    }
    return model
  }()

  private func report(
    _ model: Model = StatusTests.model, after milliseconds: Int64 = 83_456, isVisible: Bool = true
  ) -> StatusReport {
    let wall = WallClock(epochNanoseconds: 1_795_219_200_000_000_000, utcOffsetSeconds: 0)
    return StatusReport(
      model, at: ClockSample(instant: StatusTests.start + .milliseconds(milliseconds), wall: wall),
      isVisible: isVisible)
  }

  @Test func asJSON() {
    #expect(
      report().json == """
        {"version":1,"mode":"stopwatch","name":"default","state":"running","stopwatch":{"state":"running"},"text":"01:23.45","elapsed_ns":83456000000,\
        "lap_elapsed_ns":68456000000,"lap_count":2,"laps":[{"n":1,"name":"x\u{FFFD}y","lap_ns":10000000000,\
        "total_ns":10000000000},{"n":2,"lap_ns":5000000000,"total_ns":15000000000}],"best_ns":5000000000,"best_lap":2,\
        "timer":{"state":"running","set_ns":600000000000,"remaining_ns":532544000000,"over":false},\
        "plan":{"state":"reset","step":"Focus","next":"Break","round":1,"rounds":4,"remaining_ns":1500000000000,\
        "over":false},"counter":0,"rings":[{"name":"A \\"b\\"\u{FFFD}","value":0.295,"source":"manual","color":null},\
        {"name":"Copy","value":1.0,"source":"fed","over":true,"color":null},\
        {"name":"S","value":0.39093333333333335,"source":"minute","color":null}],"clock_hours":24,\
        "clock_seconds":true,"zone":null,"activity":"","today":[],"streak":0,"theme":"neumorphic-light",\
        "estimated":false,"visible":true,"server":null,"window_manager":null,"global_keys":[],\
        "saving":{"state":"on","reason":null,"aside":null}}
        """)
  }

  @Test func ofManyLapsTheNewestAreTold() {
    var model = Model()
    _ = model.apply(.start, at: Self.start)
    for lap in 1...1000 { _ = model.apply(.lap, at: Self.start + .seconds(lap)) }
    let text = report(model).json
    #expect(
      text.contains("\"lap_count\":1000,\"laps\":[{\"n\":901,") && text.contains("{\"n\":1000,"))
    #expect(text.utf8.count < 10_000)
  }

  @Test func inWords() {
    #expect(
      report(isVisible: false).words == """
        mode       stopwatch
        stopwatch  running, 01:23.45, lap 3 at 01:08.45
        timer      running, 08:52
        plan       reset, Focus 25:00, round 1 of 4
        counter    000
        ring       A "b"\u{FFFD} 29%, manual
        ring       Copy 100%, fed, over
        ring       S 39%, minute
        theme      neumorphic-light
        window     hidden
        """)
  }

  /// The JSON keeps its words, which programs read.
  @Test func inWordsATimerIsOverAndAPlanWaits() {
    var model = Model(timer: Countdown(length: .seconds(10)))
    let steps = [PlanStep("Work", .seconds(10), waits: true), PlanStep("Rest", .seconds(5))]
    _ = model.apply(.setPlan(Plan(steps: steps, rounds: 1)), at: Self.start)
    for mode in [Mode.timer, .plan] { _ = model.apply(.within(mode, .start), at: Self.start) }
    func states(_ seconds: Int64) -> [Substring] {
      let lines = report(model, after: seconds * 1000).words.split(separator: "\n")
      return [Mode.timer, .plan].map { mode in
        let line = lines.first { $0.hasPrefix(mode.rawValue) } ?? ""
        return line.dropFirst(11).prefix { $0 != "," }
      }
    }
    #expect(states(9) == ["running", "running"] && states(11) == ["over", "waiting"])
    #expect(report(model, after: 11_000).json.contains("\"timer\":{\"state\":\"running\""))
    _ = model.apply(.within(.plan, .start), at: Self.start + .seconds(20))
    _ = model.apply(.within(.timer, .stop), at: Self.start + .seconds(20))
    #expect(states(24) == ["stopped", "running"] && states(26) == ["stopped", "over"])
  }

  @Test func aTemplateSaysWhenItIsOver() throws {
    let template = try StatusTemplate(
      parsing: "{{state}} {{over}} {{text}} {{remaining}} {{remaining|seconds}}")
    var model = Model(mode: .timer, timer: Countdown(length: .seconds(10)))
    _ = model.apply(.start, at: Self.start)
    func text(_ seconds: Double) -> String {
      template.text(for: report(model, after: Int64(seconds * 1000)))
    }
    #expect(text(9.5) == "running false 00.50 00.50 0:00")
    #expect(text(10) == "running false 00.00 00.00 0:00")
    #expect(text(10.5) == "over true +0:00 +0:00 +0:00")
    #expect(text(57) == "over true +0:47 +0:47 +0:47")
    #expect(report(model, after: 57_000).json.contains("\"state\":\"running\""))
    _ = model.apply(.stop, at: Self.start + .milliseconds(12_010))
    #expect(text(60) == "stopped true +0:02 +0:02 +0:02" && model.anytime.title == "+0:02")
    let plan = try StatusTemplate(parsing: "{{state}} {{over}} {{step_remaining|seconds}}")
    var waiting = Model(mode: .plan)
    let steps = [PlanStep("A", .seconds(5), waits: true), PlanStep("B", .seconds(5))]
    _ = waiting.apply(.setPlan(Plan(steps: steps, rounds: 1)), at: Self.start)
    _ = waiting.apply(.start, at: Self.start)
    #expect(plan.text(for: report(waiting, after: 6_000)) == "waiting false +0:01")
    _ = waiting.apply(.start, at: Self.start + .seconds(7))
    #expect(plan.text(for: report(waiting, after: 13_000)) == "over true +0:01")
  }

  @Test(arguments: [
    ("{{elapsed}} {{lap}}", "01:23.45 01:08.45"),
    ("{{elapsed|seconds}}/{{lap|ns}}", "1:23/68456000000"),
    (
      "{{best}} {{best_lap}} {{lap_count}} {{remaining}} {{remaining|seconds}}",
      "00:05.00 2 2 08:52 8:52"
    ),
    ("{{step_remaining}} {{step}} {{next}} {{round}}/{{rounds}}", "25:00 Focus Break 1/4"),
    (
      "{{name}} {{mode}} {{state}} {{text}} {{theme}} {{counter}}{{zone}}",
      "default stopwatch running 01:23.45 neumorphic-light 0"
    ),
    ("{{ring:Copy}} {{ring:2}} {{ring:9}}|", "100% 100% |"), ("no field } { }}", "no field } { }}"),
    ("", ""),
    ("a\u{1B}]0;x\u{7}b\n", "a\\u{1B}]0;x\\u{7}b\\n"),
  ])
  func asTemplate(template: String, text: String) throws {
    #expect(try StatusTemplate(parsing: template).text(for: report()) == text)
  }

  @Test(arguments: [
    "{{", "{{x}}", "{{elapsed", "{{elapsed|}}", "{{mode|ns}}", "{{ elapsed}}", "{{}}",
  ])
  func whatIsNoTemplateIsRefused(template: String) {
    #expect(throws: TextError.self) { try StatusTemplate(parsing: template) }
  }

  @Test func stateIsThatOfTheShownModeInTheTemplateAndInJSON() throws {
    var model = Self.model
    _ = model.apply(.mode(.plan), at: Self.start + .seconds(20))
    let plan = report(model)
    #expect(try StatusTemplate(parsing: "{{state}}").text(for: plan) == "reset")
    #expect(plan.json.contains("\"state\":\"reset\",\"stopwatch\":{\"state\":\"running\"}"))
  }

  @Test func aRingIsReportedAgainstItsOwnTarget() {
    var model = Model(rings: [
      RingModel(name: "Mine", source: .lap, target: .seconds(40)),
      RingModel(name: "All", source: .lap, color: RingColor(0x2980B9, 0x3498DB)),
    ])
    var settings = ModelSettings()
    settings.targetLap = .seconds(100)
    var file = SettingLayer()
    file.rings = Array(model.rings)
    file.zone = "Europe/Berlin"
    model.configure(settings, file: file)
    _ = model.apply(.start, at: Self.start)
    let text = report(model, after: 10_000).json
    #expect(text.contains("{\"name\":\"Mine\",\"value\":0.25,"))
    #expect(text.contains("\"value\":0.25,\"source\":\"lap\",\"color\":null}"))
    #expect(
      text.contains(
        "{\"name\":\"All\",\"value\":0.1,\"source\":\"lap\",\"color\":\"blue\"}"))
    #expect(text.contains("\"zone\":\"Europe/Berlin\""))
  }

  @Test func aTimeThatHasRunOutIsBelowZero() throws {
    var model = Self.model
    _ = model.apply(.mode(.timer), at: Self.start + .seconds(20))
    let late = report(model, after: 16_000 + 661_500)
    #expect(
      try StatusTemplate(parsing: "{{remaining}} {{remaining|seconds}}").text(for: late)
        == "+1:01 +1:01")
    #expect(
      StatusStyle.bar(.i3blocks).text(for: late)
        == ##"{"full_text":"+1:01","short_text":"+1:01","markup":"none","color":"#FF5F5F"}"##)
  }

  @Test("the rings are those that are shown: on a clock those of the time, until one is set")
  func shownRings() throws {
    var model = Model(mode: .clock)
    let template = try StatusTemplate(parsing: "{{ring:Hour}} {{ring:3}} {{ring:Goal}}.")
    func lines() -> [String] {
      report(model).words.split(separator: "\n").filter { $0.hasPrefix("ring ") }
        .map { $0.dropFirst(4).trimmingPrefix(while: { $0 == " " }) }.map { String($0) }
    }
    #expect(lines() == ["Hour 0%, day", "Minute 0%, hour", "Second 0%, minute"])
    #expect(
      report(model).json.contains("\"rings\":[{\"name\":\"Hour\",\"value\":0.0,\"source\":\"day\""))
    #expect(template.text(for: report(model)) == "0% 0% .")
    let menu = MenuContent(model.asOf(Self.start)).entries.first { $0.title == "Rings" }
    guard case .open(let rings)? = menu?.choice else { return #expect(Bool(false)) }
    #expect(
      rings.entries.map(\.title) == ["Rings", "Hour · day", "Minute · hour", "Second · minute"])
    _ = model.apply(.setRing(model.shownRings.ids[0], .manual(0.4)), at: Self.start)
    #expect(lines() == ["Hour 40%, manual", "Minute 0%, hour", "Second 0%, minute"])
    _ = model.apply(.undo, at: Self.start)
    #expect(lines().first == "Hour 0%, day")
    #expect(Model().shownRings.map(\.name) == ["Goal", "Focus", "Build"])
  }

  @Test func asBarsReadIt() {
    #expect(StatusStyle.bar(.polybar).text(for: report()) == "1:23")
    #expect(
      StatusStyle.bar(.waybar).text(for: report()).hasPrefix(
        "{\"text\":\"1:23\",\"alt\":\"stopwatch\",\"tooltip\":\"mode       stopwatch\\nstopwatch  running"
      ))
    #expect(StatusStyle.bar(.waybar).text(for: report()).hasSuffix("\"percentage\":29}"))
    var model = Self.model
    for (mode, text) in [(Mode.clock, "00:00:00"), (.counter, "000"), (.plan, "Focus 25:00")] {
      _ = model.apply(.mode(mode), at: Self.start + .seconds(20))
      #expect(StatusStyle.bar(.polybar).text(for: report(model)) == text)
    }
  }

  @Test func timeAloneIsNoChange() {
    let (now, later) = (report().key, report(after: 90_000).key)
    #expect(now == later)
    #expect(now != report(after: 16_000 + 600_001).key, "the timer's end is one")
    #expect(now != report(isVisible: false).key)
    var model = Self.model
    _ = model.apply(.lap, at: Self.start + .seconds(30))
    #expect(now != report(model).key)
  }

  @Test("after any moment, a clock's next second is the first whole one from there on")
  func nextSecond() {
    let report = report(Model(mode: .clock), after: 0)
    for (moment, next) in [(0, 1000), (999, 1000), (1000, 1000), (1001, 2000), (2500, 3000)] {
      #expect(
        report.nextSecond(after: Self.start + .milliseconds(moment))
          == Self.start + .milliseconds(next), "\(moment)")
    }
  }

  @Test func whatIsFedIsNotKeptButForTheLast() throws {
    var model = Self.model
    _ = model.apply(.setRing(1, .fed(0.5, isOver: false)), at: Self.start)
    #expect(model.rings[0].title == "A \"b\"\u{FFFD}" && model.rings[1].title == "Copy · over")
    for value in [Double.nan, -1, .infinity, 1e300, 0.25] {
      _ = model.apply(.setRing(1, .fed(value, isOver: false)), at: Self.start)
      guard case .fed(let held, _) = model.rings[0].source else { throw CancellationError() }
      #expect((0...RingModel.maximum).contains(held))
    }
    // Keys do not act on it.
    _ = model.apply(.setRings(1), at: Self.start)
    #expect(model.rings[0].source == .fed(0.25, isOver: false))
  }

  @Test("what a bar reads as markup or a command is escaped in names, and left in a template")
  func escaping() throws {
    var model = Model(
      mode: .plan, rings: [RingModel(name: "a&b<i>", source: .manual(0.5))],
      plan: PlanRun(Plan(steps: [PlanStep("<draft> & %{A1:true:}x", .seconds(90))])))
    _ = model.apply(.start, at: .zero)
    let report = report(model)
    let waybar = StatusStyle.bar(.waybar).text(for: report)
    #expect(waybar.contains(#""text":"&lt;draft&gt; &amp; %{A1:true:}x "#))
    #expect(waybar.contains("ring       a&amp;b&lt;i&gt; 50%") && !waybar.contains("<"))
    #expect(StatusStyle.bar(.polybar).text(for: report).hasPrefix("<draft> & % {A1:true:}x "))
    let blocks = StatusStyle.bar(.i3blocks).text(for: report)
    #expect(blocks.contains(#""full_text":"<draft> & %{A1:true:}x "#))
    #expect(blocks.contains(#""markup":"none""#))
    let template = try StatusTemplate(parsing: "<b>{{step}}</b> %{F#f00}{{ring:1}}")
    for (bar, text) in [
      (.waybar, #""text":"<b>&lt;draft&gt; &amp; %{A1:true:}x</b> %{F#f00}50%""#),
      (.polybar, "<b><draft> & % {A1:true:}x</b> %{F#f00}50%"),
    ] as [(StatusStyle.Bar, String)] {
      #expect(StatusStyle.bar(bar, template).text(for: report).contains(text), "\(bar)")
    }
  }

  @Test("no tag of polybar begins where two values, or a value and a text, meet")
  func joining() throws {
    let plan = Plan(steps: [PlanStep("x%", .seconds(90)), PlanStep("{A1:reboot:}", .seconds(90))])
    let report = report(Model(mode: .plan, plan: PlanRun(plan)))
    for (template, text) in [
      ("{{step}}{{next}}", "x% {A1:reboot:}"), ("5%{{next}}", "5% {A1:reboot:}"),
      ("{{step}}{F#f00}", "x% {F#f00}"), ("{{step}}{{zone}}{{next}}", "x% {A1:reboot:}"),
      ("%{F#f00}{{step}}", "%{F#f00}x%"),
    ] {
      let style = StatusStyle.bar(.polybar, try StatusTemplate(parsing: template))
      #expect(style.text(for: report) == text, "\(template)")
    }
  }

  @Test("bars see that the timer is over")
  func classes() {
    var model = Model(mode: .timer, timer: Countdown(length: .seconds(1)))
    _ = model.apply(.start, at: .zero)
    let over = report(model, after: 90_000)
    #expect(
      StatusStyle.bar(.waybar).text(for: over).contains(#""class":["timer","running","over"]"#))
  }
}
