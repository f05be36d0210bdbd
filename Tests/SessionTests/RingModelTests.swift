import TestSupport
import Testing
import Timekeeping

@testable import Session

@Suite("Rings of the model")
struct RingModelTests {
  private func values(_ model: Model) -> [Double] {
    model.rings.map { if case .manual(let value) = $0.source { value } else { -1 } }
  }

  private func model(_ values: Double...) -> Model {
    Model(
      rings: values.enumerated().map {
        RingModel(name: "\($0.offset)", source: .manual($0.element))
      })
  }

  @Test("keys act on all rings, or on the chosen one alone, and never on one that follows a source")
  func chosen() {
    var model = Model(
      rings: [
        RingModel(name: "a", source: .manual(0)), RingModel(name: "b", source: .minute),
        RingModel(name: "c", source: .manual(0)),
      ])
    _ = model.apply(.setRings(0.5), at: .zero)
    #expect(values(model) == [0.5, -1, 0.5])
    let expected: [(RingID, [Double])] = [
      (1, [1, -1, 0.5]), (2, [1, -1, 0.5]), (3, [1, -1, 1]),
    ]
    for (ring, after) in expected {
      _ = model.apply(.selectRing(ring), at: .zero)
      #expect(model.rings.chosen == ring)
      _ = model.apply(.setRings(1), at: .zero)
      #expect(values(model) == after && model.rings[1].source == .minute)
    }
  }

  @Test(
    "a selection ends 4 s after its last use, by another selection or by a second click; a held one stays"
  )
  func lifetime() {
    let end = RingSet.selectionLifetime
    func chosen(_ commands: [(Double, Command)], at seconds: Double) -> RingID? {
      var model = self.model(0, 0, 0)
      for (time, command) in commands { _ = model.apply(command, at: .zero + .seconds(time)) }
      return model.asOf(.zero + .seconds(seconds)).rings.chosen
    }
    let select = (0.0, Command.selectRing(2))
    let table: [([(Double, Command)], Double, RingID?)] = [
      ([select], 3.999, 2), ([select], 4, nil),
      ([select, (3, .setRings(0.5))], 6.9, 2), ([select, (3, .setRings(0.5))], 7, nil),
      ([select, (3, .step(1))], 6.9, 2), ([select, (3, .turnRing(2, percents: 5))], 6.9, 2),
      ([select, (3, .toggle)], 6.9, nil),
      ([select, (1, .selectRing(2))], 1, nil), ([select, (1, .selectRing(3))], 4.9, 3),
      ([select, (1, .selectRing(8))], 1, nil), ([(0, .selectRing(2, isHeld: true))], 1e6, 2),
      ([(0, .selectRing(2, isHeld: true)), (1, .selectRing(2, isHeld: true))], 9, 2),
      ([(0, .selectRing(2, isHeld: true)), (1, .selectRing(nil, isHeld: true))], 1, nil),
    ]
    #expect(end == .seconds(4))
    for (commands, time, expected) in table {
      #expect(chosen(commands, at: time) == expected, "\(commands) at \(time)")
    }
    // What comes after its end acts on all rings again.
    var model = self.model(0, 0)
    _ = model.apply(.selectRing(1), at: .zero)
    _ = model.apply(.setRings(1), at: .zero + end)
    #expect(values(model) == [1, 1])
  }

  @Test("values stay within 0 and the maximum; what is not finite changes nothing")
  func range() {
    let table: [(Double, Double)] = [
      (-1, 0), (-1e308, 0), (0, 0), (1.18, 1.18), (1000, 1000), (1001, 1000), (1e308, 1000),
      (.nan, 0.25),
      (.infinity, 0.25), (-.infinity, 0.25), (.leastNonzeroMagnitude, .leastNonzeroMagnitude),
    ]
    for (given, expected) in table {
      var model = model(0.25)
      _ = model.apply(.setRings(given), at: .zero)
      #expect(values(model) == [expected], "\(given)")
    }
    var top = model(1000, 0)
    _ = top.apply(.step(1), at: .zero)
    #expect(values(top) == [1000, 0.01])
    _ = top.apply(.step(-10), at: .zero)
    #expect(values(top) == [999.9, 0])
  }

  @Test("a model that starts with a value out of range holds it like one that is set")
  func startRange() {
    #expect(
      values(model(.nan, .infinity, -.infinity, -3, 1e300, 0.5)) == [0, 1000, 0, 0, 1000, 0.5])
  }

  @Test("a model has one to six rings")
  func count() {
    #expect(Model(rings: []).rings.map(\.name) == ["Goal", "Focus", "Build"])
    let many = (0..<9).map { RingModel(name: "\($0)", source: .day) }
    #expect(Array(Model(rings: many).rings) == Array(many.prefix(6)))
  }

  @Test("a name is cut, and neither empty nor that of another ring")
  func names() {
    let table: [(String, String)] = [
      ("Read", "Read"), ("", "a"), ("b", "a"), ("a", "a"), ("a\u{7}", "a\u{FFFD}"),
      (String(repeating: "x", count: 40), String(repeating: "x", count: 32)),
    ]
    for (name, expected) in table {
      var model = Model(
        rings: ["a", "b"].map { RingModel(name: $0, source: .manual(0), color: RingColor(1, 2)) })
      #expect(
        model.anytime.allows(.nameRing(1, name)) == (expected != "a" || name == "a"), "\(name)")
      _ = model.apply(.nameRing(1, name), at: .zero)
      #expect(model.rings.map(\.name) == [expected, "b"] && model.rings[0].color != nil)
    }
    #expect(
      !model(0).anytime.allows(.nameRing(2, "x")) && !model(0).anytime.allows(.nameRing(-1, "x")))
  }

  @Test("a colour is a name, or the start and the tip")
  func colors() {
    var model = model(0, 0.5)
    for (color, word) in [
      (RingColor(0x2980B9, 0x3498DB), "blue"), (RingColor(0x2980B9, 0), "#2980B9,#000000"),
      (RingColor(0xFFF0_0A0B, 0xABCDEF), "#F00A0B,#ABCDEF"),
    ] {
      _ = model.apply(.colorRing(2, color), at: .zero)
      #expect(model.rings[1].color?.word == word && model.rings[0].color == nil)
    }
    _ = model.apply(.colorRing(2, nil), at: .zero)
    #expect(model.rings[1].color == nil && values(model) == [0, 0.5])
    _ = model.apply(.colorRing(7, RingColor(0, 0)), at: .zero)
    #expect(RingColor.named.count == 8 && Set(RingColor.named.map(\.value)).count == 8)
  }

  @Test("the ring commands are allowed where a ring would change")
  func allowed() {
    var model = Model(
      rings: [RingModel(name: "a", source: .manual(0)), RingModel(name: "b", source: .day)])
    for command in [Command.setRings(0.5), .step(1)] { #expect(model.anytime.allows(command)) }
    _ = model.apply(.selectRing(1), at: .zero)
    for command in [Command.setRings(0.5), .step(1)] { #expect(model.anytime.allows(command)) }
    _ = model.apply(.selectRing(2), at: .zero)
    for command in [Command.setRings(0.5), .step(1)] { #expect(!model.anytime.allows(command)) }
    _ = model.apply(.mode(.counter), at: .zero)
    #expect(
      model.anytime.allows(.step(1)) && model.anytime.allows(.step(-1))
        && !model.anytime.allows(.setRings(0.5)))
  }
}
