import FuzzSupport
import Geometry
import Scene
import Session
import Settings
import Timekeeping
import Wording

/// Checks that whatever `settings` say, which nothing was found wrong with, lies within what is allowed, as far as their types do not see to that.
func checkAllowed(_ settings: ProgramSettings) {
  let side = 1...Double(Parsers.maxSide)
  let holds = [
    lies(settings.size.width, in: side), lies(settings.size.height, in: side),
    lies(settings.scale, in: 0.25...16), lies(settings.ink, in: 0...1),
    lies(settings.fps, in: 1...1000), lies(settings.digits, in: Counter.allowedDigits),
    lies(settings.rounds, in: Plan.allowedRounds),
    lies(settings.timerLength, in: .zero ... .textLimit),
    lies(settings.plan.steps.count, in: 1...Plan.maxSteps), isLap(settings.targetLap),
    settings.zone.map { ZoneName.isValid($0) } ?? true, isFont(settings.font ?? "a"),
    settings.show?.isEmpty != true, isCommand(settings.sound), isCommand(settings.atEnd),
    isColor(settings.neon) && settings.neon.alpha == 1,
    lies(settings.ring.count, in: 1...RingModel.maximumCount),
    lies(settings.themes.count, in: 0...64),
  ]
  check(
    !holds.contains(false), "not allowed: number \(holds.firstIndex(of: false) ?? 0) in \(settings)"
  )
  for ring in settings.ring { check(isAllowed(ring), "\(ring)") }
  for chord in settings.keys.values.joined() {
    check(chord.modifiers.isSubset(of: [.control, .shift]), "\(chord)")
  }
  let themes = settings.themes
  check(Set(themes.map(\.name)).count == themes.count, "\(themes.map(\.name))")
  for theme in themes { check(isAllowed(theme), "\(theme)") }
}

/// Whether `value`, if there is one, lies in `range`; what is no number does not.
private func lies<Value: Comparable>(_ value: Value?, in range: ClosedRange<Value>) -> Bool {
  value.map { range.contains($0) } ?? true
}

private func isLap(_ length: Duration?) -> Bool {
  length.map { $0 > .zero && $0 <= .textLimit } ?? true
}

private func isFont(_ name: String) -> Bool {
  (1...64).contains(name.count) && name.drawable == name
}

private func isCommand(_ text: String?) -> Bool {
  text.map { !$0.isEmpty && !$0.utf8.contains(0) } ?? true
}

private func isAllowed(_ ring: RingModel) -> Bool {
  let name = ring.name
  guard lies(name.count, in: 1...32), name.drawable == name, isLap(ring.target) else {
    return false
  }
  switch ring.source {
  case .manual(let value): return lies(value, in: 0...RingModel.maximum)
  case .fed: return false
  default: return true
  }
}

private func isColor(_ color: Color) -> Bool {
  [color.red, color.green, color.blue, color.alpha].allSatisfy { lies($0, in: 0...1) }
}

private func isOpaque(_ color: Color) -> Bool { isColor(color) && color.alpha == 1 }

private func isAllowed(_ theme: Theme) -> Bool {
  let opaque = [theme.background] + theme.rings.flatMap { [$0.start, $0.end] }
  let faces = [theme.button, theme.stopButton, theme.startButton].flatMap {
    [$0.face, $0.hover, $0.pressed, $0.border, $0.text]
  }
  let shadows = [theme.digits.shadows, theme.plateShadows, theme.buttonShadows, [theme.handShadow]]
  let colors: [Color] = [
    theme.text, theme.secondaryText, theme.digits.unlit, theme.digits.lit, theme.digits.outline,
    theme.plate,
    theme.plateBorder, theme.majorTick, theme.minorTick, theme.hand, theme.lapHand, theme.best,
    theme.worst,
    theme.veil,
  ]
  let all = [colors, shadows.joined().map(\.color), faces].joined()
  guard all.allSatisfy(isColor), opaque.allSatisfy(isOpaque), isFont(theme.font ?? "a") else {
    return false
  }
  let areShadowsAllowed = shadows.allSatisfy { some in
    some.count <= 4
      && some.allSatisfy { lies($0.radius, in: 0...30) && lies($0.offset, in: -30...30) }
  }
  return areShadowsAllowed && lies(theme.rings.count, in: 1...RingModel.maximumCount)
    && lies(theme.digits.ink, in: 0...1) && lies(theme.trackOpacity, in: 0...1)
    && lies(theme.digits.outlineWidth, in: 0...20) && lies(theme.digits.cornerRadius, in: 0...10)
}
