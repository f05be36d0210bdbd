import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("A ring is the same one under another name and in another place")
struct RingIDTests {
  private func rings(_ names: String...) -> [RingModel] {
    names.map { RingModel(name: $0, source: .manual(0.5)) }
  }

  private func saved(_ model: Model) throws -> Model {
    try #require(Model(from: StateCoder(reading: model.savedBytes) { _, _ in nil }))
  }

  @Test(
    "undo takes back any sequence of values, sources, names, colours and moves, also after a restart"
  )
  func anySequence() throws {
    var random = SplitMix64(seed: 11)
    for round in 0..<300 {
      var model = Model(
        mode: Mode.allCases[round % Mode.allCases.count], rings: rings("A", "B", "C", "D"))
      func state() -> [AnyHashable] { [model.rings.ids, model.rings.all] }
      var states = [state()]
      for _ in 0..<30 {
        let id = RingID(Int.random(in: 1...5, using: &random))
        let commands: [Command] = [
          .setRing(id, .manual(Double(Int.random(in: 0...9, using: &random)) / 8)),
          .setRing(id, RingSource.named[Int.random(in: 0..<7, using: &random)].value),
          .nameRing(id, ["A", "B", "C", "X", "Y"][Int.random(in: 0..<5, using: &random)]),
          .colorRing(id, Bool.random(using: &random) ? RingColor(1, 2) : nil),
          .moveRing(id, to: Int.random(in: -1...4, using: &random)), .setRings(0.25),
          .selectRing(id, isHeld: true), .selectRing(nil),
        ]
        _ = model.apply(commands[Int.random(in: 0..<8, using: &random)], at: .zero)
        if states.last != state() { states.append(state()) }
      }
      if round % 2 == 0 { model = try saved(model) }
      #expect(Set(model.rings.ids) == [1, 2, 3, 4])
      for before in states.reversed() {
        #expect(state() == before)
        _ = model.apply(.undo, at: .zero)
      }
      #expect(model.notice?.text == "Nothing to undo")
    }
  }

  @Test("what is undone is of the ring that was changed, wherever it is by then")
  func undoAfterMoves() {
    var model = Model(rings: rings("A", "B", "C"))
    for command: Command in [.setRing(1, .day), .nameRing(2, "Read")] {
      _ = model.apply(command, at: .zero)
    }
    // A file that is edited renames and reorders them, which cannot be undone.
    model.rings.replace(
      by: [
        RingModel(name: "Read", source: .manual(0.5)), RingModel(name: "C", source: .manual(0.5)),
        RingModel(name: "Hours", source: .day),
      ], earlierNames: ["Hours": "A"])
    #expect(model.rings.ids == [2, 3, 1])
    _ = model.apply(.undo, at: .zero)
    _ = model.apply(.undo, at: .zero)
    #expect(model.rings.map(\.name) == ["B", "C", "Hours"])
    #expect(model.rings[1 as RingID]?.source == .manual(0.5))
  }

  @Test("a selection and a name that is typed stay with their ring when it is moved")
  func selection() {
    var model = Model(rings: rings("A", "B", "C"))
    for command: Command in [
      .selectRing(2), .edit(.begin(.lapName(nil))), .moveRing(2, to: 0), .edit(.type("x")),
      .edit(.confirm), .setRings(1),
    ] {
      _ = model.apply(command, at: .zero)
    }
    #expect(model.rings.chosen == 2 && model.rings.map(\.name) == ["x", "A", "C"])
    #expect(model.rings.map(\.source) == [.manual(1), .manual(0.5), .manual(0.5)])
  }

  @Test("the clock's own rings are other ones than those that they stand in for")
  func clock() {
    var model = Model()
    for command: Command in [
      .selectRing(2, isHeld: true), .edit(.begin(.ringName(2))), .mode(.clock),
    ] {
      _ = model.apply(command, at: .zero)
    }
    #expect(model.rings.chosen == nil && model.entry == nil)
    let ids = model.shownRings.ids
    #expect(ids.count == 3 && ids.allSatisfy { $0.number < 0 })
    // A set one is the user's, and so are those beside it.
    _ = model.apply(.setRing(ids[1], .manual(0.5)), at: .zero)
    _ = model.apply(.mode(.stopwatch), at: .zero)
    #expect(model.shownRings.ids == ids)
  }

