import ProgramSupport
import Testing

extension Displays {
  /// The timer, set and started by its keys.
  struct Timer {
    @Test func timerIsSetRunsOutAndOverrunsByKeys() throws {
      let desk = try Desk(["--theme", "flat-light", "--timer", "2"], options: Keys.still)
      #expect(desk.title.hasPrefix("timer"))
      try desk.keyboard.tap("Up")
      try desk.awaitRender(["--timer", "1m2s"], "a minute more")
      try desk.keyboard.tap("Prior")
      try desk.awaitRender(["--timer", "11m2s"], "ten minutes more")
      try desk.keyboard.tap("Next")
      try desk.keyboard.tap("Down")
      try desk.awaitPicture(desk.fresh, "the first length")
      try desk.keyboard.tap("Down")
      try desk.awaitRender(["--timer", "0"], "nothing at all")
      try desk.keyboard.tap("Up")
      try desk.awaitRender(["--timer", "1m"], "a minute")

      try desk.keyboard.tap("q")
      #expect(try desk.program.wait() == .exited(0))
    }

    @Test func timerRunsOutAndIsStoppedAndReset() throws {
      let look = ["--theme", "flat-light", "--timer", "2"]
      let desk = try Desk(look, options: Keys.still)
      let rest = try SegmentDisplay(boxes: desk.panel.digits, learningFrom: desk.fresh)
      #expect(rest.digits(in: desk.fresh) == [0, 2, 0, 0])
      // Past the end a minus sign stands before the digits, and moves them.
      let over = try Program.describe(look + ["--at", "3", "--running"], home: desk.home).digits
      let overrun = SegmentDisplay(boxes: Array(over.dropFirst()), like: rest)
      #expect(over.count == 5)

      try desk.keyboard.tap("space")
      try desk.see("less than two seconds") {
        rest.digits(in: $0).map { $0[0] == 0 && $0[1] < 2 } ?? false
      }
      #expect(desk.title.hasPrefix("timer running"))
      let past = try desk.see("the overrun") { overrun.digits(in: $0).map { $0[1] >= 1 } ?? false }
      #expect(overrun.isMinus(over[0], in: past))

      try desk.keyboard.tap("space")
      try desk.connection.wait(until: "the title to tell the overrun") { desk.title.hasPrefix("-") }
      let told = desk.title.prefix(6).dropFirst().filter { $0 != "." }
      try desk.see("the digits to stand") {
        overrun.digits(in: $0).map { $0.map(String.init).joined() == told } ?? false
      }
      try desk.keyboard.tap("r")
      try desk.awaitPicture(desk.fresh, "a reset")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try desk.see("the overrun again") {
        overrun.digits(in: $0).map { $0.map(String.init).joined() == told } ?? false
      }
    }
  }
}
