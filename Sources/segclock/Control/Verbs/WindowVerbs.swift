import ArgumentParser
import Control
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// Verbs of the window, and of what it shows.
extension VerbRow {
  nonisolated(unsafe) static let window: [VerbRow] = [
    VerbRow("show", "Show the hidden window again.") { $0.window { $0.map() } },
    VerbRow(
      "hide", "Hide the window. Its time continues.",
      discussion: "`segclock ctl show` shows it again, and so does starting segclock again."
    ) { $0.window { $0.unmap() } },
    VerbRow("raise", "Bring the window to the front.") { $0.raise() },
    VerbRow(
      "sync", "Wait until the screen shows the result of all earlier commands.",
      discussion: "If the window is hidden, it returns at once."
    ) { call in
      call.app.control.await(call, onScreen: true)
      return nil
    },
    VerbRow(
      "quit", "Close the window.",
      discussion: "If the timer or the plan still runs, the answer says that nothing will ring."
    ) { call in
      if let warning = call.model.silenceWarning { call.client.reply(.text(warning)) }
      return call.perform(.quit)
    },
    VerbRow(
      "sound", "Play the alarm's sound once, or say why it cannot be played.",
      discussion: "The setting is read now: a file that was missing at the start may be there."
    ) { call in
      if let problem = call.app.configuration.sound.problem { return .refused("sound: \(problem)") }
      call.app.alarm.playOnce(call.app.configuration.sound)
      return .done
    },
    VerbRow(
      "do", "Do what a key does.",
      discussion: """
        The actions are those of [keys] in `segclock config default`. Also, start and toggle are short for start-stop, \
        and show raises the window.
        """,
      word: ArgumentHelp("The action, as in next-mode or full-screen.", valueName: "action"),
      Parsers.action
    ) { action, call in
      let command = action.command
      if command == .window(.raise) { return call.raise() }
      guard call.model.allows(command, in: call.app.windowStatus(of: call.model)) else {
        return .refused("\(action.name) has no effect now")
      }
      call.app.performKey(command, at: 0, instant: call.instant)
      if command == .window(.showMenu), call.app.menu == nil {
        return .refused("the menu cannot open now")
      }
      return call.replyWhenSaved()
    },
    VerbRow(
      "mode", "Show another mode. The others keep running.",
      word: ArgumentHelp("stopwatch, timer, plan, clock or counter.", valueName: "mode"),
      Parsers.name("a mode")
    ) { (mode: Mode, call) in call.perform(.mode(mode)) },
    VerbRow(
      "theme", "Choose a theme.",
      word: ArgumentHelp(
        "\(ThemeName.list), a theme of the configuration, or auto: as the desktop.",
        valueName: "theme"),
      Parsers.theme
    ) { theme, call in
      let themes = ThemeName.choices(among: call.app.view.environment.themes.names)
      guard themes.contains(theme) else {
        throw TextError(unknownTheme: theme.rawValue, among: themes)
      }
      return call.perform(.theme(theme))
    },
    VerbRow(
      "click-through", "Pass clicks to the window below, or accept them again.",
      word: ArgumentHelp("on or off.", valueName: "state"), Parsers.toggle
    ) { isOn, call in call.perform(.setClickThrough(isOn)) },
  ]
}
