import CSystemd

extension SessionBus {
  /// A message that has come; to be read from its beginning, while it is told.
  struct Message {
    private let library: UnsafePointer<segclock_sd_bus>
    private let message: OpaquePointer?
    private let isAnswer: Bool

    init(_ library: UnsafePointer<segclock_sd_bus>, _ message: OpaquePointer?, isAnswer: Bool) {
      (self.library, self.message, self.isAnswer) = (library, message, isAnswer)
    }

    /// The name of the connection that has sent it, as the bus says.
    ///
    /// Rules that ask for a well-known name do not keep out what others send to this program alone.
    var sender: String {
      library.pointee.sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    }

    /// The number of the call that it answers; nil where it is none's answer.
    var answers: UInt32? {
      var number: UInt64 = 0
      guard isAnswer, library.pointee.sd_bus_message_get_reply_cookie(message, &number) >= 0 else {
        return nil
      }
      return UInt32(exactly: number)
    }

    /// Whether it says that a call has failed.
    var isError: Bool { library.pointee.sd_bus_message_is_method_error(message, nil) > 0 }

    /// Whether it is this signal.
    func isSignal(_ interface: String, _ member: String) -> Bool {
      library.pointee.sd_bus_message_is_signal(message, interface, member) > 0
    }

    /// Its next value; nil where that is no number of this kind.
    func number() -> UInt32? {
      var number: UInt32 = 0
      return library.pointee.sd_bus_message_read_basic(message, SessionBus.code("u"), &number) > 0
        ? number : nil
    }

    /// Its next value; nil where that is no text.
    func text() -> String? {
      var text: UnsafePointer<CChar>?
      let status = library.pointee.sd_bus_message_read_basic(message, SessionBus.code("s"), &text)
      return status > 0 ? text.map { String(cString: $0) } : nil
    }

    /// The number in the variant that is its next value, which may be in further ones; nil where there is anything else. No
    /// value can be read after it.
    func numberInVariant() -> UInt32? {
      var depth = 0
      while depth < Message.deepestVariant, enterVariant() { depth += 1 }
      return depth > 0 ? number() : nil
    }

    /// How many variants in one another are looked into.
    private static let deepestVariant = 4

    private func enterVariant() -> Bool {
      let variant = SessionBus.code("v")
      var (type, contents): (CChar, UnsafePointer<CChar>?) = (0, nil)
      return library.pointee.sd_bus_message_peek_type(message, &type, &contents) > 0
        && type == variant
        && library.pointee.sd_bus_message_enter_container(message, variant, contents) > 0
    }
  }
}
