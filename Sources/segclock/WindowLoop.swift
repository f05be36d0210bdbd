import ArgumentParser
import DisplayLists
import Drawing
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// The loop that ties the rooms together: events and time in, one frame out, then sleep.
///
/// Data goes one way. An event becomes a command, the command changes the model, the composer writes what has changed
/// into the display list, what differs from before is damage, the compositor paints the damage, the presenter sends
/// it. Time is read once a turn.
final class WindowLoop {
  let connection: Connection
  let window: Window
  private let signals: SignalDescriptor
  private let clockWatch = ClockWatch()
  private let compositor = Compositor()
  var bindings: KeyBindings
  private let printsStatistics: Bool
  var fixedScale: Double?
  /// The most frames a second.
  var mostFrames: Int
  /// The most frames a second where nobody says otherwise.
  private static let usualRate = 60
  /// How long an event may wait for the next frame, in nanoseconds: 30 frames a second, or a little less.
  private static let longestWait: Int64 = 36_000_000
  /// How long what was done may wait for the disk within a frame, in nanoseconds; most need a fraction of it.
  private static let patienceWithDisk: Int64 = 3_000_000
  /// How long the disk may take at the end, in nanoseconds.
  private static let longestSave: Int64 = 5_000_000_000
  /// How long each line may take that is told at the end, in nanoseconds.
  private static let longestLastWord: Int64 = 100_000_000
  /// How many turns are taken within the time of a frame: more than a start, a key or a paste needs.
  private static let mostTurnsPerFrame = 16

  let ringer: Ringer
  let control: ControlDesk
  let desktop = DesktopLook()
  let state: StateOptions
  var configuration: Configuration
  let configurationWatch: FolderWatch?
  var time: LocalTime
  var place: KeptPlace
  var kept: KeptModel
  var view: View
  var frameClock: FrameClock
  /// The menu, while it is open.
  var menu: OpenMenu?
  private var statistics = Statistics()

  /// What the window is called, and when time alone may call for another name.
  var title = ""
  var nextTurn: Instant?
  /// When there is an end of the timer or a step to be told.
  var nextEnd: Instant?
  /// Whether something happened since the last frame that may have changed the picture.
  var isStale = true
  /// The same of the menu.
  var isMenuStale = false
  /// Not before the server says so: what is painted into a window that is not shown yet is lost.
  var isVisible = false {
    didSet {
      hasBeenVisible = hasBeenVisible || isVisible
      control.modelChanged()
    }
  }
  private(set) var hasBeenVisible = false
  /// Whether the start is over.
  private var hasSettled = false
  private var deadline = Deadline()
  /// When the next frame may begin: one a point of the frame clock's grid, however much happens in between.
  private var nextFrameStart: Int64 = 0
  /// How many turns were taken since which point of the frame clock's grid.
  private var turns = (frame: Int64.min, count: 0)
  var exit: ExitCode?

  /// Opens the window and runs until it is closed; returns how the program ends.
  static func run(_ options: Segclock, from startup: StartupNotice?) throws -> ExitCode {
    ProcessSetup.prepareForLoop()
    StandardError.wait(atMost: 0)
    do {
      return try WindowLoop(options, from: startup).run()
    } catch let error as ConnectionError {
      StandardError.print("segclock: \(error.description)")
      return .noDisplay
    }
  }

