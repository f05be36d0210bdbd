import Animation
import DisplayLists
import Geometry

/// A hand that turns, and that comes or goes with its face.
struct MovingHand {
  let kind: DialHand
  /// Of the layout at rest.
  var hand: Hand
  var turns: Animated<Double>?
  /// How far it still is from the edge along which it moves.
  private var lag: Animated<Double>?
  /// 0 in its hub, 1 at its length; nil before its first frame.
  var presence: Animated<Double>?
  /// Whether the shown face has no such hand.
  var isLeaving = false

  init(
    _ kind: DialHand, hand: Hand = .hidden, turns: Animated<Double>?, presence: Animated<Double>?
  ) {
    (self.kind, self.hand, self.turns, self.presence) = (kind, hand, turns, presence)
  }

  /// Returns the hands of a face after those of another. If they go on, those of the last face leave, and a hand that
  /// looks the same goes on as the new one.
  static func hands(_ kinds: [DialHand], after old: [MovingHand], goOn: Bool) -> [MovingHand] {
    var rest = old
    let new = kinds.map { kind -> MovingHand in
      func last(_ kind: DialHand?) -> Int? { rest.firstIndex { $0.kind == kind } }
      if let index = last(kind) ?? (goOn ? last(kind.counterpart) : nil) {
        let last = rest.remove(at: index)
        return MovingHand(kind, hand: last.hand, turns: last.turns, presence: last.presence)
      }
      // It comes out of its hub, at the top.
      let isNew = goOn && !old.isEmpty
      return MovingHand(
        kind, turns: isNew ? Animated(0) : nil,
        presence: isNew ? Animated(0) : nil)
    }
    guard goOn || rest.contains(where: \.isLeaving) else { return new }
    return rest.filter { goOn || $0.isLeaving }.map {
      var hand = $0
      hand.isLeaving = true
      return hand
    } + new
  }

  /// Moves as the `edge` of something does, once it is there.
  mutating func move(along edge: Animated<Double>, _ change: Motion?, at time: AnimationTime) {
    if let change, let turns {
      var lag = turns - edge
      // The short way.
      lag.track(lag.target - lag.target.rounded())
      lag.set(0, with: change, at: time)
      self.lag = lag
    }
    if lag?.isMoving(at: time) != true { lag = nil }
    turns = lag.map { edge + $0 } ?? edge
  }

  mutating func show(_ isShown: Bool, with motion: Motion?, at time: AnimationTime) {
    let target = isShown ? 1.0 : 0
    guard var presence else { return self.presence = Animated(target) }
    if let motion {
      presence.set(target, with: isShown ? motion : .handExit, at: time)
    } else {
      presence.track(target)
    }
    self.presence = presence
  }

  func isMoving(at time: AnimationTime) -> Bool {
    turns?.isMoving(at: time) == true || presence?.isMoving(at: time) == true
  }
}

extension DialHand {
  /// The hand of another face that looks the same.
  fileprivate var counterpart: DialHand? {
    switch self {
    case .total: .second
    case .second: .total
    case .lap, .mini, .ghost, .hour, .minute: nil
    }
  }
}

extension Hand {
  /// Before it has a layout.
  fileprivate static let hidden = Hand(
    center: .zero, angle: Angle(turns: 0), length: 0, tail: 0, width: 0, hubRadius: 0,
    hubFill: .clear, color: .clear, shadow: Shadow(color: .clear, radius: 0))

  /// The hand of one layout in another, as far out of its hub as it is present.
  func moved(from layout: DialLayout, to other: DialLayout, presence: Double) -> Hand {
    let scale = other.diameter / layout.diameter
    var hand = self
    hand.center = other.center.offset(
      dx: (center.x - layout.center.x) * scale, dy: (center.y - layout.center.y) * scale)
    hand.length *= scale * presence
    hand.tail *= scale * presence
    hand.hubRadius *= scale * presence
    hand.width *= scale
    return hand
  }
}
