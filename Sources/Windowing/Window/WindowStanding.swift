/// How a window stands among the others, as it is kept from one session of the desktop to the next.
package struct WindowStanding: Equatable, Sendable {
  /// The states that last, of those that the window manager keeps.
  package var states: WindowStates
  /// The number of its desktop, from 0 on; nil where there is none, or where it is on all of them.
  package var desktop: Int?
  /// Whether it is an icon, or hidden.
  package var isIconic: Bool

  /// A window with these.
  package init(states: WindowStates = [], desktop: Int? = nil, isIconic: Bool = false) {
    self.states = states.intersection(WindowStanding.lasting)
    self.desktop = desktop
    self.isIconic = isIconic
  }

  /// Those that somebody has given it; that it wants to be looked at is over with the session.
  package static let lasting: WindowStates = [
    .fullScreen, .above, .below, .sticky, .maximizedAcross, .maximizedDown,
  ]

  /// The most desktops that are believed in.
  private static let mostDesktops = 1 << 16

  private static let names: [(state: WindowStates, name: String)] = [
    (.fullScreen, "full-screen"), (.above, "above"), (.below, "below"), (.sticky, "sticky"),
    (.maximizedAcross, "maximized-across"), (.maximizedDown, "maximized-down"),
  ]

  /// As text: the names of what it is with commas, or a hyphen, and the number of its desktop, or a hyphen.
  package var text: String {
    var words = WindowStanding.names.filter { states.contains($0.state) }.map(\.name)
    if isIconic { words.append("icon") }
    return
      "\(words.isEmpty ? "-" : words.joined(separator: ",")) \(desktop.map(String.init) ?? "-")"
  }

  /// What `words` say, the two of `text`; nil where they make no sense.
  package init?(_ words: [Substring]) {
    guard words.count == 2 else { return nil }
    self.init()
    for word in words[0] == "-"
      ? [] : words[0].split(separator: ",", omittingEmptySubsequences: false)
    {
      if word == "icon" {
        isIconic = true
      } else if let known = WindowStanding.names.first(where: { $0.name == word }) {
        states.insert(known.state)
      } else {
        return nil
      }
    }
    guard words[1] != "-" else { return }
    guard let number = Int(words[1]), (0..<WindowStanding.mostDesktops).contains(number) else {
      return nil
    }
    desktop = number
  }
}
