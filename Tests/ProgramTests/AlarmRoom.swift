import Glibc
import ProgramSupport
import Testing

/// A desk with a bus, and a daemon that shows notifications as the test says.
struct AlarmRoom {
  let bus: MessageBus
  let daemon: BusPeer
  let desk: Desk

  /// A timer of so many seconds that runs.
  init(
    _ options: [String] = [], seconds: Int = 1, look: [String] = [], manager: WindowManager = .none,
    isWatched: Bool = false
  ) throws {
    let home = try TemporaryDirectory()
    bus = try MessageBus(home: home)
    daemon = try BusPeer(bus)
    try daemon.becomeNotificationDaemon()
    desk = try Desk(
      ["--theme", "flat-light", "--timer", "\(seconds)"] + look,
      options: ["--no-animation"] + options,
      manager: manager, isWatched: isWatched,
      variables: ["DBUS_SESSION_BUS_ADDRESS": bus.address], home: home)
    try desk.keyboard.tap("space")
  }

  /// Waits for the notification, and answers with its number.
  @discardableResult
  func show(_ number: UInt32 = 42) throws -> BusMessage {
    let call = try daemon.nextCall()
    #expect(call.member == "Notify")
    daemon.answer(call, "u", [.number(Int64(number))])
    return call
  }

  /// Waits until the notification is taken away.
  func expectClosed(_ number: UInt32 = 42, by program: String?) throws {
    let call = try daemon.nextCall()
    #expect(
      call.member == "CloseNotification" && call.body == [.number(Int64(number))]
        && call.wantsNoAnswer)
    #expect(call.sender == program)
  }

  /// Waits until the window's title begins so.
  func awaitTitle(_ what: String) throws {
    try desk.connection.wait(until: "the title \(what)") { desk.title.hasPrefix(what) }
  }
}

extension Desk {
  /// Whether the window asks for somebody to look at it.
  var isUrgent: Bool { (connection.property("WM_HINTS", of: window)?.first ?? 0) & 256 != 0 }

  /// Whether the window manager has been told so, too.
  var demandsAttention: Bool {
    connection.atoms("_NET_WM_STATE", of: window)?.contains("_NET_WM_STATE_DEMANDS_ATTENTION")
      == true
  }
}

/// Whether a process of that number runs; one that has ended and nobody has waited for does not.
func isRunning(_ process: Int32) -> Bool {
  contents(of: "/proc/\(process)/cmdline")?.isEmpty == false
}

/// The whole lines of the file at `path`; none where it is not there.
func lines(of path: String) -> [Substring] {
  let text = String(decoding: contents(of: path) ?? [], as: UTF8.self)
  return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
}

/// A socket at `path` that takes connections and says nothing.
func listener(at path: String) throws -> Int32 {
  let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
  let status = withSocketAddress(path) { bind(descriptor, $0, $1) }
  guard status == 0, listen(descriptor, 5) == 0 else { throw Failure("no socket at \(path)") }
  return descriptor
}