  private init(_ options: Segclock, from startup: StartupNotice?) throws {
    connection = try Connection()
    // Watched before it is read: nothing that is written from then on is missed.
    configurationWatch = options.scene.file.place.map { FolderWatch(path: $0.path) }
    configuration = try Configuration(options.settings, from: options.scene.file)
    try options.scene.check(configuration.given)
    let settings = configuration.settings
    let (wide, high, scale) = try configuration.extent(scale: connection.scale)
    let (width, height) = connection.fitted(width: wide, height: high)
    fixedScale = settings.scale?.value
    var environment = Environment(width: width, height: height, scale: scale)
    let appearance = desktop.appearance(connection.desktopSettings)
    configuration.apply(to: &environment, on: connection.desktopSettings, appearance)
    bindings = environment.bindings
    time = LocalTime(configuration.axis, in: configuration.zone)
    kept = options.state.open(
      configuration.wishes, options.scene.overrides(at: time, configuration), on: configuration.axis,
      at: time.now)
    kept.change(at: time.now) { $0.follow(desktop: appearance.theme) }
    view = View(kept.shown, in: environment)
    state = options.state
    control = ControlDesk(
      options.state.name, state: options.state.folder, display: OpenRequest.display)
    ringer = Ringer(sound: configuration.sound, command: settings.atEnd?.value)
    mostFrames = settings.fps ?? WindowLoop.usualRate
    frameClock = FrameClock(rate: mostFrames, phase: MonotonicClock.now())
    printsStatistics = options.stats
    let background = environment.themes.theme(named: kept.shown.shownTheme).background
    var windowOptions = settings.windowOptions(width: width, height: height, background: background)
    (windowOptions.instanceName, windowOptions.startup) = (state.instanceName, startup)
    place = KeptPlace(in: state.folder?.path, isKept: kept.descriptor != nil)
    place.apply(to: &windowOptions, configuration.given, scale: scale, on: connection, state.restore)
    (view.environment.width, view.environment.height) = (windowOptions.width, windowOptions.height)
    guard let window = Window(connection, windowOptions) else { throw ExitCode.serverGone }
    self.window = window
    window.begin(in: &view.environment, on: background)
    window.map()
    // From here on nothing waits for the server without limit.
    signals = SignalDescriptor()
    nextEnd = kept.current.nextEnd
    if options.start { apply(.start) }
    if settings.clickThrough == .on { apply(.setClickThrough(true)) }
    tellOfConfiguration()
    followGlobalKeys()
    updateTitle(at: time.now)
  }

  private func run() -> ExitCode {
    var descriptors = DescriptorSet()
    let signalPlace = descriptors.add(signals.fileDescriptor)
    let serverPlace = descriptors.add(connection.fileDescriptor)
    let diskPlace = kept.descriptor.map { descriptors.add($0) }
    let clockPlace = descriptors.add(clockWatch.fileDescriptor)
    let configurationPlace = configurationWatch.map { descriptors.add($0.fileDescriptor) }
    ringer.add(to: &descriptors)
    control.add(to: &descriptors)
    desktop.add(to: &descriptors)
    while true {
      takeEvents()
      control.takeTurn(descriptors, on: self)
      for command in ringer.takeTurn(descriptors, end: end, on: window) { apply(command) }
      desktop.begin(isShown: statistics.frames > 1, isFollowed: kept.current.theme == .automatic)
      if desktop.takeTurn(descriptors) { followDesktop() }
      if let exit { return finish(exit) }
      follow { $0.awaitDisk(until: MonotonicClock.now() + WindowLoop.patienceWithDisk, at: time.now) }
      control.answerKept(on: self)
      isMenuStale = isMenuStale || isStale
      deadline = takeTurn()
      settleMenu()
      place.follow(window, scale: view.environment.scale)
      control.settle(on: self)
      if !connection.isAlive { return finish(.serverGone) }
      let wait = nextWait()
      descriptors.setWaited(wait.isForServer, at: serverPlace)
      let due = control.prepare(&descriptors, isPatient: wait.isPatient, earliest(wait.deadline))
      let next = desktop.prepare(&descriptors, due)
      descriptors.wait(until: ringer.prepare(&descriptors, for: end, next))
      if wait.deadline != 0 { statistics.wakeUps += 1 }
      if descriptors.isReady(signalPlace), let signal = signals.next() {
        guard signal == SignalDescriptor.releasingSignal else { return finish(.success) }
        apply(.setClickThrough(false))
      }
      if let diskPlace, descriptors.isReady(diskPlace) { follow { $0.takeProgress(at: time.now) } }
      if let warning = kept.warningTime, time.now >= warning { follow { $0.warn(at: time.now) } }
      if let configurationPlace, descriptors.isReady(configurationPlace) { followConfiguration() }
      if descriptors.isReady(clockPlace) {
        clockWatch.renew()
        isStale = true
      }
    }
  }

  /// How long to sleep after a turn, whether what the server says ends the sleep, and whether other programs are left to
  /// wait.
  ///
  /// Signals always end it, and are looked for even where there is no time to sleep.
  private func nextWait() -> (deadline: Int64?, isForServer: Bool, isPatient: Bool) {
    // There is more than one turn takes: on with it, as frames and signals have had their turn.
    if window.hasLeftovers { return (0, true, false) }
    // While every frame is drawn anyway, what the server has to say is read with the frame: a wake-up a frame and
    // no more. In between the descriptor is left out.
    let isPaced = deadline.isFrame && frameClock.period <= WindowLoop.longestWait
    if isPaced, !control.isUsed { return (deadline.time, false, false) }
    // A program that sends events without end gets a few turns a frame, and what has come by the next one as one.
    let now = MonotonicClock.now()
    let frame = frameClock.frame(at: now)
    turns = frame == turns.frame ? (frame, turns.count + 1) : (frame, 1)
    if turns.count > WindowLoop.mostTurnsPerFrame {
      let next = frameClock.deadline(after: now)
      return (min(deadline.time ?? next, next), false, true)
    }
    if isPaced { return (deadline.time, false, false) }
    return (window.hasQueuedEvents ? 0 : deadline.time, true, false)
  }

