import Glibc

/// A display with the program's window on it, and the hands and eyes of somebody before it.
package final class Desk {
  package let home: TemporaryDirectory
  package let server: XServer
  package let connection: Connection
  package let keyboard: Keyboard
  /// The pointer, which at first lies in a corner of the screen.
  package let mouse: Mouse
  /// What goes by between the program and the display, if that is watched.
  package let tap: Wiretap?
  package let program: ChildProcess
  /// What goes wrong for the program, and how it waits.
  package let faults: Faults
  package let window: UInt
  /// What of the program's options says how the picture looks; `render` takes them too.
  package let look: [String]
  package let fresh: Picture
  /// Where everything stands at a fresh start.
  package let panel: Panel

  package private(set) var manager: RunningWindowManager?

  /// Starts a display, a window manager and the program, and waits until the window has the keys and shows the
  /// picture that it has to show at first, pixel for pixel.
  ///
  /// - Parameters:
  ///   - look: options of both the window and `render`.
  ///   - options: options of the window alone.
  ///   - manager: the window manager.
  ///   - compositor: what shows the windows; needs a window manager.
  ///   - isWatched: whether requests are counted.
  ///   - link: a slow link between the program and the display, which is watched too.
  ///   - screen: arguments for the display server.
  ///   - mode: what the display is to run at; else it has no refresh rate.
  ///   - comparesFresh: whether the first picture is known beforehand; not that of a clock.
  ///   - variables: what the program finds in its environment besides the usual variables, or in their place.
  ///   - home: the home directory, where there is one already.
  ///   - faults: those that the program starts with; none by default.
  package init(
    _ look: [String] = [], options: [String] = [], manager: WindowManager = .none,
    compositor: Compositor = .none, isWatched: Bool = false,
    screen: [String] = [], mode: DisplayMode? = nil, link: Wiretap.SlowLink? = nil,
    variables: [String: String] = [:],
    comparesFresh: Bool = true, home: TemporaryDirectory? = nil, faults: Faults? = nil
  ) throws {
    let home = try home ?? TemporaryDirectory()
    self.home = home
    server = try XServer(arguments: screen)
    self.manager = try RunningWindowManager.start(
      manager, compositor: compositor, on: server, home: home)
    connection = try Connection(server)
    if let mode { try connection.setMode(mode) }
    keyboard = try Keyboard(server)
    mouse = try Mouse(server)
    mouse.move(x: 1279, y: 799)
    tap = isWatched || link != nil ? try Wiretap(server, link: link) : nil
    self.look = look
    fresh = try Program.render(look, home: home)
    panel = try Program.describe(look, home: home)
    self.faults = try faults ?? Faults(in: home)
    let process = try ChildProcess(
      Program.path, look + options,
      environment: environment(home: home, display: tap?.display ?? server.display)
        .merging(self.faults.environment) { $1 }.merging(variables) { $1 })
    program = process
    let connection = connection
    let window = try connection.window(ofProcess: process.identifier)
    self.window = window
    // There the keys go where the pointer is.
    if manager == .twm { try mouse.move(to: window, x: 2, y: 2) }
    try connection.wait(until: "the keys to go to the window") { connection.focus == window }
    if comparesFresh {
      try awaitPicture(fresh, "a fresh start")
    } else {
      try see("something") { $0.showsSomething }
    }
  }

  deinit {
    // The program first: its display is to outlive it.
    program.end()
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
    var difference: String?
    do {
      try connection.wait(until: what, deadline) {
        // On its way to another place the window may be off the screen for a moment.
        guard let picture = connection.picture(of: window) else { return false }
        difference = picture.difference(from: wanted)
        return difference == nil
      }
    } catch let failure as Failure {
      throw Failure("\(failure): \(difference ?? "no picture"); stderr: \(program.standardError)")
    }
  }

  /// Waits until the window shows what `render` makes with these arguments and the desk's own look.
  package func awaitRender(_ arguments: [String], _ what: String) throws {
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

  package func click(_ name: String) throws {
    try mouse.click(at: panel.middle(of: "button.\(name)"), of: window)
  }

  /// The major numbers of the extensions that put pixels, and of the one that waits.
  package var extensions: Wiretap.Extensions {
    .init(
      drawing: Set(["MIT-SHM", "RENDER"].compactMap { connection.majorOpcode(of: $0) }),
      sync: connection.majorOpcode(of: "SYNC"))
  }

  /// Waits until the program has handled what the server has announced so far.
  package func awaitEventsHandled() throws {
    connection.synchronize()
    let sync = try Program.run(["ctl", "sync"], home: home)
    guard sync.ending == .exited(0) else { throw Failure("ctl sync: \(sync.errors)") }
  }

  /// Starts a window manager where there is none any more.
  package func start(_ manager: WindowManager) throws {
    self.manager = try RunningWindowManager.start(manager, on: server, home: home)
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

  /// Starts the stopwatch and waits until it moves.
  package func run() throws {
    let display = try SegmentDisplay(boxes: panel.digits, learningFrom: fresh)
    try keyboard.tap("space")
    try see("the stopwatch to run") { display.hundredths(in: $0).map { $0 > 5 } ?? false }
  }

  /// Waits until the window has shown five more pictures, each unlike the one before.
  package func expectMotion() throws {
    var last: Picture?
    for _ in 0..<6 {
      let before = last
      last = try see("another picture") { $0 != before }
    }
  }

  /// Covers the screen, not only the window: a frame around that counts as the window's own.
  package func cover() -> UInt {
    connection.cover(Connection.Geometry(x: 0, y: 0, width: 1280, height: 800))
  }

  package var title: String { connection.text("_NET_WM_NAME", of: window) ?? "" }

  /// The title follows the picture, so it may be late.
  package func awaitTitle(_ prefix: String) throws {
    try connection.wait(until: "the title \(prefix)") { title.hasPrefix(prefix) }
  }
}

extension Mouse {
  /// Moves to a point of a window and clicks there.
  package func click(at point: (x: Double, y: Double), of window: UInt) throws {
    try move(to: window, x: point.x, y: point.y)
    click()
  }
}
