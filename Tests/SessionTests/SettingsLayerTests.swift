import Testing
import Timekeeping

@testable import Session

@Suite("Options of one run, what is remembered, and the file")
struct SettingsLayerTests {
  /// Values for every setting; those of another `number` differ in each, except that seconds are on or off.
  private static func settings(_ number: Int) -> SettingLayer {
    var settings = SettingLayer()
    settings.mode = [.timer, .clock, .counter][number]
    settings.theme = [.neon, .flatDark, .flatLight][number]
    settings.rings = [RingModel(name: "A", source: [.day, .hour, .minute][number])]
    settings.timer = .seconds([60, 120, 180][number])
    settings.plan = Plan(steps: [PlanStep("P", .seconds([10, 20, 30][number]))], rounds: 1)
    settings.count = [4, 5, 6][number]
    settings.hours = .some([.twelve, nil, .twentyFour][number])
    settings.seconds = number != 1
    settings.zone = .some(["Asia/Tokyo", nil, "Europe/Berlin"][number])
    return settings
  }

  /// The model after a restart with this file and these options.
  private func restarted(
    _ model: Model, file: SettingLayer = SettingLayer(),
    options: SettingLayer = SettingLayer()
  ) throws -> Model {
    let coder = StateCoder(reading: model.savedBytes) { _, _ in nil }
    var read = try #require(Model(from: coder))
    read.configure(ModelSettings(), file: file, options: options)
    return read
  }

