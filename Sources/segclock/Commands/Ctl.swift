import ArgumentParser
import Control
import Session
import Settings
import Storage
import Timekeeping
import Wording

struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control or query the running window.",
    discussion: """
      Repeating a command is no error: starting what runs does nothing. --name selects a widget by its name. \
      `segclock ctl COMMAND --help` describes a command.

      Exit codes: 0 done; 3 no window runs; 4 refused, or done but not saved, with the reason; 5 no answer in time; 64 an \
      argument was wrong; 66 standard input could not be read; 73 standard output could not be written; 75 done, but not \
      saved yet.
      """,
    subcommands: FirstRow.verbs)

  static func row(_ name: String) -> VerbRow? { VerbRow.all.first { $0.name == name } }

  func run() throws { throw TextError("ctl needs a command: \(Ctl.commands)") }

  private static var commands: String {
    VerbRow.all.map(\.name).joined(separator: ", ") + "; see segclock ctl --help"
  }

  /// Names what works instead of words that begin with no command.
  static func problem(_ arguments: [String]) -> String? {
    // A later word may be an option's value.
    guard let word = arguments.first else { return nil }
    // day is both.
    if row(word) != nil, word != DayCommandLine.configuration.commandName {
      let option = Setting.all.first { $0.name == word }?.option ?? ""
      let other = option.isEmpty ? "" : "; segclock \(option) is for a new one"
      return "\(word) is a command for an open window: segclock ctl \(word)\(other)"
    }
    if Mode(rawValue: word) != nil { return "\(word) is a mode: segclock --mode \(word)" }
    let words = arguments.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
    if (try? TimerSetting(parsing: words)) != nil {
      let length = words.contains(" ") ? "\"\(words)\"" : words
      return "\(words.quoted) is not a command; segclock --timer \(length) --start runs a timer"
    }
    if (try? PlanText(parsing: words)) != nil {
      return "\(words.quoted) is not a command; segclock --plan \"\(words)\" --start runs a plan"
    }
    var rest = arguments.dropFirst()
    if rest.first == "--name" { rest = rest.dropFirst(2) }
    guard word == "ctl", let name = rest.first, !name.hasPrefix("-"),
      name != "help", row(name) == nil
    else { return nil }
    return "ctl has no command \(name.quoted); there are \(commands)"
  }

  /// Names the commands that have an option, which is not one of the command that was given.
  static func problem(ofOption option: String) -> String? {
    let pages = [("render", Render.helpMessage()), ("export", Export.helpMessage())]
    let commands =
      pages.filter { $0.1.contains("\n  \(option) ") }.map(\.0)
      + VerbRow.all.filter { $0.options.contains { "--\($0.name)" == option } }.map {
        "ctl \($0.name)"
      }
    let verb = row(String(option.dropFirst(2))).map {
      "in an open window, use segclock ctl \($0.name)"
    }
    let users = commands.map { "segclock \($0)" }.alternatives
    let owner = users.isEmpty ? nil : "this is an option of \(users)"
    let advice = [owner, verb].compactMap { $0 }.joined(separator: "; ")
    return advice.isEmpty ? nil : "unknown option \(option.quoted): \(advice)"
  }
}
