import Wording

extension RingSource {
  /// In the menu of what a ring can follow.
  var label: Phrase {
    switch self {
    case .manual, .fed: mark("Set by hand")
    // TRANSLATORS: What a ring can follow, in a menu: a turn of the second, of the minute and so on.
    case .second: markc("ring source", "Second")
    case .minute: markc("ring source", "Minute")
    case .hour: markc("ring source", "Hour")
    case .day: markc("ring source", "Day")
    case .lap: markc("ring source", "Lap")
    case .timer: markc("ring source", "Timer")
    case .plan: markc("ring source", "Plan")
    case .step: markc("ring source", "Step")
    // TRANSLATORS: What the ring's name has of today, beside its goal.
    case .today: markc("ring source", "Today")
    }
  }

  /// The entry of a ring that has no fixed value, in the menu.
  func label(ofRing title: String) -> Phrase {
    switch self {
    case .manual, .fed: Phrase(verbatim: title)
    // TRANSLATORS: Entries of a menu: {0} is the name of a ring, and what it follows is after the dot.
    case .second: mark("{0} · second", title)
    case .minute: mark("{0} · minute", title)
    case .hour: mark("{0} · hour", title)
    case .day: mark("{0} · day", title)
    case .lap: mark("{0} · lap", title)
    case .timer: mark("{0} · timer", title)
    case .plan: mark("{0} · plan", title)
    case .step: mark("{0} · step", title)
    case .today: mark("{0} · today", title)
    }
  }
}

extension RingColor {
  /// The label of a colour of the menu by its name.
  static func label(of name: String) -> Phrase {
    switch name {
    // TRANSLATORS: Colours that a ring can have, in a menu.
    case "red": markc("colour", "Red")
    case "orange": markc("colour", "Orange")
    case "yellow": markc("colour", "Yellow")
    case "green": markc("colour", "Green")
    case "teal": markc("colour", "Teal")
    case "blue": markc("colour", "Blue")
    case "purple": markc("colour", "Purple")
    case "pink": markc("colour", "Pink")
    default: Phrase(verbatim: name)
    }
  }
}
