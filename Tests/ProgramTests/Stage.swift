import Glibc
import ProgramSupport
import Session
import Storage
import Testing
import Timekeeping

/// What is on the disk, which only a closed program leaves to a test.
extension Desk {
  var folder: StateFolder {
    get throws {
      let path = home.file("state")
      return try StateFolder { $0 == "XDG_STATE_HOME" ? path : nil }
    }
  }

  /// Saves a stopped stopwatch with `count` laps of a millisecond each.
  func keepLaps(_ count: Int) throws {
    var laps = Laps()
    for lap in 1...count { laps.append(total: Duration.nanoseconds(Int64(lap) * 1_000_000)) }
    let stopwatch = Stopwatch(
      state: .stopped, anchor: .zero, elapsedAtAnchor: .milliseconds(count), laps: laps)
    let store = try #require(try StateStore(folder))
    try store.save(Batch(Model(stopwatch: stopwatch), .now(.counted)))
    try store.save(.end)
  }

  func kept() throws -> Model {
    let store = try #require(try StateStore(folder))
    return try #require(try store.load(at: .now(.counted)).model)
  }
}

extension Desk {
  /// A desk with a running timer of `seconds`, and a notification daemon that the test controls.
  static func ringing(
    _ options: [String] = [], seconds: Int = 1, look: [String] = [], manager: WindowManager = .none,
    isWatched: Bool = false
  ) throws -> (desk: Desk, daemon: BusPeer) {
    let desk = try Desk(
      Desk.look + ["--timer", "\(seconds)"] + look, options: options, manager: manager,
      isWatched: isWatched, hasBus: true, isOpen: false)
    let daemon = try BusPeer(desk.bus)
    try daemon.becomeNotificationDaemon()
    try desk.open()
    try desk.keyboard.tap("space")
    return (desk, daemon)
  }

  /// Expects the timer, which ends in `seconds`, to be over and to go on by a key within some frames.
  func expectPromptTimer(endingIn seconds: Double = 0) throws {
    try withinSomeFrames(after: seconds) {
      try step(untilTitle: "timer over")
      let last = try picture()
      try step(until: "another picture") { $0 != last }
      try keyboard.tap("Up")
      try step(untilTitle: "timer running")
    }
  }

  /// Waits until the window asks for attention, or no longer does, also by the hint of a window manager.
  func awaitUrgency(_ isUrgent: Bool = true, isManaged: Bool = false) throws {
    try wait(until: "the hint to be \(isUrgent)") {
      let hint = (connection.property("WM_HINTS", of: window)?.first ?? 0) & 256 != 0
      return hint == isUrgent && (!isManaged || hasState("DEMANDS_ATTENTION") == isUrgent)
    }
  }

  /// Waits until a file in the home directory has `count` whole lines, and returns them.
  @discardableResult
  func awaitLines(_ count: Int = 1, in name: String) throws -> [String] {
    try connection.wait(for: "\(count) lines in \(name)") {
      let lines = home.lines(of: name)
      return lines.count >= count ? lines : nil
    }
  }
}

extension BusPeer {
  /// Waits for the notification, and answers with its number.
  @discardableResult
  func show(_ number: UInt32 = 42) throws -> BusMessage {
    let call = try nextCall()
    #expect(call.member == "Notify")
    answer(call, "u", [.number(Int64(number))])
    return call
  }

  /// Waits until the notification is taken away.
  func expectClosed(_ number: UInt32 = 42, by program: String?) throws {
    let call = try nextCall()
    #expect(call.member == "CloseNotification" && call.body == [.number(Int64(number))])
    #expect(call.wantsNoAnswer && call.sender == program)
  }

  /// Announces that the user has pressed this button of the notification.
  func press(_ action: String, _ number: UInt32 = 42, to destination: String? = nil) {
    tell("ActionInvoked", "us", [.number(Int64(number)), .text(action)], to: destination)
  }

  /// Announces that the notification was closed. The reason is 1 if it expired, 2 if the user dismissed it.
  func close(_ number: UInt32 = 42, reason: Int64 = 2, to destination: String? = nil) {
    tell("NotificationClosed", "uu", [.number(Int64(number)), .number(reason)], to: destination)
  }
}

extension TestFolder {
  /// The whole lines of the file `name`; none where it is not there.
  func lines(of name: String) -> [String] {
    (text(of: name) ?? "").split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      .map(String.init)
  }
}

extension Desk {
  /// Types a line of text.
  func type(_ text: String) throws {
    let names: [Character: String] = [" ": "space", ",": "comma"]
    for character in text { try keyboard.tap(names[character] ?? String(character)) }
  }

  /// Waits until the first lap has this name.
  func awaitLapName(_ name: String) throws {
    var output = ""
    try wait(until: "the name \(name)", seen: output) {
      output = try self.output(["export"])
      return output.contains("\n1,\(name),")
    }
  }

  /// Waits for the stopwatch's state and number of laps, as in "running 2".
  func reach(_ wanted: String) throws {
    var seen = ""
    try wait(until: wanted, seen: seen) {
      seen = try status(format: "{{state}} {{lap_count}}")
      return seen == wanted
    }
  }
}

/// Whether a process of that number runs; one that has ended and nobody has waited for does not.
func isRunning(_ process: Int32) -> Bool {
  contents(of: "/proc/\(process)/cmdline")?.isEmpty == false
}

/// The options of `render` that set the standard rings to a value.
func rings(_ value: String) -> [String] {
  ["Goal", "Focus", "Build"].flatMap { ["--ring", "\($0)=\(value)"] }
}
