// All desktops of the matrix.

extension MatrixCell {
  /// What a manager that lays windows out itself decides alone.
  private static let tiled: [Check: String] = [
    .moves: "it lays windows out itself", .resizes: "it lays windows out itself",
  ]

  /// Where a drag begins for managers that ask for the pointer when they hear of it and forget where the press was.
  private static let late = "from where the pointer is when it hears of it, not from the press"

  /// What becomes of places where the gravity of a window counts for nothing.
  private static let ungraded = "its frame goes where the window was to be: it knows no gravity"

  /// EWMH: the window of _NET_SUPPORTING_WM_CHECK has to name itself. One that does not is taken for a leftover.
  private static let halves =
    "it takes the state for its own, but its check window does not name itself"

  static let all: [MatrixCell] = {
    var all = managers
    for group in [compositors, depths, extensions, [bare], resolutions, monitors, nested] {
      all += group
    }
    return all
  }()

  private static let managers: [MatrixCell] = [
    MatrixCell(name: "none", group: "window manager"),
    MatrixCell(name: "openbox", group: "window manager", manager: ["openbox"], isShort: true),
    MatrixCell(name: "fluxbox", group: "window manager", manager: ["fluxbox"]),
    MatrixCell(name: "blackbox", group: "window manager", manager: ["blackbox"]),
    MatrixCell(name: "icewm", group: "window manager", manager: ["icewm"]),
    MatrixCell(
      name: "jwm", group: "window manager", manager: ["jwm"],
      files: [".jwmrc": "<?xml version=\"1.0\"?>\n<JWM></JWM>\n"]),
    MatrixCell(
      name: "fvwm3", group: "window manager", manager: ["fvwm3", "-f", "fvwm.rc"],
      files: [
        "fvwm.rc":
          "Style * !UsePPosition, MinOverlapPlacement, SloppyFocus, EWMHUseStackingOrderHints\nOpaqueMoveSize unlimited\n"
      ],
      known: [
        .moves: late, .full: "a pixel lower after it, as any window of static gravity",
      ]),
    MatrixCell(
      name: "twm", group: "window manager", manager: ["twm", "-f", "twmrc"], files: ["twmrc": twm]),
    MatrixCell(
      name: "ctwm", group: "window manager", manager: ["ctwm", "-f", "twmrc"],
      files: ["twmrc": twm],
      known: [.moves: late]),
    MatrixCell(
      name: "i3, floating", group: "window manager", manager: ["i3", "-c", "i3.config"],
      files: ["i3.config": i3 + "for_window [class=\".*\"] floating enable\n"]),
    MatrixCell(
      name: "i3, tiled", group: "window manager", manager: ["i3", "-c", "i3.config"],
      files: ["i3.config": i3], known: tiled),
    MatrixCell(name: "awesome", group: "window manager", manager: ["awesome"]),
    MatrixCell(name: "dwm", group: "window manager", manager: ["dwm"], known: tiled),
    MatrixCell(name: "bspwm", group: "window manager", manager: ["bspwm"], known: tiled),
    MatrixCell(
      name: "herbstluftwm", group: "window manager", manager: ["herbstluftwm"], known: tiled),
    MatrixCell(name: "spectrwm", group: "window manager", manager: ["spectrwm"], known: tiled),
    MatrixCell(
      name: "ratpoison", group: "window manager", manager: ["ratpoison"],
      known: tiled.merging([.full: "its own border stays"]) { $1 }),
    MatrixCell(name: "notion", group: "window manager", manager: ["notion"], known: tiled),
    MatrixCell(name: "evilwm", group: "window manager", manager: ["evilwm", "-fn", "fixed"]),
    MatrixCell(
      name: "lwm", group: "window manager", manager: ["lwm"],
      known: [
        .moves: ungraded, .full: halves, .still: "not seen, as it stays that large",
        .icon: "not seen, as it stays that large",
      ]),
    MatrixCell(name: "cwm", group: "window manager", manager: ["cwm"]),
    MatrixCell(
      name: "matchbox", group: "window manager", manager: ["matchbox-window-manager"], known: tiled),
    MatrixCell(
      name: "Window Maker", group: "window manager", manager: ["wmaker", "--no-dock", "--no-clip"],
      known: [.moves: "one pixel on, as it leaves out its own border"]),
    MatrixCell(name: "pekwm", group: "window manager", manager: ["pekwm"]),
    MatrixCell(
      name: "sawfish", group: "window manager", manager: ["sawfish"],
      known: [.moves: late]),
    MatrixCell(name: "metacity", group: "window manager", manager: ["metacity"], isOnBus: true),
    MatrixCell(
      name: "marco", group: "window manager", manager: ["marco", "--no-composite"], isOnBus: true),
    MatrixCell(
      name: "xfwm4", group: "window manager",
      manager: ["xfwm4", "--vblank=off", "--compositor=off"],
      isOnBus: true),
  ]

