import Bytes
import Keys
import Testing
import Timekeeping

@testable import Session

@Suite("What a configuration says, and what is done by hand")
struct WishTests {
  /// Wishes that mention everything; those of another `number` say something else of each.
  private func wishes(_ number: Int) throws -> Wishes {
    var wishes = Wishes()
    wishes.mode = [.timer, .clock][number]
    wishes.theme = [.neon, .flatDark][number]
    wishes.ring = [RingModel(name: "A", source: [.day, .hour][number])]
    wishes.timer = .seconds([60, 120][number])
    wishes.plan = Plan(steps: [PlanStep("P", .seconds([10, 20][number]))], rounds: 1)
    wishes.digits = [4, 5][number]
    return wishes
  }

  /// What a model has of each wish.
  private func state(_ model: Model) -> [Wish: String] {
    [
      .mode: model.mode.rawValue, .theme: model.theme.rawValue, .ring: "\(model.rings)",
      .timer: "\(model.timer.length)", .plan: "\(model.planRun.plan)", .digits: "\(model.counter.digits)",
    ]
  }

  /// As somebody leaves it who changes everything.
  private func changeByHand(_ model: inout Model) {
    var overrides = Overrides()
    overrides.mode = .counter
    overrides.theme = .flatLight
    overrides.rings = [RingModel(name: "B", source: .minute)]
    overrides.timer = Countdown(length: .seconds(7))
    overrides.plan = Plan(steps: [PlanStep("Q", .seconds(7))], rounds: 1)
    overrides.digits = 7
    overrides.apply(to: &model)
    model.mode = .counter
  }

  /// The same after a restart.
  private func restarted(_ model: Model) throws -> Model {
    var writer = ByteWriter()
    model.write(to: &writer)
    var reader = ByteReader(writer.bytes)
    let read = try Model(from: &reader)
    #expect(reader.rest == 0)
    return read
  }

