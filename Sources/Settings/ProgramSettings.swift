package import Geometry
package import Keys
package import Scene
package import Session
package import Timekeeping

package struct RingSetting: Equatable, Sendable {
  package var ring: RingModel
  /// nil for the theme's.
  package var colors: RingPaint?
  /// For a ring that follows the lap; nil for `targetLap`.
  package var target: Duration?

  package init(_ ring: RingModel, colors: RingPaint? = nil, target: Duration? = nil) {
    (self.ring, self.colors, self.target) = (ring, colors, target)
  }
}

/// The values of all settings; nil if not given. `Setting.all` describes them.
package struct ProgramSettings: Equatable, Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  package var show: Choice<Set<Part>>?
  package var size: Size?
  package var scale: Choice<Double>?
  package var font: Choice<String>?
  package var ink: Choice<Float>?
  package var neon: Color?
  package var shape: WindowShape?
  package var backgroundOpacity: Double?
  package var animation: Choice<Switch>?
  package var fps: Int?
  package var timer: TimerSetting?
  package var plan: [PlanStep]?
  package var rounds: Choice<Int>?
  package var planWaits: Switch?
  package var digits: Int?
  package var count: Int?
  package var targetLap: Choice<Duration>?
  package var ghost: Ghost?
  package var hours: Choice<HourCycle>?
  package var seconds: Switch?
  package var zone: Choice<String>?
  package var sound: Choice<String>?
  package var atEnd: Choice<String>?
  package var suspend: Suspend?
  package var present: PresentOption?
  package var above: Switch?
  package var below: Switch?
  package var sticky: Switch?
  package var undecorated: Choice<Switch>?
  package var skipTaskbar: Switch?
  package var clickThrough: Switch?
  package var opacity: Double?
  package var position: Choice<ScreenPosition>?
  package var type: KindOption?
  package var ring: [RingSetting]?
  package var globalKeys: [GlobalKey]?
  /// By action name.
  package var keys: [String: [Chord]]?
  package var themes: [Theme]?

  package init() {}

  /// Returns these settings, with missing ones taken from `others`.
  package func filled(by others: ProgramSettings) -> ProgramSettings {
    var settings = self
    for setting in Setting.all { setting.fill(&settings, others) }
    // Of above and below, the one with the higher priority wins.
    if above == .on, below == nil { settings.below = .off }
    if below == .on, above == nil { settings.above = .off }
    settings.keys = keys ?? others.keys
    // By name: a theme of one file may be used in another.
    let names = Set((themes ?? []).map(\.name))
    let added = (others.themes ?? []).filter { !names.contains($0.name) }
    settings.themes = themes == nil ? others.themes : (themes ?? []) + added
    return settings
  }

  package static let builtIn: ProgramSettings = {
    var settings = ProgramSettings()
    for setting in Setting.inFile {
      // A test checks that this never throws.
      try? setting.take(setting.builtIn, &settings)
    }
    return settings
  }()

  /// A setting that conflicts with others, and why.
  package var conflict: (name: String, problem: String)? {
    if above == .on, below == .on { return ("below", "above is also on; write one of them") }
    guard let rounds = rounds?.value, planned.rounds < rounds else { return nil }
    return ("rounds", "the plan would take over 1000000 hours; write up to \(planned.rounds)")
  }

  package var mentionsPlan: Bool { plan != nil || rounds != nil || planWaits != nil }

  package var timerLength: Duration? {
    if case .length(let length) = timer { length } else { nil }
  }

  package var adjustable: AdjustableSettings {
    var settings = AdjustableSettings()
    (settings.mode, settings.theme, settings.timer) = (mode, theme, timerLength)
    settings.rings = ring?.map(\.ring)
    settings.plan = mentionsPlan ? planned : nil
    settings.count = count
    return settings
  }

  package var planned: Plan {
    let steps = (plan ?? Plan.defaultSteps).map { step in
      var step = step
      step.waits = step.waits || planWaits == .on
      return step
    }
    return Plan(steps: steps, rounds: rounds?.value ?? (plan == nil ? Plan.defaultRounds : 1))
  }

  package static func environment(
    _ variable: (String) -> String?
  ) throws(ArgumentProblem) -> ProgramSettings {
    var settings = ProgramSettings()
    for setting in Setting.all where setting.sources != .none {
      guard let text = variable(setting.variable) else { continue }
      do throws(ArgumentProblem) {
        try setting.take(text, &settings)
      } catch {
        throw ArgumentProblem(description: "\(setting.variable): \(error.description)")
      }
    }
    return settings
  }
}
