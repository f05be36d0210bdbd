import ArgumentParser
import Control
import Desktop
import DisplayLists
import Geometry
import Glibc
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// The program while its window is open: the model, the time, the configuration and the window.
///
/// A command changes the model and invalidates what depends on it (`perform`). `finishTurn` updates that once a turn.
final class App {
  let connection: Connection
  let window: Window
  let frames: FrameScheduler
  private let bus = SessionBus()
  let alarm: AlarmController
  let globalKeys: GlobalKeyController
  private lazy var reader = ReaderController(self, bus)
  let control: ControlService
  let desktop: DesktopAppearance
  let time: LocalTime
  var configuration: Configuration
  private(set) var kept: SavedModel
  var menu: OpenMenu?
  var invalidation = Invalidation.all
  /// False until the server reports it; earlier pixels would be lost.
  var isVisible = false {
    didSet { invalidation.insert(.status) }
  }
  var exitCode: ExitCode?

  /// As the window manager last reported.
  var isAbove = false
  var isClickThrough = false
  /// A press of the window itself that starts or stops, unless it moves the window.
  var clickedWindow: PointerPress?
  var observedState: WindowState?
  var placeDeadline: MonotonicTime?
  /// The places as last seen; the saved ones may be older.
  var places: PlaceBook
  private let configurationWatches: [FolderWatch]
  private let endTimer: KernelTimer
  private let loop = EventLoop()
  private var deadline: MonotonicTime?
  private var title = ""
  /// When time alone may change the title.
  private var nextTitle: Instant?
  private var hasSettled = false
  /// The look of the last frame; the number of the frame by which it has settled, nil once it has.
  private var look: Look?
  private var settlingFrame: Int?

  /// How long a frame may wait for a change to be saved; most need a fraction of it.
  private static let diskPatience = Duration.milliseconds(3)
  private static let maxSave = Duration.seconds(5)
  /// How long the window may take to answer at the end, in seconds.
  private static let maxLastQuestions: UInt32 = 1
  /// The number of frames after which a new look has settled although something moves in every one.
  private static let settlingFrames = 90

  static func run(_ options: ProgramSettings, _ control: ControlServer?) throws -> ExitCode {
    ProcessSetup.prepareForLoop()
    Connection.onLoss { name in
      StandardError.report(ConnectionError.cannotOpen(name).description)
      exit(ExitCode.noDisplay.rawValue)
    }
    return try App(options, control).run()
  }

  private init(_ options: ProgramSettings, _ server: ControlServer?) throws {
    // Watched before they are read, so that no change is missed.
    configurationWatches = options.configurationFiles.map {
      FolderWatch(path: $0.path)
    }
    // Errors in the options are reported without a display, too.
    configuration = try Configuration(options)
    Configuration.reportVariables()
    connection = try Connection()
    let settings = configuration.settings
    let (wide, high, scale) = try configuration.extent(scale: connection.scale)
    let (width, height) = connection.fitted(width: wide, height: high)
    var environment = Environment(width: width, height: height, scale: scale)
    desktop = DesktopAppearance(portal: PortalSettings(bus), connection: connection)
    configuration.apply(to: &environment, on: desktop)
    time = LocalTime(configuration.axis)
    let (atStart, localTime) = (configuration, time)
    kept = try settings.loadModel(on: configuration.axis, at: time.now) {
      atStart.begin(&$0, at: localTime)
    }
    let theme = desktop.current.theme
    kept.change(at: time.now) { $0.desktopTheme = theme }
    let background = environment.themes.theme(named: kept.shown.shownTheme).background
    var windowOptions = settings.windowOptions(width: width, height: height)
    windowOptions.instanceName = settings.instanceName
    places = PlaceBook(kept.pending.windowPlace)
    places.forgetAbove(unlessConfigured: configuration.fileSettings.above)
    windowOptions.states = configuration.windowStates(places)
    windowOptions.restore(places, settings, scale: scale, on: connection)
    if settings.position == nil {
      windowOptions.stayInWorkArea(on: connection)
    } else {
      windowOptions.stayInView(on: connection)
    }
    (environment.width, environment.height) = (windowOptions.width, windowOptions.height)
    window = Window(connection, windowOptions)
    environment.showsAlpha = window.isTranslucent && window.isComposited
    window.setBackground(environment.bareBackground(background))
    window.fit(to: environment)
    if settings.opacity < 1 { window.setOpacity(settings.opacity) }
    window.cursor.draw = PointerCursor.draw
    window.map()
    frames = FrameScheduler(
      window, view: View(kept.shown, in: environment), time: time, maxRate: settings.fps)
    control = ControlService(server)
    alarm = AlarmController(
      window, bus, (configuration.sound, settings.atEnd), name: configuration.run.name)
    globalKeys = GlobalKeyController(window)
    endTimer = KernelTimer(countsSuspend: time.countsSuspend)
  }

