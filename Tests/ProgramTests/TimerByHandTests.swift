import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The timer, set by typing, by the wheel and by a drag.
  struct TimerByHand {
    private static let look = ["--theme", "neon", "--size", "400x300", "--timer", "5m"]

    private func awaitLength(_ seconds: Int64, _ desk: Desk) throws {
      try desk.wait(until: "\(seconds) s") {
        try desk.status()["timer"]["set_ns"].int == seconds * 1_000_000_000
      }
    }

    @Test func aTimeIsTypedSetAndTakenBack() throws {
      let desk = try Desk(Self.look)
      let display = try desk.digits
      let last = display.boxes[3]
      let caret = (x: last.x + last.width / 2, y: last.y + 2.02 * last.width)
      func isBlank(_ index: Int, _ picture: Picture) -> Bool {
        display.levels(index, in: picture).allSatisfy { $0 < 0.2 }
      }
      try desk.type("1")
      let one = try desk.see("a second, an empty place and a mark") { picture in
        (1...3).map { display.digit($0, in: picture) } == [0, 0, 1] && isBlank(0, picture)
      }
      #expect(try #require(one[caret]).distance(to: #require(desk.fresh[caret])) > 60)
      try desk.type("230")
      try desk.see("four digits") { display.digits(in: $0) == [1, 2, 3, 0] }
      try desk.keyboard.tap("BackSpace")
      try desk.see("three digits") { isBlank(0, $0) && display.digit(3, in: $0) == 3 }
      #expect(try desk.status()["timer"]["set_ns"].int == 300_000_000_000)
      #expect(try desk.status()["text"].string == "05:00")
      try desk.type("0")
      try desk.keyboard.tap("Return")
      try desk.awaitRender(["--timer", "12m30s"], "the time that was typed")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try awaitLength(300, desk)
      try desk.type("9")
      try desk.see("a digit") { display.digit(3, in: $0) == 9 }
      try desk.keyboard.tap("BackSpace")
      try desk.see("the time before") { display.digits(in: $0) == [0, 5, 0, 0] }
    }

    @Test func theWheelTurnsEachPairOfDigits() throws {
      let desk = try Desk(Self.look)
      func turn(_ button: UInt32, _ times: Int, over digit: Int) throws {
        let box = desk.panel.digits[digit]
        try desk.mouse.move(to: desk.window, x: box.x + box.width / 2, y: box.y + box.width)
        for _ in 0..<times { desk.mouse.click(button) }
      }
      try turn(4, 3, over: 1)
      try awaitLength(480, desk)
      try turn(5, 2, over: 3)
      try awaitLength(478, desk)
      try turn(5, 10, over: 0)
      try awaitLength(0, desk)
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try awaitLength(300, desk)
      // Elsewhere it does nothing.
      try desk.mouse.move(to: desk.window, x: 4, y: 4)
      desk.mouse.click(4)
      try desk.keyboard.tap("space")
      try desk.awaitTitle("timer running")
      #expect(try desk.status()["timer"]["set_ns"].int == 300_000_000_000)
      try turn(4, 1, over: 3)
      try awaitLength(360, desk)
    }

    @Test func theWedgesEdgeIsDraggedMinuteByMinute() throws {
      let desk = try Desk(Self.look)
      let display = try desk.digits
      // The dial is then that of an hour.
      try desk.ctl("timer", "55m")
      try desk.see("the digits") { display.digits(in: $0) == [5, 5, 0, 0] }
      let circle = try desk.panel.hands
      func move(to minutes: Double) throws {
        let (angle, radius) = (minutes / 30 * .pi, circle.radius * 142 / 101)
        try desk.mouse.move(
          to: desk.window, x: circle.x + sin(angle) * radius + 0.5,
          y: circle.y - cos(angle) * radius + 0.5)
      }
      try move(to: 20)
      desk.mouse.click()
      desk.mouse.press()
      try move(to: 30)
      try desk.see("the digits to follow") { display.digits(in: $0) == [3, 0, 0, 0] }
      // Motions that come together are one, which could be less than half a turn the other way.
      for minutes in [45, 60, 75, 90] {
        try move(to: Double(minutes))
        try awaitLength(Int64(minutes) * 60, desk)
      }
      desk.mouse.release()
      desk.layPointerAside()
      try desk.awaitRender(["--timer", "90m"], "the time that it was dragged to")
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try awaitLength(3300, desk)
      try desk.keyboard.tap("z", holding: ["Control_L"])
      try awaitLength(300, desk)
      try desk.wait(until: "nothing more to undo") {
        (try? desk.refusal("undo")) == "there is nothing to undo"
      }
    }

    @Test func aMinuteLessIsAButtonAndTheLastLengthComesBack() throws {
      let desk = try Desk(Desk.look + ["--mode", "timer"])
      try desk.click("timerShorter")
      desk.layPointerAside()
      try desk.awaitRender(["--timer", "4m"], "a minute less")
      let message = try desk.misuse("timer", "last")
      #expect(message == "no other length was started yet; write a length, as in 25m")
      try desk.ctl("start")
      try desk.ctl("timer", "7m")
      try desk.quit()
      try desk.open()
      try desk.ctl("timer", "last")
      #expect(try desk.status()["timer"]["set_ns"].int == 240_000_000_000)
      _ = try desk.misuse("timer", "last")
    }
  }
}
