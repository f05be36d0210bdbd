import DisplayLists
import Session
import Timekeeping

/// The hands and the readout of the dial.
struct DialHands: Instrument {
  /// A hand that flies back, in seconds.
  static let motion = 0.35

  /// One of them: the hands of the other face are forgotten, with their motion.
  private var seconds: SecondsHands?
  private var hours: HoursHands?
  private var isNew = true

  func input(_ model: Model, pointer: Pointer, on panel: Panel) -> DialContent { model.dial }

  mutating func layOut(on panel: Panel) { isNew = true }

  mutating func prepare(_ content: DialContent, on panel: Panel) {
    guard let dial = panel.dial else { return }
    switch content {
    case .seconds(let shown):
      if isNew || seconds == nil {
        seconds = SecondsHands(on: dial, theme: panel.theme, font: panel.font, after: seconds)
      }
      seconds?.showLap(shown.lapNumber, on: dial, theme: panel.theme)
      seconds?.showWords(shown.words, on: dial, theme: panel.theme)
      hours = nil
    case .timeOfDay(let style):
      if isNew || hours == nil || style != hours?.style {
        hours = HoursHands(style, on: dial, theme: panel.theme, after: hours)
      }
      seconds = nil
    }
    isNew = false
  }

  mutating func compose(_ content: DialContent, at moment: Moment, into frame: inout Frame)
    -> NextChange
  {
    guard moment.panel.dial != nil else { return .never }
    let duration = moment.panel.isAnimated ? DialHands.motion : 0
    switch content {
    case .seconds(let shown):
      let isMoving =
        seconds?.compose(shown, at: moment.reading, duration: duration, into: &frame) ?? false
      return isMoving || shown.total.isRunning ? .nextFrame : .never
    case .timeOfDay(let style):
      let isMoving = hours?.compose(moment.reading, duration: duration, into: &frame) ?? false
      return isMoving ? .nextFrame : .at(moment.reading.nextStep(of: style.step))
    }
  }
}
