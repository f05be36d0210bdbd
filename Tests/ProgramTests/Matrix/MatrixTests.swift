import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// The program on all kinds of desktops; three of them with all other tests, all of them for the table of
  /// `packaging/dev/matrix`.
  struct Matrix {
    /// Where lines of the table are written; nil for the short form.
    private static let table = getenv("SEGCLOCK_MATRIX").map { String(cString: $0) }

    /// The cells that were asked for by name; nil for all.
    private static let names = getenv("SEGCLOCK_MATRIX_CELLS").map {
      String(cString: $0).split(separator: ";").map(String.init)
    }

    static let cells = MatrixCell.all.filter { names?.contains($0.name) ?? true }.filter { cell in
      (table != nil || cell.isShort)
        && cell.programs.allSatisfy { table != nil ? executable($0) != nil : isExpected($0) }
    }

    @Test(arguments: cells)
    func theProgramIsAtHome(cell: MatrixCell) throws {
      var outcomes: [String] = []
      do {
        let room = try MatrixRoom(cell)
        for check in MatrixCell.Check.allCases {
          do {
            outcomes.append(try room.perform(check))
          } catch {
            if let reason = cell.known[check] {
              outcomes.append(reason)
            } else {
              outcomes.append("**\(error)**")
              Issue.record(
                "\(cell.name), \(check): \(error); \(room.desk.program.standardError.suffix(200))")
            }
          }
        }
      } catch {
        outcomes = ["**\(error)**"]
        Issue.record("\(cell.name): \(error)")
      }
      guard let table = Self.table else { return }
      let line = ([cell.group, cell.name] + outcomes).map {
        $0.replacing("\n", with: " ").prefix(200)
      }
      try append(line.joined(separator: "\t") + "\n", to: table)
    }

    private func append(_ line: String, to path: String) throws {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw Failure("\(path) cannot be written") }
      defer { close(descriptor) }
      let bytes = Array(line.utf8)
      guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
        throw Failure("\(path) cannot be written")
      }
    }
  }
}

extension MatrixRoom {
  /// A busy disk may take seconds for what was just done.
  private var stillness: Deadline { Deadline(seconds: 15) }

  /// Tries `check`; returns what was seen in a word or two.
  func perform(_ check: MatrixCell.Check) throws -> String {
    switch check {
    case .top: return try top()
    case .icon: return try iconify()
    case .draws: try awaitPicture("a fresh start")
    case .keys: try pressKeys()
    case .moves: try move()
    case .resizes: try resize()
    case .full: try fill()
    case .still: return try rest()
    case .closes: try desk.close()
    }
    return "yes"
  }

  private func pressKeys() throws {
    try takeKeys()
    try tap("space", "it to run") { $0.hasPrefix("running") }
    try tap("space", "it to stop") { $0.contains(":") }
    try tap("r", "it to be reset") { !$0.contains(":") }
  }

  private func move() throws {
    guard let before = place else { throw Failure("the window is gone") }
    let start = (x: before.x + before.width / 2, y: before.y + 9)
    let (dx, dy) = (60, 40)
    var tries = 0
    mouse.move(x: start.x, y: start.y)
    mouse.press()
    try? connection.wait(until: "the window to be moved", Deadline(seconds: 5)) {
      // A window manager follows once it has the pointer, some a few moves behind.
      tries += 1
      for step in (tries < 20 ? 6 : 8)...8 {
        mouse.move(x: start.x + dx * step / 8, y: start.y + dy * step / 8)
      }
      return place.map { ($0.x, $0.y) == (before.x + dx, before.y + dy) } ?? false
    }
    mouse.release()
    // Moves that it has not taken yet would move it on.
    _ = try? desk.ctl("sync")
    guard let now = place else { throw Failure("the window is gone") }
    guard (now.x, now.y) == (before.x + dx, before.y + dy) else {
      throw Failure("moved by \(now.x - before.x), \(now.y - before.y) in place of \(dx), \(dy)")
    }
  }

  private func resize() throws {
    // No larger than it was, so that all of it stays on the screen.
    let (width, height) = (Int(360 * cell.scale), Int(210 * cell.scale))
    connection.place(window, Connection.Geometry(x: 60, y: 60, width: width, height: height))
    try connection.wait(until: "another size", Deadline(seconds: 3)) {
      place.map { ($0.width, $0.height) == (width, height) } ?? false
    }
    desk.layPointerAside()
    try awaitPicture("the picture of another size")
  }

  private func fill() throws {
    try takeKeys()
    guard let before = place else { throw Failure("the window is gone") }
    let monitor =
      cell.hasTwoMonitors
      ? Connection.Geometry(
        x: before.x + before.width / 2 < 640 ? 0 : 640, y: 0, width: 640, height: 800)
      : Desk.screen
    try keyboard.tap("f")
    let asked = Result { try desk.awaitPlace(monitor, "the full screen") }
    try takeKeys()
    try keyboard.tap("f")
    do {
      try asked.get()
      try desk.awaitPlace(before, "the window after it")
    } catch {
      // What comes next is to be seen.
      connection.place(window, before)
      throw error
    }
  }

  private func top() throws -> String {
    try takeKeys()
    desk.layPointerAside()
    let before = connection.colors(of: window)
    try keyboard.tap("a")
    try connection.wait(until: "a word about the top", Deadline(seconds: 5)) {
      connection.colors(of: window) != before
    }
    let isAbove = connection.hasState("_NET_WM_STATE_ABOVE", window)
    try? connection.wait(until: "the word to go", Deadline(seconds: 6)) {
      connection.colors(of: window) == before
    }
    if isAbove { try keyboard.tap("a") }
    return isAbove ? "yes" : "says that it cannot"
  }

  private func rest() throws -> String {
    try desk.program.awaitSleep(desk.faults, stillness)
    try takeKeys()
    try tap("space", "it to run") { $0.hasPrefix("running") }
    let cover = connection.cover(Desk.screen)
    defer { connection.destroy(cover) }
    if cell.tellsCover { try desk.program.awaitSleep(desk.faults, stillness) }
    connection.destroy(cover)
    let shown = connection.colors(of: window)
    try connection.wait(until: "another picture") {
      let now = connection.colors(of: window)
      return now != nil && now != shown
    }
    try takeKeys()
    try tap("space", "it to stop") { $0.contains(":") }
    return cell.tellsCover ? "yes" : "draws on when covered"
  }

  private func iconify() throws -> String {
    try takeKeys()
    try tap("r", "it to be reset") { !$0.contains(":") }
    try tap("space", "it to run") { $0.hasPrefix("running") }
    defer { try? keyboard.tap("space") }
    connection.iconify(window)
    let isIcon: Void? = try? connection.wait(until: "an icon", Deadline(seconds: 2)) {
      connection.property("WM_STATE", of: window)?.first == 3 || place?.isViewable == false
    }
    if isIcon == nil { return "it makes no icons" }
    try desk.program.awaitSleep(desk.faults, stillness)
    // As a task bar does it, or by the old way.
    connection.activate(window)
    let isBack: Void? = try? connection.wait(until: "the window", Deadline(seconds: 1)) {
      place?.isViewable == true
    }
    if isBack == nil { connection.map(window) }
    try connection.wait(until: "the window to come back", Deadline(seconds: 5)) {
      place?.isViewable == true && connection.colors(of: window)?.showsSomething == true
    }
    return "yes"
  }
}
