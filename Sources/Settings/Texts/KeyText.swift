package import Keys
package import Session

/// How texts become keys.
package enum KeyText {
  /// A key with the modifiers that are held.
  package static func chord(_ text: String) throws(ArgumentProblem) -> Chord {
    guard let chord = Chord(text) else {
      throw ArgumentProblem(
        description: """
          a key is a letter, a digit or a sign, or Space, Return, Escape, Tab, Backspace, Delete, Insert, Home, End, \
          Page Up, Page Down, Up, Down, Left, Right, Menu, Pause, Print, F1 to F35 or X's name of a media key, as in \
          Ctrl+Shift+L
          """)
    }
    return chord
  }

  /// A key that counts wherever the keys go.
  package static func globalChord(_ text: String) throws(ArgumentProblem) -> Chord {
    guard let chord = Chord(text) else {
      throw ArgumentProblem(
        description: """
          a global key is a letter, a digit or a sign with Ctrl, Alt or Super, F1 to F35, Pause, Print, Scroll Lock or \
          X's name of a media key, as in Ctrl+Alt+L or XF86AudioPlay
          """)
    }
    guard chord.isGlobal else {
      throw ArgumentProblem(
        description: """
          \(chord) would be taken from every program; allowed are keys with Ctrl, Alt or Super, F1 to F35, Pause, \
          Print, Scroll Lock and media keys
          """)
    }
    return chord
  }

  /// `ACTION=KEY`: what a key does wherever the keys go.
  package static func globalKey(_ text: String) throws(ArgumentProblem) -> GlobalKey {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let action = GlobalAction(named: String(parts[0])) else {
      throw ArgumentProblem(
        description: """
          a global key is ACTION=KEY, as in lap=Ctrl+Alt+L; an action is start-stop, lap, reset, show or another of \
          [keys]
          """)
    }
    return GlobalKey(action, try globalChord(String(parts[1])))
  }

  /// Such keys with commas between; `none` is none.
  package static func globalKeys(_ text: String) throws(ArgumentProblem) -> [GlobalKey] {
    if text == "none" { return [] }
    var keys: [GlobalKey] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      keys.append(try globalKey(String(part.drop { $0 == " " })))
    }
    if let problem = globalProblem(keys) { throw problem }
    return keys
  }

  /// What is wrong with these together; nil where nothing is.
  package static func globalProblem(_ keys: [GlobalKey]) -> ArgumentProblem? {
    if keys.count > GlobalKey.mostKeys {
      return ArgumentProblem(description: "allowed are up to \(GlobalKey.mostKeys) global keys")
    }
    return GlobalKey.conflict(in: keys).map {
      ArgumentProblem(description: "\($0) is there twice; a global key does one thing")
    }
  }
}
