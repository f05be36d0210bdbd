import CX11
import Geometry
import Glibc

/// What a window tells window managers, pagers and session managers about itself (ICCCM, EWMH).
struct WindowHints {
  private let connection: Connection
  private let identifier: XID

  init(connection: Connection, window: XID) {
    self.connection = connection
    identifier = window
  }

  /// Writes all properties of a fresh window.
  func write(_ options: WindowOptions) {
    let atoms = connection.atoms
    writeTitle(options.title)
    writeClass(options)
    writeHints(isUrgent: false, isIconic: options.isIconic)
    if let desktop = options.desktop {
      connection.set(identifier, .netWMDesktop, type: XA_CARDINAL, to: [UInt(clamping: desktop)])
    }
    writeSize(options)
    var protocols = [atoms[.wmDeleteWindow], atoms[.netWMPing]]
    connection.use { XSetWMProtocols($0, identifier, &protocols, Int32(protocols.count)) }
    connection.set(identifier, .netWMPID, type: XA_CARDINAL, to: [UInt(getpid())])
    // A number of a process means something on a named machine only.
    var host = [CChar](repeating: 0, count: 256)
    if gethostname(&host, host.count - 1) == 0 {
      connection.set(
        identifier, atoms[.wmClientMachine], type: XA_STRING,
        to: host.withUnsafeBufferPointer(WindowHints.text))
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

  /// Writes the window's icon: of each picture its width, its height, and its pixels with an alpha that is not multiplied in.
  func writeIcon(_ pictures: [PixelBuffer]) {
    var items: [UInt] = []
    for picture in pictures {
      let rect = picture.rect
      items += [UInt(rect.width), UInt(rect.height)]
      for y in rect.y..<rect.maxY {
        let row = picture.row(y)
        for x in 0..<rect.width { items.append(UInt(WindowHints.straight(row[x]))) }
      }
    }
    connection.set(identifier, .netWMIcon, type: XA_CARDINAL, to: items)
  }

  /// A pixel with its colours as they are where nothing shines through.
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    guard alpha > 0, alpha < 255 else { return pixel }
    func channel(_ shift: UInt32) -> UInt32 {
      min((pixel >> shift & 255) * 255 / alpha, 255) << shift
    }
    return alpha << 24 | channel(16) | channel(8) | channel(0)
  }

  private func writeClass(_ options: WindowOptions) {
    let instance = strdup(options.instanceName)
    let name = strdup(options.className)
    var hint = XClassHint(res_name: instance, res_class: name)
    connection.use { XSetClassHint($0, identifier, &hint) }
    free(instance)
    free(name)
  }

  /// Writes WM_HINTS; `isUrgent` asks for somebody to look at the window, `isIconic` to show it as an icon at first.
  func writeHints(isUrgent: Bool, isIconic: Bool = false) {
    var hints = XWMHints()
    hints.flags = InputHint | StateHint | (isUrgent ? Int(XUrgencyHint) : 0)
    hints.input = 1
    hints.initial_state = isIconic ? IconicState : NormalState
    connection.use { XSetWMHints($0, identifier, &hints) }
  }

  private func writeSize(_ options: WindowOptions) {
    var size = XSizeHints()
    let least = Placement.held(width: options.minimumWidth, height: options.minimumHeight)
    // Places are the contents', so that what is remembered, dragged or restored does not creep by the frame's width.
    size.flags = PMinSize | PSize | PWinGravity
    size.win_gravity = StaticGravity
    size.min_width = Int32(least.width)
    size.min_height = Int32(least.height)
    let wanted = Placement.held(width: options.width, height: options.height)
    size.width = Int32(wanted.width)
    size.height = Int32(wanted.height)
    if let position = options.position {
      size.flags |= USPosition
      size.x = Int32(clamping: position.x)
      size.y = Int32(clamping: position.y)
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
    let held = opacity.isNaN ? 1 : min(max(opacity, 0), 1)
    connection.set(
      identifier, .netWMWindowOpacity, type: XA_CARDINAL, to: [UInt(held * 4_294_967_295)])
  }

  private static func text(_ bytes: UnsafeBufferPointer<CChar>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

extension WindowStates {
  /// Writes _NET_WM_STATE, which window managers read when a window is mapped.
  func write(to window: XID, on connection: Connection) {
    let atoms = WindowStates.names.filter { contains($0.state) }.map { connection.atoms[$0.name] }
    connection.set(window, .netWMState, type: XA_ATOM, to: atoms)
    // Some window managers know the desktop number of all desktops, and not the state.
    if contains(.sticky) {
      connection.set(window, .netWMDesktop, type: XA_CARDINAL, to: [0xFFFF_FFFF])
    }
  }
}