  @Test("each mode has rings of what it counts, until one of the user's is set, shown or not")
  func ownRings() {
    let names: [Mode: [String]] = [
      .timer: ["Left"], .plan: ["Plan", "Step"], .clock: ["Hour", "Minute", "Second"],
    ]
    for mode in Mode.allCases {
      var model = Model(mode: mode)
      let usual = ["Goal", "Focus", "Build"]
      #expect(model.shownRings.map(\.name) == names[mode, default: usual])
      #expect(model.defaultParts.contains(.rings) == (mode != .counter))
      let goal = model.ring(named: "Goal")
      #expect(goal == 1 && model[ring: 1]?.name == "Goal")
      _ = model.apply(.setRing(1, .manual(0.5)), at: .zero)
      #expect(model.shownRings.map(\.name) == usual && model.defaultParts.contains(.rings))
      _ = model.apply(.undo, at: .zero)
      #expect(model.shownRings.map(\.name) == names[mode, default: usual])
    }
  }

  @Test(
    "the rings of a file are those with the same names, or those that differ in their name alone")
  func files() throws {
    func file(_ rings: (String, Double)...) -> SettingLayer {
      var layer = SettingLayer()
      layer.rings = rings.map { RingModel(name: $0, source: .manual($1)) }
      return layer
    }
    for isRestarted in [false, true] {
      var model = Model()
      func ids(_ file: SettingLayer, options: SettingLayer? = nil) throws -> [Int] {
        if isRestarted { model = try saved(model) }
        model.configure(ModelSettings(), file: file, options: options)
        return model.rings.ids.map(\.number)
      }
      #expect(try ids(file(("A", 0.1), ("B", 0.2), ("C", 0.3))) == [4, 5, 6])
      // Reordered, with other values; then renamed and reordered.
      #expect(try ids(file(("C", 0.1), ("A", 0.2), ("B", 0.3))) == [6, 4, 5])
      #expect(try ids(file(("B", 0.3), ("C", 0.1), ("Z", 0.2))) == [5, 6, 4])
      // A ring with another name and value is new, and one that comes back is not.
      #expect(try ids(file(("B", 0.3), ("New", 0.7))) == [5, 7])
      #expect(try ids(file(("C", 0), ("B", 0.3))) == [6, 5])
      // Options hold for one run.
      #expect(try ids(file(("C", 0), ("B", 0.3)), options: file(("B", 0.9))) == [5])
      let plain = SettingLayer()
      #expect(try ids(file(("C", 0), ("B", 0.3)), options: plain) == [6, 5])
      // One that is renamed in the window, and set since, goes by the window's name.
      _ = model.apply(.nameRing(5, "Mine"), at: .zero)
      #expect(try ids(file(("Mine", 0.4), ("Else", 0.4))) == [5, 8])
    }
  }

  @Test("a removed ring's id is never that of another")
  func never() {
    var set = RingSet(rings("A", "B"))
    var given: Set<RingID> = [1, 2]
    for number in 0..<100 {
      set.replace(by: rings("A", "new \(number)"))
      #expect(set.ids[0] == 1 && given.insert(set.ids[1]).inserted)
    }
    set.replace(by: rings("new 95"))
    #expect(set.ids == [98])
  }

  @Test("a followed template keeps to the ring that it named, and a number to the position")
  func template() throws {
    var model = Model()
    let template = try StatusTemplate(parsing: "{{ring:Goal}} {{ring:1}} {{ring:Focus}}")
    var styles: [StatusStyle] = [.template(template), .bar(.polybar, template)]
    for index in styles.indices { styles[index].bind(to: model.shownRings) }
    func texts() -> Set<String> {
      let sample = ClockSample(instant: .zero, wall: midnight)
      return Set(styles.map { $0.text(for: StatusReport(model, at: sample, isVisible: true)) })
    }
    #expect(texts() == ["75% 75% 50%"])
    for command: Command in [.moveRing(2, to: 0), .nameRing(1, "Read"), .nameRing(2, "Goal")] {
      _ = model.apply(command, at: .zero)
    }
    #expect(texts() == ["75% 50% 50%"])
    // Bound again, it is of the rings that have the names now.
    for index in styles.indices { styles[index].bind(to: model.shownRings) }
    #expect(texts() == ["50% 50% "])
  }

