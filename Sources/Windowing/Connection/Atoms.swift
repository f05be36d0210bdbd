import CX11
import Glibc

/// The names that the room shares with the server and the window manager.
enum AtomName: String, CaseIterable {
  // ICCCM
  case wmProtocols = "WM_PROTOCOLS"
  case wmDeleteWindow = "WM_DELETE_WINDOW"
  case wmState = "WM_STATE"
  case wmClientMachine = "WM_CLIENT_MACHINE"
  case utf8String = "UTF8_STRING"
  case clipboard = "CLIPBOARD"
  case targets = "TARGETS"
  case timestamp = "TIMESTAMP"
  case textPlainUTF8 = "text/plain;charset=utf-8"
  case manager = "MANAGER"
  // X input method
  case locales = "LOCALES"
  // XSETTINGS
  case settings = "_XSETTINGS_SETTINGS"
  // Extended window manager hints
  case netSupported = "_NET_SUPPORTED"
  case netSupportingWMCheck = "_NET_SUPPORTING_WM_CHECK"
  case netWMName = "_NET_WM_NAME"
  case netWMIconName = "_NET_WM_ICON_NAME"
  case netWMPID = "_NET_WM_PID"
  case netWMIcon = "_NET_WM_ICON"
  case netWMUserTime = "_NET_WM_USER_TIME"
  case netStartupID = "_NET_STARTUP_ID"
  case netStartupInfoBegin = "_NET_STARTUP_INFO_BEGIN"
  case netStartupInfo = "_NET_STARTUP_INFO"
  case netWMPing = "_NET_WM_PING"
  case netWMState = "_NET_WM_STATE"
  case netWMStateHidden = "_NET_WM_STATE_HIDDEN"
  case netWMStateShaded = "_NET_WM_STATE_SHADED"
  case netWMStateFullscreen = "_NET_WM_STATE_FULLSCREEN"
  case netWMStateMaximizedHorz = "_NET_WM_STATE_MAXIMIZED_HORZ"
  case netWMStateMaximizedVert = "_NET_WM_STATE_MAXIMIZED_VERT"
  case netWMStateAbove = "_NET_WM_STATE_ABOVE"
  case netWMStateBelow = "_NET_WM_STATE_BELOW"
  case netWMStateSticky = "_NET_WM_STATE_STICKY"
  case netWMStateSkipTaskbar = "_NET_WM_STATE_SKIP_TASKBAR"
  case netWMStateSkipPager = "_NET_WM_STATE_SKIP_PAGER"
  case netWMStateDemandsAttention = "_NET_WM_STATE_DEMANDS_ATTENTION"
  case netWMDesktop = "_NET_WM_DESKTOP"
  case netWMMoveResize = "_NET_WM_MOVERESIZE"
  case netWMWindowOpacity = "_NET_WM_WINDOW_OPACITY"
  case netWMWindowType = "_NET_WM_WINDOW_TYPE"
  case netWMWindowTypeNormal = "_NET_WM_WINDOW_TYPE_NORMAL"
  case netWMWindowTypeUtility = "_NET_WM_WINDOW_TYPE_UTILITY"
  case netWMWindowTypeDesktop = "_NET_WM_WINDOW_TYPE_DESKTOP"
  case netWMWindowTypeDock = "_NET_WM_WINDOW_TYPE_DOCK"
  case netWMWindowTypePopupMenu = "_NET_WM_WINDOW_TYPE_POPUP_MENU"
  case netWorkarea = "_NET_WORKAREA"
  case netCurrentDesktop = "_NET_CURRENT_DESKTOP"
  case netActiveWindow = "_NET_ACTIVE_WINDOW"
  case netClientListStacking = "_NET_CLIENT_LIST_STACKING"
  case motifWMHints = "_MOTIF_WM_HINTS"
  // Xorg's: whether the virtual terminal that it runs on is the one that is shown.
  case hasTerminal = "XFree86_has_VT"
  // Our own: a message to ourselves that says that everything before it has been carried out.
  case acknowledgement = "_SEGCLOCK_ACKNOWLEDGEMENT"
  case pieces = "_SEGCLOCK_PIECES"
  // Our own: a property that is changed to learn the server's time.
  case serverTime = "_SEGCLOCK_SERVER_TIME"
}

/// The atoms of all names, interned in one round trip.
struct Atoms {
  private var values: [AtomName: Atom] = [:]
  /// The selection that the screen's compositor owns.
  let compositor: Atom
  /// The selection that the screen's settings manager owns.
  let settingsManager: Atom
  /// The selection that the server of the user's input method owns; 0 where XMODIFIERS names none.
  let inputMethod: Atom

  init(display: OpaquePointer, screen: Int32) {
    let names = AtomName.allCases
    let ofScreen = ["_NET_WM_CM_S\(screen)", "_XSETTINGS_S\(screen)"]
    let ofUser = Atoms.inputMethodName.map { ["@server=\($0)"] } ?? []
    var copies = (names.map(\.rawValue) + ofScreen + ofUser).map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    var atoms = [Atom](repeating: 0, count: copies.count)
    XInternAtoms(display, &copies, Int32(copies.count), 0, &atoms)
    compositor = atoms[names.count]
    settingsManager = atoms[names.count + 1]
    inputMethod = ofUser.isEmpty ? 0 : atoms[names.count + 2]
    for (name, atom) in zip(names, atoms) { values[name] = atom }
  }

  subscript(name: AtomName) -> Atom { values[name] ?? 0 }

  /// The input method of XMODIFIERS, as in `@im=ibus`, unless that is libX11's own.
  private static var inputMethodName: String? {
    let modifiers = getenv("XMODIFIERS").map { String(cString: $0) } ?? ""
    let name = modifiers.split(separator: "@").first { $0.hasPrefix("im=") }?.dropFirst(3) ?? ""
    return ["", "local", "none"].contains(name) ? nil : String(name)
  }
}
