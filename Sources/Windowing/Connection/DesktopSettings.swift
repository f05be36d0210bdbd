import CX11

/// What the desktop's settings manager says of how programs are to look; nil for what it leaves out or what makes no sense.
package struct DesktopSettings: Equatable, Sendable {
  /// The desktop's font as Pango names it, such as "Cantarell 11" (Gtk/FontName): one line of 1...256 bytes.
  package var fontName: String?
  /// The desktop's theme, such as "Adwaita-dark" (Net/ThemeName): one line of 1...256 bytes.
  package var themeName: String?
  /// Whether changes may be animated (Gtk/EnableAnimations).
  package var enablesAnimations: Bool?
  /// Dots per inch of text (Xft/DPI), more than 0.
  var dotsPerInch: Double?
  /// Device pixels for a pixel of programs that know whole scales alone (Gdk/WindowScalingFactor): 1...8.
  var scalingFactor: Int?

  package init() {}

  init(_ settings: XSettings) {
    fontName = DesktopSettings.line(settings.text("Gtk/FontName"))
    themeName = DesktopSettings.line(settings.text("Net/ThemeName"))
    enablesAnimations = settings.number("Gtk/EnableAnimations").map { $0 != 0 }
    dotsPerInch = settings.number("Xft/DPI").flatMap { $0 > 0 ? Double($0) / 1024 : nil }
    scalingFactor = settings.number("Gdk/WindowScalingFactor").flatMap {
      (1...8).contains($0) ? $0 : nil
    }
  }

  private static func line(_ text: String?) -> String? {
    guard let text, (1...256).contains(text.utf8.count),
      !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    return text
  }

  /// Device pixels for a user unit, 0.5...8: dots per inch / 96, and 1 where nobody says anything.
  ///
  /// The resource database comes first. A desktop may set dots per inch, a whole factor, or both for programs that know but
  /// one of them: a factor of 2 or more is the minimum.
  func scale(resources dotsPerInch: Double?) -> Double {
    func scale(_ dpi: Double) -> Double {
      DesktopSettings.isPlausible(dpi) ? min(max(dpi / 96, 0.5), 8) : 1
    }
    if let dotsPerInch { return scale(dotsPerInch) }
    let factor = scalingFactor.flatMap { $0 > 1 ? Double($0) : nil }
    return max(self.dotsPerInch.map(scale) ?? factor ?? 1, factor ?? 0)
  }

  /// The `Xft.dpi` of a resource database (lines of `name: value`); nil without it, or for a number that no screen has.
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
}

/// Follows the desktop's settings manager (XSETTINGS) and the resource database.
final class DesktopWatch {
  /// Nothing where there is no manager.
  private(set) var settings = DesktopSettings()
  /// From the resource database.
  private var dotsPerInch: Double?
  /// The manager's window; 0 for none.
  private var owner: XID = 0
  /// What has changed since it was read.
  private var isOwnerStale = true
  private var isPropertyStale = false
  private var areResourcesStale = false

  /// Maximum length of the manager's property, in bytes; desktops write a few thousand.
  private static let maxLength = 1 << 16

  init(resources: String) {
    dotsPerInch = DesktopSettings.dotsPerInch(resources: resources)
  }

  var scale: Double { settings.scale(resources: dotsPerInch) }

  /// Handles an event without asking the server.
  func note(_ event: XEvent, on connection: Connection) {
    let atoms = connection.atoms
    switch event.type {
    case ClientMessage:
      let message = event.xclient
      if message.window == connection.root, message.message_type == atoms[.manager],
        Atom(bitPattern: message.data.l.1) == atoms.settingsManager
      {
        isOwnerStale = true
      }
    case DestroyNotify: if owner != 0, event.xdestroywindow.window == owner { isOwnerStale = true }
    case PropertyNotify:
      let (window, property) = (event.xproperty.window, event.xproperty.atom)
      if owner != 0, window == owner, property == atoms[.settings] { isPropertyStale = true }
      if window == connection.root, property == XA_RESOURCE_MANAGER { areResourcesStale = true }
    default: break
    }
  }

  /// Whether there is something to read.
  var isStale: Bool { areResourcesStale || isOwnerStale || isPropertyStale }

