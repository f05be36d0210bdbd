import Glibc

/// A display with the program's window on it, and the hands and eyes of somebody before it.
///
/// The window may be closed and opened again, and the display be changed for another one.
package final class Desk {
  package let home: TestFolder
  package private(set) var server: XServer
  package private(set) var connection: Connection
  package private(set) var keyboard: Keyboard
  /// The pointer, which at first lies in a corner of the screen.
  package private(set) var mouse: Mouse
  package private(set) var manager: RunningWindowManager?
  /// What goes by between the program and the display, if that is watched.
  package let tap: Wiretap?
  /// The session bus, if there is one.
  package let bus: MessageBus?
  /// What goes wrong for the program, and how it waits.
  package let faults: Faults
  /// The options that say how the picture looks; `render` takes them too.
  package let look: [String]
  private let options: [String]
  private let path: String
  /// The program's environment besides the usual variables, or in their place.
  package var variables: [String: String]
  package let fresh: Picture
  /// Where everything stands at a fresh start.
  package let panel: Panel
  package private(set) var window: UInt = 0

  private let display: String?
  private let pointerHasKeys: Bool
  private var opened: ChildProcess?

  package static let look = ["--theme", "flat-light"]
  package static let screen = Connection.Geometry(x: 0, y: 0, width: 1280, height: 800)

  /// Starts a display, a window manager and the program, and waits until the window has the keys and shows the picture that it
  /// has to show at first, pixel for pixel.
  ///
  /// - Parameters:
  ///   - look: options of both the window and `render`.
  ///   - options: options of the window alone.
  ///   - isAnimated: whether changes are animated; else `--no-animation` is among the options.
  ///   - isWatched: whether requests are counted.
  ///   - screen: arguments for the display server.
  ///   - mode: the display's mode; without one it has no refresh rate.
  ///   - link: a slow link between the program and the display, which is watched too.
  ///   - server: a display server that runs already.
  ///   - host: the server in whose window `server` is, where there is one: there keys are pressed.
  ///   - display: what DISPLAY is set to for the program, if not to the server's own.
  ///   - isOpen: whether the program is started; else `open` does it.
  ///   - path: the build of the program.
  ///   - comparesFresh: whether the first picture is known beforehand; not that of a clock.
  package init(
    _ look: [String] = Desk.look, options: [String] = [], isAnimated: Bool = false,
    manager: WindowManager = .none, compositor: Compositor = .none, isWatched: Bool = false,
    screen: [String] = [], mode: DisplayMode? = nil, link: Wiretap.SlowLink? = nil,
    on server: XServer? = nil, host: XServer? = nil, display: String? = nil,
    variables: [String: String] = [:], home: TestFolder = TestFolder(), hasBus: Bool = false,
    isOpen: Bool = true, comparesFresh: Bool = true, program path: String = Program.path
  ) throws {
    self.home = home
    let server = try server ?? XServer(arguments: screen)
    self.server = server
    self.manager = try RunningWindowManager(manager, compositor, on: server, home: home)
    connection = try Connection(server)
    if let mode { try connection.setMode(mode) }
    keyboard = try Keyboard(host ?? server)
    mouse = try Mouse(server)
    tap = isWatched || link != nil ? try Wiretap(server, link: link) : nil
    bus = hasBus ? try MessageBus(home: home) : nil
    faults = try Faults(in: home)
    self.look = look
    self.path = path
    self.options = options + (isAnimated ? [] : ["--no-animation"])
    self.variables = variables
    self.variables["DBUS_SESSION_BUS_ADDRESS"] = bus?.address
    fresh = try Program.render(look, home: home)
    panel = try Program.describe(look, home: home)
    self.display = display ?? tap?.display
    pointerHasKeys = manager == .twm
    layPointerAside()
    guard isOpen else { return }
    try open()
    if comparesFresh {
      // A slow link takes some seven seconds for it.
      try awaitPicture(fresh, "a fresh start", Deadline(seconds: 30))
    } else {
      try see("something") { $0.showsSomething }
    }
  }

  deinit {
    // The program first: its display is to outlive it.
    opened?.end()
  }

  /// The program that was opened last.
  package var program: ChildProcess {
    guard let opened else { fatalError("the program was not opened") }
    return opened
  }

  /// Opens the window and waits until it has the keys, if it `isShown` and `takesKeys`.
  ///
  /// - Parameter script: what a shell does to start the program, which is `$0` with the arguments `$@`.
  @discardableResult
  package func open(
    _ arguments: [String] = [], by script: String? = nil, isShown: Bool = true,
    takesKeys: Bool = true
  ) throws -> ChildProcess {
    let program = try Program.start(
      look + options + arguments, by: script, home: home, display: display ?? server.display,
      variables: faults.environment.merging(variables) { $1 }, path: path)
    opened = program
    window = try connection.window(ofProcess: program.identifier, isViewable: isShown)
    guard isShown, takesKeys else { return program }
    if pointerHasKeys { try mouse.move(to: window, x: 2, y: 2) }
    try wait(until: "the keys to go to the window") { connection.focus == window }
    return program
  }

  /// Starts the program once more, without the desk's options and faults, and does not wait for its window.
  package func openAnother(
    _ arguments: [String] = [], display: String? = nil, faults: Faults? = nil
  ) throws -> ChildProcess {
    try Program.start(
      arguments, home: home, display: display ?? server.display,
      variables: variables.merging(faults?.environment ?? [:]) { $1 })
  }

  /// Closes the window by its key; throws where the program ends in another way than this.
  package func quit(_ wanted: Ending = .exited(0)) throws {
    try keyboard.tap("q")
    try awaitEnd(wanted)
  }

  /// Closes the window as a window manager does, after it has received all earlier events.
  package func close() throws {
    connection.synchronize()
    connection.sendProtocol("WM_DELETE_WINDOW", to: window)
    try awaitEnd()
  }

  /// Sends the program a signal, and waits for its end.
  package func end(by signal: Int32, _ wanted: Ending = .exited(0)) throws {
    program.signal(signal)
    try awaitEnd(wanted)
  }

  package func kill() throws { try end(by: SIGKILL, .signalled(SIGKILL)) }

  package func awaitEnd(_ wanted: Ending = .exited(0)) throws {
    let ending = try program.wait()
    guard ending == wanted else {
      throw Failure("\(ending) and not \(wanted); stderr: \(program.standardError)")
    }
  }

  /// A new display in place of the one before.
  package func changeServer() throws {
    server = try XServer()
    connection = try Connection(server)
    keyboard = try Keyboard(server)
    mouse = try Mouse(server)
  }

  /// Waits until `condition` holds; throws with what the window and the program say.
  package func wait(
    until what: String, _ deadline: Deadline = Deadline(), seen: @autoclosure () -> String = "",
    _ condition: () throws -> Bool
  ) throws {
    try connection.wait(
      until: what, deadline,
      seen: "\(seen()); title: \(title); stderr: \(opened?.standardError ?? "")", condition)
  }

  package func picture() throws -> Picture {
    guard let picture = connection.picture(of: window) else {
      throw Failure("the window cannot be seen")
    }
    return picture
  }

  /// Waits until the window shows `wanted` exactly; throws with the difference that was left.
  package func awaitPicture(_ wanted: Picture, _ what: String, _ deadline: Deadline = Deadline())
    throws
  {
    var difference: String? = "no picture"
    try wait(until: what, deadline, seen: difference ?? "") {
      // On its way to another place the window may be off the screen for a moment.
      guard let picture = connection.picture(of: window) else { return false }
      difference = picture.difference(from: wanted)
      return difference == nil
    }
  }

  /// Waits until the window shows what `render` makes with these arguments and the desk's own look.
  package func awaitRender(_ arguments: [String], _ what: String) throws {
    // Rings replace those of the look.
    let replaced = arguments.contains("--ring") ? look.firstIndex(of: "--ring") : nil
    let look = Array(look[..<(replaced ?? look.endIndex)])
    try awaitPicture(Program.render(look + arguments, home: home), what)
  }

  /// Waits until `condition` holds of what the window shows, and gives that picture.
  @discardableResult
  package func see(_ what: String, _ condition: (Picture) throws -> Bool) throws -> Picture {
    try connection.wait(for: what) {
      guard let picture = connection.picture(of: window), try condition(picture) else { return nil }
      return picture
    }
  }

  /// Waits for a picture unlike `last`.
  @discardableResult
  package func seeChange(from last: Picture, _ what: String) throws -> Picture {
    try see(what) { $0.difference(from: last) != nil }
  }

  package func click(_ name: String) throws {
    try mouse.click(at: panel.middle(of: "button.\(name)"), of: window)
  }

  /// Moves the pointer to where it touches nothing.
  package func layPointerAside() { mouse.move(x: 1279, y: 799) }

  /// The major numbers of the extensions that put pixels, and of the one that waits.
  package var extensions: Wiretap.Extensions {
    .init(
      drawing: Set(["MIT-SHM", "RENDER"].compactMap { connection.majorOpcode(of: $0) }),
      sync: connection.majorOpcode(of: "SYNC"))
  }

  /// Waits until the program has handled what the server has announced so far.
  package func awaitEventsHandled() throws {
    connection.synchronize()
    try ctl("sync")
  }

  /// Starts a window manager where there is none any more.
  package func start(_ manager: WindowManager) throws {
    self.manager = try RunningWindowManager(manager, on: server, home: home)
  }

  package func start(_ name: String, _ arguments: [String] = []) throws -> ChildProcess {
    try ChildProcess(
      installed(name), arguments, environment: environment(home: home, display: server.display))
  }

  /// Waits until the program waits for events without a deadline, so that it does nothing by itself, and until nothing
  /// wakes it: no thread of it, and no frame that the server holds. Then it has to make no request.
  ///
  /// Only where it is watched.
  ///
  /// - Parameter hasDeadline: whether it may wait for something a second or more away, such as the next minute.
  package func awaitStillness(hasDeadline: Bool = false) throws {
    guard let tap else { throw Failure("nobody counts the requests") }
    // A disk that is busy with others' writes may take seconds for what was just done.
    let deadline = Deadline(seconds: 20)
    var seen = "it never waits"
    while !deadline.isPast {
      if let ending = program.reap() { throw Failure("the program ended: \(ending)") }
      connection.synchronize()
      _ = tap.take()
      let (before, switches) = (faults.now, program.voluntarySwitches)
      guard
        before.waiting == 2
          || hasDeadline && before.waiting == 1 && before.wait_limit >= 1_000_000_000
      else {
        if before.waiting == 1 { seen = "it waits until a deadline in \(before.wait_limit) ns" }
        Deadline.observe(seconds: 0.02)
        continue
      }
      // Longer than frames are sent before they are due.
      Deadline.observe(seconds: 0.4)
      let requests = tap.take()
      if faults.now.waits == before.waits, requests.isEmpty, program.voluntarySwitches == switches {
        return
      }
      seen = "\(faults.now.waits - before.waits) waits and \(requests.count) requests in 0.4 s"
    }
    throw Failure("the program is not still: \(seen)")
  }

  /// What reads the digits as they stand at a fresh start.
  package var digits: SegmentDisplay {
    get throws { try SegmentDisplay(boxes: panel.digits, learningFrom: fresh) }
  }

  /// Waits until the digits show at least this many hundredths of a second.
  @discardableResult
  package func see(hundredths: Int) throws -> Picture {
    let display = try digits
    return try see("\(hundredths) hundredths of a second") {
      display.hundredths(in: $0).map { $0 >= hundredths } ?? false
    }
  }

  /// Starts the stopwatch and waits until it moves.
  package func run() throws {
    try keyboard.tap("space")
    try see(hundredths: 6)
  }

  /// Waits until the window has shown a dozen more pictures, each unlike the one before: more than the server may hold
  /// already. It has less time than anything that blocks the program would take: a call on the bus gives up after 25 s.
  package func expectMotion() throws {
    let deadline = Deadline(seconds: 10)
    var last: Picture?
    for _ in 0...12 {
      let before = last
      last = try connection.wait(for: "another picture", deadline) {
        connection.picture(of: window).flatMap { $0 == before ? nil : $0 }
      }
    }
  }

  /// Covers the screen, not only the window: a frame around that counts as the window's own.
  package func cover() -> UInt { connection.cover(Desk.screen) }

  /// Waits until the program has said something on standard error, and gives it.
  @discardableResult
  package func awaitMessage() throws -> String {
    try connection.wait(for: "words on standard error") {
      let words = program.standardError
      return words.hasSuffix("\n") ? words : nil
    }
  }

  package var title: String { connection.text("_NET_WM_NAME", of: window) ?? "" }

  /// Waits for a title that begins like this; the title follows the picture, so it may be late.
  package func awaitTitle(_ prefix: String) throws {
    try wait(until: "the title \(prefix)") { title.hasPrefix(prefix) }
  }

  /// Waits for a title that tells a time, as that of a stopped clock does, and gives it.
  @discardableResult
  package func awaitTimeInTitle() throws -> String {
    try connection.wait(for: "a title that tells the time") {
      let title = title
      return title.contains(":") ? title : nil
    }
  }

  /// Presses a key and waits for the title after it.
  package func press(_ key: String, _ title: String, holding: [String] = []) throws {
    try keyboard.tap(key, holding: holding)
    try awaitTitle(title)
  }
}

extension Mouse {
  package func click(at point: (x: Double, y: Double), of window: UInt) throws {
    try move(to: window, x: point.x, y: point.y)
    click()
  }
}
