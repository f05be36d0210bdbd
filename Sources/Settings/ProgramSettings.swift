package import Geometry
package import Keys
package import Scene
package import Session
package import Timekeeping

/// A ring as somebody asked for it.
package struct RingSetting: Equatable, Sendable {
  package var ring: RingModel
  /// Its colours at the start of the arc and at the tip; nil leaves them to the look.
  package var colors: RingPaint?
  /// The lap that it is compared with, where it follows the lap; nil is that of all laps.
  package var target: Duration?

  package init(_ ring: RingModel, colors: RingPaint? = nil, target: Duration? = nil) {
    (self.ring, self.colors, self.target) = (ring, colors, target)
  }
}

/// All that can be said of how the program is to be; nil is what was not mentioned.
package struct ProgramSettings: Equatable, Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  /// The parts that are shown, or those that suit the mode.
  package var show: Choice<Set<Part>>?
  package var size: Size?
  /// Device pixels to a user unit, or the desktop's.
  package var scale: Choice<Double>?
  /// The typeface of all looks, or that of each.
  package var font: Choice<String>?
  /// How far lit segments are tinted in all looks, or in each.
  package var ink: Choice<Float>?
  /// The colour of the look that glows.
  package var neon: Color?
  package var shape: WindowShape?
  /// How opaque the background is, 0...1.
  package var backgroundOpacity: Double?
  /// Whether changes move, or as the desktop has it.
  package var animation: Choice<Switch>?
  package var fps: Int?
  /// How long the timer runs.
  package var timer: Duration?
  package var plan: [PlanStep]?
  /// How often the plan is gone through, or what suits it.
  package var rounds: Choice<Int>?
  package var planWaits: Switch?
  /// How many digits the counter has.
  package var digits: Int?
  /// What laps are compared with, or the best one.
  package var targetLap: Choice<Duration>?
  package var ghost: Ghost?
  /// The hours of the clock, or as the locale has them.
  package var hours: Choice<HourCycle>?
  package var seconds: Switch?
  /// The name of the clock's zone, or that of the user.
  package var zone: Choice<String>?
  /// What the shell is to do for a sound, `none`, or the desktop's sound.
  package var sound: Choice<String>?
  /// What the shell is to do at the end of a timer or a step, or nothing.
  package var atEnd: Choice<String>?
  package var suspend: Suspend?
  package var present: PresentOption?
  package var above: Switch?
  package var below: Switch?
  package var sticky: Switch?
  /// Whether the window has no frame, or as its shape has it.
  package var undecorated: Choice<Switch>?
  package var skipTaskbar: Switch?
  /// Whether clicks go to what lies below the window.
  package var clickThrough: Switch?
  /// How opaque a compositor shows the window, 0.1...1.
  package var opacity: Double?
  /// Where the window is to be, or where it was last.
  package var position: Choice<ScreenPosition>?
  package var type: KindOption?
  package var ring: [RingSetting]?
  /// The keys of actions, by their names, that have others than usual.
  package var keys: [String: [Chord]]?
  /// The keys that count wherever the keys go.
  package var globalKeys: [GlobalKey]?
  /// Looks of one's own.
  package var themes: [Theme]?

  /// Nothing.
  package init() {}

  /// With what `others` say where these say nothing.
  package func filled(by others: ProgramSettings) -> ProgramSettings {
    var settings = self
    for setting in Setting.all { setting.fill(&settings, others) }
    // Of the two layers the one counts that was said by what counts more.
    if above == .on, below == nil { settings.below = .off }
    if below == .on, above == nil { settings.above = .off }
    settings.keys = keys ?? others.keys
    settings.globalKeys = globalKeys ?? others.globalKeys
    // Each theme by its name: another layer may use one that this layer does not define.
    let names = Set((themes ?? []).map(\.name))
    let added = (others.themes ?? []).filter { !names.contains($0.name) }
    settings.themes = themes == nil ? others.themes : (themes ?? []) + added
    return settings
  }

  /// What holds where nobody says anything.
  package static let builtIn: ProgramSettings = {
    var settings = ProgramSettings()
    for setting in Setting.all {
      // A test sees that none of them is refused.
      try? setting.take(setting.builtIn, &settings)
    }
    return settings
  }()

  /// What cannot be had together; nil where nothing is wrong.
  package var layerProblem: String? {
    above == .on && below == .on ? "above and below: allowed is one or the other" : nil
  }

  /// Whether they say anything of the plan.
  package var mentionsPlan: Bool { plan != nil || rounds != nil || planWaits != nil }

  /// What these say of the settings that the window can change, too.
  package var adjustable: AdjustableSettings {
    var settings = AdjustableSettings()
    (settings.mode, settings.theme, settings.timer) = (mode, theme, timer)
    settings.rings = ring?.map(\.ring)
    settings.plan = mentionsPlan ? planned : nil
    return settings
  }

  /// The plan that is asked for.
  package var planned: Plan {
    let steps = (plan ?? Plan.defaultSteps).map { step in
      var step = step
      step.waits = step.waits || planWaits == .on
      return step
    }
    return Plan(steps: steps, rounds: rounds?.value ?? (plan == nil ? Plan.defaultRounds : 1))
  }

  /// The variable of the keys that count wherever the keys go; in the configuration they are a table.
  package static let globalKeysVariable = "SEGCLOCK_GLOBAL_KEY"

  /// What these say as the environment has it: each setting as `SEGCLOCK_NAME`, with an underscore for each hyphen.
  package static func environment(
    _ variable: (String) -> String?
  ) throws(ArgumentProblem) -> ProgramSettings {
    var settings = ProgramSettings()
    for setting in Setting.all {
      guard let text = variable(setting.variable) else { continue }
      do throws(ArgumentProblem) {
        try setting.take(text, &settings)
      } catch {
        throw ArgumentProblem(description: "\(setting.variable): \(error.description)")
      }
    }
    if let text = variable(globalKeysVariable) {
      do throws(ArgumentProblem) {
        settings.globalKeys = try KeyText.globalKeys(text)
      } catch {
        throw ArgumentProblem(description: "\(globalKeysVariable): \(error.description)")
      }
    }
    return settings
  }
}
