import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The clock, changed by the menu's keys, by typing and by `ctl`.
  struct ClockByHand {
    /// Chooses the row of the menu's clock that begins with the letter.
    private func choose(_ letter: String, _ desk: Desk) throws {
      for key in ["Menu", "c", "Right", letter] { try desk.keyboard.tap(key) }
    }

    /// Waits for the hours, whether there are seconds, and the zone.
    private func awaitClock(_ state: String, _ desk: Desk) throws {
      var seen = ""
      try desk.wait(until: state, seen: seen) {
        let status = try desk.status()
        let seconds = status["clock_seconds"].bool == true
        let zone = status["zone"].string ?? "local"
        seen = "\(status["clock_hours"].int ?? 0) \(seconds) \(zone)"
        return seen == state && status["mode"].string == "clock"
      }
    }

    /// Waits for the picture of a clock without seconds, which is the same for a minute.
    private func awaitPicture(_ options: String, _ desk: Desk) throws {
      let options = options.split(separator: " ").map(String.init)
      try desk.see("a clock with \(options)") { picture in
        let wanted = try Program.renderAnew(
          desk.look + ["--mode", "clock", "--seconds", "off"] + options, home: desk.home)
        return picture.difference(from: wanted) == nil
      }
    }

    @Test func theMenuSetsItTheZoneIsTypedAndAllIsTakenBack() throws {
      let desk = try Desk(["--theme", "neon", "--size", "400x300"])
      try choose("1", desk)
      try awaitClock("12 true local", desk)
      try choose("s", desk)
      try awaitClock("12 false local", desk)
      try awaitPicture("--hours 12", desk)
      try choose("t", desk)
      let empty = try desk.seeChange(from: desk.picture(), "the line that is typed")
      try desk.type("tok")
      try desk.seeChange(from: empty, "the text")
      try desk.keyboard.tap("Return")
      try desk.awaitTitle("Tokyo")
      try awaitClock("12 false Asia/Tokyo", desk)
      try awaitPicture("--hours 12 --zone Asia/Tokyo", desk)
      // What Right completes is there: a part of it is still found.
      for completing in ["Tab", "Right", "End"] {
        try choose("t", desk)
        try desk.type("new y")
        for key in [completing, "Home"] + Array(repeating: "Delete", count: 8) {
          try desk.keyboard.tap(key)
        }
        try desk.keyboard.tap("Return")
        try awaitClock("12 false America/New_York", desk)
        if completing != "End" {
          try desk.keyboard.tap("z", holding: ["Control_L"])
          try awaitClock("12 false Asia/Tokyo", desk)
        }
      }
      try awaitPicture("--hours 12 --zone America/New_York", desk)
      for state in ["12 false Asia/Tokyo", "12 false local", "12 true local", "24 true local"] {
        try desk.keyboard.tap("z", holding: ["Control_L"])
        try awaitClock(state, desk)
      }
      try desk.awaitTitle("clock")
    }

    @Test func itIsRememberedUntilTheFileSaysSomethingElse() throws {
      let desk = try Desk()
      try desk.ctl("clock", "--hours", "12", "--seconds", "off", "--zone", "Asia/Tokyo")
      try awaitClock("12 false Asia/Tokyo", desk)
      try desk.quit()
      try desk.open()
      try awaitClock("12 false Asia/Tokyo", desk)
      try awaitPicture("--hours 12 --zone Asia/Tokyo", desk)
      try desk.quit()
      try desk.open(["--zone", "UTC"])
      try awaitClock("12 false UTC", desk)
      try desk.ctl("undo")
      try awaitClock("24 true local", desk)
      for (change, state) in [
        (["--seconds", "off"], "24 false local"), (["--hours", "12"], "12 false local"),
        (["--zone", "Asia/Tokyo"], "12 false Asia/Tokyo"),
        (["--hours", "auto", "--zone", "auto"], "24 false local"),
      ] {
        try desk.ctl(["clock"] + change)
        try awaitClock(state, desk)
      }
      try desk.ctl("do", "clock-hours")
      try desk.ctl("do", "clock-seconds")
      try awaitClock("12 true local", desk)
      try desk.configure("zone = \"Asia/Tokyo\"\n")
      try awaitClock("12 true Asia/Tokyo", desk)
      #expect(
        try desk.misuse("clock", "--zone", "Mars/Base").hasPrefix(
          "\"Mars/Base\" is not a time zone in "))
      try desk.ctl("clock", "--zone", "New York")
      try awaitClock("12 true America/New_York", desk)
      try desk.ctl("clock", "--zone", "tokyo")
      try awaitClock("12 true Asia/Tokyo", desk)
      #expect(try desk.misuse("clock") == "clock needs --hours, --seconds or --zone")
      #expect(try desk.misuse("clock", "--hours", "13").hasPrefix("--hours: \"13\" is not valid"))
      try awaitClock("12 true Asia/Tokyo", desk)
    }

    @Test func aZoneThatIsGoneIsLocalTime() throws {
      let folder = TestFolder()
      let zone = try #require(contents(of: "/usr/share/zoneinfo/Asia/Tokyo"))
      try write(zone, to: "\(folder.path)/Here")
      let desk = try Desk(variables: ["TZDIR": folder.path])
      try desk.ctl("do", "clock-zone")
      // Without a table of the names, the whole name is typed.
      try desk.type("here")
      try desk.keyboard.tap("Return")
      for key in ["Home", "Delete"] { try desk.keyboard.tap(key) }
      try desk.keyboard.tap("h", holding: ["Shift_L"])
      try desk.keyboard.tap("Return")
      try desk.awaitTitle("Here")
      try desk.quit()
      unlink("\(folder.path)/Here")
      try desk.open()
      try desk.awaitTitle("clock")
      try awaitClock("24 true local", desk)
    }
  }
}
