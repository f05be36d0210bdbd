import ArgumentParser
import Control
import Geometry
import Platform
import Scene
import Session
import Settings
import Storage
import Timekeeping
import Windowing

/// What the window does: events and requests become commands, commands change the model, and the window follows.
///
/// When that is, and when a frame is drawn, is the loop's.
final class WindowController {
  let connection: Connection
  let window: Window
  let ringer: Ringer
  let control: ControlDesk
  let desktop = DesktopLook()
  let state: StateOptions
  var configuration: Configuration
  var bindings: KeyBindings
  var time: LocalTime
  var place: KeptPlace
  var kept: KeptModel
  var view: View
  /// The scale that was asked for, if any was.
  var fixedScale: Double?
  /// The menu, while it is open.
  var menu: OpenMenu?
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
  /// How the program is to end, once it is.
  var exit: ExitCode?

  /// Opens the window and shows what is kept, as the options and the configuration have it.
  init(_ options: Segclock, from startup: StartupNotice?, _ server: ControlServer?) throws {
    // Errors in the options are reported without a display, too.
    configuration = try Configuration(
      options.settings, from: options.scene.file, name: options.state.name)
    try options.scene.check(configuration.given)
    connection = try Connection()
    let settings = configuration.settings
    let (wide, high, scale) = try configuration.extent(scale: connection.scale)
    let (width, height) = Monitors(of: connection).fitted(width: wide, height: high)
    fixedScale = settings.scale?.value
    var environment = Environment(width: width, height: height, scale: scale)
    let appearance = desktop.appearance(connection.desktopSettings)
    configuration.apply(to: &environment, on: connection.desktopSettings, appearance)
    bindings = environment.bindings
    time = LocalTime(configuration.axis, in: configuration.zone)
    let (atStart, localTime) = (configuration, time)
    kept = try options.state.open(on: configuration.axis, at: time.now) {
      options.scene.apply(atStart, to: &$0, at: localTime)
    }
    kept.change(at: time.now) { $0.follow(desktop: appearance.theme) }
    view = View(kept.shown, in: environment)
    state = options.state
    control = ControlDesk(server, display: OpenRequest.display)
    ringer = Ringer(sound: configuration.sound, command: settings.atEnd?.value)
    let background = environment.themes.theme(named: kept.shown.shownTheme).background
    var windowOptions = settings.windowOptions(width: width, height: height, background: background)
    (windowOptions.instanceName, windowOptions.startup) = (state.instanceName, startup)
    place = KeptPlace(at: state.folder?.place, isKept: kept.descriptor != nil)
    place.apply(
      to: &windowOptions, configuration.given, scale: scale, on: connection, state.restore)
    if settings.position?.value == nil { windowOptions.stayInWorkArea(on: connection) }
    (view.environment.width, view.environment.height) = (windowOptions.width, windowOptions.height)
    guard let window = Window(connection, windowOptions) else { throw ExitCode.serverGone }
    self.window = window
    window.begin(in: &view.environment, on: background)
    window.map()
    nextEnd = kept.current.nextEnd
  }

  /// Does what the options ask for besides what they set.
  func begin(_ options: Segclock) {
    if options.start { apply(.start) }
    if configuration.settings.clickThrough == .on { apply(.setClickThrough(true)) }
    tellOfConfiguration()
    followGlobalKeys()
  }

  /// Has the next frame show what is kept.
  func refreshView() {
    view.model = kept.shown
    fitShape()
  }

  /// Tells what is wrong with the configuration, if anything is.
  func tellOfConfiguration() {
    guard let words = configuration.words else { return }
    StandardError.print("segclock: \(words)")
    apply(.announce(words, for: .seconds(10)))
  }
}
