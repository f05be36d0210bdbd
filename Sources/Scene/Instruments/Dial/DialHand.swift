import DisplayLists
import Geometry

enum DialHand {
  case total, lap, mini
  /// The thin, flat hand of the lap to compare with.
  case ghost
  case hour, minute, second
}

extension DialLayout {
  // Lengths of the design, whose diameter is 300.

  /// How far it reaches from the centre, its tail on the other side, its width, and the radius of
  /// its hub.
  private typealias HandLengths = (reach: Double, tail: Double, width: Double, hub: Double)
  /// The width of a hand that goes around once a minute, and of a long tick.
  static let handWidth = 2.0
  /// A hand that goes around once a minute, to the outer ends of the ticks.
  private static let longHand: HandLengths = (design / 2, tail, handWidth, 3)
  /// Thinner and without a hub: it is only compared with.
  private static let ghostHand: HandLengths = (design / 2, 0, 1.4, 0)
  /// To the small dial's ticks; in proportion a little wider, so that it is seen.
  private static let miniHand: HandLengths = (37, 8, 1.6, 2.2)
  /// The shorter, the wider, with a tail that balances both.
  private static let hourHand: HandLengths = (72, 14, 6, 0)
  /// Short of the numerals.
  private static let minuteHand: HandLengths = (100, 14, 4, 0)
  /// The radius of the hub of the clock's hands, which are wider than the others.
  static let clockHub = 4.0

  /// The minimum width of a hand: a thinner one would flicker as it turns.
  private static let minHandWidth = 1.2
  /// The sideways part of a hand's shadow: beside an upright hand, a whole one would look like a
  /// second hand.
  private static let shadowShift = 0.6
  /// What the core of a hand that glows has of the light of digits.
  private static let coreLight: Float = 0.85

  func hand(_ kind: DialHand, theme: Theme) -> Hand {
    let (lengths, color): (HandLengths, Color) =
      switch kind {
      case .total, .second: (DialLayout.longHand, theme.hand)
      case .lap: (DialLayout.longHand, theme.lapHand)
      case .ghost: (DialLayout.ghostHand, theme.ghostHand)
      case .mini: (DialLayout.miniHand, theme.text)
      case .hour: (DialLayout.hourHand, theme.text)
      case .minute: (DialLayout.minuteHand, theme.text)
      }
    var shadow = theme.handShadow.shadow(of: diameter)
    shadow.dx *= DialLayout.shadowShift
    if kind == .ghost { shadow.color = .clear }
    if kind == .lap, theme.glows { shadow.color = color.opacity(shadow.color.alpha) }
    var hand = Hand(
      center: kind == .mini ? miniCenter : center, angle: Angle(turns: 0),
      length: length(lengths.reach), tail: length(lengths.tail),
      width: max(length(lengths.width), DialLayout.minHandWidth), hubRadius: length(lengths.hub),
      hubFill: theme.hubFill, color: color, shadow: shadow)
    if theme.glows, kind != .ghost {
      hand.core = color.mixed(with: theme.digits.lit, by: DialLayout.coreLight)
    }
    return hand
  }
}