  /// Changes everything in the window, or by `ctl`.
  private func change(_ model: inout Model, to new: SettingLayer) throws {
    let commands: [Command] = [
      .setTimer(Countdown(length: try #require(new.timer))), .setPlan(try #require(new.plan)),
      .theme(try #require(new.theme)),
      .setRing(model.rings.ids[0], try #require(new.rings?.first).source),
      .within(.counter, .count(.to(try #require(new.count)))),
      .setClock(ClockSettings(hours: new.hours, showsSeconds: new.seconds, zone: new.zone)),
      .mode(try #require(new.mode)),
    ]
    for command in commands { _ = model.apply(command, at: .zero) }
  }

  @Test("options hold for one run, and nothing of them is remembered")
  func options() throws {
    let (file, options) = (Self.settings(0), Self.settings(1))
    var model = try restarted(Model(), file: file, options: options)
    #expect(model.adjusted == options)
    model.configure(ModelSettings(), file: file)
    #expect(model.adjusted == options)
    #expect(try restarted(model, file: file).adjusted == file)
    #expect(try restarted(model).adjusted == .builtIn)
  }

  @Test("what is changed in the window is remembered, under the options of a later run")
  func changes() throws {
    let (file, changed, options) = (Self.settings(0), Self.settings(2), Self.settings(1))
    for first in [SettingLayer(), options] {
      var model = try restarted(Model(), file: file, options: first)
      try change(&model, to: changed)
      #expect(model.adjusted == changed)
      model.configure(ModelSettings(), file: file)
      #expect(model.adjusted == changed)
      model = try restarted(model, file: file)
      #expect(model.adjusted == changed)
      model = try restarted(model, file: file, options: options)
      #expect(model.adjusted == options)
      #expect(try restarted(model, file: file).adjusted == changed)
    }
  }

  @Test(
    "a new value in the file replaces what is remembered, and one that is removed returns to the default"
  )
  func file() throws {
    for isOpen in [true, false] {
      func follow(_ model: inout Model, _ file: SettingLayer) throws {
        if isOpen {
          model.configure(ModelSettings(), file: file)
        } else {
          model = try restarted(model, file: file)
        }
      }
      var model = try restarted(Model(), file: Self.settings(0))
      try follow(&model, SettingLayer())
      #expect(model.adjusted == .builtIn)
      try follow(&model, Self.settings(0))
      #expect(model.adjusted == Self.settings(0))
      try change(&model, to: Self.settings(2))
      try follow(&model, Self.settings(1))
      #expect(model.adjusted == Self.settings(1))
      try change(&model, to: Self.settings(2))
      try follow(&model, SettingLayer())
      #expect(model.adjusted == .builtIn)
    }
  }

  @Test("each setting is remembered by itself", arguments: AdjustableTable.all.indices)
  func alone(index: Int) throws {
    let name = AdjustableTable.all[index].name
    var model = try restarted(Model(), file: Self.settings(0))
    try change(&model, to: Self.settings(2))
    var file = Self.settings(0)
    file.take(name, from: Self.settings(1))
    var expected = Self.settings(2)
    expected.take(name, from: Self.settings(1))
    #expect(try restarted(model, file: file).adjusted == expected)
  }

  @Test("a timer and a plan that are under way are left alone, and follow when they are not")
  func underWay() throws {
    for command in [Command.start, .stop] {
      var model = Model()
      for mode in [Mode.timer, .plan] {
        _ = model.apply(.within(mode, .start), at: .zero)
        if command == .stop { _ = model.apply(.within(mode, .stop), at: .zero + .seconds(3)) }
      }
      let (timer, plan) = (model.timer, model.planRun)
      model = try restarted(model, file: Self.settings(0), options: Self.settings(1))
      #expect(model.timer == timer && model.planRun == plan)
      for mode in [Mode.timer, .plan] {
        _ = model.apply(.within(mode, .stop), at: .zero + .seconds(4))
        _ = model.apply(.within(mode, .reset), at: .zero + .seconds(5))
      }
      model = try restarted(model, file: Self.settings(0))
      #expect(
        model.timer.length == .seconds(60) && model.planRun.plan.steps.first?.length == .seconds(10)
      )
    }
  }

  @Test("a change of a running timer is for that run: neither a reset nor the next start keep it")
  func changeUnderWay() throws {
    for longer in [Command.adjustTimer(.seconds(60)), .step(1), .answer(.longer)] {
      for isLate in [false, true] {
        var options = SettingLayer()
        (options.mode, options.timer) = (.timer, .seconds(10))
        var model = try restarted(Model(), options: options)
        _ = model.apply(.start, at: .zero)
        _ = model.apply(longer, at: .zero + .seconds(isLate ? 12 : 2))
        model = try restarted(model)
        #expect(model.timer.isRunning && model.timer.length == .seconds(70))
        _ = model.apply(.stop, at: .zero + .seconds(75))
        #expect(try restarted(model).timer.remaining(at: .zero) == .seconds(-5))
        _ = model.apply(.reset, at: .zero + .seconds(76))
        #expect(model.timer == Countdown(length: .seconds(10)))
        #expect(try restarted(model).timer == Countdown())
        _ = model.apply(.undo, at: .zero + .seconds(77))
        #expect(model.timer.state == .stopped && model.timer.length == .seconds(70))
      }
    }
  }

  @Test("a time that was started in a mode of this run is shown again by the next")
  func startedMode() throws {
    var options = SettingLayer()
    (options.mode, options.timer) = (.timer, .seconds(9))
    var model = try restarted(Model(), options: options)
    _ = model.apply(.start, at: .zero)
    model = try restarted(model)
    #expect(model.mode == .timer && model.timer.isRunning && model.timer.length == .seconds(9))
  }

  @Test("a count is kept although the configuration asks for fewer digits")
  func digits() throws {
    var settings = ModelSettings()
    settings.digits = 4
    var model = Model()
    model.configure(settings, file: SettingLayer())
    _ = model.apply(.within(.counter, .count(.to(1234))), at: .zero)
    model = try restarted(model)
    #expect(model.counter.value == 1234 && model.counter.digits == 4)
    _ = model.apply(.within(.counter, .count(.to(12))), at: .zero)
    #expect(try restarted(model).counter.digits == 3)
  }

  @Test("a lap has another target on a ring of its own")
  func lapTargets() {
    var model = Model(rings: [
      RingModel(name: "A", source: .lap),
      RingModel(name: "B", source: .lap, target: .seconds(50)),
    ])
    var settings = ModelSettings()
    settings.targetLap = .seconds(100)
    model.configure(settings, file: SettingLayer())
    _ = model.apply(.start, at: .zero)
    let turns = model.rings.map {
      model.anytime.value(of: $0).turns(
        at: ClockSample(
          instant: .zero + .seconds(25), wall: midnight))
    }
    #expect(turns == [0.25, 0.5])
  }
}