  @Test("what is said is done at first, and what is done by hand stays until something else is said")
  func handAndFile() throws {
    var model = Model()
    let fresh = state(model)
    try wishes(0).apply(to: &model)
    let first = state(model)
    for wish in Wish.allCases { #expect(first[wish] != fresh[wish], "\(wish)") }
    changeByHand(&model)
    let byHand = state(model)
    for wish in Wish.allCases { #expect(byHand[wish] != first[wish], "\(wish)") }
    model = try restarted(model)
    try wishes(0).apply(to: &model)
    #expect(state(model) == byHand)
    // What is no longer said leaves it, too, and so does what is said again.
    Wishes().apply(to: &model)
    try wishes(0).apply(to: &model)
    #expect(state(model) == byHand)
    try wishes(1).apply(to: &model)
    for wish in Wish.allCases {
      #expect(![byHand[wish], first[wish]].contains(state(model)[wish]), "\(wish)")
    }
  }

  @Test("each of them alone is told from all others", arguments: Wish.allCases)
  func alone(wish: Wish) throws {
    var model = Model()
    try wishes(0).apply(to: &model)
    let before = state(model)
    var changed = try wishes(0)
    let other = try wishes(1)
    switch wish {
    case .mode: changed.mode = other.mode
    case .theme: changed.theme = other.theme
    case .ring: changed.ring = other.ring
    case .timer: changed.timer = other.timer
    case .plan: changed.plan = other.plan
    case .digits: changed.digits = other.digits
    }
    changed.apply(to: &model)
    let after = state(model)
    #expect(Wish.allCases.filter { before[$0] != after[$0] } == [wish])
  }

  @Test("an option counts more, and the environment asks anew each time")
  func ranks() throws {
    var model = Model()
    var wishes = try wishes(0)
    wishes.overruled = Set(Wish.allCases)
    let fresh = state(model)
    wishes.apply(to: &model)
    #expect(state(model) == fresh)
    // It was heard all the same.
    wishes.overruled = []
    wishes.apply(to: &model)
    #expect(state(model) == fresh)
    wishes.insistent = Set(Wish.allCases)
    wishes.apply(to: &model)
    changeByHand(&model)
    wishes.apply(to: &model)
    #expect(model.mode == .timer && model.theme == .neon && model.counter.digits == 4)
  }

  @Test("a timer and a plan that are under way are left alone, and follow when they are not")
  func underWay() throws {
    for command in [Command.start, .stop] {
      var model = Model(mode: .timer)
      for mode in [Mode.timer, .plan] {
        model.mode = mode
        _ = model.apply(.start, at: .zero)
        if command == .stop { _ = model.apply(.stop, at: .zero.advanced(by: .seconds(3))) }
      }
      let (timer, plan) = (model.timer, model.planRun)
      try wishes(0).apply(to: &model)
      #expect(model.timer == timer && model.planRun == plan)
      _ = model.apply(.mode(.timer), at: .zero)
      for mode in [Mode.timer, .plan] {
        model.mode = mode
        if model.timer.isRunning || model.planRun.isRunning {
          _ = model.apply(.stop, at: .zero.advanced(by: .seconds(4)))
        }
        _ = model.apply(.reset, at: .zero.advanced(by: .seconds(5)))
      }
      try wishes(0).apply(to: &model)
      #expect(model.timer.length == .seconds(60) && model.planRun.plan.steps.map(\.name) == ["P"])
    }
  }

  @Test("a lap has another target on a ring of its own")
  func lapTargets() {
    var model = Model(
      rings: [RingModel(name: "A", source: .lap), RingModel(name: "B", source: .lap)],
      targetLap: .seconds(100))
    var overrides = Overrides()
    overrides.targetLap = .seconds(100)
    overrides.lapTargets = ["B": .seconds(50), "A": .zero]
    overrides.apply(to: &model)
    _ = model.apply(.start, at: .zero)
    let turns = model.rings.map {
      model.value(of: $0).turns(
        at: Reading(instant: .zero + .seconds(25), wall: WallClock(epochNanoseconds: 0, utcOffsetSeconds: 0)))
    }
    #expect(turns == [0.25, 0.5])
  }
}

@Suite("Keys of one's own")
struct KeyActionTests {
  @Test("every binding has an action, every action a binding, and each name and command is there once")
  func complete() {
    let commands = Set(KeyRow.standard.flatMap(\.bindings).map(\.command))
    #expect(commands == Set(KeyAction.all.map(\.command)))
    #expect(Set(KeyAction.all.map(\.name)).count == KeyAction.all.count)
    #expect(Set(KeyAction.all.map(\.command)).count == KeyAction.all.count)
  }

  @Test("the keys of an action take the place of its own, in the lookup, the help and the hints")
  func chosen() throws {
    let rows = KeyRow.standard(with: [
      "start-stop": [Chord(.character("s"))], "lap": [], "ring-0": [Chord(.character("o"))],
    ])
    let bindings = KeyBindings(rows)
    func command(_ key: Key) -> Command? { bindings.command(for: key, modifiers: [], isRepeat: false) }
    #expect(command(.character("s")) == .toggle && command(.space) == nil && command(.character("l")) == nil)
    #expect(bindings.hint(for: .toggle) == "S" && bindings.hint(for: .lap) == nil)
    #expect(
      rows.contains { $0.label == "S" && $0.help == "Start / stop" } && !rows.contains { $0.help == "Lap" })
    // Home and 0 were the same; both are given up for the new one.
    #expect(
      command(.character("o")) == .setRings(0) && command(.home) == nil && command(.end) == .setRings(1))
    #expect(command(.character("0")) == nil && command(.character("1")) == .setRings(0.1))
    #expect(KeyRow.standard(with: [:]) == KeyRow.standard)
    let same = KeyRow.standard(with: KeyRow.chords(of: KeyRow.standard))
    for chord in KeyRow.standard.flatMap(\.bindings).flatMap(\.chords) {
      let key = KeyBindings(same).command(for: chord.key, modifiers: chord.modifiers, isRepeat: false)
      #expect(
        key == KeyBindings.standard.command(for: chord.key, modifiers: chord.modifiers, isRepeat: false))
    }
  }
}
