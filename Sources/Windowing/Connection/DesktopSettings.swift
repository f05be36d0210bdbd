import CX11

/// The settings of the desktop by name, as its settings manager writes them (XSETTINGS 0.5), without
/// colours. Of two with the same name the last counts. Those that are missing or invalid are nil.
package struct DesktopSettings: Equatable, Sendable {
  private(set) var numbers: [String: Int32] = [:]
  private(set) var texts: [String: String] = [:]

  init() {}

  /// Nil if the bytes break the format. Those after the last setting are ignored.
  init?(_ bytes: [UInt8]) {
    var reader = Reader(bytes: bytes[...], isBigEndian: bytes.first == 1)
    guard let order = bytes.first, order <= 1, reader.take(8) != nil, let count = reader.number(4)
    else { return nil }
    // A setting takes at least twelve bytes, so a huge count ends soon.
    for _ in 0..<count {
      guard let type = reader.number(1), reader.take(1) != nil, let length = reader.number(2),
        let name = reader.text(length), reader.take(4) != nil
      else { return nil }
      switch type {
      case 0:
        guard let number = reader.number(4) else { return nil }
        numbers[name] = Int32(bitPattern: number)
      case 1:
        guard let length = reader.number(4), let text = reader.text(length) else { return nil }
        texts[name] = text
      case 2:
        guard reader.take(8) != nil else { return nil }
      default: return nil
      }
    }
  }

  private func line(_ name: String) -> String? {
    guard let text = texts[name], (1...256).contains(text.utf8.count),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    return text
  }

  /// As Pango names it, such as "Cantarell 11": one line of 1...256 bytes.
  package var fontName: String? { line("Gtk/FontName") }
  /// Such as "Adwaita-dark": one line of 1...256 bytes.
  package var themeName: String? { line("Net/ThemeName") }
  package var enablesAnimations: Bool? { numbers["Gtk/EnableAnimations"].map { $0 != 0 } }

  /// Returns the device pixels per user unit, 0.5...8: dots per inch / 96, or 1 if unknown.
  ///
  /// The resource database comes first. A desktop may set dots per inch, a whole factor, or both,
  /// for programs that know only one of them. A factor of 2 or more is the minimum.
  func scale(resources dotsPerInch: Double?) -> Double {
    func scale(_ dpi: Double) -> Double {
      DesktopSettings.isPlausible(dpi) ? min(max(dpi / 96, 0.5), 8) : 1
    }
    if let dotsPerInch { return scale(dotsPerInch) }
    let text = numbers["Xft/DPI"].flatMap { $0 > 0 ? scale(Double($0) / 1024) : nil }
    // Of programs that know only whole scales.
    let factor = numbers["Gdk/WindowScalingFactor"].flatMap {
      (2...8).contains($0) ? Double($0) : nil
    }
    return max(text ?? factor ?? 1, factor ?? 0)
  }

  /// Returns the `Xft.dpi` of a resource database (lines of `name: value`) if it is plausible.
  static func dotsPerInch(resources: String) -> Double? {
    var found: Double?
    for line in resources.split(whereSeparator: \.isNewline) {
      let parts = line.split { ": \t".contains($0) }
      guard parts.count == 2, ["Xft.dpi", "Xft*dpi", "*dpi"].contains(parts[0]) else { continue }
      found = Double(parts[1]).flatMap { isPlausible($0) ? $0 : nil }
    }
    return found
  }

  private static func isPlausible(_ dpi: Double) -> Bool { dpi >= 24 && dpi <= 3072 }

  private struct Reader {
    var bytes: ArraySlice<UInt8>
    let isBigEndian: Bool

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
      guard count <= bytes.count else { return nil }
      defer { bytes.removeFirst(count) }
      return bytes.prefix(count)
    }

    /// Takes an unsigned number of one to four bytes.
    mutating func number(_ size: Int) -> UInt32? {
      guard let part = take(size) else { return nil }
      let sum: (UInt32, UInt8) -> UInt32 = { $0 << 8 | UInt32($1) }
      return isBigEndian ? part.reduce(0, sum) : part.reversed().reduce(0, sum)
    }

    /// Takes a text and its padding to a multiple of four bytes.
    mutating func text(_ length: UInt32) -> String? {
      guard let part = take(Int(length)), take(-Int(length) & 3) != nil else { return nil }
      return String(decoding: part, as: UTF8.self)
    }
  }
}

extension Connection {
  /// Maximum length of the manager's property, in bytes. Desktops write a few thousand.
  private static let maxSettings = 1 << 16

  /// Device pixels per user unit, 0.5...8.
  package var scale: Double { desktopSettings.scale(resources: dotsPerInch) }

  func recordDesktop(_ event: XEvent) {
    switch event.type {
    case ClientMessage where event.xclient.message_type == atoms[.MANAGER],
      DestroyNotify where event.xdestroywindow.window == settingsManager,
      PropertyNotify where event.xany.window == settingsManager,
      PropertyNotify where event.xproperty.atom == XA_RESOURCE_MANAGER:
      desktopNeedsUpdate = true
    case ConfigureNotify where event.xconfigure.window == root:
      screenRect.width = Int(event.xconfigure.width)
      screenRect.height = Int(event.xconfigure.height)
    default: break
    }
  }

  /// Reads all again, except `resources` that are given; returns what has changed. Takes round trips.
  func refreshDesktop(resources given: String? = nil) -> [InputEvent] {
    let (oldScale, oldSettings) = (scale, desktopSettings)
    desktopNeedsUpdate = false
    let resources = given ?? text(of: root, XA_RESOURCE_MANAGER, type: XA_STRING) ?? ""
    findSettingsManager()
    let property = atoms[._XSETTINGS_SETTINGS]
    let bytes =
      settingsManager == 0
      ? nil
      : bytes(of: settingsManager, property, type: property, limit: Connection.maxSettings)
    dotsPerInch = DesktopSettings.dotsPerInch(resources: resources)
    desktopSettings = bytes.flatMap { DesktopSettings($0) } ?? DesktopSettings()
    return (desktopSettings != oldSettings ? [.desktopChanged] : [])
      + (scale != oldScale ? [.scaleChanged(scale)] : [])
  }

  private func findSettingsManager() {
    let before = settingsManager
    settingsManager = XGetSelectionOwner(display, atoms.settingsManager)
    guard settingsManager != before else { return }
    if before != 0 { XSelectInput(display, before, NoEventMask) }
    // Before the property is read, so no change is missed.
    let mask = StructureNotifyMask | PropertyChangeMask
    if settingsManager != 0 { XSelectInput(display, settingsManager, mask) }
  }
}
