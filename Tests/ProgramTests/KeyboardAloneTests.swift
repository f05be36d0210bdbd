import ProgramSupport
import Testing

extension Displays {
  /// What a person tries in the first ten minutes, without a pointer.
  struct KeyboardAlone {
    @Test func reachesEverything() throws {
      try KeyboardWalk(desk: Desk(["--theme", "neon", "--size", "480x760"])).walk()
    }
  }
}

private struct KeyboardWalk {
  let desk: Desk

  private func tap(_ keys: String..., holding held: [String] = []) throws {
    for key in keys { try desk.keyboard.tap(key, holding: held) }
  }

  /// Opens the menu, and goes on to a row that closes it.
  private func choose(_ keys: String...) throws {
    try tap("Menu")
    try desk.wait(until: "the menu") { Displays.Menus().window(on: desk) != nil }
    for key in keys { try tap(key) }
    try desk.wait(until: "the menu to close") { Displays.Menus().window(on: desk) == nil }
  }

  private func awaitRings(_ values: [String]) throws {
    let names = ["Goal", "Focus", "Build"]
    try desk.awaitRender(
      zip(names, values).flatMap { ["--ring", "\($0)=\($1)"] }, "rings at \(values)")
  }

  func walk() throws {
    // A time that is typed.
    try tap("m")
    try desk.awaitTitle("timer")
    try desk.type("1230")
    try tap("Return")
    let timer = ["--mode", "timer", "--timer", "12m30s"]
    try desk.awaitRender(timer, "the time that was typed")

    // Rows of submenus, by their first letters and by arrows.
    try choose("m", "c", "Return")
    try desk.awaitTitle("clock")
    try choose("m", "t")
    try desk.awaitRender(timer, "the timer again")
    try choose("m", "s")
    try desk.awaitTitle("stopwatch")
    try choose("r", "Right", "g", "5")
    try desk.wait(until: "a ring at 50 %") { try desk.goal() == "0.5 manual" }
    try tap("z", holding: ["Control_L"])
    try desk.wait(until: "the value before") { try desk.goal() == "0.75 manual" }

    // Back from the beginning: the three rings, and then the last of the modes' icons.
    for _ in 0..<4 { try tap("Tab", holding: ["Shift_L"]) }
    try tap("Right", "Return")
    try desk.awaitTitle("stopwatch")
    try tap("Escape")
    try desk.awaitPicture(desk.fresh, "the stopwatch, without icons or the words of the undo")

    // A ring, of which the other keys set the value.
    try tap("Tab", holding: ["Shift_L"])
    try tap("Left", "End", "Up", "Escape")
    try awaitRings(["75%", "101%", "25%"])
    try tap("z", holding: ["Control_L"])
    try tap("0")

    // A lap and its name.
    try tap("space")
    try desk.awaitTitle("running")
    try tap("l", "F2")
    try desk.type("Uphill sprint")
    try tap("Return")
    try desk.awaitLapName("Uphill sprint")
    try tap("z", holding: ["Control_L"])
    try desk.awaitLapName("")
    try tap("space")
    try desk.awaitTimeInTitle()
    try tap("r")
    try desk.awaitTitle("stopwatch")

    // A theme, and the way back.
    let theme = try desk.status()["theme"].string
    try tap("t")
    try desk.wait(until: "another theme") { try desk.status()["theme"].string != theme }
    try choose("t", "t", "Right", "h")
    try desk.wait(until: "high contrast") {
      try desk.status()["theme"].string == "high-contrast"
    }
    try tap("q")
    try desk.awaitEnd()
  }
}
