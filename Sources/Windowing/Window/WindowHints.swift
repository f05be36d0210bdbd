import CX11
import Geometry
import Glibc

// What a window reports about itself to window managers, pagers and session managers (ICCCM, EWMH).

extension ServerWindow {
  /// Writes all properties of a new window.
  func writeProperties(_ options: WindowOptions) {
    let atoms = connection.atoms
    writeTitle(options.title)
    connection.setClass(identifier, instance: options.instanceName)
    writeHints(isUrgent: false, isIconic: options.isIconic)
    if let desktop = options.desktop {
      connection.set(identifier, .netWMDesktop, type: XA_CARDINAL, to: [UInt(clamping: desktop)])
    }
    writeSize(options)
    var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
    connection.use { XSetWMProtocols($0, identifier, &protocols, Int32(protocols.count)) }
    connection.set(identifier, .netWMPID, type: XA_CARDINAL, to: [UInt(getpid())])
    // The number of a process means something only on a named machine.
    var host = [CChar](repeating: 0, count: 256)
    if gethostname(&host, host.count - 1) == 0 {
      let name = host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      connection.set(identifier, atoms[.wmClientMachine], type: XA_STRING, to: name[...])
    }
    let kind: AtomName =
      switch options.kind {
      case .normal: .netWMWindowTypeNormal
      case .utility: .netWMWindowTypeUtility
      case .desktop: .netWMWindowTypeDesktop
      case .dock: .netWMWindowTypeDock
      }
    connection.set(identifier, .netWMWindowType, type: XA_ATOM, to: [atoms[kind]])
    options.states.write(to: identifier, on: connection)
    options.startup?.write(to: identifier, on: connection)
    if !options.isDecorated { writeDecoration(false) }
    if options.opacity < 1 { writeOpacity(options.opacity) }
  }

  func writeTitle(_ text: String) {
    let atoms = connection.atoms
    // Old window managers read Latin text only where it is of type STRING.
    let type = text.unicodeScalars.allSatisfy(\.isASCII) ? XA_STRING : atoms[.utf8String]
    connection.set(identifier, XA_WM_NAME, type: type, to: text)
    connection.set(identifier, atoms[.netWMName], type: atoms[.utf8String], to: text)
  }

  /// Writes the icon: of each picture its width, its height, and its pixels, not premultiplied.
  func writeIcon(_ pictures: [PixelBuffer]) {
    var items: [UInt] = []
    for picture in pictures {
      let rect = picture.rect
      items += [UInt(rect.width), UInt(rect.height)]
      for y in rect.y..<rect.maxY {
        let row = picture.row(y)
        for x in 0..<rect.width { items.append(UInt(ServerWindow.straight(row[x]))) }
      }
    }
    connection.set(identifier, .netWMIcon, type: XA_CARDINAL, to: items)
  }

  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0, alpha < 255 else { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      min((pixel >> shift & 255) * 255 / alpha, 255) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }

  func writeHints(isUrgent: Bool, isIconic: Bool = false) {
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | (isUrgent ? Int(XUrgencyHint) : 0)
    hints.input = 1
    hints.initial_state = isIconic ? IconicState : NormalState
    connection.use { XSetWMHints($0, identifier, &hints) }
  }

  private func writeSize(_ options: WindowOptions) {
    var size = XSizeHints()
    // Positions are the contents', so that a window that is restored or dragged does not creep by
    // the width of its frame.
    size.flags = PMinSize | PSize | PWinGravity
    size.win_gravity = StaticGravity
    let minimum = Placement.clamped(width: options.minimumWidth, height: options.minimumHeight)
    (size.min_width, size.min_height) = (Int32(minimum.width), Int32(minimum.height))
    let wanted = Placement.clamped(width: options.width, height: options.height)
    (size.width, size.height) = (Int32(wanted.width), Int32(wanted.height))
    if let position = options.position {
      size.flags |= USPosition
      (size.x, size.y) = (Int32(clamping: position.x), Int32(clamping: position.y))
    }
    connection.use { XSetWMNormalHints($0, identifier, &size) }
  }

  func writeDecoration(_ isDecorated: Bool) {
    // flags (2: the decorations count), functions, decorations (0 none, 1 all), input mode, status
    connection.set(
      identifier, .motifWMHints, type: connection.atoms[.motifWMHints],
      to: [2, 0, isDecorated ? 1 : 0, 0, 0])
  }

  func writeOpacity(_ opacity: Double) {
    let clamped = opacity.isNaN ? 1 : min(max(opacity, 0), 1)
    connection.set(
      identifier, .netWMWindowOpacity, type: XA_CARDINAL, to: [UInt(clamped * 4_294_967_295)])
  }
}

extension Connection {
  /// Writes WM_CLASS, by which rules of window managers and compositors know a window.
  func setClass(_ window: XID, instance: String) {
    let (instance, name) = (strdup(instance), strdup("Segclock"))
    defer { for text in [instance, name] { free(text) } }
    var hint = XClassHint(res_name: instance, res_class: name)
    use { XSetClassHint($0, window, &hint) }
  }
}

extension WindowStates {
  /// Writes _NET_WM_STATE, which window managers read when a window is mapped.
  func write(to window: XID, on connection: Connection) {
    let atoms = WindowStates.names.filter { contains($0.state) }.map { connection.atoms[$0.name] }
    connection.set(window, .netWMState, type: XA_ATOM, to: atoms)
    // Some window managers know the number of all desktops, but not the state.
    if contains(.sticky) {
      connection.set(window, .netWMDesktop, type: XA_CARDINAL, to: [0xFFFF_FFFF])
    }
  }
}
