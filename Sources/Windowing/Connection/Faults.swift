import CX11
import Glibc
import Platform
import Synchronization

/// The failed requests of one connection; looked up by display because Xlib's handlers capture
/// nothing.
struct FaultRecord {
  var errors = 0
  /// Whether every error and the loss of this connection count; none is printed or ends the process.
  var isOptional = false
  /// The serial numbers of the requests refused during `Connection.trapErrors`; nil at other times.
  var trapped: [UInt]?
  /// Any resource of this connection.
  var ownResource: XID = 0
  /// When the next message may be printed.
  var nextMessage = MonotonicTime.distantPast

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

/// See `Connection.onLoss`.
private let loss = Mutex<(@Sendable (_ name: String) -> Void)?>(nil)

enum Faults {
  private static let messageInterval = Duration.seconds(1)

  /// Installs the handlers that all connections share. X errors are not fatal.
  static func install() {
    XSetErrorHandler { display, event in
      if let display, let event { Faults.record(event.pointee, on: display) }
      return 0
    }
    XSetIOErrorHandler { display in
      guard let display else { return 0 }
      let isOptional = Faults.record(of: display) { record in
        record.errors += 1
        return record.isOptional
      }
      if !isOptional {
        loss.withLock { $0 }?(XDisplayString(display).map { String(cString: $0) } ?? "")
      }
      return 0
    }
  }

  /// Ends a connection without a round trip: the server may have stopped. What was flushed is still
  /// carried out.
  static func close(_ display: OpaquePointer) {
    // This loss is expected, and XCloseDisplay goes on after it.
    record(of: display) { $0.isOptional = true }
    XSetIOErrorExitHandler(display, { _, _ in }, nil)
    shutdown(XConnectionNumber(display), Int32(SHUT_RDWR))
    XCloseDisplay(display)
    _ = records.withLock { $0.removeValue(forKey: UInt(bitPattern: display)) }
  }

  static func record<Value: Sendable>(
    of display: OpaquePointer, _ body: (inout FaultRecord) -> Value
  ) -> Value {
    records.withLock { body(&$0[UInt(bitPattern: display), default: FaultRecord()]) }
  }

  private static func record(_ event: XErrorEvent, on display: OpaquePointer) {
    let now = MonotonicTime.now
    let isPrinted = record(of: display) { record in
      if record.trapped != nil {
        record.trapped?.append(event.serial)
        return false
      }
      if !record.isOptional, record.isExpected(event) { return false }
      record.errors += 1
      guard !record.isOptional, now >= record.nextMessage else { return false }
      record.nextMessage = now + messageInterval
      return true
    }
    guard isPrinted else { return }
    var name = [CChar](repeating: 0, count: 80)
    XGetErrorText(display, Int32(event.error_code), &name, Int32(name.count))
    let words = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    var text =
      "X error: \(String(decoding: words, as: UTF8.self)) by request "
      + "\(event.request_code).\(event.minor_code) on resource "
      + "0x\(String(event.resourceid, radix: 16))\n"
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension Connection {
  /// Sets what ends the process if a server is lost. Otherwise Xlib does, with status 1.
  ///
  /// Xlib can go on after a loss (XSetIOErrorExitHandler), but not well: XOpenDisplay ends the
  /// process nevertheless, XQueryExtension takes what lies on the stack for the reply, and a request
  /// larger than the buffer waits for room in it for ever.
  package static func onLoss(_ body: @escaping @Sendable (_ name: String) -> Void) {
    loss.withLock { $0 = body }
  }
}
