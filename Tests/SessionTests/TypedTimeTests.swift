import Keys
import Testing
import Timekeeping

@testable import Session

@Suite("A time is typed")
struct TypedTimeTests {
  private func model(_ commands: [Command], mode: Mode = .timer) -> Model {
    var model = Model(mode: mode)
    for command in commands { _ = model.apply(command, at: .zero) }
    return model
  }

  private func typing(_ text: String) -> [Command] {
    text.compactMap(\.wholeNumberValue).map { .digit($0) }
  }

  @Test("digits fill from the right, up to six")
  func digits() {
    let table: [(String, shown: String, Int)] = [
      ("5", " 0:05", 5), ("90", " 0:90", 90), ("20", " 0:20", 20), ("2000", "20:00", 1200),
      ("123", " 1:23", 83), ("1230", "12:30", 750),
      ("12300", "1:23:00", 4980), ("995959", "99:59:59", 359_999),
      ("1234567", "12:34:56", 45_296), ("0012", "00:12", 12),
    ]
    for (text, shown, seconds) in table {
      var typed = model(typing(text))
      #expect(typed.anytime.digits.glyphs(at: reading(0)) == shown && typed.timer == Countdown())
      #expect(
        typed.anytime.readout == Model(mode: .timer).anytime.readout,
        "the status has the timer as it is")
      _ = typed.apply(.edit(.confirm), at: .zero)
      #expect(typed.entry == nil && typed.timer == Countdown(length: .seconds(seconds)))
      #expect(typed.anytime.digits == typed.anytime.readout)
      _ = typed.apply(.undo, at: .zero)
      #expect(typed.timer == Countdown() && !typed.anytime.allows(.undo), "\(text)")
    }
  }

  @Test("a digit is deleted, and the entry ends with the last one or with Escape")
  func erase() {
    let one = model(typing("12") + [.edit(.erase)])
    #expect(one.anytime.digits.glyphs(at: reading(0)) == " 0:01")
    #expect(model(typing("12") + [.edit(.erase), .edit(.erase)]).entry == nil)
    #expect(model(typing("12") + [.edit(.cancel)]) == Model(mode: .timer))
    #expect(model(typing("12") + [.edit(.clear)]).entry == nil)
    // Its digits come from the right: it has no caret.
    for edit in [EntryEdit.delete, .move(.left), .move(.right), .move(.home), .move(.end)] {
      #expect(model(typing("12") + [.edit(edit), .digit(3)]).entry?.text == "123")
    }
  }

  @Test("Space sets and starts, and a zero time is refused")
  func start() {
    let started = model(typing("130") + [.toggle])
    #expect(started.timer.isRunning && started.timer.length == .seconds(90))
    #expect(started.entry == nil && started.recentTimers == [.seconds(90)])
    for command in [Command.toggle, .edit(.confirm)] {
      let zero = model(typing("00") + [command])
      #expect(zero.timer == Countdown() && zero.entry?.text == "00")
      #expect(zero.entry?.problem?.text == "Type a time above zero")
    }
    // Otherwise Start would be disabled.
    let none = model([.setTimer(Countdown(length: .zero))] + typing("1"))
    #expect(none.anytime.allows(.toggle) && !none.anytime.allows(.start))
  }

  @Test("what else sets the timer, or hides it, ends the entry")
  func ended() {
    let five = Countdown(length: .seconds(300))
    let commands: [Command] = [
      .mode(.clock), .start, .setTimer(five), .step(1), .adjustTimer(.seconds(1)),
      .dragTimer(to: .seconds(60), drag: 1),
    ]
    for command in commands {
      #expect(model(typing("12") + [command]).entry == nil, "\(command)")
    }
    for command in [
      Command.toggleHelp, .setRings(1), .cycleTheme(.forward), .within(.counter, .count(.by(1))),
    ] {
      #expect(model(typing("12") + [command]).entry?.text == "12", "\(command)")
    }
  }

  @Test("while it runs, and in other modes, digits set the rings")
  func rings() {
    // Clock, timer and plan show rings of their own, which no key sets.
    for mode in [Mode.stopwatch, .counter] {
      #expect(model(typing("7"), mode: mode).rings.allSatisfy { $0.source == .manual(0.7) })
    }
    let running = model([.start, .setRing(1, .manual(0.2)), .digit(3)])
    #expect(running.entry == nil && running.rings[0].source == .manual(0.3))
    #expect(model([.digit(3)]).rings == Model().rings)
    // So a ring's button names the digit only where that is its key.
    #expect(running.anytime.keyCommand(for: .setRings(0.5)) == .digit(5))
    #expect(model([]).anytime.keyCommand(for: .setRings(0.5)) == .setRings(0.5))
    #expect(running.anytime.keyCommand(for: .setRings(1)) == .setRings(1))
  }

  @Test("keys of the time and chords with Ctrl keep their meaning; other keys do nothing")
  func keys() {
    let table: [(Key, Modifiers, InputCommand?)] = [
      (.return, [], .model(.edit(.confirm))), (.backspace, [], .model(.edit(.erase))),
      (.escape, [], .model(.edit(.cancel))), (.space, [], .model(.toggle)),
      (.character("2"), [], .model(.digit(2))),
      // As on a keyboard where digits need Shift.
      (.character("2"), .shift, .model(.digit(2))), (.up, [], .model(.step(1))),
      (.pageDown, [], .model(.step(-10))),
      (.character("c"), .control, .window(.copy)), (.character("q"), .control, .window(.quit)),
      (.character("z"), .control, .model(.undo)), (.delete, [], nil), (.home, [], nil),
      (.tab, [], nil),
      (.pageDown, .shift, nil), (.function(2), [], nil),
      (.character("m"), .shift, .model(.edit(.type("m")))),
      (.character("m"), .control, nil), (.character("h"), [], .model(.edit(.type("h")))),
      (.character("s"), [], .model(.edit(.type("s")))),
    ]
    let letters = "abcdefgijklnopqrtuvwxyz:;.,-+?*".unicodeScalars
    for (key, modifiers, command) in table + letters.map({ (.character($0), [], nil) }) {
      let found = KeyRow.standard.command(
        for: key, modifiers: modifiers, isRepeat: false, during: model([.digit(1)]).entry)
      #expect(found == command, "\(key)")
    }
    for text in ["12m30s", "12:30", "12m30", "1c2q30", "750s"] {
      var typed = model([])
      for scalar in text.unicodeScalars {
        let command = KeyRow.standard.command(
          for: .character(scalar), modifiers: [], isRepeat: false, during: typed.entry)
        if case .model(let command) = command { _ = typed.apply(command, at: .zero) }
      }
      _ = typed.apply(.edit(.confirm), at: .zero)
      #expect(typed.timer.length == .seconds(750), "\(text)")
    }
  }

  @Test("a time with units is what it says, and so are the words beside it")
  func units() {
    let table: [(String, shown: String, String, Int64)] = [
      ("20m", "20:00", "20 minutes", 1200), ("1h30", "1:30:00", "1 hour 30 minutes", 5400),
      ("1h30m", "1:30:00", "1 hour 30 minutes", 5400), ("90s", "1:30", "1 minute 30 seconds", 90),
      ("1h1m1", "1:01:01", "1 hour 1 minute 1 second", 3661),
      ("2h5s", "2:00:05", "2 hours 5 seconds", 7205),
      ("90m", "1:30:00", "1 hour 30 minutes", 5400), ("100h", "100:00:00", "100 hours", 360_000),
      ("20", "0:20", "20 seconds", 20), ("1", "0:01", "1 second", 1),
      ("90", "0:90", "1 minute 30 seconds", 90),
      ("1230", "12:30", "12 minutes 30 seconds", 750), ("", "0:00", "0 seconds", 0),
      ("010000", "01:00:00", "1 hour", 3600),
    ]
    for (text, shown, words, seconds) in table {
      let time = TypedTime(text)
      #expect(
        time?.shown == shown && time?.words.text == words && time?.length == .seconds(seconds),
        "\(text)"
      )
    }
    for text in [
      "m", "1234567", "1s2", "1m2h", "1h2h", "1x", "1 h", "٣", "1hh", "999999h999999m", "1H",
    ] {
      #expect(TypedTime(text) == nil, "\(text)")
    }
  }

  @Test("what is being set is said beside it, and afterwards if it may be taken for minutes")
  func words() {
    func footnote(_ text: String) -> String? { typed(text).anytime.footnote()?.text }
    func typed(_ text: String) -> Model {
      model(
        text.unicodeScalars.compactMap { scalar in
          scalar.properties.numericType == nil
            ? .edit(.type(scalar)) : Character(scalar).wholeNumberValue.map { .digit($0) }
        })
    }
    #expect(footnote("20") == "20 seconds" && footnote("20m") == "20 minutes")
    #expect(footnote("1h30") == "1 hour 30 minutes")
    #expect(
      model([.edit(.begin(.time))]).anytime.footnote()?.text
        == "Type a time, as in 20m, 1h30 or 1230")
    for (text, notice) in [
      ("20", "Timer: 20 seconds"), ("5", "Timer: 5 seconds"), ("20m", nil), ("200", nil),
    ] {
      var set = typed(text)
      _ = set.apply(.edit(.confirm), at: .zero)
      #expect(set.notice?.text == notice && set.entry == nil, "\(text)")
    }
    // The dial is that of what is being typed.
    guard case .seconds(let dial) = typed("20").anytime.dial, case .wedge(let wedge) = dial.rim
    else {
      return #expect(Bool(false))
    }
    #expect(
      wedge.turns(at: reading(0)) == 20.0 / 300 && dial.total.value(at: .zero) == .seconds(20))
  }

  @Test("the wheel changes what it is over, and minutes while the timer runs")
  func wheel() {
    let rest = model([])
    #expect(
      rest.command(ofWheel: -2, over: .seconds(3600)) == .adjustTimer(.seconds(7200))
        && rest.command(ofWheel: 1, over: .seconds(1)) == .adjustTimer(.seconds(-1))
        && rest.command(ofWheel: 1, over: nil) == nil)
    #expect(model([.start]).command(ofWheel: -1, over: .seconds(1)) == .step(1))
    #expect(model([.adjustTimer(.seconds(-3600))]).timer.length == .zero)
  }

  @Test("one undo takes back a drag, and another the turns of the wheel before it")
  func undo() {
    func drag(_ number: Int, _ to: Int) -> Command {
      .dragTimer(to: .seconds(to), drag: number)
    }
    var model = model([
      .adjustTimer(.seconds(60)), .adjustTimer(.seconds(60)), drag(1, 480), drag(1, 600),
      drag(2, 660), .adjustTimer(.seconds(1)), .adjustTimer(.seconds(1)),
    ])
    for seconds in [662, 660, 600, 420, 300] {
      #expect(model.timer == Countdown(length: .seconds(seconds)))
      _ = model.apply(.undo, at: .zero)
    }
    #expect(model.notice?.text == "Nothing to undo")
    let running = self.model([.start, drag(1, 600)])
    #expect(running.timer.length == .seconds(300))
  }

  @Test("the last five different lengths that were started are kept")
  func recent() throws {
    var commands: [Command] = []
    for minutes in [1, 2, 3, 2, 4, 5, 6] {
      commands += [.setTimer(Countdown(length: .seconds(60 * minutes))), .start, .stop, .start]
    }
    let model = model(commands)
    #expect(model.recentTimers == [6, 5, 4, 2, 3].map { .seconds(60 * $0) })
    let read = try #require(
      Model(from: StateCoder(reading: model.savedBytes) { _, _ in nil }))
    #expect(read.recentTimers == model.recentTimers)
  }
}