  private func run() -> ExitCode {
    // Runs on this thread, inside the failing call of Xlib, and must make none itself.
    nonisolated(unsafe) let app = self
    Connection.onLoss { _ in exit(app.endAllButWindow(app.exitCode ?? .serverGone).rawValue) }
    addSources()
    enterDay(at: time.now)
    if let activity = configuration.settings.activity { perform(.day(.choose(activity))) }
    if configuration.settings.start { perform(.start) }
    if configuration.settings.clickThrough { perform(.setClickThrough(true)) }
    reportFaults()
    globalKeys.set(configuration.settings.globalKeys)
    updateTitle()
    while true {
      finishTurn()
      if let exitCode { return self.finish(exitCode) }
      loop.turn(until: deadline)
    }
  }

  private func addSources() {
    control.app = self
    globalKeys.app = self
    alarm.perform = { [unowned self] in perform($0) }
    alarm.report = { [unowned self] in report([$0], notice: $1, for: Notice.lifetime) }
    desktop.portal.handler = { [unowned self] in applyDesktopAppearance() }
    for watch in configurationWatches {
      loop.add({ watch.addInterest(to: &$0) }) { [unowned self] _ in
        if watch.takeChanges() { reloadConfiguration() }
      }
    }
    loop.add(
      { [unowned self] in addServerInterest(to: &$0) }, { [unowned self] in handleEvents(in: $0) })
    loop.add({ [unowned self] in $0.add(window.input.textInput.descriptor) }) {
      [unowned self] in handleEvents(in: $0)
    }
    loop.add(control)
    loop.add(endTimer)
    loop.add(alarm)
    loop.add(bus)
    loop.add(globalKeys.bus)
    loop.add(reader.service)
    // Until now, the signals that end the program do so at once: a stopped server can hold up the start for ever.
    loop.add(
      Signals { [unowned self] signal in
        switch signal {
        // Lets a script end click-through, when no click reaches the window.
        case SIGUSR1: perform(.setClickThrough(false))
        case SIGCHLD: alarm.handle(Turn())
        default: exitCode = .success
        }
      })
    loop.add(
      ClockWatch { [unowned self] in
        invalidation.insert(.picture)
        enterDay(at: time.now, isUnsure: true)
      })
    loop.add({ [unowned self] in addDiskInterest(to: &$0) }) { [unowned self] _ in
      let (before, rings) = (kept.state, kept.pending.rings)
      update { $0.takeProgress(at: time.now) }
      // The rings of a state that was found have ids of their own.
      if kept.pending.rings.ids != rings.ids || !kept.pending.rings.elementsEqual(rings) {
        control.followers.bind(to: kept.pending.shownRings)
      }
      // The model has it as a notice.
      if kept.state != before, let problem = kept.state.problem {
        StandardError.report(problem.english)
      }
      update { $0.warn(at: time.now) }
      control.finishRestoring()
      control.finishEditing()
    }
  }

  private func addServerInterest(to interest: inout Interest) {
    // Both queue events that poll does not show.
    let isLate = window.hasLeftovers || frames.listensToServer && window.hasQueuedEvents
    // What does not end the wait is read with the next frame.
    if frames.listensToServer { interest.add(connection.fileDescriptor) }
    interest.add(isLate ? .distantPast : frames.deadline)
    interest.add(window.deadline)
  }

  private func addDiskInterest(to interest: inout Interest) {
    interest.add(kept.descriptor ?? -1)
    interest.add(kept.warningTime.map(time.deadline))
  }

  private func finishTurn() {
    if let end = kept.pending.nextEnd, end <= time.now { perform(.announceEnd) }
    if let end = kept.pending.day.today?.end, end <= time.now { enterDay(at: time.now) }
    // For the theme, the portal's service is started before the window is shown, so that nothing light flashes on a
    // dark desktop. For reduced motion alone, it is asked once the window is shown, and only if it runs.
    let isThemeFollowed = kept.pending.theme == .automatic
    if isThemeFollowed || frames.frameCount > 1 {
      desktop.portal.begin(startsService: isThemeFollowed)
    }
    guard exitCode == nil else { return }
    update { $0.awaitDisk(until: .now + App.diskPatience, at: time.now) }
    control.answerSaved()
    let hasChanged = !invalidation.isEmpty
    let frame = showFrame()
    let menuFrame = presentMenu()
    reader.finishTurn(hasChanged: hasChanged)
    control.finishTurn(hasChanged: invalidation.remove(.status) != nil)
    endTimer.set(to: nextEnd?.nanoseconds)
    savePlaceIfDue()
    deadline = earliest(earliest(frame, menuFrame), placeDeadline)
  }

  /// When something ends that nobody does: a timer, a step, the day.
  private var nextEnd: Instant? {
    // Of two alone: a list would be allocated in each turn.
    guard let dayEnd = kept.pending.day.today?.end else { return kept.pending.nextEnd }
    return kept.pending.nextEnd.map { min($0, dayEnd) } ?? dayEnd
  }

