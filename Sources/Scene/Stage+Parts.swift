import Animation
import DisplayLists
import Geometry
import Session
import Timekeeping

/// The texts of a frame.
enum StageText {
  /// What the digits show.
  static func digits(_ model: Model, at reading: Reading) -> String {
    switch model.mode {
    case .stopwatch: TimeFormat.elapsed(model.stopwatch.elapsed(at: reading.instant))
    case .clock: TimeFormat.clock(reading.wall)
    case .counter: padded(model.counter.value, digits: model.counter.digits)
    }
  }

  /// A ring's per cent, cut off: 100 % means that the turn is complete.
  static func percent(_ progress: Double) -> String {
    // A thousandth of a per cent makes good what binary fractions lose: 0.29 is 28.999... %.
    let whole = Int(exactly: (progress * 100 + 0.001).rounded(.down)) ?? 0
    return "\(whole)%"
  }

  private static func padded(_ value: Int, digits: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// The date as a dial shows it.
  static func date(_ wall: WallClock) -> String {
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return "\(days[wall.weekday % 7]) \(wall.day) \(months[(wall.month + 11) % 12])"
  }
}

/// The hands of the dial, each with its own way of making a jump good.
struct Hands {
  var total = Follower(threshold: 0.02, isCyclic: true)
  var lap = Follower(threshold: 0.02, isCyclic: true)
  var mini = Follower(threshold: 0.02, isCyclic: true)
  /// The clock's hands step once a second, and every step is a jump to be made good.
  var second = Follower(threshold: 0.001, isCyclic: true)
  var minute = Follower(threshold: 0.02, isCyclic: true)
  var hour = Follower(threshold: 0.02, isCyclic: true)

  func isMoving(at now: Double) -> Bool {
    total.isMoving(at: now) || lap.isMoving(at: now) || mini.isMoving(at: now) || second.isMoving(at: now)
      || minute.isMoving(at: now) || hour.isMoving(at: now)
  }
}

/// How far a button is lit by the pointer and pushed in.
struct ButtonMotion {
  var hover = Animated(0.0)
  var press = Animated(0.0)
  /// The picture of the last frame, and the button and motion it was made of.
  var picture: DisplayItem = .none
  var shown: Key?

  struct Key: Equatable {
    var button: Button
    var theme: ThemeName
    var hover: Int
    var press: Int
    var isRunning: Bool
  }
}

/// The buttons as they were last composed: most frames show them as they were.
struct ButtonRow {
  /// What they depend on, besides the panel.
  struct Key: Equatable {
    var mode: Mode
    var state: Stopwatch.State
    var counter: Counter
    var rings: [RingModel]
    var chosenRing: Int?
    var theme: ThemeName
    var pointer: Pointer

    init(_ model: Model, pointer: Pointer) {
      mode = model.mode
      state = model.stopwatch.state
      counter = model.counter
      rings = model.rings
      chosenRing = model.chosenRing
      theme = model.theme
      self.pointer = pointer
    }
  }

  /// Nil where they have to be made again.
  var key: Key?
  var items: [DisplayItem] = []
  /// Whether one of them answers to the pointer just now.
  var isMoving = false
}

extension Stage {
  /// A ring's motion, in seconds.
  static let ringDuration = 1.0
  /// A hand that flies back, in seconds.
  static let handDuration = 0.35
  /// A button's answer to the pointer, in seconds.
  static let buttonDuration = 0.14

  mutating func composeLights(
    _ text: String, model: Model, panel: Panel, at now: Double, into list: inout DisplayList
  ) {
    guard !lights.isEmpty else { return }
    // How long a running stopwatch shows a digit depends on where it stands behind the point.
    let isTiming = model.mode == .stopwatch && model.stopwatch.isRunning
    let bytes = text.utf8
    var remaining = bytes.count
    var isBehindPoint = false
    var index = 0
    for byte in bytes {
      remaining -= 1
      let period = !isTiming ? .infinity : isBehindPoint ? (remaining == 0 ? 0.01 : 0.1) : 1
      if byte == UInt8(ascii: ".") { isBehindPoint = true }
      let mask: UInt8 =
        switch DigitCounter.Place(byte) {
        case .digit: SevenSegment.segments(for: byte) ?? 0
        case .colon: 0b11
        case .point: 0b1
        }
      lights[index].show(
        byte, mask: mask, period: period, isAnimated: panel.key.surroundings.isAnimated, at: now)
      if lights[index].advance(to: now) { isMoving = true }
      list.items.append(.lights(lights[index].group))
      index += 1
    }
  }

