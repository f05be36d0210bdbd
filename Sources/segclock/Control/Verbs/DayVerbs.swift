import ArgumentParser
import Control
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// Verbs of the log of days.
extension VerbRow {
  nonisolated(unsafe) static let day: [VerbRow] = [
    VerbRow(
      name: "for", abstract: "Choose what the stopwatch and the timer run for.",
      discussion:
        "Without a name: nothing in particular. A step of the plan runs for its own name.",
      count: 0...1, word: ArgumentHelp("The name, as in Focus.", valueName: "name")
    ) { arguments in
      let name = try arguments.words.first.map { try RingText.name.parse($0) } ?? ""
      return { $0.perform(.day(.choose(name))) }
    },
    VerbRow(
      name: "day", abstract: "Add, change or remove what ran.",
      discussion: """
        add NAME LENGTH adds an interval that ends now, or begins at --at, on the date --on. edit ID changes one, delete \
        ID removes it; segclock day --format csv has the ids. add NAME +1 counts. `segclock ctl undo` takes each back.
        """,
      count: 2...3,
      word: ArgumentHelp("add NAME LENGTH, edit ID or delete ID.", valueName: "change"),
      options: [
        OptionRow(name: "at", form: .value("time"), help: "When it began, as in 14:00."),
        OptionRow(name: "on", form: .value("date"), help: "The date, as in 2026-11-28."),
        OptionRow(name: "rename", form: .value("name"), help: "Another activity."),
        OptionRow(name: "from", form: .value("time"), help: "Another start, as in 14:00."),
        OptionRow(name: "to", form: .value("time"), help: "Another end, as in 14:25."),
      ]
    ) { arguments in
      let edit = try DayEdit(arguments)
      return { call in call.app.control.edit(edit, by: call) }
    },
  ]
}
