import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The desktop's notification of a timer's end, by a daemon that does as the test says.
  struct Notifications {
    @Test func theNotificationSaysWhatIsOverAndOffersWhatToDo() throws {
      let room = try AlarmRoom()
      let call = try room.show()
      #expect(
        call.interface == "org.freedesktop.Notifications" && call.signature == "susssasa{sv}i")
      let values = try #require(call.body.count == 8 ? call.body : nil)
      #expect(
        values[0] == .text("segclock") && values[1] == .number(0) && values[2] == .text("segclock"))
      #expect(
        values[3] == .text("Timer over") && values[4] == .text("The timer of 0:01 has ended."))
      #expect(values[5] == .list(["stop", "Stop", "longer", "+1 min"].map { .text($0) }))
      let hints = [
        ("urgency", "y", BusValue.number(2)), ("desktop-entry", "s", .text("segclock")),
        // The program plays the sound itself: the daemon's would be a second one.
        ("suppress-sound", "b", .truth(true)),
      ].map { BusValue.list([.text($0), .variant($1, $2)]) }
      #expect(values[6] == .list(hints) && values[7] == .number(0))
      try room.awaitTitle("timer over")
      // Nobody answers, and it is told once.
      #expect(try !room.daemon.isCalled(Deadline(seconds: 1)))
    }

    @Test func stopStops() throws {
      let room = try AlarmRoom()
      let program = try room.show().sender
      room.daemon.tell("ActionInvoked", "us", [.number(42), .text("stop")])
      try room.awaitTitle("-0")
      try room.expectClosed(by: program)
    }

    @Test func aMinuteMoreIsAdded() throws {
      let room = try AlarmRoom()
      let program = try room.show().sender
      room.daemon.tell("ActionInvoked", "us", [.number(42), .text("longer")])
      try room.expectClosed(by: program)
      try room.awaitTitle("timer running")
      try room.desk.keyboard.tap("space")
      try room.awaitTitle("5")
      try room.desk.keyboard.tap("r")
      try room.desk.awaitRender(["--timer", "61"], "a minute more")
    }

    @Test func onlyTheDaemonsWordOnOurNotificationCounts() throws {
      let room = try AlarmRoom()
      let program = try room.show(7).sender
      let other = try BusPeer(room.bus)
      for destination in [program, nil] {
        other.tell("ActionInvoked", "us", [.number(7), .text("stop")], to: destination)
        other.tell("NotificationClosed", "uu", [.number(7), .number(2)], to: destination)
        room.daemon.tell("ActionInvoked", "us", [.number(8), .text("stop")], to: destination)
        room.daemon.tell("NotificationClosed", "uu", [.number(8), .number(2)], to: destination)
        room.daemon.tell(
          "ActionInvoked", "us", [.number(7), .text("no such action")], to: destination)
        room.daemon.tell("ActionInvoked", "s", [.text("stop")], to: destination)
        room.daemon.tell("NotificationClosed", "u", [.number(7)], to: destination)
      }
      try other.synchronize()
      room.daemon.tell("ActionInvoked", "us", [.number(7), .text("longer")])
      try room.expectClosed(7, by: program)
      // Stopped, it would not run.
      try room.awaitTitle("timer running")
    }

    @Test func puttingTheNotificationAwayEndsItAndItsExpiryDoesNot() throws {
      let room = try AlarmRoom(manager: .openbox)
      try room.show(1)
      room.daemon.tell("NotificationClosed", "uu", [.number(1), .number(1)])
      try room.desk.connection.wait(until: "the hint") { room.desk.isUrgent }
      #expect(try !room.daemon.isCalled(Deadline(seconds: 0.5)))
      #expect(room.desk.isUrgent)
      try room.desk.keyboard.tap("Up")
      try room.awaitTitle("timer running")
      try room.desk.keyboard.tap("Down")
      try room.desk.keyboard.tap("space")
      try room.desk.keyboard.tap("r")
      try room.desk.keyboard.tap("space")
      try room.show(2)
      try room.desk.connection.wait(until: "the hint") { room.desk.isUrgent }
      room.daemon.tell("NotificationClosed", "uu", [.number(2), .number(2)])
      try room.desk.connection.wait(until: "the hint to go") { !room.desk.isUrgent }
    }

    @Test func aDaemonThatHangsDelaysNothing() throws {
      let room = try AlarmRoom()
      let call = try room.daemon.nextCall()
      try room.desk.expectMotion()
      try room.desk.keyboard.tap("Up")
      try room.awaitTitle("timer running")
      // What is not wanted any more is taken away as soon as that can be done.
      room.daemon.answer(call, "u", [.number(5)])
      try room.expectClosed(5, by: call.sender)
    }

    @Test(arguments: [
      "nothing", "a text", "a truth", "no number", "a failure", "too much", "a flood",
    ])
    func aDaemonThatTalksNonsenseDelaysNothing(answer: String) throws {
      let room = try AlarmRoom()
      let call = try room.daemon.nextCall()
      switch answer {
      case "nothing": room.daemon.answer(call, "", [])
      case "a text": room.daemon.answer(call, "s", [.text("42")])
      case "a truth": room.daemon.answer(call, "b", [.number(1)])
      case "no number": room.daemon.answer(call, "u", [.number(0)])
      case "a failure": room.daemon.fail(call, "org.example.No")
      case "too much":
        room.daemon.answer(call, "us", [.number(1), .text(String(repeating: "x", count: 1 << 20))])
      default:
        for number in 0..<20_000 {
          room.daemon.tell(
            "ActionInvoked", "us", [.number(Int64(number)), .text("stop")], to: call.sender)
        }
      }
      try room.desk.expectMotion()
      try room.desk.keyboard.tap("Up")
      try room.awaitTitle("timer running")
    }

    @Test(arguments: [
      "no bus", "nonsense", "a file", "a mute", "a frozen bus", "a dead bus",
    ])
    func withoutABusEverythingElseGoesOn(kind: String) throws {
      let home = try TemporaryDirectory()
      var address: String?
      var bus: MessageBus?
      var mute: Int32 = -1
      defer { if mute >= 0 { close(mute) } }
      switch kind {
      case "no bus": break
      case "nonsense": address = "\u{1B}[31m;;unix:;unix:path=;=,"
      case "a file": address = "unix:path=/etc/passwd"
      case "a mute":
        mute = try listener(at: "\(home.path)/mute")
        address = "unix:path=\(home.path)/mute"
      default:
        bus = try MessageBus(home: home)
        address = bus?.address
      }
      let desk = try Desk(
        ["--theme", "flat-light", "--timer", "1"], options: Keys.still + ["--at-end", "echo over"],
        variables: address.map { ["DBUS_SESSION_BUS_ADDRESS": $0] } ?? [:], home: home)
      if kind == "a frozen bus" { bus?.freeze() }
      if kind == "a dead bus" { bus?.crash() }
      try desk.keyboard.tap("space")
      try desk.connection.wait(until: "the end") { desk.title.hasPrefix("timer over") }
      try desk.expectMotion()
      try desk.keyboard.tap("Up")
      try desk.connection.wait(until: "a minute more") { desk.title.hasPrefix("timer running") }
      try desk.keyboard.tap("q")
      #expect(try desk.program.wait() == .exited(0))
      #expect(desk.program.standardOutput == "over\n" && desk.program.standardError == "")
    }

    @Test func aBusThatDiesMeanwhileIsNoLoss() throws {
      let room = try AlarmRoom()
      try room.show()
      room.bus.crash()
      try room.desk.expectMotion()
      try room.desk.keyboard.tap("Up")
      try room.awaitTitle("timer running")
    }

    @Test func anAlarmLeavesNothingBehind() throws {
      let room = try AlarmRoom(["--sound", "none"], seconds: 2)
      try room.awaitTitle("timer running")
      let turn = try Program.run(["ctl", "sync"], home: room.desk.home)
      #expect(turn.ending == .exited(0))
      let before = room.desk.program.openDescriptors
      let call = try room.show()
      #expect(
        call.body[6].list?.last == .list([.text("suppress-sound"), .variant("b", .truth(true))]))
      // A press that the X server times before the end, in whole milliseconds, is not meant for it.
      try room.awaitTitle("timer over")
      try room.desk.keyboard.tap("F9")
      try room.expectClosed(by: call.sender)
      try room.desk.connection.wait(until: "its descriptors to be as before") {
        room.desk.program.openDescriptors <= before
      }
    }
  }
}