  mutating func composeRings(
    _ model: Model, panel: Panel, at reading: Reading, into list: inout DisplayList
  ) {
    guard let placement = panel.rings else { return }
    let now = reading.instant.inSeconds
    let theme = panel.theme
    for (index, ring) in model.rings.enumerated() {
      let target = ring.value(model, at: reading)
      let runsForward = ring.source.isElapsedTime(in: model.mode)
      let duration = panel.key.surroundings.isAnimated ? ring.source.motionDuration : 0
      let progress = max(
        0, rings[index].value(following: target, runsForward: runsForward, duration: duration, at: now))
      if rings[index].isMoving(at: now) { isMoving = true }
      let colors = theme.ringColors(index)
      // What the keys do not act on steps back.
      let strength: Float = model.chosenRing == nil || model.chosenRing == index ? 1 : 0.35
      list.items.append(
        .ring(
          placement.circles[index].ring(progress: progress, colors: colors, strength: strength, theme: theme))
      )
      guard !placement.legend.isEmpty else { continue }
      let entry = placement.legend[index]
      list.items.append(
        .text(
          TextRun(
            ring.name, frame: entry.name, alignment: entry.nameAlignment, size: entry.nameSize,
            color: theme.secondaryText.opacity(strength))))
      list.items.append(
        .text(
          TextRun(
            StageText.percent(progress), frame: entry.value, alignment: entry.valueAlignment,
            size: entry.valueSize, isBold: true, isTabular: true, color: colors.text.opacity(strength))))
    }
  }

  mutating func composeDial(
    _ model: Model, panel: Panel, at reading: Reading, into list: inout DisplayList
  ) {
    guard let dial = panel.dial else { return }
    let now = reading.instant.inSeconds
    let duration = panel.key.surroundings.isAnimated ? Stage.handDuration : 0
    if model.mode == .clock {
      composeClock(reading.wall, dial: dial, panel: panel, duration: duration, at: now, into: &list)
    } else {
      composeStopwatch(
        model.stopwatch, dial: dial, panel: panel, duration: duration, at: reading.instant, into: &list)
    }
    if hands.isMoving(at: now) { isMoving = true }
  }

  private mutating func composeStopwatch(
    _ stopwatch: Stopwatch, dial: StopwatchDial.Placement, panel: Panel, duration: Double,
    at instant: Instant,
    into list: inout DisplayList
  ) {
    let theme = panel.theme
    let now = instant.inSeconds
    let elapsed = stopwatch.elapsed(at: instant)
    let lap = stopwatch.lapElapsed(at: instant)
    let hasLaps = !stopwatch.laps.isEmpty
    let size = dial.readout.height * 0.8
    if size >= dial.leastText {
      list.items.append(
        .text(
          TextRun(
            TimeFormat.elapsed(elapsed), frame: dial.readout, size: size, isTabular: true, color: theme.text
          ).fittedToFigures))
    }
    let lapSize = dial.lapReadout.height * 0.72
    if hasLaps, lapSize >= dial.leastText {
      // The number ends and the time starts at fixed places, so that neither moves when the other grows.
      let split = (dial.center.x - dial.length(9)).rounded()
      let gap = (lapSize * 0.3).rounded()
      let line = dial.lapReadout
      list.items.append(
        .text(
          TextRun(
            "LAP \(stopwatch.laps.count + 1)",
            frame: Rect(x: line.minX, y: line.minY, width: split - gap - line.minX, height: line.height),
            alignment: .trailing, size: lapSize, color: theme.lapHand)))
      list.items.append(
        .text(
          TextRun(
            TimeFormat.elapsed(lap),
            frame: Rect(x: split + gap, y: line.minY, width: line.maxX - split - gap, height: line.height),
            alignment: .leading, size: lapSize, isTabular: true, color: theme.lapHand
          ).fittedToFigures))
    }
    let mini = hands.mini.value(following: elapsed.turns(of: 1800), duration: duration, at: now)
    if dial.length(9) >= dial.leastText {
      list.items.append(.hand(dial.miniHand(turns: mini, theme: theme)))
    }
    let lapTurns = hands.lap.value(following: lap.turns(of: 60), duration: duration, at: now)
    if hasLaps {
      list.items.append(.hand(dial.hand(turns: lapTurns, color: theme.lapHand, theme: theme)))
    }
    let total = hands.total.value(following: elapsed.turns(of: 60), duration: duration, at: now)
    list.items.append(.hand(dial.hand(turns: total, color: theme.hand, theme: theme)))
  }

  private mutating func composeClock(
    _ wall: WallClock, dial: StopwatchDial.Placement, panel: Panel, duration: Double, at now: Double,
    into list: inout DisplayList
  ) {
    let theme = panel.theme
    let second = Double(wall.second) / 60
    let minute = (Double(wall.minute) + second) / 60
    let hour = (Double(wall.hour % 12) + minute) / 12
    let dateSize = dial.lapReadout.height * 0.9
    if dateSize >= dial.leastText {
      list.items.append(
        .text(
          TextRun(
            StageText.date(wall), frame: dial.readout, size: dateSize, color: theme.secondaryText)))
    }
    let turns = hands.hour.value(following: hour, duration: duration, at: now)
    list.items.append(.hand(dial.clockHand(turns: turns, isHour: true, theme: theme)))
    let minutes = hands.minute.value(following: minute, duration: duration, at: now)
    list.items.append(.hand(dial.clockHand(turns: minutes, isHour: false, theme: theme)))
    let seconds = hands.second.value(following: second, duration: duration * 0.7, at: now)
    list.items.append(.hand(dial.hand(turns: seconds, color: theme.hand, theme: theme)))
  }

