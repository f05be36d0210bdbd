import CX11
import Glibc

/// Text from keys, by libX11's own input method: dead keys and Compose work as in every other program.
///
/// An input method's server (ibus, fcitx) is not asked: Xlib waits for its answers without limit, and the window would
/// hang with it.
final class TextInput {
  private let display: OpaquePointer
  private let window: XID
  private var method: XIM?
  private var context: XIC?
  private var isOpened = false

  /// Whether keys are text at the moment. The input method is opened the first time.
  var isActive = false {
    didSet {
      guard isActive != oldValue else { return }
      if isActive { open() }
      guard let context else { return }
      isActive ? XSetICFocus(context) : XUnsetICFocus(context)
      // What a dead key has begun belongs to the text before.
      if let rest = Xutf8ResetIC(context) { XFree(rest) }
    }
  }

  init(display: OpaquePointer, window: XID) {
    (self.display, self.window) = (display, window)
  }

  /// What a key press means.
  enum Reading: Equatable {
    /// It is part of a sequence that goes on.
    case pending
    case text(String)
    /// It types nothing: Return, an arrow, or a shortcut.
    case key
  }

  /// The meaning of a KeyPress while keys are text.
  func read(_ event: XKeyEvent) -> Reading {
    guard isActive, let context else { return .key }
    var raw = XEvent()
    raw.xkey = event
    if XFilterEvent(&raw, 0) != 0 { return .pending }
    guard event.state & UInt32(ControlMask | Mod1Mask | Mod4Mask) == 0 else { return .key }
    var bytes = [CChar](repeating: 0, count: TextInput.maxBytes)
    var status: Int32 = 0
    var key = event
    // Longer text is not cut in the middle of a character but not there at all (XBufferOverflow).
    let count = Xutf8LookupString(context, &key, &bytes, Int32(bytes.count), nil, &status)
    guard status == XLookupChars || status == XLookupBoth, count > 0, Int(count) <= bytes.count
    else {
      return .key
    }
    let text = String(decoding: bytes[..<Int(count)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      ? .key : .text(text)
  }

  private static let maxBytes = 256

  private func open() {
    guard !isOpened else { return }
    isOpened = true
    // The language decides which Compose file is read. Numbers stay as they are in C.
    setlocale(LC_CTYPE, "")
    if !TextInput.isUTF8 || XSupportsLocale() == 0 { setlocale(LC_CTYPE, "C.UTF-8") }
    guard XSetLocaleModifiers("@im=local") != nil, let method = XOpenIM(display, nil, nil, nil)
    else {
      return
    }
    self.method = method
    context = cx11_create_input_context(method, window)
  }

  private static var isUTF8: Bool {
    nl_langinfo(nl_item(CODESET)).map { String(cString: $0) == "UTF-8" } ?? false
  }
}
