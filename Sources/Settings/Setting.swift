import Geometry
import Scene
import Session
import Timekeeping

/// One setting: what it is called, what it means, and how a text becomes its value, the same in an option, the environment and
/// the configuration. The rows of `all` are the only place that knows.
package struct Setting: Sendable {
  /// As the configuration has it; the option has two hyphens before it.
  package let name: String
  /// What it means and what is allowed.
  let words: String
  /// The text that says what holds where nobody says anything.
  let builtIn: String
  /// Reads a text as its value.
  let take: @Sendable (String, inout ProgramSettings) throws(ArgumentProblem) -> Void
  /// Takes it from the others where it was not mentioned.
  let fill: @Sendable (inout ProgramSettings, ProgramSettings) -> Void
  /// Whether it was mentioned.
  package let isGiven: @Sendable (ProgramSettings) -> Bool

  init<Value>(
    _ name: String, _ place: any WritableKeyPath<ProgramSettings, Value?> & Sendable,
    builtIn: String,
    _ words: String,
    read: @escaping @Sendable (String) throws -> Value
  ) {
    (self.name, self.builtIn, self.words) = (name, builtIn, words)
    take = { (text: String, settings: inout ProgramSettings) throws(ArgumentProblem) in
      do {
        settings[keyPath: place] = try read(text)
      } catch {
        throw error as? ArgumentProblem ?? ArgumentProblem(description: "\(error)")
      }
    }
    fill = { $0[keyPath: place] = $0[keyPath: place] ?? $1[keyPath: place] }
    isGiven = { $0[keyPath: place] != nil }
  }

  /// Its variable of the environment.
  package var variable: String {
    "SEGCLOCK_" + name.uppercased().split(separator: "-").joined(separator: "_")
  }

  /// All of them, in the order of the manual.
  package static let all: [Setting] = [
    Setting(
      "mode", \.mode, builtIn: "stopwatch",
      "What the window is used for at first: stopwatch, timer, plan, clock or counter."
    ) { try ArgumentText.name(Mode.self, "a mode", $0) },
    Setting(
      "theme", \.theme, builtIn: ThemeName.neumorphicLight.rawValue,
      """
      The look: \(ThemeName.list), or one of your own: see below; \
      auto is as the desktop is set, dark or light.
      """,
      read: ArgumentText.theme),
    Setting(
      "show", \.show, builtIn: "auto",
      "What is shown: a list of digits, rings, dial, buttons and laps; auto is what suits the mode.",
      read: ArgumentText.choice(read: ArgumentText.parts)),
    Setting("size", \.size, builtIn: "840x480", "The size in user units.", read: ArgumentText.size),
    Setting(
      "scale", \.scale, builtIn: "auto",
      "Device pixels to a user unit, from 0.25 to 16; auto is the desktop's, and 1 for render.",
      read: ArgumentText.choice(read: ArgumentText.scale)),
    Setting(
      "font", \.font, builtIn: "auto",
      "The font's family in every theme; auto is each theme's own, else the desktop's, else fontconfig's sans-serif.",
      read: ArgumentText.choice(read: ArgumentText.font)),
    Setting(
      "ink", \.ink, builtIn: "auto",
      "How far lit segments are tinted toward the text colour in every theme, from 0 to 1; auto is as each has it.",
      read: ArgumentText.choice(read: ArgumentText.ink)),
    Setting(
      "neon", \.neon, builtIn: "#FF7A1A", "The colour of the theme neon.", read: ColorText.opaque),
    Setting(
      "shape", \.shape, builtIn: "rectangle",
      "What the window fills of its box: rectangle, rounded or round."
    ) { try ArgumentText.name(WindowShape.self, "a shape", $0) },
    Setting(
      "background-opacity", \.backgroundOpacity, builtIn: "1",
      "How opaque the background is, from 0 to 1; in a window where there is a compositor.",
      read: WindowText.backgroundOpacity),
    Setting(
      "animation", \.animation, builtIn: "auto",
      "Whether changes move: true or false; auto is true unless the desktop asks for less motion.",
      read: ArgumentText.choice(read: ArgumentText.toggle)),
    Setting(
      "fps", \.fps, builtIn: "60", "The most frames a second, from 1 to 1000.",
      read: ArgumentText.rate),
    Setting(
      "timer", \.timer, builtIn: "5m", "How long the timer runs, as in 25m, 1h30m or 90 (seconds).",
      read: ArgumentText.timerLength),
    Setting(
      "plan", \.plan, builtIn: "Focus 25m, Break 5m",
      "The steps of the plan: each a name, how long it takes, and wait where the next one is started by hand.",
      read: PlanText.steps),
    Setting(
      "rounds", \.rounds, builtIn: "auto",
      "How often the plan is gone through, from 1 to 999; auto is once, and 4 times for the built-in plan.",
      read: ArgumentText.choice(read: PlanText.rounds)),
    Setting(
      "plan-waits", \.planWaits, builtIn: "off",
      "Whether the plan waits at the end of every step: true or false.",
      read: ArgumentText.toggle),
    Setting(
      "digits", \.digits, builtIn: "3", "How many digits the counter has, from 1 to 18.",
      read: ArgumentText.digits),
    Setting(
      "target-lap", \.targetLap, builtIn: "auto",
      "The lap that laps and a ring of the lap are compared with, as in 2m or 1:58.2; auto is the best one.",
      read: ArgumentText.choice(read: ArgumentText.lap)),
    Setting(
      "ghost", \.ghost, builtIn: "off", "A ghost hand on the dial for a lap: best, target or off."
    ) { try ArgumentText.name(Ghost.self, "a ghost", $0) },
    Setting(
      "hours", \.hours, builtIn: "auto",
      "The hours of the clock: 12 or 24; auto is as the locale has it.",
      read: ArgumentText.choice { try ArgumentText.name(HourCycle.self, "the number of hours", $0) }
    ),
    Setting(
      "seconds", \.seconds, builtIn: "on", "Whether the clock shows seconds: true or false.",
      read: ArgumentText.toggle),
    Setting(
      "zone", \.zone, builtIn: "auto",
      "The clock's time zone, as in Europe/Berlin; auto is the system's.",
      read: ArgumentText.choice(read: ArgumentText.zone)),
    Setting(
      "sound", \.sound, builtIn: "auto",
      "What the end of a timer sounds like: a sound file, a command for the shell, or none; auto is the desktop's alarm.",
      read: ArgumentText.choice(read: ArgumentText.command)),
    Setting(
      "at-end", \.atEnd, builtIn: "none",
      "A command for the shell at the end of a timer or a step, or none.",
      read: ArgumentText.choice("none", read: ArgumentText.command)),
    Setting(
      "suspend", \.suspend, builtIn: "count",
      "Whether time goes on while the computer sleeps: count or pause. Read at the start."
    ) { try ArgumentText.name(Suspend.self, "a way", $0) },
    Setting(
      "present", \.present, builtIn: "auto",
      "How frames reach the server: auto, shared-memory or put. Read at the start."
    ) { try ArgumentText.name(PresentOption.self, "a way", $0) },
    Setting(
      "above", \.above, builtIn: "off", "Whether the window stays above the others: true or false.",
      read: ArgumentText.toggle),
    Setting(
      "below", \.below, builtIn: "off", "Whether the window stays below the others: true or false.",
      read: ArgumentText.toggle),
    Setting(
      "sticky", \.sticky, builtIn: "off", "Whether the window is on all desktops: true or false.",
      read: ArgumentText.toggle),
    Setting(
      "undecorated", \.undecorated, builtIn: "auto",
      "Whether the window has no frame: true or false; auto is false for a rectangle.",
      read: ArgumentText.choice(read: ArgumentText.toggle)),
    Setting(
      "skip-taskbar", \.skipTaskbar, builtIn: "off",
      "Whether the window is left out of task bars and pagers: true or false.",
      read: ArgumentText.toggle),
    Setting(
      "click-through", \.clickThrough, builtIn: "off",
      "Whether clicks go to what lies below the window: true or false; X ends that.",
      read: ArgumentText.toggle),
    Setting(
      "opacity", \.opacity, builtIn: "1",
      "How opaque a compositor shows the window, from 0.1 to 1.",
      read: WindowText.opacity),
    Setting(
      "position", \.position, builtIn: "auto",
      "Where the window is, X,Y in device pixels; auto is where it was last. Read at the start.",
      read: ArgumentText.choice(read: WindowText.position)),
    Setting(
      "type", \.type, builtIn: "normal",
      "What the window is to the window manager: normal, utility, dock or desktop. Read at the start."
    ) { try ArgumentText.name(KindOption.self, "a type", $0) },
    Setting(
      "ring", \.ring, builtIn: "Goal=0%,Focus=0%,Build=0%",
      "The rings, from the outermost inward, up to six; or as tables, with colours: see below.",
      read: RingText.rings),
  ]
}
