import Bytes
import FuzzSupport
import Glibc
import Session
import Storage
import Timekeeping

/// A state folder with any files in it: what is loaded is a valid model, and is found again as it was loaded, whatever had to
/// be set aside.
///
/// An input is what clocks say, then the files' records, see `Draft`.
@main
enum JournalFuzz {
  static func main() {
    Fuzzing.run(seeds: seeds, tryOne)
  }

  /// When the state was written, and the clocks of another start of the computer.
  private static let written = ClockReadings(
    boot: "a", axis: .counted, bootTime: 9_000_000_000, monotonicTime: 8_000_000_000, wallTime: 1 << 60)
  private static let restarted = ClockReadings(
    boot: "b", axis: .counted, bootTime: 3_000_000_000, monotonicTime: 3_000_000_000,
    wallTime: 1 << 60 + 1 << 33)

  private static func tryOne(_ input: inout Input) {
    var clocks = input.flag() ? restarted : written
    if input.flag() { clocks.wallTime = input.anyNumber() }
    if input.flag() { clocks.axis = .paused }
    let folder = Scratch.folder
    defer { Scratch.clear() }
    var hasState = false
    while !input.isOver {
      let name = input.choice(["state", "state.old", "sessions/1", "sessions/2"])
      Draft.make(name.hasPrefix("state") ? .state : .session, &input, into: &draft)
      Scratch.write(draft, to: name)
      hasState = hasState || name == "state"
    }

    guard let found = load(folder, at: clocks) else { return }
    // What a model is like is tried by another target, too.
    if input.isOne(of: 8), let model = found.model { checkModel(model) }
    let isRead = !hasState || found.model != nil || found.trouble != nil
    check(isRead, "nothing was found, and nothing said")
    for number in [1, 2] as [Int64] { trySession(number, in: folder) }
    // What was damaged is set aside, and what was written instead is whole. Where nothing was, few are loaded again.
    guard found.trouble != nil || input.isOne(of: 4) else { return }
    guard let second = load(folder, at: clocks) else { fail("it is not loaded again") }
    check(second.trouble == nil, "first \(found.trouble ?? "nothing"), then \(second.trouble ?? "")")
    check(second.model == found.model, "\(found) is loaded again as \(second)")
  }

  /// The file that is made, in memory that stays. There is one thread.
  private nonisolated(unsafe) static var draft: [UInt8] = []

  private static func load(_ folder: StateFolder, at clocks: ClockReadings) -> Restored? {
    guard let store = try? StateStore(folder) else { fail("the folder is not to be had") }
    return try? store.load(at: clocks)
  }

  private static func trySession(_ number: Int64, in folder: StateFolder) {
    guard let session = try? PastSessions.session(number, in: folder) else { return }
    check(
      session.wallTimes.count == session.laps.count,
      "\(session.wallTimes.count) times of \(session.laps.count) laps")
    var last = Duration.zero
    for lap in session.laps.suffix(100) {
      check(lap.total >= last && lap.duration >= .zero, "\(lap) after \(last)")
      last = lap.total
    }
    for (number, name) in session.laps.namesByNumber {
      check(
        (1...session.laps.count).contains(number) && name.count <= Laps.longestName, "lap \(number): \(name)")
      checkSafe(name)
    }
  }

  /// A folder with a state and two sessions, and the same with each kind of damage.
  private static var seeds: [[UInt8]] {
    var model = Model()
    for (second, command) in [Command.start, .lap, .nameLap(1, "Anna"), .lap, .stop].enumerated() {
      _ = model.apply(command, at: Instant(nanoseconds: Int64(second) * 1_000_000_000))
    }
    let ahead = Draft.record(5, number: 1 << 60)
    let laps = Draft.record(1, number: 1_000_000_000) + Draft.record(1, number: 3_000_000_000)
    let name = Draft.record(4, number: 1, [4, 0] + Array("Anna".utf8))
    let end = Draft.record(3, number: 1 << 60, [UInt8](repeating: 0, count: 16))
    let snapshot = Draft.record(1, StateStore.payload(model, at: written))
    let session = [0, 0, 0, 2] + ahead + laps + name + [0]
    let state = [0] + snapshot + [0]
    return [
      session + state, session + [1] + snapshot + snapshot + [0, 3] + laps + end + [0],
      session + state + [2] + laps + Draft.cut(3) + [0, 1] + snapshot + [0],
      [1, 0, 1] + state + [2] + Draft.zeros(200) + Draft.record(2, number: 1) + name + end + [0],
      session + state + [3] + Draft.zeros(200) + laps + name + end + [0, 0] + Draft.zeros(200) + snapshot,
      session + [0, 2] + Draft.records(1, step: 1_000_000, count: 30) + Draft.zeros(1) + end + [0] + state,
      session + [0] + Draft.junk(Array("segclock".utf8)) + snapshot + [0],
    ]
  }
}
