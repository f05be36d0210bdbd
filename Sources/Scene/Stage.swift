import Animation
public import DisplayLists
public import Geometry
public import Session
public import Timekeeping

/// What the clocks said, read once a turn of the loop and passed down from there.
public struct Reading: Equatable, Sendable {
  /// The instant.
  public var instant: Instant
  /// The local time.
  public var wall: WallClock

  /// Both, taken together.
  public init(instant: Instant, wall: WallClock) {
    self.instant = instant
    self.wall = wall
  }
}

/// When the picture will next differ.
public enum NextChange: Equatable, Sendable {
  /// With the next frame.
  case nextFrame
  /// Not before an instant.
  case at(Instant)
  /// Not until something happens.
  case never
}

/// The moving picture: it knows the model's last frame, and from it and the next one makes what to show.
///
/// All state here is motion. What is shown depends on the model, the pointer and the time alone once all motion has
/// come to rest.
public struct Stage {
  var panel: Panel?
  var lights: [FadingLights] = []
  var rings: [Follower] = []
  var hands = Hands()
  var buttonMotions: [Button.Role: ButtonMotion] = [:]
  var buttonRow = ButtonRow()
  var isMoving = false
  /// The buttons as they were last shown, from back to front.
  public internal(set) var buttons: [Button] = []
  var lapRows = LapRows()
  var overlays = Overlays()
  private var live: LiveParts?
  /// Items in the making.
  private var part = DisplayList(width: 0, height: 0, background: .clear)

  /// An empty stage.
  public init() {}

  /// Whether the last frame showed something that moves by itself: a fade, a sweep, a button being pressed.
  public var isInMotion: Bool { isMoving }

  /// Composes the frame for `model` at `reading` into `list`, whose storage is used again.
  public mutating func compose(
    _ model: Model, in surroundings: Surroundings, pointer: Pointer = Pointer(), at reading: Reading,
    into list: inout DisplayList
  ) {
    let now = reading.instant.inSeconds
    let text = StageText.digits(model, at: reading)
    let panel = preparedPanel(model, in: surroundings, text: text)
    isMoving = false

    list.width = surroundings.width
    list.height = surroundings.height
    list.background = panel.theme.background
    list.items.removeAll(keepingCapacity: true)

    list.items.append(panel.dialPicture)
    composeButtons(model, panel: panel, pointer: pointer, at: now, into: &list)
    let lights = list.items.count
    composeLights(text, model: model, panel: panel, at: now, into: &list)
    let wasMoving = isMoving
    isMoving = buttonRow.isMoving
    composeRings(model, panel: panel, at: reading, into: &list)
    let isStill =
      !isMoving && !panel.showsElapsedTime(ofRings: model.rings) && !panel.showsWallTime(ofRings: model.rings)
    isMoving = isMoving || wasMoving
    let laps = list.items.count
    lapRows.compose(model.stopwatch, panel: panel, at: reading.instant, into: &list)
    composeDial(model, panel: panel, at: reading, into: &list)
    let end = list.items.count
    composeOverlays(model, panel: panel, at: reading, into: &list)
    live = isStill && list.items.count == end ? LiveParts(lights: lights, laps: laps, end: end) : nil
  }

  /// Brings `list`, which is what this stage has made last, to `reading`, and adds to `changes` what differs. Nothing
  /// but time may have passed since: the model, the pointer and the surroundings are what they were.
  ///
  /// Only the parts that time moves are composed again: the digits, the running lap, the dial. Where more is moving,
  /// nothing is done, and false is returned.
  public mutating func advance(
    _ model: Model, at reading: Reading, in list: inout DisplayList, noting changes: inout Changes
  ) -> Bool {
    guard let live, let panel, list.items.count == live.end else { return false }
    let text = StageText.digits(model, at: reading)
    guard panel.key.digits.fits(text) else { return false }
    isMoving = false
    var part = DisplayList(width: 0, height: 0, background: .clear)
    swap(&part, &self.part)
    defer { swap(&part, &self.part) }
    part.items.removeAll(keepingCapacity: true)
    composeLights(text, model: model, panel: panel, at: reading.instant.inSeconds, into: &part)
    list.replaceItems(from: live.lights, with: part.items, noting: &changes)
    part.items.removeAll(keepingCapacity: true)
    lapRows.compose(model.stopwatch, panel: panel, at: reading.instant, into: &part)
    composeDial(model, panel: panel, at: reading, into: &part)
    // A dial has as many items as before, or its hands would have come or gone by something that has happened.
    guard part.items.count == live.end - live.laps else { return false }
    list.replaceItems(from: live.laps, with: part.items, noting: &changes)
    return true
  }

  /// Where in the list the parts begin that time moves, when nothing else moves.
  private struct LiveParts {
    var lights: Int
    var laps: Int
    var end: Int
  }

  /// When the picture of `model` will next differ from the frame composed at `reading`.
  public func nextChange(_ model: Model, in surroundings: Surroundings, at reading: Reading) -> NextChange {
    guard !isMoving, let panel, panel.key.surroundings == surroundings else { return .nextFrame }
    if model.stopwatch.isRunning, panel.showsElapsedTime(rings: model.rings) { return .nextFrame }
    var next: Instant?
    if panel.showsWallTime(rings: model.rings) { next = reading.wall.nextSecond(after: reading.instant) }
    if let notice = model.notice, notice.isShown(at: reading.instant) {
      let end = notice.since.advanced(by: Notice.lifetime)
      next = min(next ?? end, end)
    }
    return next.map { .at($0) } ?? .never
  }

  /// The button at `point` in the last frame, if any.
  public func button(at point: Point) -> Button? {
    buttons.last { $0.contains(point) }
  }

  /// The panel for this frame; laid out again, with the motion going on, when what it depends on has changed.
  private mutating func preparedPanel(_ model: Model, in surroundings: Surroundings, text: String) -> Panel {
    let hasLaps = model.mode == .stopwatch && !model.stopwatch.laps.isEmpty
    if let panel, panel.key.surroundings == surroundings, panel.key.mode == model.mode,
      panel.key.theme == model.theme, panel.key.hasLaps == hasLaps, panel.key.digits.fits(text),
      panel.key.ringNames.elementsEqual(model.rings.lazy.map(\.name))
    {
      return panel
    }
    let old = panel
    let new = Panel(
      Panel.Key(
        surroundings: surroundings, mode: model.mode, theme: model.theme, digits: DigitCounter(text: text),
        ringNames: model.rings.map(\.name), hasLaps: hasLaps))
    lights = new.lights.enumerated().map { index, group in
      // Counted from the right, so that the digits stay lit when the first hour puts one more before them.
      let place = index - new.lights.count + lights.count
      guard let old, lights.indices.contains(place),
        old.key.digits.places[place] == new.key.digits.places[index]
      else { return FadingLights(group: group) }
      return FadingLights(group: group, continuing: lights[place])
    }
    if old?.key.mode != new.key.mode { hands = Hands() }
    while rings.count < model.rings.count { rings.append(Follower(threshold: 0.0025, isCyclic: false)) }
    lapRows = LapRows()
    overlays = Overlays()
    buttonRow.key = nil
    panel = new
    return new
  }
}
