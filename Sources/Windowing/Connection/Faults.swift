import CX11
import Glibc
import Platform
import Synchronization

/// What one connection has been told about failed requests; kept by display because Xlib's handlers capture nothing.
struct FaultRecord {
  /// X errors in all.
  var errors = 0
  /// Errors of requests that `watchedOpcodes` names.
  var watchedErrors = 0
  /// The major opcodes whose errors are counted apart: those that the way of presenting needs.
  var watchedOpcodes: Set<Int> = []
  /// Whether errors are expected just now and are not to be printed.
  var isTrapping = false
  /// Requests, by their numbers, whose errors are expected: about windows of others, which may go at any moment.
  var ignored: [ClosedRange<UInt>] = []
  /// Requests, by their numbers, whose errors are kept in `refusals` for whoever has sent them.
  var keptRequests: ClosedRange<UInt>?
  /// The numbers of those of `keptRequests` that were refused.
  var refusals: [UInt] = []
  /// Errors that were not printed since the last one that was.
  var unprinted = 0
  /// When the last message was printed, CLOCK_MONOTONIC in nanoseconds.
  var lastPrinted: Int64 = .min
}

/// The records of all open connections; behind a lock only because the handlers are global to the process.
private let records = Mutex<[UInt: FaultRecord]>([:])

/// Xlib's global error handlers and the records they write.
enum Faults {
  /// At most one message a second is printed.
  static let messageInterval: Int64 = 1_000_000_000

  /// Installs the handlers and opens a record for `display`.
  ///
  /// An X error is counted and reported, never fatal. A lost server sets `liveness.isAlive` to false; Xlib then
  /// returns from the failed call (XSetIOErrorExitHandler) instead of ending the process.
  static func watch(_ display: OpaquePointer, liveness: Liveness) {
    records.withLock { $0[UInt(bitPattern: display)] = FaultRecord() }
    XSetErrorHandler { display, event in
      if let display, let event { Faults.note(event.pointee, on: display) }
      return 0
    }
    XSetIOErrorHandler { _ in 0 }
    XSetIOErrorExitHandler(
      display,
      { _, liveness in
        guard let liveness else { return }
        Unmanaged<Liveness>.fromOpaque(liveness).takeUnretainedValue().isAlive = false
      }, Unmanaged.passUnretained(liveness).toOpaque())
  }

  /// Closes the record of `display`.
  static func forget(_ display: OpaquePointer) {
    _ = records.withLock { $0.removeValue(forKey: UInt(bitPattern: display)) }
  }

  /// Reads or changes the record of `display`.
  static func record<Value: Sendable>(
    of display: OpaquePointer, _ body: (inout FaultRecord) -> Value
  ) -> Value {
    let key = UInt(bitPattern: display)
    return records.withLock { records in body(&records[key, default: FaultRecord()]) }
  }

  private static func note(_ event: XErrorEvent, on display: OpaquePointer) {
    let now = MonotonicClock.now()
    let unprinted: Int? = record(of: display) { record in
      if record.ignored.contains(where: { $0.contains(event.serial) }) { return nil }
      if record.keptRequests?.contains(event.serial) ?? false {
        record.refusals.append(event.serial)
        return nil
      }
      record.errors += 1
      if record.watchedOpcodes.contains(Int(event.request_code)) { record.watchedErrors += 1 }
      if record.isTrapping { return nil }
      if record.lastPrinted != .min, now - record.lastPrinted < messageInterval {
        record.unprinted += 1
        return nil
      }
      defer { record.unprinted = 0 }
      record.lastPrinted = now
      return record.unprinted
    }
    guard let unprinted else { return }
    let more = unprinted > 0 ? ", and \(unprinted) more since the last message" : ""
    let message =
      "X error: \(name(ofError: event.error_code)) by request \(event.request_code).\(event.minor_code) on resource "
      + "0x\(String(event.resourceid, radix: 16))\(more)\n"
    var text = message
    text.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private static func name(ofError code: UInt8) -> String {
    let names = [
      "BadRequest", "BadValue", "BadWindow", "BadPixmap", "BadAtom", "BadCursor", "BadFont", "BadMatch",
      "BadDrawable", "BadAccess", "BadAlloc", "BadColor", "BadGC", "BadIDChoice", "BadName", "BadLength",
      "BadImplementation",
    ]
    return code >= 1 && Int(code) <= names.count ? names[Int(code) - 1] : "error \(code)"
  }
}

/// Whether the server of a connection still answers; a class of its own because Xlib keeps a pointer to it.
final class Liveness {
  var isAlive = true
}
