import Bytes
package import Timekeeping

/// Something that a configuration says and a hand can change afterwards.
package enum Wish: String, CaseIterable, Hashable, Sendable {
  case mode, theme, ring, timer, plan, digits
}

/// What a configuration says of what a hand can change; nil is what it does not mention.
///
/// What was done by hand holds until the configuration says something else than it did before.
package struct Wishes: Equatable, Sendable {
  package var mode: Mode?
  package var theme: ThemeName?
  package var ring: [RingModel]?
  /// How long the timer runs.
  package var timer: Duration?
  package var plan: Plan?
  /// How many digits the counter has.
  package var digits: Int?
  /// What is asked for anew, whatever was said before.
  package var insistent: Set<Wish> = []
  /// What somebody asks for otherwise, who counts for more.
  package var overruled: Set<Wish> = []

  package init() {}

  /// By which it is known again what was said; nil where nothing was.
  private func mark(of wish: Wish) -> Int64? {
    var writer = ByteWriter()
    switch wish {
    case .mode: writer.write(mode)
    case .theme: writer.write(theme)
    case .ring:
      guard let ring else { return nil }
      writer.write(ring)
    case .timer: writer.write(timer)
    case .plan:
      guard let plan else { return nil }
      writer.write(plan.steps)
      writer.write(UInt16(plan.rounds))
    case .digits: writer.write((digits ?? 0).littleEndian)
    }
    if writer.bytes.allSatisfy({ $0 == 0 }) { return nil }
    // FNV-1a.
    return Int64(
      bitPattern: writer.bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}

extension Wishes {
  /// Makes `model` as is wished where that is something new. A timer or a plan that is under way is left alone, and so is
  /// what a hand has done since the same was asked for.
  package func apply(to model: inout Model) {
    if isNew(.mode, to: &model) { model.mode = mode ?? model.mode }
    if isNew(.theme, to: &model) { model.theme = theme ?? model.theme }
    if isNew(.ring, to: &model), let ring { model.rings = RingSet(ring) }
    if model.timer.state == .reset, isNew(.timer, to: &model), let timer {
      model.timer = Countdown(length: timer)
      model.ends.isTimerOver = false
    }
    if model.planRun.state == .reset, isNew(.plan, to: &model), let plan { model.planRun = PlanRun(plan) }
    if isNew(.digits, to: &model), let digits { model.set(nil, digits: digits) }
  }

  /// Whether it says of `wish` what `model` was not told before; from now on it was.
  private func isNew(_ wish: Wish, to model: inout Model) -> Bool {
    guard let mark = mark(of: wish) else { return false }
    let isOther = model.followed.updateValue(mark, forKey: wish) != mark
    return !overruled.contains(wish) && (isOther || insistent.contains(wish))
  }
}

/// A wish and what was said of it, as they are kept.
struct FollowedWish: ByteCodable {
  var wish: Wish
  var mark: Int64

  init(_ wish: Wish, _ mark: Int64) { (self.wish, self.mark) = (wish, mark) }

  package func write(to writer: inout ByteWriter) {
    writer.write(wish.rawValue)
    writer.write(mark)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let wish = Wish(rawValue: try reader.readText()) else { throw MalformedBytes() }
    self.init(wish, try reader.read())
  }
}
