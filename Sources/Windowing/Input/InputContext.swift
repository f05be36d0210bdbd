import CX11
import Glibc

/// An input context of libX11 for one window: it turns keys into text.
///
/// Every call may wait for the input method without limit, unless that is libX11's own.
struct InputContext {
  /// libX11's own method, with dead keys and Compose.
  static let local = "@im=local"
  /// The method that XMODIFIERS names.
  static let ofUser = ""

  let method: XIM
  private let context: XIC
  private static let maxBytes = 4096

  init?(modifiers: String, on display: OpaquePointer, window: XID) {
    _ = InputContext.locale
    guard XSetLocaleModifiers(modifiers) != nil, let method = XOpenIM(display, nil, nil, nil)
    else { return nil }
    guard let context = cx11_create_input_context(method, window) else {
      XCloseIM(method)
      return nil
    }
    (self.method, self.context) = (method, context)
  }

  /// Returns whether the method takes a KeyPress or KeyRelease, perhaps to return it later.
  func takes(_ event: XKeyEvent) -> Bool {
    var raw = XEvent()
    raw.xkey = event
    return XFilterEvent(&raw, 0) != 0
  }

  func text(of event: XKeyEvent) -> String {
    var key = event
    var bytes = [CChar](repeating: 0, count: InputContext.maxBytes)
    var status: Int32 = 0
    // Longer text is not cut but left out (XBufferOverflow).
    let count = Xutf8LookupString(context, &key, &bytes, Int32(bytes.count), nil, &status)
    guard status == XLookupChars || status == XLookupBoth, (0...bytes.count).contains(Int(count))
    else { return "" }
    return String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  func setFocus(_ hasFocus: Bool) {
    if hasFocus { XSetICFocus(context) } else { XUnsetICFocus(context) }
  }

  /// Drops a sequence that a dead key has begun.
  func reset() { if let rest = Xutf8ResetIC(context) { XFree(rest) } }

  /// Text is UTF-8, and the language selects the Compose file. Only LC_CTYPE is set.
  private static let locale: Void = {
    setlocale(LC_CTYPE, "")
    let codeset = nl_langinfo(nl_item(CODESET)).map { String(cString: $0) }
    if codeset != "UTF-8" || XSupportsLocale() == 0 { setlocale(LC_CTYPE, "C.UTF-8") }
  }()
}
