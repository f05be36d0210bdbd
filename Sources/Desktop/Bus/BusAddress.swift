/// Where the session's message bus listens, as far as it is asked: sockets of this machine.
///
/// An address of another kind is left out: the name of another machine is looked up for as long as that takes, and a
/// program that is to be started is started by us.
enum BusAddress {
  /// The addresses, with semicolons between; nil where there is none.
  ///
  /// - Parameters:
  ///   - named: DBUS_SESSION_BUS_ADDRESS, if it is set.
  ///   - runtimeDirectory: XDG_RUNTIME_DIR, if it is set; it has the bus where none is named.
  static func find(named: String?, runtimeDirectory: String?) -> String? {
    guard let named, !named.isEmpty else {
      return runtimeDirectory.flatMap {
        $0.hasPrefix("/") ? "unix:path=\(escaped($0 + "/bus"))" : nil
      }
    }
    let local = named.split(separator: ";").filter { $0.hasPrefix("unix:") }
    return local.isEmpty ? nil : local.joined(separator: ";")
  }

  /// A value of an address, with `%` and two digits for each byte that may not stand in one.
  private static func escaped(_ text: String) -> String {
    var line = ""
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      switch scalar {
      case "0"..."9", "A"..."Z", "a"..."z", "-", "_", "/", ".", "\\", "*":
        line.unicodeScalars.append(scalar)
      default:
        let digits = String(byte, radix: 16)
        line += "%" + (digits.count < 2 ? "0" : "") + digits
      }
    }
    return line
  }
}
