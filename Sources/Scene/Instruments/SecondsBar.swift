import DisplayLists
import Geometry
import Session
import Timekeeping

/// A thin bar that fills over each minute, as a ring of that source does.
struct SecondsBar: Instrument {
  static let share: LayoutShare? = LayoutShare(part: .seconds, weight: 0.4) { size, _ in
    size.fitting(aspect: Size(width: 36, height: 1))
  }

  private var minute = RingValue.fixed(0)
  private var turns = FollowedTurns()
  private var box = Rect.zero
  private var bars: [Picture] = []

  mutating func update(_ update: inout Update) -> Bool {
    let minute = update.model.value(of: .minute)
    guard update.isNew || minute != self.minute else { return false }
    self.minute = minute
    if update.isNew { (box, bars) = (update.panel.secondsBar, []) }
    return true
  }

  mutating func compose(at moment: Moment, into frame: inout Frame) -> NextChange {
    guard !box.isEmpty else { return .never }
    let turns = self.turns.turns(minute, at: moment)
    // Whole pixels, so that the bar is not repainted in every frame.
    var filled = box
    filled.size.width = (box.width * (turns - turns.rounded(.down))).rounded()
    if bars.last?.extent != PixelRect(covering: filled) {
      let theme = moment.panel.theme
      let track = theme.background.mixed(with: theme.hand, by: theme.trackOpacity)
      bars = [SecondsBar.bar(box, track), SecondsBar.bar(filled, theme.hand)]
    }
    for bar in bars { frame.append(.picture(bar)) }
    return self.turns.nextChange(minute, after: moment)
  }

  private static func bar(_ box: Rect, _ color: Color) -> Picture {
    Picture([.fill(.roundedRect(box, radius: box.height / 2), color)], covering: box)
  }

  var description: [String] { box.isEmpty ? [] : [landmark("seconds", box)] }
}

extension Panel {
  /// At least a pixel high; empty if the bar is not shown.
  var secondsBar: Rect {
    guard let frame = frames[.seconds], let share = SecondsBar.share else { return .zero }
    let size = share.fit(frame.size, key)
    return Rect(
      center: frame.center, size: Size(width: size.width, height: max(1, size.height))
    ).snapped
  }
}
