import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The desktop's notification of a timer's end, by a daemon that does as the test says.
  struct Notifications {
    @Test func theNotificationSaysWhatIsOverAndOffersWhatToDo() throws {
      let (desk, daemon) = try Desk.ringing()
      let call = try daemon.show()
      #expect(
        call.interface == "org.freedesktop.Notifications" && call.signature == "susssasa{sv}i")
      let values = try #require(call.body.count == 8 ? call.body : nil)
      #expect(
        values[0] == .text("segclock") && values[1] == .number(0) && values[2] == .text("segclock"))
      #expect(
        values[3] == .text("Timer over") && values[4] == .text("The timer of 0:01 has ended."))
      #expect(values[5] == .list(["stop", "Stop", "longer", "+1 min"].map { .text($0) }))
      let hints = [
        ("urgency", "y", BusValue.number(2)), ("desktop-entry", "s", .text(desktopEntry)),
        // The program plays the sound itself: the daemon's would be a second one.
        ("suppress-sound", "b", .truth(true)),
      ].map { BusValue.list([.text($0), .variant($1, $2)]) }
      #expect(values[6] == .list(hints) && values[7] == .number(0))
      try desk.awaitTitle("timer over")
      // Nobody answers, and it is told once.
      #expect(try !daemon.isCalled(Deadline(seconds: 1)))
    }

    @Test func stopStops() throws {
      let (desk, daemon) = try Desk.ringing()
      let program = try daemon.show().sender
      daemon.press("stop")
      try desk.awaitTitle("+0")
      try daemon.expectClosed(by: program)
    }

    @Test func aMinuteMoreIsAdded() throws {
      let (desk, daemon) = try Desk.ringing()
      let program = try daemon.show().sender
      daemon.press("longer")
      try daemon.expectClosed(by: program)
      try desk.awaitTitle("timer running")
      try desk.press("space", "5")
      try desk.keyboard.tap("r")
      // It was for this run.
      try desk.awaitRender(["--timer", "1"], "the length that was set")
    }

    @Test func onlyTheDaemonsWordOnOurNotificationCounts() throws {
      let (desk, daemon) = try Desk.ringing()
      let program = try daemon.show(7).sender
      let other = try BusPeer(desk.bus)
      for destination in [program, nil] {
        other.press("stop", 7, to: destination)
        other.close(7, to: destination)
        daemon.press("stop", 8, to: destination)
        daemon.close(8, to: destination)
        daemon.press("no such action", 7, to: destination)
        daemon.tell("ActionInvoked", "s", [.text("stop")], to: destination)
        daemon.tell("NotificationClosed", "u", [.number(7)], to: destination)
      }
      try other.synchronize()
      daemon.press("longer", 7)
      try daemon.expectClosed(7, by: program)
      // Stopped, it would not run.
      try desk.awaitTitle("timer running")
    }

    @Test func puttingTheNotificationAwayEndsItAndItsExpiryDoesNot() throws {
      let (desk, daemon) = try Desk.ringing(manager: .openbox)
      try daemon.show(1)
      daemon.close(1, reason: 1)
      try desk.awaitUrgency()
      #expect(try !daemon.isCalled(Deadline(seconds: 0.5)))
      try desk.awaitUrgency()
      try desk.press("Up", "timer running")
      try desk.keyboard.tap("Down")
      try desk.keyboard.tap("space")
      try desk.keyboard.tap("r")
      try desk.keyboard.tap("space")
      try daemon.show(2)
      try desk.awaitUrgency()
      daemon.close(2)
      try desk.awaitUrgency(false)
    }

    @Test func aDaemonThatHangsDelaysNothing() throws {
      let (desk, daemon) = try Desk.ringing(["--present", "put"], seconds: 60)
      try desk.expectPromptTimer(endingIn: 60)
      let call = try daemon.nextCall()
      // What is not wanted any more is taken away as soon as that can be done.
      daemon.answer(call, "u", [.number(5)])
      try daemon.expectClosed(5, by: call.sender)
    }

    @Test(arguments: [
      "nothing", "a text", "a truth", "no number", "a failure", "too much", "a flood",
      "the bus's end",
    ])
    func aDaemonThatTalksNonsenseDelaysNothing(answer: String) throws {
      let (desk, daemon) = try Desk.ringing(["--present", "put"])
      let call = try daemon.nextCall()
      switch answer {
      case "nothing": daemon.answer(call, "", [])
      case "a text": daemon.answer(call, "s", [.text("42")])
      case "a truth": daemon.answer(call, "b", [.number(1)])
      case "no number": daemon.answer(call, "u", [.number(0)])
      case "a failure": daemon.fail(call, "org.example.No")
      case "too much":
        daemon.answer(call, "us", [.number(1), .text(String(repeating: "x", count: 1 << 20))])
      case "a flood":
        for number in 0..<20_000 as Range<UInt32> { daemon.press("stop", number, to: call.sender) }
      default:
        daemon.answer(call, "u", [.number(42)])
        desk.bus?.crash()
      }
      try desk.expectPromptTimer()
    }

    @Test(arguments: ["no bus", "nonsense", "a file", "a mute", "a frozen bus", "a dead bus"])
    func withoutABusEverythingElseGoesOn(kind: String) throws {
      let desk = try Desk(
        Desk.look + ["--timer", "1m"], options: ["--at-end", "echo over", "--present", "put"],
        hasBus: kind.hasSuffix(" bus") && kind != "no bus", isOpen: false)
      var mute: Int32 = -1
      defer { if mute >= 0 { close(mute) } }
      let address = "DBUS_SESSION_BUS_ADDRESS"
      switch kind {
      case "nonsense": desk.variables[address] = "\u{1B}[31m;;unix:;unix:path=;=,"
      case "a file": desk.variables[address] = "unix:path=/etc/passwd"
      case "a mute":
        // It takes connections and says nothing.
        mute = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let status = withSocketAddress(desk.home.file("mute")) { bind(mute, $0, $1) }
        try #require(status == 0 && listen(mute, 5) == 0)
        desk.variables[address] = "unix:path=\(desk.home.file("mute"))"
      default: break
      }
      try desk.open()
      if kind == "a frozen bus" { desk.bus?.freeze() }
      if kind == "a dead bus" { desk.bus?.crash() }
      try desk.press("space", "timer running")
      try desk.expectPromptTimer(endingIn: 60)
      try desk.quit()
      #expect(desk.program.standardOutput == "over\n")
      #expect(
        desk.program.standardError
          == "segclock: the timer runs on, but nothing rings until the next start\n")
    }

    @Test func anAlarmLeavesNothingBehind() throws {
      let (desk, daemon) = try Desk.ringing(["--sound", "none"], seconds: 2)
      try desk.awaitTitle("timer running")
      let turn = try Program.run(["ctl", "sync"], home: desk.home)
      #expect(turn.ending == .exited(0))
      let before = desk.program.openDescriptors
      let call = try daemon.show()
      #expect(
        call.body[6].list?.last == .list([.text("suppress-sound"), .variant("b", .truth(true))]))
      // A press that the X server times before the end, in whole milliseconds, is not meant for it.
      try desk.awaitTitle("timer over")
      try desk.keyboard.tap("F9")
      try daemon.expectClosed(by: call.sender)
      try desk.wait(until: "its descriptors to be as before") {
        desk.program.openDescriptors <= before
      }
    }

    /// A timer and a plan that end together: neither takes the other's notification or sound away.
    @Test func aTimerAndAStepAreAnnouncedSideBySide() throws {
      let (desk, daemon) = try Desk.ringing(
        [
          "--name", "tea", "--sound", "echo $$ >>\"$HOME/players\"; exec sleep 1000", "--at-end",
          "echo \"$SEGCLOCK_NAME, $SEGCLOCK_LENGTH: $SEGCLOCK_WORDS\" >>\"$HOME/ends\"",
        ], seconds: 2, look: ["--mode", "timer"])
      try desk.ctl("plan", "--name", "tea", "A 1s, B 1h")
      try desk.ctl("start", "--name", "tea")
      let step = try daemon.show(1)
      let timer = try daemon.show(2)
      let calls = [step, timer].sorted { $0.body[3].text ?? "" < $1.body[3].text ?? "" }
      #expect(calls.map { $0.body[3].text } == ["Step over – tea", "Timer over – tea"])
      #expect(calls[0].body[4].text == "tea: A is over, B begins.")
      #expect(calls[1].body[4].text == "tea: The timer of 0:02 has ended.")
      // What goes on by itself is normal and expires; what waits for a person is critical and stays.
      #expect(calls.map { $0.body[6]["urgency"] } == [.number(1), .number(2)])
      #expect(calls.map { $0.body[7] } == [.number(10_000), .number(0)])
      #expect(
        try desk.awaitLines(2, in: "ends").sorted() == [
          "tea, 1: tea: A is over, B begins.", "tea, 2: tea: The timer of 0:02 has ended.",
        ])
      // Stopping the step leaves the timer's.
      let number: UInt32 = step.body[3].text == "Step over – tea" ? 1 : 2
      daemon.press("stop", number)
      try daemon.expectClosed(number, by: step.sender)
      #expect(try !daemon.isCalled(Deadline(seconds: 0.5)))
      let line = try #require(desk.home.lines(of: "players").last)
      let player = try #require(Int32(line))
      #expect(isRunning(player))
      try desk.keyboard.tap("F9")
      try daemon.expectClosed(3 - number, by: step.sender)
      try desk.wait(until: "silence") { !isRunning(player) }
    }

    /// What the daemon says of markup, and what it gets to show.
    @Test(
      arguments: [
        (["body", "body-markup"], "Read &lt;draft&gt; &amp; go is over"),
        (["body", "actions"], "Read <draft> & go is over"), (nil, "Read ‹draft› ＆ go is over"),
      ] as [([String]?, String)])
    func aNameIsNoMarkup(capabilities: [String]?, text: String) throws {
      let desk = try Desk(
        options: ["--plan", "Read <draft> & go 1s", "--start"], hasBus: true, isOpen: false)
      let daemon = try BusPeer(desk.bus)
      try daemon.becomeNotificationDaemon()
      try desk.open()
      let question = try daemon.nextCall()
      #expect(question.member == "GetCapabilities")
      // A daemon that says nothing gets the notification, too.
      if let capabilities {
        daemon.answer(question, "as", [.list(capabilities.map { .text($0) })])
      }
      let body = try #require(try daemon.show().body[4].text)
      #expect(body.hasPrefix(text), "\(body)")
    }
  }
}
