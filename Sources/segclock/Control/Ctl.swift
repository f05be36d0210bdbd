import ArgumentParser
import Settings
import Wording

/// `segclock ctl`: drives the window that runs.
struct Ctl: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Control or query the running window.",
    discussion: """
      Each command can be given again and does no more then: a start of what runs is no error. With --name it is about the \
      widget of that name. `segclock ctl COMMAND --help` tells more of each.

      Exit codes: 0 done; 3 no window runs; 4 refused, and why is told; 5 no answer in time; 64 an argument was wrong; 66 \
      standard input could not be read; 73 standard output could not be written.
      """,
    subcommands: [
      Verb<StartVerb>.self, Verb<StopVerb>.self, Verb<ToggleVerb>.self, Verb<LapVerb>.self,
      Verb<ResetVerb>.self, Verb<UndoVerb>.self, Verb<ModeVerb>.self, Verb<TimerVerb>.self,
      Verb<PlanVerb>.self, Verb<CountVerb>.self, Verb<RingVerb>.self, Verb<ThemeVerb>.self,
      Verb<ShowVerb>.self, Verb<HideVerb>.self, Verb<RaiseVerb>.self, Verb<ClickThroughVerb>.self,
      Verb<RestoreVerb>.self,
      Verb<SyncVerb>.self, Verb<StatusVerb>.self, Verb<FollowVerb>.self, Verb<QuitVerb>.self,
      ControlList.self,
    ])

  func run() throws { throw ArgumentProblem(description: "ctl needs a command: \(Ctl.commands)") }

  /// What can be written after `ctl`, for messages.
  static var commands: String {
    let names = configuration.subcommands.compactMap { $0.configuration.commandName }
    return "\(names.joined(separator: ", ")); see segclock ctl --help"
  }

  /// What is wrong where `arguments` have a word in the place of a command that is none; nil where they do not.
  static func problem(_ arguments: [String]) -> String? {
    // Only the first argument is no value of an option.
    guard let word = arguments.first else { return nil }
    if verbs[word] != nil || word == "list" {
      return "\(word) is a command for an open window: segclock ctl \(word)"
    }
    var rest = arguments.dropFirst()
    if rest.first == "--name" { rest = rest.dropFirst(2) }
    guard word == "ctl", let verb = rest.first, !verb.hasPrefix("-"), verb != "help",
      verb != "list",
      verbs[verb] == nil
    else { return nil }
    return "ctl has no command \(verb.quoted); there are \(commands)"
  }

  /// The commands by their names.
  static let verbs: [String: any ControlVerb.Type] = Dictionary(
    uniqueKeysWithValues: configuration.subcommands.compactMap { ($0 as? any NamedVerb.Type)?.verb }
      .map {
        ($0.name, $0)
      })
}