  /// Shows what is invalid or due; returns when time alone requires the next call.
  private func showFrame() -> MonotonicTime? {
    let now = time.now
    if let nextTitle, nextTitle <= now { invalidation.insert([.picture, .title]) }
    if invalidation.contains(.picture) {
      invalidation.insert(.menu)
      view.model = kept.shown
      fitShape()
    }
    let next = frames.step(at: .now, &invalidation, isVisible: isVisible)
    // What is under the pointer may have come or gone.
    window.cursor.show(view.cursor, scale: view.environment.scale)
    // After the picture: a reader of the title may click at once on what it names.
    if invalidation.contains(.title), !isVisible || !invalidation.contains(.picture) {
      updateTitle()
    }
    returnMemoryIfSettled()
    if isVisible { return next }
    return nextTitle.map(time.deadline)
  }

  /// Returns what a new size, font or theme needed for its first frames alone.
  private func returnMemoryIfSettled() {
    let new = Look(view.frame)
    if look != new { (look, settlingFrame) = (new, frames.frameCount + App.settlingFrames) }
    guard let settlingFrame, frames.frameCount > 0, frames.isFrameComplete,
      view.nextChange != .nextFrame || frames.frameCount > settlingFrame
    else { return }
    self.settlingFrame = nil
    ProcessSetup.returnFreeMemory()
    guard !hasSettled else { return }
    hasSettled = true
    window.showIcon()
    ProcessSetup.returnStartPages()
  }

  private func updateTitle() {
    let model = kept.shown.asOf(time.now)
    nextTitle = model.nextTurn
    invalidation.remove(.title)
    guard model.title != title else { return }
    title = model.title
    window.setTitle("\(title) – \(configuration.run.instanceName)")
  }

  /// Has the disk checked before an answer says that everything is saved.
  func verifySaved() { kept.verify() }

  /// Changes the saved model and updates what depends on it; `change` returns whether anything that is shown may have changed.
  func update(_ change: (inout SavedModel) -> Bool) {
    let theme = kept.shown.shownTheme
    guard change(&kept) else { return }
    invalidation = .all
    time.zone = kept.shown.zone
    if theme != kept.shown.shownTheme { window.setBackground(background) }
  }

  private func finish(_ code: ExitCode) -> ExitCode {
    if code == .success, let warning = kept.pending.silenceWarning {
      StandardError.report(warning)
    }
    // The client that closes the window is answered first.
    let unsaved = kept.finish(by: .now + Waits.savePatience, at: time.now)
    control.answerSaved(remaining: unsaved.map { .failed($0) } ?? .kept)
    Signals.forceExit(after: App.maxLastQuestions)
    // The window is asked first, as the connection may end before the disk is done.
    recordPlace()
    let code = endAllButWindow(code)
    Connection.onLoss { _ in exit(code.rawValue) }
    Signals.forceExit(after: App.maxLastQuestions, status: code.rawValue)
    window.end()
    return code
  }

  /// Ends everything but the window, without a request to the server.
  private func endAllButWindow(_ code: ExitCode) -> ExitCode {
    let late = code == .success ? ExitCode.cannotWrite : code
    Signals.forceExit(
      after: App.maxLastQuestions + UInt32(App.maxSave.components.seconds), status: late.rawValue)
    desktop.portal.handler = {}
    alarm.end()
    let deadline = MonotonicTime.now + App.maxSave
    endFeeds()
    let unsaved = kept.close(by: deadline, at: time.now)
    _ = kept.takeProgress(at: time.now)
    control.answerSaved(remaining: unsaved.map { .failed($0) } ?? .kept)
    if let unsaved {
      StandardError.report("the last change is not saved: \(unsaved.description)")
    }
    if configuration.run.stats {
      for line in frames.statistics { StandardError.print(line) }
      StandardError.print("wake-ups        \(loop.waitCount)")
    }
    if code == .serverGone {
      StandardError.report(ConnectionError.lost(connection.name).description)
    }
    return code == .success && unsaved != nil ? .cannotWrite : code
  }

  /// Ends the feeds of all rings: the value of one that goes on is not saved.
  private func endFeeds() {
    for (id, ring) in zip(kept.pending.rings.ids, kept.pending.rings) {
      if case .fed(let turns, isOver: false) = ring.source {
        _ = kept.apply(.setRing(id, .fed(turns, isOver: true)), at: time.now)
      }
    }
  }

  /// What decides about almost every sprite of a frame.
  private struct Look: Equatable {
    let bounds: PixelRect
    let font: FontMetrics
    let background: Color

    init(_ list: DisplayList) {
      (bounds, font, background) = (list.bounds, list.font, list.background)
    }
  }

  var view: View {
    get { frames.view }
    _modify { yield &frames.view }
  }

  var bindings: [KeyRow] { view.environment.bindings }

  /// The background of the theme that is shown, below everything else.
  var background: Color {
    view.environment.bareBackground(
      view.environment.themes.theme(named: kept.shown.shownTheme).background)
  }
}