  mutating func composeButtons(
    _ model: Model, panel: Panel, pointer: Pointer, at now: Double, into list: inout DisplayList
  ) {
    let key = ButtonRow.Key(model, pointer: pointer)
    if buttonRow.key != key || buttonRow.isMoving {
      buttonRow.key = key
      prepareButtons(model, panel: panel, pointer: pointer, at: now)
    }
    if buttonRow.isMoving { isMoving = true }
    list.items.append(contentsOf: buttonRow.items)
  }

  private mutating func prepareButtons(_ model: Model, panel: Panel, pointer: Pointer, at now: Double) {
    buttonRow.items.removeAll(keepingCapacity: true)
    buttonRow.isMoving = false
    buttons.removeAll(keepingCapacity: true)
    for (role, frame) in panel.buttons {
      buttons.append(Button(role: role, frame: frame, model: model))
    }
    let duration = panel.key.surroundings.isAnimated ? Stage.buttonDuration : 0
    for button in buttons {
      var motion = buttonMotions[button.role] ?? ButtonMotion()
      let isOver = !model.isHelpShown && pointer.position.map(button.contains) ?? false
      let isHeld = pointer.pressed == button.role
      let hover = button.isEnabled && (isOver || isHeld) && (pointer.pressed == nil || isHeld) ? 1.0 : 0
      let press = button.isEnabled && isHeld && isOver ? 1.0 : 0
      if motion.hover.target != hover {
        motion.hover.setTarget(hover, duration: duration, curve: .easeInOut, at: now)
      }
      if motion.press.target != press {
        motion.press.setTarget(press, duration: duration * 0.6, curve: .easeInOut, at: now)
      }
      motion.hover.prune(at: now)
      motion.press.prune(at: now)
      if motion.hover.isMoving(at: now) || motion.press.isMoving(at: now) { buttonRow.isMoving = true }
      // Eight steps are as many as frames: more would only make more pictures.
      let key = ButtonMotion.Key(
        button: button, theme: model.theme, hover: Int((motion.hover.value(at: now) * 8).rounded()),
        press: Int((motion.press.value(at: now) * 8).rounded()), isRunning: model.stopwatch.isRunning)
      if motion.shown != key {
        motion.shown = key
        motion.picture = .picture(
          button.picture(
            theme: panel.theme, hover: Double(key.hover) / 8, press: Double(key.press) / 8,
            isRunning: key.isRunning, leastText: panel.leastText))
      }
      buttonMotions[button.role] = motion
      buttonRow.items.append(motion.picture)
    }
  }

  mutating func composeOverlays(
    _ model: Model, panel: Panel, at reading: Reading, into list: inout DisplayList
  ) {
    if model.isHelpShown {
      // What lies under the help takes no press; once it is gone, the buttons are made again.
      buttons.removeAll(keepingCapacity: true)
      buttonRow.key = nil
      list.items.append(overlays.help(on: panel))
    }
    if let notice = model.notice, notice.isShown(at: reading.instant) {
      list.items.append(overlays.notice(notice.text, on: panel))
    }
  }
}

extension RingSource {
  /// Whether a running stopwatch moves it; in clock mode the minute and the hour are those of the clock.
  func isElapsedTime(in mode: Mode) -> Bool {
    switch self {
    case .second: true
    case .minute, .hour: mode != .clock
    case .manual, .day: false
    }
  }

  /// Whether the clock moves it.
  func isWallTime(in mode: Mode) -> Bool {
    switch self {
    case .minute, .hour: mode == .clock
    case .day: true
    case .manual, .second: false
    }
  }

  /// How long a jump of its value takes to be made good, in seconds. Time has to be right again before its next step.
  fileprivate var motionDuration: Double {
    switch self {
    case .manual: Stage.ringDuration
    case .second: 0.25
    case .minute, .hour, .day: Stage.handDuration
    }
  }
}

extension RingModel {
  /// What the ring shows, in turns. In clock mode the minute and the hour are those of the clock.
  func value(_ model: Model, at reading: Reading) -> Double {
    let elapsed = model.stopwatch.elapsed(at: reading.instant)
    let wall = reading.wall
    let isClock = model.mode == .clock
    switch source {
    case .manual(let value): return value
    case .second: return elapsed.turns(of: 1)
    case .minute: return isClock ? Double(wall.second) / 60 : elapsed.turns(of: 60)
    case .hour: return isClock ? Double(wall.minute * 60 + wall.second) / 3600 : elapsed.turns(of: 3600)
    case .day: return Double(wall.hour * 3600 + wall.minute * 60 + wall.second) / 86400
    }
  }
}

extension Duration {
  /// The part of a turn that is over when a turn takes `seconds`, 0..<1. Exact however long the duration is.
  func turns(of seconds: Int64) -> Double {
    let turn = seconds * 1_000_000_000
    return Double(nanosecondsClamped % turn) / Double(turn)
  }
}
