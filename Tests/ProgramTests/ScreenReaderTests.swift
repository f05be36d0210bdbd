import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The window as a screen reader has it, by a registry that does as the test says.
  struct ScreenReaders {
    private func join(_ look: [String] = Desk.look, options: [String] = []) throws -> (
      Desk, ScreenReader
    ) {
      let desk = try Desk(look, options: options, hasBus: true, comparesFresh: false)
      return (desk, try ScreenReader.joined(desk.bus))
    }

    @Test func withoutAReaderThereIsNoSecondConnectionAndNothingWakes() throws {
      let desk = try Desk(isWatched: true, hasBus: true)
      let reader = try ScreenReader(desk.bus, isEnabled: false)
      try desk.awaitStillness()
      let before = reader.connections
      let threads = desk.program.threadCount
      reader.setEnabled(true)
      try reader.giveAddress()
      try reader.takeProgram()
      #expect(reader.connections.subtracting(before).count == 1)
      #expect(desk.program.threadCount == threads)
      // A reader that only listens costs nothing either.
      try desk.awaitStillness()
      reader.setEnabled(false)
      try desk.wait(until: "the second connection to close") { reader.connections == before }
      try desk.awaitStillness()
    }

    @Test(arguments: ["stopwatch", "timer", "plan", "clock", "counter"])
    func theWholeTreeHasNamesAndPlaces(mode: String) throws {
      let (desk, reader) = try join()
      try desk.ctl("mode", mode)
      try desk.ctl("sync")
      let root = try reader.walk()
      #expect(root.role == "application" && root.name == "segclock" && root.children.count == 1)
      let window = try #require(root.children.first)
      let size = try #require(desk.connection.geometry(of: desk.window))
      #expect(
        window.role == "frame" && window.box == [0, 0, Int64(size.width), Int64(size.height)])
      let all = window.all
      for node in all {
        #expect(!node.name.isEmpty && node.box.count == 4, "\(node.id)")
        #expect(node.box[2] > 0 && node.box[3] > 0, "\(node.id) \(node.box)")
        #expect(node.box[0] >= 0 && node.box[0] + node.box[2] <= Int64(size.width), "\(node.id)")
        #expect(node.box[1] >= 0 && node.box[1] + node.box[3] <= Int64(size.height), "\(node.id)")
      }
      #expect(Set(all.map(\.id)).count == all.count)
      #expect(all.count { $0.role == "page tab" } == 5)
      #expect(all.contains { $0.role == "timer" })
      #expect(all.contains { $0.role == "push button" } == (mode != "clock"))
      try desk.keyboard.tap("question")
      try desk.ctl("sync")
      let help = try reader.walk().children[0].children
      #expect(help.count == 1 && help[0].id == "help" && help[0].children.count > 5)
      #expect(help[0].children.allSatisfy { !$0.name.isEmpty })
    }

    @Test func extentsAreThoseOfThePicture() throws {
      let (desk, reader) = try join()
      let all = try reader.walk().all
      for (id, word) in [("button_startStop", "button.startStop"), ("time", "digits")] {
        let node = try #require(all.first { $0.id == id })
        let shown = try desk.panel.box(of: word)
        let corners = [shown.x, shown.y, shown.width, shown.height]
        #expect(zip(node.box, corners).allSatisfy { abs(Double($0) - $1) <= 2 }, "\(id)")
      }
    }

    @Test func theTimeIsNamedInWords() throws {
      let (desk, reader) = try join(Desk.look + ["--mode", "timer", "--timer", "1:30"])
      #expect(try reader.walk().all.first { $0.role == "timer" }?.name == "1 minute 30 seconds")
      #expect(reader.property("root", "Application", "ToolkitName")?.text == "segclock")
      try desk.ctl("timer", "1h")
      try desk.ctl("sync")
      #expect(try reader.walk().all.first { $0.role == "timer" }?.name == "1 hour")
    }

    @Test func theCacheHasWhatAWalkFinds() throws {
      let (desk, reader) = try join()
      let call = reader.peer.call(
        reader.program, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")
      let items = try #require(call?.first?.list)
      let all = try reader.walk().all
      let ids = items.compactMap { $0.list?.first?.list?.last?.text?.split(separator: "/").last }
      #expect(ids.map(String.init) == all.map(\.id))
      #expect(items.compactMap { $0.list?[6].text } == all.map(\.name))
      try desk.ctl("sync")
    }

    // MARK: Actions

    @Test func everyKeyIsAnActionOfTheWindow() throws {
      let (desk, reader) = try join()
      try reader.perform("start-stop", of: "window")
      try desk.reach("running 0")
      try reader.perform("lap", of: "window")
      try desk.reach("running 1")
      try reader.perform("start-stop", of: "window")
      try desk.reach("stopped 1")
      try reader.perform("reset", of: "window")
      try desk.reach("reset 0")
      try reader.perform("undo", of: "window")
      try desk.reach("stopped 1")
      let count = reader.property("window", "Action", "NActions")?.number ?? 0
      #expect(count > 30)
      for index in 0..<count {
        let name = reader.ask("window", "Action", "GetName", "i", [.number(index)])?.first?.text
        let title = reader.ask("window", "Action", "GetLocalizedName", "i", [.number(index)])
        #expect(name?.isEmpty == false && title?.first?.text?.isEmpty == false, "\(index)")
      }
    }

    @Test func buttonsTabsAndRowsDoWhatAClickDoes() throws {
      let (desk, reader) = try join()
      try reader.perform("press", of: "button_startStop")
      try desk.reach("running 0")
      try reader.perform("press", of: "button_lapOrReset")
      try desk.reach("running 1")
      let list = try #require(try reader.walk().all.first { $0.role == "list" })
      let row = try #require(
        list.children.first { $0.interfaces.contains("org.a11y.atspi.Action") })
      try reader.perform("name", of: row.id)
      try desk.ctl("sync")
      let entry = try #require(try reader.walk().all.first { $0.role == "entry" })
      #expect(
        reader.ask(entry.id, "EditableText", "SetTextContents", "s", [.text("Hill")])
          == [.truth(true)])
      try desk.ctl("sync")
      #expect(reader.property(entry.id, "Text", "CharacterCount")?.number == 4)
      #expect(
        reader.ask(entry.id, "Text", "GetText", "ii", [.number(0), .number(-1)])
          == [.text("Hill")])
      #expect(
        reader.ask(entry.id, "Text", "SetCaretOffset", "i", [.number(1)]) == [.truth(true)])
      try desk.ctl("sync")
      #expect(reader.property(entry.id, "Text", "CaretOffset")?.number == 1)
      #expect(
        reader.ask(
          entry.id, "EditableText", "InsertText", "isi", [.number(4), .text("top"), .number(2)])
          == [.truth(true)])
      try desk.ctl("sync")
      try reader.perform("confirm", of: entry.id)
      try desk.ctl("sync")
      #expect(try reader.walk().all.contains { $0.name.contains("Hillto") })
      try reader.perform("press", of: "mode_counter")
      try desk.ctl("sync")
      #expect(try desk.status()["mode"].string == "counter")
    }

    @Test func aTimeIsTyped() throws {
      let (desk, reader) = try join(Desk.look + ["--mode", "timer"])
      try reader.perform("digit-7", of: "window")
      try desk.ctl("sync")
      let entry = try #require(try reader.walk().all.first { $0.role == "entry" })
      #expect(
        reader.ask(entry.id, "EditableText", "SetTextContents", "s", [.text("2m30")])
          == [.truth(true)])
      try desk.ctl("sync")
      try reader.perform("confirm", of: entry.id)
      try desk.ctl("sync")
      #expect(
        try reader.walk().all.first { $0.role == "timer" }?.name == "2 minutes 30 seconds")
    }

    @Test func aPlanAndARingsNameAreTyped() throws {
      let (desk, reader) = try join()
      func type(_ text: String) throws {
        try desk.ctl("sync")
        let entry = try #require(try reader.walk().all.first { $0.role == "entry" })
        #expect(
          reader.ask(entry.id, "EditableText", "SetTextContents", "s", [.text(text)])
            == [.truth(true)])
        try reader.perform("confirm", of: entry.id)
        try desk.ctl("sync")
      }
      let ring = try #require(try reader.walk().all.first { $0.role == "slider" })
      try reader.perform("select", of: ring.id)
      try reader.perform("name-lap", of: "window")
      try type("Höhe")
      #expect(reader.property(ring.id, "Accessible", "Name")?.text == "Höhe")
      try reader.perform("press", of: "mode_plan")
      try reader.perform("edit-plan", of: "window")
      try type("2 × Read 20m, Rest 5m")
      let rows = try reader.walk().all.filter { $0.role == "list item" }.map(\.name)
      #expect(rows.contains { $0.hasPrefix("Read") } && rows.contains { $0.hasPrefix("Rest") })
    }

    @Test func whatIsRefusedStaysTypedWithItsReason() throws {
      let (desk, reader) = try join(Desk.look + ["--mode", "plan"])
      try reader.perform("edit-plan", of: "window")
      try desk.ctl("sync")
      let entry = try #require(try reader.walk().all.first { $0.role == "entry" })
      _ = reader.ask(entry.id, "EditableText", "SetTextContents", "s", [.text("nonsense")])
      try reader.perform("confirm", of: entry.id)
      let announced = try #require(try reader.event("Announcement")?.content?.text)
      #expect(reader.property(entry.id, "Accessible", "Description")?.text == announced)
      // Longer than what anybody types.
      let long = String(repeating: "x", count: 100_000)
      #expect(
        reader.ask(entry.id, "EditableText", "SetTextContents", "s", [.text(long)])
          == [.truth(true)])
      try desk.ctl("sync")
      #expect(reader.property(entry.id, "Text", "CharacterCount")?.number == 1000)
      try reader.perform("cancel", of: entry.id)
      try desk.ctl("sync")
      #expect(try !reader.walk().all.contains { $0.role == "entry" })
    }

    @Test func aWindowThatNobodySeesIsReadAndItsEndIsAnnounced() throws {
      let desk = try Desk(
        Desk.look + ["--mode", "timer", "--timer", "1s"], manager: .openbox, hasBus: true)
      let reader = try ScreenReader.joined(desk.bus)
      desk.connection.iconify(desk.window)
      try desk.wait(until: "the window to go") { !desk.isViewable }
      try reader.perform("start-stop", of: "window")
      var heard: [String] = []
      while !heard.contains("Timer over"), let event = try reader.event("Announcement") {
        heard.append(event.content?.text ?? "")
      }
      #expect(heard.first == "timer running" && heard.contains("Timer over"), "\(heard)")
      try reader.perform("press", of: "mode_counter")
      try desk.ctl("sync")
      #expect(try reader.walk().all.contains { $0.id == "button_countUp" })
    }

    @Test func ringsAreSlidersWithValues() throws {
      let (desk, reader) = try join(Desk.look + ["--ring", "A=20%", "--ring", "B=second"])
      let nodes = try reader.walk().all
      let slider = try #require(nodes.first { $0.role == "slider" })
      #expect(nodes.contains { $0.role == "progress bar" })
      // What is shown is saved first, and an answer does not wait for that.
      func value() throws -> BusValue? {
        try desk.ctl("sync")
        return reader.property(slider.id, "Value", "CurrentValue")
      }
      #expect(try value()?.fraction == 20)
      #expect(reader.setProperty(slider.id, "Value", "CurrentValue", .variant("d", .fraction(60))))
      #expect(try value()?.fraction == 60)
      #expect(reader.property(slider.id, "Value", "Text")?.text == "60%")
      for bad in [Double.nan, .infinity] {
        #expect(
          !reader.setProperty(slider.id, "Value", "CurrentValue", .variant("d", .fraction(bad))))
      }
      #expect(reader.setProperty(slider.id, "Value", "CurrentValue", .variant("d", .fraction(-9))))
      #expect(try value()?.fraction == 0)
      try reader.perform("select", of: slider.id)
      try desk.ctl("sync")
      #expect(try reader.walk().all.first { $0.id == slider.id }?.isSelected == true)
    }

    @Test func theMenuIsWalkedAndChosenFrom() throws {
      let (desk, reader) = try join()
      try reader.perform("menu", of: "window")
      try desk.ctl("sync")
      let menu = try #require(try reader.walk().all.first { $0.role == "popup menu" })
      #expect(menu.children.count > 5 && menu.children.allSatisfy { !$0.name.isEmpty })
      // A row that opens a menu of its own, then back.
      let look = try #require(menu.children.first { $0.name.hasPrefix("Mode") })
      try reader.perform("choose", of: look.id)
      try desk.ctl("sync")
      let inner = try #require(try reader.walk().all.first { $0.role == "popup menu" })
      #expect(inner.children.contains { $0.role == "check menu item" })
      try reader.perform("choose", of: inner.children[0].id)
      try desk.ctl("sync")
      let start = try #require(menu.children.first { $0.name == "Start" })
      try reader.perform("choose", of: start.id)
      try desk.reach("running 0")
      #expect(try !reader.walk().all.contains { $0.role == "popup menu" })
    }

    @Test func aReaderMovesTheFocus() throws {
      let (desk, reader) = try join()
      #expect(reader.ask("button_startStop", "Component", "GrabFocus") == [.truth(true)])
      try desk.ctl("sync")
      #expect(try reader.walk().all.filter(\.isFocused).map(\.id) == ["button_startStop"])
      #expect(reader.ask("time", "Component", "GrabFocus") == [.truth(false)])
      try desk.keyboard.tap("Return")
      try desk.reach("running 0")
    }

    // MARK: Events

    @Test func aLapAStopAndANoticeAreAnnouncedAndATickIsNot() throws {
      let (desk, reader) = try join(rings("second"))
      try desk.keyboard.tap("space")
      #expect(try reader.event("Announcement")?.content?.text == "stopwatch running")
      try desk.keyboard.tap("l")
      #expect(try reader.event("Announcement")?.content?.text == "Lap 1")
      while try reader.event("Announcement", Deadline(seconds: 0.5)) != nil {}
      // It goes on counting, and its ring moves.
      #expect(try reader.peer.nextSignal(from: "org.a11y", Deadline(seconds: 1.5)) == nil)
      try desk.keyboard.tap("space")
      #expect(try reader.event("Announcement")?.content?.text == "stopwatch stopped")
      try desk.keyboard.tap("c")
      #expect(try reader.event("Announcement")?.content?.text == "Copied")
    }

    @Test func focusAndTextAreReported() throws {
      let (desk, reader) = try join()
      try desk.keyboard.tap("Tab")
      let focus = try #require(try reader.event("StateChanged", of: "focused"))
      #expect(focus.first == 1 && focus.id.hasPrefix("button"))
      try desk.keyboard.tap("Escape")
      try desk.ctl("start")
      try desk.ctl("lap")
      try desk.keyboard.tap("F2")
      while let event = try reader.event("StateChanged", of: "focused"), event.first == 0 {}
      try desk.keyboard.tap("a")
      let text = try #require(try reader.event("TextChanged"))
      #expect(text.detail == "insert" && text.first == 0 && text.content?.text == "a")
      #expect(try reader.event("TextCaretMoved")?.first == 1)
    }

    @Test func aDraggedValueIsReportedTenTimesASecondAtMost() throws {
      let (desk, reader) = try join(rings("0%"))
      let slider = try #require(try reader.walk().all.first { $0.role == "slider" })
      let start = Deadline.now()
      for percent in 1...100 {
        _ = reader.setProperty(
          slider.id, "Value", "CurrentValue", .variant("d", .fraction(Double(percent))))
      }
      try desk.ctl("sync")
      var (count, last) = (0, 0.0)
      while last != 100, let event = try reader.event("PropertyChange") {
        if event.detail == "accessible-value" {
          (count, last) = (count + 1, event.content?.fraction ?? 0)
        }
      }
      #expect(last == 100 && Double(count) <= Double(Deadline.now() - start) / 1e8 + 2, "\(count)")
    }

    // MARK: Bad registries

    @Test func aMuteRegistryChangesNothing() throws {
      let desk = try Desk(isWatched: true, hasBus: true)
      let reader = try ScreenReader(desk.bus)
      try reader.giveAddress()
      try reader.takeProgram(isMute: true)
      try desk.keyboard.tap("space")
      try desk.reach("running 0")
      try desk.keyboard.tap("space")
      try desk.reach("stopped 0")
      try desk.awaitStillness(hasDeadline: true)
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func aLyingRegistryChangesNothing() throws {
      let desk = try Desk(hasBus: true)
      let reader = try ScreenReader(desk.bus)
      try reader.giveAddress()
      try reader.takeProgram(isMute: true, lie: [.text("nothing"), .number(7)])
      try desk.keyboard.tap("space")
      try desk.reach("running 0")
      #expect(try reader.event("Announcement", Deadline(seconds: 0.5)) == nil)
      #expect(reader.property("root", "Accessible", "Name")?.text == "segclock")
    }

    @Test(arguments: [
      "", "unixexec:path=/bin/false", "tcp:host=localhost,port=1", "unix:path=/nonexistent",
      "unix:path=/nonexistent;unixexec:path=/bin/false", "nonsense",
    ])
    func anAddressThatIsNoneIsNotUsed(address: String) throws {
      let desk = try Desk(hasBus: true)
      let reader = try ScreenReader(desk.bus, address: address)
      let before = reader.connections
      try reader.giveAddress()
      try desk.keyboard.tap("space")
      try desk.reach("running 0")
      #expect(reader.connections == before && desk.program.standardError.isEmpty)
    }

    @Test func aBusThatDiesLeavesTheWindow() throws {
      let (desk, _) = try join()
      desk.bus?.crash()
      try desk.keyboard.tap("space")
      try desk.reach("running 0")
      try desk.keyboard.tap("space")
      try desk.reach("stopped 0")
    }

    @Test func aFrozenBusHoldsUpNothing() throws {
      let (desk, _) = try join()
      desk.bus?.freeze()
      for _ in 0..<10 {
        try desk.keyboard.tap("space")
        try desk.reach("running 0")
        try desk.keyboard.tap("r")
        try desk.reach("running 0")
        try desk.keyboard.tap("space")
        try desk.reach("stopped 0")
      }
    }

    @Test func nonsenseHasErrorsAndAFloodHoldsUpNothing() throws {
      let (desk, reader) = try join()
      let bad: [(String, String, String, String, [BusValue])] = [
        ("nothing", "Accessible", "GetRole", "", []),
        ("window", "Accessible", "NoSuch", "", []), ("window", "NoSuch", "GetRole", "", []),
        ("window", "Accessible", "GetChildAtIndex", "s", [.text("x")]),
        ("window", "Action", "DoAction", "i", [.number(-1)]),
        ("window", "Action", "DoAction", "i", [.number(Int64(Int32.max))]),
        ("window", "Component", "GetExtents", "u", [.number(99)]),
        ("time", "Text", "GetText", "ii", [.number(0), .number(1)]),
      ]
      for (id, interface, member, signature, values) in bad {
        #expect(reader.ask(id, interface, member, signature, values) == nil, "\(id) \(member)")
      }
      let edge = Int64(Int32.min)
      #expect(
        reader.ask(
          "window", "Component", "Contains", "iiu", [.number(edge), .number(edge), .number(0)])
          == [.truth(false)])
      reader.peer.flood(
        reader.program, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems", count: 2000)
      try desk.keyboard.tap("space")
      try desk.reach("running 0")
      #expect(desk.program.standardError.isEmpty)
    }

    @Test func onlyTheServicesWordCounts() throws {
      let desk = try Desk(hasBus: true)
      let reader = try ScreenReader(desk.bus, isEnabled: false)
      let before = reader.connections
      let other = try BusPeer(desk.bus)
      other.signal(
        "/org/a11y/bus", ScreenReader.properties, "PropertiesChanged", "sa{sv}as",
        [
          .text("org.a11y.Status"),
          .list([.list([.text("IsEnabled"), .variant("b", .truth(true))])]), .list([]),
        ])
      try other.synchronize()
      try desk.ctl("sync")
      #expect(try !reader.peer.isCalled(Deadline(seconds: 0.5)))
      #expect(reader.connections.subtracting(before) == [other.name])
    }

    @Test func aRegistryThatComesBackIsJoinedAgain() throws {
      let (desk, reader) = try join()
      try reader.peer.release("org.a11y.atspi.Registry")
      try reader.peer.own("org.a11y.atspi.Registry")
      try reader.takeProgram()
      try desk.keyboard.tap("space")
      #expect(try reader.event("Announcement")?.content?.text == "stopwatch running")
    }
  }
}