  private static let compositors: [MatrixCell] = [
    MatrixCell(
      name: "picom, xrender", group: "compositor", manager: ["openbox"],
      compositor: ["picom", "--config", "/dev/null", "--backend", "xrender"]),
    MatrixCell(
      name: "picom, glx", group: "compositor", manager: ["openbox"],
      compositor: ["picom", "--config", "/dev/null", "--backend", "glx"]),
    MatrixCell(
      name: "xcompmgr", group: "compositor", manager: ["openbox"], compositor: ["xcompmgr"]),
    MatrixCell(name: "compton", group: "compositor", manager: ["openbox"], compositor: ["compton"]),
    MatrixCell(
      name: "xfwm4's own", group: "compositor",
      manager: ["xfwm4", "--vblank=off", "--compositor=on"],
      isOnBus: true),
    MatrixCell(
      name: "metacity's own", group: "compositor", manager: ["metacity", "--composite"],
      isOnBus: true),
    MatrixCell(
      name: "marco's own", group: "compositor", manager: ["marco", "--composite"], isOnBus: true),
    MatrixCell(name: "mutter", group: "compositor", manager: ["mutter", "--x11"], isOnBus: true),
    MatrixCell(name: "KWin", group: "compositor", manager: ["kwin_x11"], isOnBus: true),
  ]

  /// Bits a pixel, and how far a channel may be from its colour.
  private static let depthTolerances: [(depth: Int, tolerance: Int)] = [
    (15, 8), (16, 8), (24, 0), (30, 1),
  ]

  private static let depths: [MatrixCell] = depthTolerances.map { entry -> MatrixCell in
    MatrixCell(
      name: "\(entry.depth) bits", group: "depth", screen: .memory(depth: entry.depth),
      manager: ["openbox"],
      tolerance: entry.tolerance, isShort: entry.depth == 16)
  }

  private static let extensionNames: [String] = [
    "MIT-SHM", "RENDER", "XFIXES", "RANDR", "XKEYBOARD", "MIT-SCREEN-SAVER", "DPMS", "Composite",
    "XINERAMA",
  ]

  private static let extensions: [MatrixCell] = extensionNames.map { name -> MatrixCell in
    MatrixCell(
      name: "without \(name)", group: "extension",
      screen: .memory(arguments: ["-extension", name]),
      manager: ["openbox"])
  }

  /// All of them at once, but for the keyboard's.
  private static let bare: MatrixCell = {
    let names = extensionNames.filter { $0 != "XKEYBOARD" }
    let arguments: [String] = names.flatMap { name -> [String] in ["-extension", name] }
    return MatrixCell(
      name: "without any of these", group: "extension", screen: .memory(arguments: arguments),
      manager: ["openbox"], isShort: true)
  }()

  private static let scales: [(dpi: Int, scale: Double)] = [
    (96, 1), (120, 1.25), (144, 1.5), (192, 2), (288, 3),
  ]

  private static let resolutions: [MatrixCell] = scales.map { entry -> MatrixCell in
    MatrixCell(
      name: "\(entry.dpi) dots per inch", group: "resolution", manager: ["openbox"],
      resources: "Xft.dpi:\t\(entry.dpi)\n", scale: entry.scale)
  }

  private static let monitors: [MatrixCell] = [
    MatrixCell(name: "two monitors", group: "monitors", manager: ["openbox"], hasTwoMonitors: true),
    MatrixCell(name: "two monitors, no manager", group: "monitors", hasTwoMonitors: true),
  ]

  private static let nested: [MatrixCell] = [
    MatrixCell(
      name: "over TCP", group: "server", screen: .remote, manager: ["openbox"]),
    MatrixCell(
      name: "Xephyr", group: "server",
      screen: .nested("Xephyr", ["-screen", "1280x800", "-host-cursor"]),
      manager: ["openbox"]),
    MatrixCell(name: "Xvnc and a viewer", group: "server", screen: .vnc, manager: ["openbox"]),
    MatrixCell(name: "Xwayland", group: "server", screen: .wayland, manager: ["openbox"]),
  ]

  private static let twm = """
    RandomPlacement
    NoGrabServer
    OpaqueMove
    TitleFont "fixed"
    MenuFont "fixed"
    IconFont "fixed"
    ResizeFont "fixed"
    IconManagerFont "fixed"

    """

  private static let i3 = """
    # i3 config file (v4)
    font pango:monospace 8
    default_border none
    default_floating_border none

    """
}
