/// What the menu lists: everything that a key can do, with its key.
package struct MenuContent: Equatable, Sendable {
  package struct Entry: Equatable, Sendable {
    package var title: String
    /// The name of the first key that does it; empty where there is none.
    package var key: String
    package var command: Command
    /// Whether it does anything now.
    package var isEnabled: Bool
    /// Whether it is on, of what is on or off.
    package var isOn: Bool?
  }

  /// What belongs together, in its order; none is empty.
  package let groups: [[Entry]]

  /// What is listed for `model`, with the keys of `bindings`; `allows` says what can be done now, by default all that the
  /// model allows.
  package init(
    _ model: Model, bindings: KeyBindings = .standard, allows: ((Command) -> Bool)? = nil
  ) {
    groups = KeyAction.groups.map { group in
      group.map { action in
        Entry(
          title: model.words(for: action.command) ?? action.title,
          key: bindings.hint(for: action.command) ?? "", command: action.command,
          isEnabled: allows?(action.command) ?? model.allows(action.command),
          isOn: model.isOn(action.command))
      }
    }
  }

  /// All entries, one after another.
  package var entries: [Entry] { groups.flatMap { $0 } }
}

extension Model {
  /// What `command` would do now, in a few words, where that depends on more than the command.
  fileprivate func words(for command: Command) -> String? {
    switch command {
    case .toggle: buttons.first { $0.command == .toggle }?.title
    case .step(let step): mode.definition.words(for: step)
    case .cycleMode(.forward): "Next mode: \(mode.next(.forward).rawValue)"
    case .cycleMode(.backward): "Previous mode: \(mode.next(.backward).rawValue)"
    case .cycleTheme(.forward): "Next theme: \(theme.next(.forward, among: themes).rawValue)"
    case .cycleTheme(.backward): "Previous theme: \(theme.next(.backward, among: themes).rawValue)"
    case .leave where isHelpShown: "Leave the help"
    case .leave where isFullScreen: "Leave full screen"
    default: nil
    }
  }

  /// Whether what `command` switches is on; nil where it switches nothing.
  fileprivate func isOn(_ command: Command) -> Bool? {
    switch command {
    case .toggleAbove: isAbove
    case .setClickThrough: isClickThrough
    case .toggleFullScreen: isFullScreen
    case .toggleHelp: isHelpShown
    default: nil
    }
  }
}
