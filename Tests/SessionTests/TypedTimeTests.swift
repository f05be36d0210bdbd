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
      ("5", "  : 5", 5), ("90", "  :90", 90), ("123", " 1:23", 83), ("1230", "12:30", 750),
      ("12300", "1:23:00", 4980), ("995959", "99:59:59", 359_999),
      ("1234567", "12:34:56", 45_296), ("0012", "00:12", 12),
    ]
    for (text, shown, seconds) in table {
      var typed = model(typing(text))
      #expect(typed.digits.glyphs(at: reading(0)) == shown && typed.timer == Countdown())
      #expect(typed.readout == Model(mode: .timer).readout, "the status has the timer as it is")
      _ = typed.apply(.edit(.confirm), at: .zero)
      #expect(typed.entry == nil && typed.timer == Countdown(length: .seconds(seconds)))
      #expect(typed.digits == typed.readout)
      _ = typed.apply(.undo, at: .zero)
      #expect(typed.timer == Countdown() && !typed.allows(.undo), "\(text)")
    }
  }

  @Test("a digit is deleted, and the entry ends with the last one or with Escape")
  func erase() {
    let one = model(typing("12") + [.edit(.erase)])
    #expect(one.digits.glyphs(at: reading(0)) == "  : 1")
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
      #expect(zero.notice?.text == "Type a time above zero")
    }
    // Otherwise Start would be disabled.
    let none = model([.setTimer(Countdown(length: .zero))] + typing("1"))
    #expect(none.allows(.toggle) && !none.allows(.start))
  }

  @Test("what else sets the timer, or hides it, ends the entry")
  func ended() {
    let five = Countdown(length: .seconds(300))
    let commands: [Command] = [
      .mode(.clock), .start, .setTimer(five), .step(1), .adjustTimer(.seconds(1)),
      .dragTimer(from: .seconds(300), to: .seconds(60)),
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
    // The clock's rings follow the time.
    for mode in [Mode.stopwatch, .plan, .counter] {
      #expect(model(typing("7"), mode: mode).rings.allSatisfy { $0.source == .manual(0.7) })
    }
    let running = model([.start, .digit(3)])
    #expect(running.entry == nil && running.rings[0].source == .manual(0.3))
    #expect(model([.digit(3)]).rings == Model().rings)
    // So a ring's button names the digit only where that is its key.
    #expect(running.keyCommand(for: .setRings(0.5)) == .digit(5))
    #expect(model([]).keyCommand(for: .setRings(0.5)) == .setRings(0.5))
    #expect(running.keyCommand(for: .setRings(1)) == .setRings(1))
  }

  @Test("keys of the time and chords with Ctrl keep their meaning; other keys do nothing")
  func keys() {
    let table: [(Key, Modifiers, Command?)] = [
      (.return, [], .edit(.confirm)), (.backspace, [], .edit(.erase)),
      (.escape, [], .edit(.cancel)), (.space, [], .toggle), (.character("2"), [], .digit(2)),
      // As on a keyboard where digits need Shift.
      (.character("2"), .shift, .digit(2)), (.up, [], .step(1)), (.pageDown, [], .step(-10)),
      (.character("c"), .control, .copy), (.character("q"), .control, .quit),
      (.character("z"), .control, .undo), (.delete, [], nil), (.home, [], nil), (.tab, [], nil),
      (.pageDown, .shift, nil), (.function(2), [], nil), (.character("m"), .shift, nil),
    ]
    let letters = "abcdefghijklmnopqrstuvwxyz:;.,-+?*".unicodeScalars
    for (key, modifiers, command) in table + letters.map({ (.character($0), [], nil) }) {
      let found = KeyRow.standard.command(
        for: key, modifiers: modifiers, isRepeat: false, during: model([.digit(1)]).entry)
      #expect(found == command, "\(key)")
    }
    for text in ["12m30s", "12:30", "12h30", "1c2q30"] {
      var typed = model([])
      for scalar in text.unicodeScalars {
        let command = KeyRow.standard.command(
          for: .character(scalar), modifiers: [], isRepeat: false, during: typed.entry)
        if let command { _ = typed.apply(command, at: .zero) }
      }
      _ = typed.apply(.edit(.confirm), at: .zero)
      #expect(typed.timer.length == .seconds(750), "\(text)")
    }
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
    func drag(_ from: Int, _ to: Int) -> Command {
      .dragTimer(from: .seconds(from), to: .seconds(to))
    }
    var model = model([
      .adjustTimer(.seconds(60)), .adjustTimer(.seconds(60)), drag(420, 480), drag(420, 600),
      drag(600, 660), .adjustTimer(.seconds(1)), .adjustTimer(.seconds(1)),
    ])
    for seconds in [662, 660, 600, 420, 300] {
      #expect(model.timer == Countdown(length: .seconds(seconds)))
      _ = model.apply(.undo, at: .zero)
    }
    #expect(model.notice?.text == "Nothing to undo")
    let running = self.model([.start, drag(300, 600)])
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
