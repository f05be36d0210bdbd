/// The menu: every action, with its key.
package struct MenuContent: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var title: String
    /// May be empty.
    package var key: String
    package var command: Command
    package var isEnabled: Bool
    /// nil if it is not a switch.
    package var isOn: Bool?
  }

  /// Never contains an empty group.
  package let groups: [[Entry]]

  /// `allows` decides what is enabled, by default `Model.allows`.
  package init(
    _ model: Model, bindings: KeyBindings = .standard, allows: ((Command) -> Bool)? = nil
  ) {
    groups = MenuSection.allCases.map { section in
      var entries: [Entry] = []
      for action in KeyRow.standard.filter({ $0.section == section }).flatMap(\.actions) {
        guard let command = action.command, !entries.contains(where: { $0.command == command })
        else { continue }
        entries.append(
          Entry(
            title: MenuContent.words(for: command, model) ?? action.title,
            key: bindings.hint(for: command) ?? "", command: command,
            isEnabled: allows?(command) ?? model.allows(command),
            isOn: MenuContent.isOn(command, model)))
      }
      return entries
    }
  }

  package var entries: [Entry] { groups.flatMap { $0 } }

  private static func words(for command: Command, _ model: Model) -> String? {
    switch command {
    case .toggle: model.buttons.first { $0.command == .toggle }?.title
    case .step(let step):
      model.mode.definition.words(forStep: step < 0 ? "− \(-step)" : "+ \(step)")
    case .cycleMode(let direction):
      "\(word(direction)) mode: \(Mode.allCases.next(direction, from: model.mode).rawValue)"
    case .cycleTheme(let direction):
      "\(word(direction)) theme: \(model.settings.themes.next(direction, from: model.theme).rawValue)"
    case .leave where model.isHelpShown: "Close the help"
    case .leave where model.isFullScreen: "Leave full screen"
    default: nil
    }
  }

  private static func word(_ direction: Direction) -> String {
    direction == .forward ? "Next" : "Previous"
  }

  private static func isOn(_ command: Command, _ model: Model) -> Bool? {
    switch command {
    case .toggleAbove: model.isAbove
    case .setClickThrough: model.isClickThrough
    case .toggleFullScreen: model.isFullScreen
    case .toggleHelp: model.isHelpShown
    default: nil
    }
  }
}
