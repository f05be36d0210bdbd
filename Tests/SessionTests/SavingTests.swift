import Testing
import Timekeeping

@testable import Session

@Suite("Values as bytes")
struct SavingTests {
  private func bytes<Value: Saveable>(_ value: Value) -> [UInt8] {
    var coder = StateCoder()
    _ = coder.code(value)
    return coder.bytes
  }

  private func read<Value: Saveable>(
    _ bytes: [UInt8], into value: Value, shift: Int64 = 0
  ) -> Value? {
    var coder = StateCoder(reading: bytes, shiftingInstantsBy: shift) { _, _ in nil }
    let value = coder.code(value)
    return coder.isComplete ? value : nil
  }

  @Test("what is written is read")
  func roundTrips() {
    #expect(read(bytes(Int64.min), into: 0) == .min && read(bytes(-1), into: 0) == -1)
    #expect(read(bytes(-0.0), into: 1.0)?.bitPattern == (-0.0).bitPattern)
    for text in ["Größe ∞", "", String(repeating: "x", count: 70_000)] {
      #expect(read(bytes(text), into: "?") == text)
    }
    let steps = [PlanStep("a", .seconds(5)), PlanStep("b", .seconds(9), waits: true)]
    #expect(read(bytes(steps), into: []) == steps)
    let ring = RingModel(
      name: "a", source: .lap, color: RingColor(0x102030, 0xFFFFFF), target: .seconds(9))
    let plain = RingModel(name: "b", source: .manual(0.5))
    #expect(read(bytes([ring, plain]), into: []) == [ring, plain])
    for undo in [
      UndoEntry.rings([RingChange(id: 3, name: "b", source: .day, color: ring.color)]),
      .rings([RingChange(id: -1), RingChange(id: 2, color: .some(nil))], order: [2, -1]),
    ] {
      #expect(read(bytes(undo), into: .lap) == undo)
    }
    #expect(bytes(0x0102_0304) == [4, 3, 2, 1, 0, 0, 0, 0])
  }

  @Test("settings are saved in the order of format 2, each after whether it is given")
  func settings() {
    var layer = SettingLayer()
    let plan = Plan(steps: [PlanStep("a", .seconds(5))], rounds: 2)
    (layer.mode, layer.theme, layer.timer, layer.plan) = (.timer, .neon, .seconds(7), plan)
    (layer.seconds, layer.zone, layer.hours) = (false, .some(nil), .some(.twelve))
    let saved: [[UInt8]] = [
      bytes(true), bytes(Mode.timer), bytes(true), bytes(ThemeName.neon), bytes(false),
      bytes(true), bytes(Duration.seconds(7)), bytes(true), bytes(plan), bytes(false),
      bytes(true), bytes(HourCycle?.some(.twelve)), bytes(true), bytes(false), bytes(true),
      bytes(String?.none),
    ]
    #expect(bytes(layer) == Array(saved.joined()))
    #expect(read(bytes(layer), into: SettingLayer()) == layer)
  }

  @Test(
    "a fed ring is saved as the value that remains",
    arguments: [(false, RingSource.manual(0)), (true, .manual(0.6))])
  func feeds(isOver: Bool, source: RingSource) throws {
    let fed = bytes(RingModel(name: "a", source: .fed(0.6, isOver: isOver)))
    let ring = try #require(read(fed, into: RingModel.blank) as RingModel?)
    #expect(ring == RingModel(name: "a", source: source))
    #expect(bytes(ring) == fed)
  }

  @Test("what is cut, or no text, is refused")
  func malformed() {
    let whole = bytes("abc")
    for count in 0..<whole.count {
      #expect(read(Array(whole.prefix(count)), into: "") == nil)
    }
    #expect(read(bytes(1) + [0xff], into: "") == nil)
    for count in [Int.max, .min, -1, 1 << 40] {
      #expect(read(bytes(count), into: "") == nil && read(bytes(count), into: [Int]()) == nil)
    }
    #expect(read(bytes("clocks"), into: Mode.clock) == nil)
    #expect(
      read(bytes("?"), into: UndoEntry.lap) == nil
        && read(bytes("lap"), into: UndoEntry.stop(session: 1, anchor: .zero, elapsed: .zero))
          == .lap
    )
  }

  @Test(
    "instants move with their axis, but not the first and the last of all",
    arguments: [
      (5, 10, 15), (5, -10, -5), (.min, 10, .min), (.max, -10, .max), (.max - 1, 10, .max),
      (.min + 1, -10, .min),
    ] as [(Int64, Int64, Int64)])
  func instants(written: Int64, shift: Int64, expected: Int64) {
    let moved = read(bytes(Instant(nanoseconds: written)), into: Instant.zero, shift: shift)
    #expect(moved?.nanoseconds == expected)
  }
}
