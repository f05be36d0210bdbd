import CX11
import Glibc
import Platform
import Synchronization

/// The failed requests of one connection; looked up by display because Xlib's handlers capture
/// nothing.
struct FaultRecord {
  var errors = 0
  var isSilent = false
  /// The serial numbers of the requests refused during `Connection.trapErrors`; nil at other times.
  var trapped: [UInt]?
  /// Any resource of this connection.
  var ownResource: XID = 0
  /// The number of errors since the last message, and its time (CLOCK_MONOTONIC, nanoseconds).
  var unprinted = 0
  var lastPrinted: Int64?
  /// Whether the server is not lost.
  var isAlive = true
  /// Whether we end the connection ourselves, so its loss is expected.
  var isEnding = false

  /// Whether an error is about another program's resource, which may go at any moment.
  func isExpected(_ error: XErrorEvent) -> Bool {
    // Servers leave at most 21 bits of an identifier to a client.
    guard (error.resourceid ^ ownResource) >> 21 != 0 else { return false }
    let code = Int32(error.error_code)
    // Those of extensions are about their resources.
    return code == BadWindow || code == BadDrawable || code >= FirstExtensionError
  }
}

/// The records of all open connections; locked only because the handlers are global.
private let records = Mutex<[UInt: FaultRecord]>([:])

/// Ends the process if the server is lost and Xlib must not continue.
private let loss = Mutex<(@Sendable (_ name: String) -> Void)?>(nil)
private let isAsking = Atomic<Bool>(false)

enum Faults {
  static let messageInterval: Int64 = 1_000_000_000

  /// Installs the handlers that all connections share. X errors are counted and reported, not
  /// fatal.
  static func install() {
    XSetErrorHandler { display, event in
      if let display, let event { Faults.note(event.pointee, on: display) }
      return 0
    }
    XSetIOErrorHandler { display in
      if let display { Faults.noteLoss(of: display) }
      return 0
    }
  }

  /// Has the loss of the server end `isAlive`. Xlib then returns from the failed call
  /// (XSetIOErrorExitHandler) instead of ending the process.
  static func watch(_ display: OpaquePointer) {
    records.withLock { $0[UInt(bitPattern: display)] = FaultRecord() }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
  }

  static func isAlive(_ display: OpaquePointer) -> Bool { record(of: display) { $0.isAlive } }

  /// Runs `body`, which queries extensions for the first time; see `setFatalLossHandler`.
  static func asking<Result>(_ body: () -> Result) -> Result {
    let before = isAsking.exchange(true, ordering: .relaxed)
    defer { isAsking.store(before, ordering: .relaxed) }
    return body()
  }

  private static func noteLoss(of display: OpaquePointer) {
    let isWatched = records.withLock { records -> Bool? in
      records[UInt(bitPattern: display)]?.isAlive = false
      return records[UInt(bitPattern: display)].map { !$0.isEnding }
    }
    // `loss` runs once: it may itself find another connection lost.
    if let isWatched, !isWatched || !isAsking.exchange(false, ordering: .relaxed) { return }
    let body = loss.withLock { body in
      defer { body = nil }
      return body
    }
    body?(XDisplayString(display).map { String(cString: $0) } ?? "")
  }

  static func forget(_ display: OpaquePointer) {
    _ = records.withLock { $0.removeValue(forKey: UInt(bitPattern: display)) }
  }

  static func record<Value: Sendable>(
    of display: OpaquePointer, _ body: (inout FaultRecord) -> Value
  ) -> Value {
    records.withLock { body(&$0[UInt(bitPattern: display), default: FaultRecord()]) }
  }

  private static func note(_ event: XErrorEvent, on display: OpaquePointer) {
    let now = MonotonicClock.now()
    let unprinted: Int? = record(of: display) { record in
      if record.trapped != nil {
        record.trapped?.append(event.serial)
        return nil
      }
      if record.isExpected(event) { return nil }
      record.errors += 1
      if record.isSilent { return nil }
      if let last = record.lastPrinted, now - last < messageInterval {
        record.unprinted += 1
        return nil
      }
      defer { record.unprinted = 0 }
      record.lastPrinted = now
      return record.unprinted
    }
    guard let unprinted else { return }
    let more = unprinted > 0 ? ", and \(unprinted) more since the last message" : ""
    var name = [CChar](repeating: 0, count: 80)
    XGetErrorText(display, Int32(event.error_code), &name, Int32(name.count))
    let words = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var text =
      "X error: \(String(decoding: words, as: UTF8.self)) by request "
      + "\(event.request_code).\(event.minor_code) on resource "
      + "0x\(String(event.resourceid, radix: 16))\(more)\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension Connection {
  /// Sets what runs, with the server's name, if the server is lost where Xlib must not continue. It
  /// ends the process; otherwise Xlib does, with status 1.
  ///
  /// This happens during XOpenDisplay: Xlib ends the process as soon as its handler returns, and
  /// XSetIOErrorExitHandler needs a connection that does not exist yet. It also happens while an
  /// extension is queried: XQueryExtension then takes what lies on the stack for the reply.
  package static func setFatalLossHandler(_ body: @escaping @Sendable (_ name: String) -> Void) {
    loss.withLock { $0 = body }
  }
}