  /// Saved by the version before rings had ids: rings of a file, and then a value of all, a source, two names, a colour,
  /// and a name that another ring had before.
  private static let format1 = """
    000000000000000000000000000000000100000000000000030000000000000001000000000000004306000000000000006d616e75
    616c666666666666e63f000000000000000000000000000000000100000000000000420400000000000000686f7572000000000000
    000000000000000000000000000000000000010000000000000041050000000000000074696d657200000000000000000100000000
    0000003020100000000000ffffff000000000000000000000000000000000000000000000000000000000000000000000000000000
    0000000000000000000000000000000000000000000000000000000000000000000000000000010000000000000003000000000000
    0001000000000000004106000000000000006d616e75616c9a9999999999b93f000000000000000000000000000000000100000000
    0000004203000000000000006461790000000000000000000000000000000000000000000000000100000000000000430600000000
    0000006d616e75616c333333333333d33f000000000000000000000000000000000000000000000000000000000000000000000000
    0000000000000000000000000000000000000000000000000000000001000000000000000000000000000000010000000000000000
    0000000000000005000000000000007265736574000000000000008000000000000000000000000000000000050000000000000072
    6573657400b864d945000000010000000000000000b864d945000000000000000000008000b864d945000000000000000000000002
    000000000000000500000000000000466f6375730098f73e5d01000000000000000000000500000000000000427265616b00b864d9
    4500000000000000000000000400000000000000050000000000000072657365740000000000000000000000000000008000000000
    000000000000000000000000000000000000000000000000000000800800000000000000050000000000000072696e677302000000
    0000000001000000000000004106000000000000006d616e75616c9a9999999999b93f000000000000000000000000000000000100
    0000000000004306000000000000006d616e75616c333333333333d33f000000000000000000000000000000000500000000000000
    72696e6773010000000000000001000000000000004203000000000000006461790000000000000000000000000000000000000000
    00000000040000000000000072696e6704000000000000005265616401000000000000004100000000000000000500000000000000
    72696e6773010000000000000004000000000000005265616406000000000000006d616e75616c000000000000e03f000000000000
    00000000000000000000040000000000000072696e6701000000000000004301000000000000004300000000000000000400000000
    00000072696e6701000000000000004101000000000000004301000000000000003020100000000000ffffff000000000005000000
    0000000072696e6773010000000000000001000000000000004106000000000000006d616e75616c000000000000e03f0100000000
    0000003020100000000000ffffff00000000000000000000000000040000000000000072696e670100000000000000430400000000
    0000005265616400000000000000000000000000000000
    """

  @Test("a state from before there were ids is read, and all of it can be undone")
  func format1() throws {
    let digits = Array(RingIDTests.format1.utf8).filter { $0 > 32 }
    let bytes = try stride(from: 0, to: digits.count, by: 2).map { index in
      try #require(UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16))
    }
    let coder = StateCoder(reading: bytes, format: 1) { _, _ in nil }
    var model = try saved(try #require(Model(from: coder)))
    #expect(model.rings.ids == [4, 5, 6])
    for state in [
      "C 0.7; B hour; A timer #102030,#FFFFFF", "Read 0.7; B hour; A timer #102030,#FFFFFF",
      "Read 0.7; B hour; A 0.5 #102030,#FFFFFF", "Read 0.7; B hour; C 0.5 #102030,#FFFFFF",
      "Read 0.7; B hour; C 0.5", "Read 0.5; B hour; C 0.5", "A 0.5; B hour; C 0.5",
      "A 0.5; B day; C 0.5", "A 0.1; B day; C 0.3", "A 0.1; B day; C 0.3",
    ] {
      let words = model.rings.map { ring in
        let value =
          if case .manual(let turns) = ring.source { "\(turns)" } else { ring.source.word }
        return "\(ring.name) \(value)" + (ring.color.map { " \($0.word)" } ?? "")
      }
      #expect(words.joined(separator: "; ") == state)
      _ = model.apply(.undo, at: .zero)
    }
    // The same bytes are nothing in another format.
    #expect(Model(from: StateCoder(reading: bytes) { _, _ in nil }) == nil)
  }

  @Test("rings with an id twice, without one, or with one that was never given are refused")
  func damaged() {
    let two = rings("A", "B")
    func set(_ ids: [RingID], _ newest: Int, _ former: RingID...) -> RingSet? {
      RingSet(
        two, ids: ids, former: former.map { RingSet.Former(id: $0, name: "F") }, newest: newest)
    }
    #expect(set([2, 1], 5, 3)?.ids == [2, 1] && set([-1, 4], 4) != nil)
    #expect(set([1, 1], 5) == nil && set([1, 2], 1) == nil && set([1, 2], 5, 2) == nil)
    #expect(set([1], 5) == nil && set([1, 2], -1) == nil && set([1, 2], .max) == nil)
    #expect(set([1, RingID(Int.min)], 5) == nil)
  }
}