  /// When to wake up, and whether that is for a frame.
  private struct Deadline {
    var time: Int64?
    var isFrame = false
  }

  /// Composes and presents what changed and says when to come back.
  private func takeTurn() -> Deadline {
    let now = MonotonicClock.now()
    let reading = time.read(before: lateness(at: now))
    kept.expireNotice(at: reading.instant)
    let isTitleDue = isStale || nextTurn.map { $0 <= reading.instant } ?? false
    guard isVisible else {
      if isStale { fitShape() }
      if isTitleDue { updateTitle(at: reading.instant) }
      frameClock.rest()
      return Deadline(time: nextTurn.map { now + max(0, ($0 - reading.instant).nanosecondsClamped) })
    }
    // An acknowledgement wakes the loop, too, and is no reason for a frame before its time.
    if !isStale, view.changes.damage.isEmpty, let time = deadline.time, now < time { return deadline }
    if now < nextFrameStart { return Deadline(time: nextFrameStart, isFrame: true) }
    guard window.presenter.canBeginFrame else {
      // The server is behind. Whatever it says next, or the next frame, tries again.
      statistics.held += 1
      return Deadline(time: frameClock.deadline(after: now), isFrame: view.nextChange == .nextFrame)
    }
    if isStale { refreshShow() }
    view.advance(to: reading, isStale: isStale, isFirst: statistics.frames == 0)
    // Not before the picture: who reads the title may click at once on what it says.
    if isTitleDue { updateTitle(at: reading.instant) }
    let change = view.nextChange
    isStale = false
    window.presenter.expectsMore = change == .nextFrame
    present(at: now)
    // What is left goes as soon as the server has taken what was sent.
    if !view.changes.damage.isEmpty { return Deadline(time: frameClock.deadline(after: now)) }
    // Once nothing moves any more, or for a second and a half of frames, what was needed to start has been used.
    if !hasSettled, change != .nextFrame || statistics.frames > 90 {
      hasSettled = true
      showIcon()
      StartupMemory.giveBack()
    }
    switch change {
    case .nextFrame: return Deadline(time: frameClock.deadline(after: now), isFrame: true)
    case .at(let instant):
      frameClock.rest()
      return Deadline(time: now + max(0, (instant - reading.instant).nanosecondsClamped))
    case .never:
      frameClock.rest()
      return Deadline()
    }
  }

  /// How long ago the frame was due that is drawn at `now`; 0 for one that follows from an event.
  ///
  /// A frame shows the moment at which it was due, not that at which the kernel got round to it. So motion is
  /// steady.
  private func lateness(at now: Int64) -> Int64 {
    guard deadline.isFrame, let due = deadline.time, now >= due, now - due < frameClock.period / 4 else {
      return 0
    }
    return now - due
  }

  private func present(at now: Int64) {
    guard !view.changes.damage.isEmpty else { return }
    let rest = statistics.frames == 0 ? view.postponeAllButDigits() : nil
    frameClock.begin(at: now)
    statistics.frames += 1
    statistics.damagedPixels += view.changes.damage.area
    compositor.begin(view.frame, changes: view.changes)
    let unsent = window.present(view.changes.damage.rects, from: compositor)
    compositor.end()
    view.changes.removeAll()
    if let rest { view.changes.damage.add(rest) }
    for rect in unsent { view.changes.damage.add(rect) }
    nextFrameStart = view.changes.damage.isEmpty ? frameClock.deadline(after: now) : 0
  }

  private func finish(_ code: ExitCode) -> ExitCode {
    StandardError.wait(atMost: WindowLoop.longestLastWord)
    ringer.end()
    let deadline = MonotonicClock.now() + WindowLoop.longestSave
    let unsaved = kept.finish(by: deadline)
    place.finish(window, scale: view.environment.scale, by: deadline)
    if let unsaved { StandardError.print("segclock: the last change is not saved: \(unsaved.description)") }
    if printsStatistics { statistics.print(way: window.presenter.way, frameClock) }
    if code == .serverGone { StandardError.print("segclock: \(connection.epitaph()).") }
    return code == .success && unsaved != nil ? .cannotWrite : code
  }
}
