import Bytes
import Session
import TestSupport
import Testing
import Timekeeping

@testable import Storage

/// What a record of the journal has room for.
@Suite struct SnapshotTests {
  private let clocks = ClockReadings(
    boot: "a", axis: .counted, bootTime: 5_000_000_000, monotonicTime: 5_000_000_000, wallTime: 1 << 60)

  /// A character may be of any number of marks: thirty-two of them are no bound for what is written.
  @Test func namesOfAnyCharactersLeaveRoomForTheRest() throws {
    let character = "e" + String(repeating: "\u{301}", count: 3000)
    let name = String(repeating: character, count: Plan.longestName)
    var model = Model(rings: Array(repeating: RingModel(name: name, source: .day), count: 6))
    for waits in [true, false] {
      let steps = Array(repeating: PlanStep(name, .seconds(1), waits: waits), count: Plan.mostSteps)
      _ = model.apply(.setPlan(Plan(steps: steps)), at: .zero)
      _ = model.apply(.start, at: .zero)
    }
    _ = model.apply(.tellEnd, at: Instant(nanoseconds: 9_000_000_000))
    let payload = StateStore.payload(model, at: clocks)
    #expect(payload.count <= RecordFormat.longestPayload)
    var reader = ByteReader(payload)
    _ = try ClockReadings(from: &reader)
    #expect(try Model(from: &reader).planRun == model.planRun && reader.rest == 0)
    // Those of letters, with a mark or two each, stay as they are.
    let letters = String(repeating: "e\u{301}\u{302}", count: 32)
    #expect(PlanStep(letters, .seconds(1)).name == letters)
    #expect(RingModel(name: letters, source: .day).name == letters)
  }
}