  /// Reads what has changed and returns what is new; takes round trips.
  func refresh(on connection: Connection) -> [InputEvent] {
    let (oldScale, oldSettings) = (scale, settings)
    if areResourcesStale {
      areResourcesStale = false
      let root = connection.root
      let text = connection.text(of: root, XA_RESOURCE_MANAGER, type: XA_STRING) ?? ""
      if connection.isAlive { dotsPerInch = DesktopSettings.dotsPerInch(resources: text) }
    }
    if isOwnerStale || isPropertyStale {
      // The manager may go at any moment; an error about its window is no news.
      connection.ignoringErrors {
        if isOwnerStale { findOwner(on: connection) }
        (isOwnerStale, isPropertyStale) = (false, false)
        settings = owner == 0 ? DesktopSettings() : read(on: connection)
      }
    }
    guard connection.isAlive else { return [] }
    return (settings != oldSettings ? [.desktopChanged(settings)] : [])
      + (scale != oldScale ? [.scaleChanged(scale)] : [])
  }

  private func findOwner(on connection: Connection) {
    let before = owner
    connection.use { display in
      owner = XGetSelectionOwner(display, connection.atoms.settingsManager)
      guard owner != before else { return }
      if before != 0 { XSelectInput(display, before, NoEventMask) }
      // Before the property is read, so that no change of it is missed.
      if owner != 0 { XSelectInput(display, owner, StructureNotifyMask | PropertyChangeMask) }
    }
  }

  private func read(on connection: Connection) -> DesktopSettings {
    let atom = connection.atoms[.settings]
    let bytes = connection.bytes(of: owner, atom, type: atom, limit: DesktopWatch.maxLength)
    return bytes.flatMap { XSettings($0) }.map { DesktopSettings($0) } ?? DesktopSettings()
  }
}

/// The settings of a desktop by their names, as a settings manager writes them (XSETTINGS 0.5).
struct XSettings: Equatable {
  enum Value: Equatable {
    case number(Int32)
    case text(String)
    /// Text that is no UTF-8, or a colour.
    case other
  }

  /// Of two settings with the same name the last.
  private(set) var values: [String: Value] = [:]
  private var bytes: ArraySlice<UInt8>
  private let isBigEndian: Bool

  /// The settings in the bytes of the manager's property; nil where they break the format.
  ///
  /// A length or a number that promises more than there is, an unknown type and an unknown byte order do. What follows the
  /// last setting does not count.
  init?(_ bytes: [UInt8]) {
    guard let order = bytes.first, order <= 1 else { return nil }
    (self.bytes, isBigEndian) = (bytes[...], order == 1)
    guard take(4) != nil, number(4) != nil, let count = number(4) else { return nil }
    // A setting with the shortest name takes twelve bytes, so a great number ends soon.
    for _ in 0..<count {
      guard let (name, value) = setting() else { return nil }
      values[name] = value
    }
    self.bytes = []
  }

  func number(_ name: String) -> Int? {
    guard case .number(let number) = values[name] else { return nil }
    return Int(number)
  }

  func text(_ name: String) -> String? {
    guard case .text(let text) = values[name] else { return nil }
    return text
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    guard count >= 0, count <= bytes.count else { return nil }
    defer { bytes.removeFirst(count) }
    return bytes.prefix(count)
  }

  /// The next number of one to four bytes, without a sign.
  private mutating func number(_ size: Int) -> UInt32? {
    guard let part = take(size) else { return nil }
    let sum: (UInt32, UInt8) -> UInt32 = { $0 << 8 | UInt32($1) }
    return isBigEndian ? part.reduce(0, sum) : part.reversed().reduce(0, sum)
  }

  /// The next bytes of this length, and those that fill up to a multiple of four.
  private mutating func padded(_ length: UInt32) -> ArraySlice<UInt8>? {
    guard let part = take(Int(length)), take(-Int(length) & 3) != nil else { return nil }
    return part
  }

  private mutating func setting() -> (name: String, value: Value)? {
    guard let type = number(1), take(1) != nil, let length = number(2), let name = padded(length),
      let name = String(validating: name, as: UTF8.self), number(4) != nil
    else { return nil }
    switch type {
    case 0: return number(4).map { (name, .number(Int32(bitPattern: $0))) }
    case 1:
      guard let length = number(4), let text = padded(length) else { return nil }
      return (name, String(validating: text, as: UTF8.self).map { .text($0) } ?? .other)
    case 2: return take(8).map { _ in (name, .other) }
    default: return nil
    }
  }
}
