package import Keys

/// Something that a key can do while the keys go to another program, by the name that a configuration has for it.
package struct GlobalAction: Equatable, Sendable {
  package let name: String
  /// What it does; nil brings the window up.
  package let command: Command?
  /// Whether holding the key down repeats it.
  package let repeats: Bool

  /// Brings the window up.
  package static let show = GlobalAction(name: "show", command: nil, repeats: false)

  /// All that keys in the window can do, and what is of use from elsewhere alone.
  package static let all: [GlobalAction] =
    KeyAction.all.map { action in
      let binding = KeyRow.standard.lazy.flatMap(\.bindings).first { $0.command == action.command }
      return GlobalAction(
        name: action.name, command: action.command, repeats: binding?.repeats ?? false)
    } + [show]

  /// Other names for what is called after both of its halves.
  private static let otherNames = ["start": "start-stop", "toggle": "start-stop"]

  private init(name: String, command: Command?, repeats: Bool) {
    (self.name, self.command, self.repeats) = (name, command, repeats)
  }

  /// The action of this name; nil where there is none.
  package init?(named name: String) {
    let name = GlobalAction.otherNames[name] ?? name
    guard let action = GlobalAction.all.first(where: { $0.name == name }) else { return nil }
    self = action
  }

  /// All names that actions go by.
  package static let names = all.map(\.name) + otherNames.keys.sorted()
}

/// A key that does something wherever the keys go.
package struct GlobalKey: Equatable, Sendable {
  package let action: GlobalAction
  package let chord: Chord

  package init(_ action: GlobalAction, _ chord: Chord) {
    (self.action, self.chord) = (action, chord)
  }

  /// The most of them: each has to be asked for with every lock on and off.
  package static let mostKeys = 64

  /// The first that does two things; nil where none does.
  package static func conflict(in keys: [GlobalKey]) -> Chord? {
    var seen: Set<Chord> = []
    return keys.first { !seen.insert($0.chord).inserted }?.chord
  }
}
