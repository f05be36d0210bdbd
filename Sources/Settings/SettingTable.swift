package import Geometry
package import Scene
package import Session
package import Timekeeping

/// All settings, in the order of the help.
package struct SettingTable: Sendable {
  package static let rows = SettingTable()

  package let mode = SettingKey<Mode>(
    "mode", .content, .value("mode"), Parsers.name(), "stopwatch",
    "Mode: stopwatch, timer, plan, clock or counter.", adjusts: Adjustment(\.mode) { $0.rawValue })
  package let show = SettingKey(
    "show", .content, .value("parts"), Parsers.parts, or: "auto",
    "Parts to show: \(Part.allCases.map(\.rawValue).joined(separator: ",")) or auto.")
  package let theme = SettingKey(
    "theme", .content, .value("theme"), Parsers.theme, ThemeName.neumorphicLight.rawValue,
    "Theme: \(ThemeName.list), your own, or auto: as the desktop.",
    adjusts: Adjustment(\.theme) { $0.rawValue })
  package let font = SettingKey(
    "font", .content, .value("family"), Parsers.font, or: "auto",
    "Font family; auto: the theme's, else the desktop's.")
  package let ink = SettingKey<Float?>(
    "ink", .content, .value("ink"), Parsers.number(0...1), or: "auto",
    "Tint of lit segments, 0 to 1; auto: the theme's.")
  package let neon = SettingKey(
    "neon", .content, .value("colour"), Parsers.opaqueColor, "#FF7A1A",
    "Colour of the theme neon, as in #22C4FF or green.")
  package let ring = SettingKey(
    "ring", .content, .list("name=value"), Parsers.rings, "Goal=75%,Focus=50%,Build=25%",
    "Ring, up to six, outermost first, with a value: 50%, 50, 3/7, or \(RingText.sources).",
    adjusts: Adjustment(\.rings))
  package let digits = SettingKey(
    "digits", .content, .value("number"), Parsers.whole(Counter.allowedDigits), "3",
    "Digits of the counter, 1 to 18.")
  package let count = SettingKey(
    "count", .content, .value("number"), Parsers.count, "0", sources: .environment,
    "Value of the counter at the start.", adjusts: Adjustment(\.count))
  package let targetLap = SettingKey(
    "target-lap", .content, .value("duration"), Parsers.lap, or: "auto",
    "Lap to compare with, as in 2m; auto: the best lap.")
  package let ghost = SettingKey<Ghost>(
    "ghost", .content, .value("lap"), Parsers.name(), "off",
    "Ghost hand of a lap on the dial: best, target or off.")
  package let hours = SettingKey<HourCycle?>(
    "hours", .content, .value("hours"), Parsers.name(), or: "auto",
    "Hours of the clock: 12 or 24; auto: the locale's.",
    adjusts: Adjustment(\.hours) { $0?.rawValue ?? "auto" })
  package let seconds = SettingKey(
    "seconds", .content, .value("switch"), Parsers.toggle, "on",
    "Seconds of the clock: on or off.", adjusts: Adjustment(\.seconds) { $0 ? "on" : "off" })
  package let zone = SettingKey(
    "zone", .content, .value("zone"), Parsers.zone, or: "auto",
    "Time zone of the clock, as in Europe/Berlin; auto: local time.",
    adjusts: Adjustment(\.zone) { $0 ?? "auto" })

  package let timer = SettingKey(
    "timer", .timing, .value("duration"), Parsers.timer, "5m",
    "Length, as in 25m, 1h30m or 90; only as an option: \"until 17:30\".",
    adjusts: Adjustment(
      \.timer, given: { $0.timerLength }, value: { .length($0) }, text: { $0.unitText }))
  package let plan = SettingKey(
    "plan", .timing, .value("steps"), Parsers.plan, "Focus 25m, Break 5m",
    "Steps, as in \"4x Focus 25m, Break 5m wait\": 4x for rounds; wait stops after that step.",
    adjusts: Adjustment(
      \.plan, given: { $0.mentionsPlan ? $0.planned : nil },
      value: { PlanText(steps: $0.steps, rounds: $0.rounds) }, text: { $0.line }))
  package let rounds = SettingKey(
    "rounds", .timing, .value("number"), Parsers.rounds, or: "auto",
    "Rounds of the plan, 1 to 999; auto: 4 of the built-in plan, else 1.")
  package let planWaits = SettingKey(flag: "plan-waits", .timing, "Wait after every step.")

  package let sound = SettingKey(
    "sound", .alarm, .value("sound"), Parsers.command("a sound file"), or: "auto",
    "Alarm: a sound file, a shell command, none or auto.")
  package let atEnd = SettingKey(
    "at-end", .alarm, .value("command"), Parsers.command("a shell command"), or: "none",
    "Shell command at the end of a timer or step, or none.")
  package let suspend = SettingKey(
    "suspend", .alarm, .value("way"), Parsers.oneOf("count", "pause"), "count",
    "Time while the computer sleeps: count or pause.")

  package let dayStarts = SettingKey<TimeOfDay>(
    "day-starts", .timing, .value("time"), Parsers.timeOfDay, "0:00",
    "When a day of the log begins, as in 4:00.")
  package let log = SettingKey(
    "log", .timing, .value("switch"), Parsers.toggle, "on",
    "Remember what ran, for the rings of today and segclock day: on or off.")

  package let size = SettingKey(
    "size", .picture, .value("WxH"), Parsers.size, "840x480",
    "Size in user units.")
  package let scale = SettingKey<Double?>(
    "scale", .picture, .value("factor"), Parsers.number(0.25...16), or: "auto",
    "Pixels per unit, 0.25 to 16; auto: the desktop's.")
  package let shape = SettingKey<WindowShape>(
    "shape", .picture, .value("shape"), Parsers.name(), "rectangle",
    "Window shape: rectangle, rounded or round.")
  package let backgroundOpacity = SettingKey<Double>(
    "background-opacity", .picture, .value("opacity"), Parsers.number(0...1), "1",
    "Opacity of the background, 0 to 1.")

  package let opacity = SettingKey<Double>(
    "opacity", .window, .value("opacity"), Parsers.number(0.1...1), "1",
    "Opacity of the window, 0.1 to 1.")
  package let position = SettingKey(
    "position", .window, .value("X,Y"), Parsers.position, or: "auto",
    "Top left corner, in pixels; auto: where it was last.")
  package let type = SettingKey(
    "type", .window, .value("type"), Parsers.oneOf("normal", "utility", "dock", "desktop"),
    "normal",
    "Window type: normal, utility, dock or desktop.")
  package let above = SettingKey(flag: "above", .window, "Keep above other windows.")
  package let below = SettingKey(flag: "below", .window, "Keep below other windows.")
  package let sticky = SettingKey(flag: "sticky", .window, "Show on all workspaces.")
  package let undecorated = SettingKey(
    "undecorated", .window, .flag, Parsers.toggle, or: "auto",
    "Remove the frame; auto: if the shape is not rectangle.")
  package let skipTaskbar = SettingKey(
    flag: "skip-taskbar", .window, "Hide from task bars and pagers.")
  package let clickThrough = SettingKey(
    flag: "click-through", .window, "Pass clicks to the window below; the key X ends it.")
  package let globalKeys = SettingKey(
    "global-key", .window, .list("action=key"), Parsers.globalKeys, "none",
    sources: .environment,
    "Key that works in all windows, as in lap=Ctrl+Alt+L, any number of times; or none.")
  package let fps = SettingKey(
    "fps", .window, .value("number"), Parsers.whole(1...1000), "60",
    "Maximum frame rate, 1 to 1000.")
  package let animation = SettingKey(
    "animation", .window, .flag, Parsers.toggle, or: "auto",
    "Animate changes; auto: as the desktop does.")
  package let present = SettingKey(
    "present", .window, .value("way"), Parsers.oneOf("auto", "shared-memory", "put"), "auto",
    isHidden: true, "How frames reach the server: auto, shared-memory or put.")

  package let config = SettingKey(
    "config", .files, .value("file"), Parsers.file(["toml"]), or: "", sources: .option,
    "Configuration file (~/.config/segclock/config.toml).")
  package let noConfig = SettingKey(
    "no-config", .files, .word, Parsers.toggle, "off", sources: .option, "Read no configuration.")
  package let rings = SettingKey(
    "rings", .files, .value("file"), Parsers.file([]), or: "", sources: .option,
    "Rings, one on each line; - is standard input.")
  package let name = SettingKey(
    "name", .state, .value("name"), Parsers.widget, "default", sources: .option,
    "Name of the widget; each has a time of its own.")
  package let noState = SettingKey(
    "no-state", .state, .word, Parsers.toggle, "off", sources: .option,
    "Save nothing and load nothing.")
  package let restore = SettingKey(
    "restore", .state, .word, Parsers.toggle, "off", sources: .option,
    "Also restore full screen, workspace and stacking.")
  package let session = SettingKey(
    "session", .state, .value("number"), Parsers.session, or: "", sources: .option,
    "Continue this session; segclock history lists them.")
  package let start = SettingKey(
    "start", .window, .word, Parsers.toggle, "off", sources: .environment,
    "Start the stopwatch, the timer or the plan at once.")
  package let activity = SettingKey(
    "for", .window, .value("name"), RingText.name, or: "none", sources: .environment,
    "What the stopwatch and the timer run for, as in Focus; none: nothing in particular.")
  package let stats = SettingKey(
    "stats", .window, .word, Parsers.toggle, "off", isHidden: true, sources: .option,
    "Print frames and wake-ups to standard error at the end.")
}
