import CSystemd

extension SessionBus {
  /// Adds values to a message.
  struct Writer {
    private let library: UnsafePointer<segclock_sd_bus>
    private let message: OpaquePointer
    /// Whether everything so far was taken.
    private(set) var isWhole = true

    init(_ library: UnsafePointer<segclock_sd_bus>, _ message: OpaquePointer) {
      (self.library, self.message) = (library, message)
    }

    mutating func text(_ value: String) { note(value.withCString { append("s", $0) }) }
    mutating func number(_ value: UInt32) { note(withUnsafePointer(to: value) { append("u", $0) }) }
    mutating func signedNumber(_ value: Int32) {
      note(withUnsafePointer(to: value) { append("i", $0) })
    }
    mutating func byte(_ value: UInt8) { note(withUnsafePointer(to: value) { append("y", $0) }) }
    /// A truth has the size of a C int here.
    mutating func truth(_ value: Bool) {
      note(withUnsafePointer(to: Int32(value ? 1 : 0)) { append("b", $0) })
    }

    /// An array whose elements, of the signature `elements`, `write` adds.
    mutating func array(of elements: String, _ write: (inout Writer) -> Void) {
      container("a", elements, write)
    }

    /// An entry of an array of `{sv}`, whose value, of the signature `contents`, `write` adds.
    mutating func entry(_ key: String, _ contents: String, _ write: (inout Writer) -> Void) {
      container("e", "sv") { entry in
        entry.text(key)
        entry.container("v", contents, write)
      }
    }

    private mutating func container(
      _ type: Unicode.Scalar, _ contents: String, _ write: (inout Writer) -> Void
    ) {
      note(library.pointee.sd_bus_message_open_container(message, SessionBus.code(type), contents))
      write(&self)
      note(library.pointee.sd_bus_message_close_container(message))
    }

    private func append(_ type: Unicode.Scalar, _ value: UnsafeRawPointer) -> Int32 {
      library.pointee.sd_bus_message_append_basic(message, SessionBus.code(type), value)
    }

    private mutating func note(_ status: Int32) {
      if status < 0 { isWhole = false }
    }
  }
}
