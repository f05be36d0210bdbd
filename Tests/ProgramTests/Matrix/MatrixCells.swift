import ProgramSupport

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
    for group in [compositors, depths, extensions, [bare], resolutions, monitors, nested, rootless]
    {
      all += group
    }
    return all
  }()

  /// A desktop that differs by its window manager: by the command that starts it.
  private static func manager(
    _ name: String, _ command: String? = nil, files: [String: String] = [:], isOnBus: Bool = false,
    known: [Check: String] = [:]
  ) -> MatrixCell {
    MatrixCell(
      name: name, group: "window manager",
      manager: WindowManager(command ?? name, files: files, isOnBus: isOnBus), known: known)
  }

  private static let managers: [MatrixCell] = [
    MatrixCell(name: "none", group: "window manager"), manager("openbox"),
    manager("fluxbox"), manager("blackbox"), manager("icewm"),
    manager("jwm", files: [".jwmrc": "<?xml version=\"1.0\"?>\n<JWM></JWM>\n"]),
    manager(
      "fvwm3", "fvwm3 -f fvwm.rc",
      files: [
        "fvwm.rc":
          "Style * !UsePPosition, MinOverlapPlacement, SloppyFocus, EWMHUseStackingOrderHints\nOpaqueMoveSize unlimited\n"
      ],
      known: [.moves: late, .full: "a pixel lower after it, as any window of static gravity"]),
    manager("twm", "twm -f twmrc", files: ["twmrc": opaqueTwm]),
    manager("ctwm", "ctwm -f twmrc", files: ["twmrc": opaqueTwm], known: [.moves: late]),
    MatrixCell(name: "i3, floating", group: "window manager", manager: .i3),
    MatrixCell(
      name: "i3, tiled", group: "window manager", manager: .i3(floating: false), known: tiled),
    manager("awesome"), manager("dwm", known: tiled), manager("bspwm", known: tiled),
    manager("herbstluftwm", known: tiled), manager("spectrwm", known: tiled),
    manager("ratpoison", known: tiled.merging([.full: "its own border stays"]) { $1 }),
    manager("notion", known: tiled), manager("evilwm", "evilwm -fn fixed"),
    manager(
      "lwm",
      known: [
        .moves: ungraded, .full: halves, .still: "not seen, as it stays that large",
        .icon: "not seen, as it stays that large",
      ]),
    manager("cwm"), manager("matchbox", "matchbox-window-manager", known: tiled),
    manager(
      "Window Maker", "wmaker --no-dock --no-clip",
      known: [.moves: "one pixel on, as it leaves out its own border"]),
    manager("pekwm"), manager("sawfish", known: [.moves: late]),
    manager("metacity", isOnBus: true), manager("marco", "marco --no-composite", isOnBus: true),
    MatrixCell(name: "xfwm4", group: "window manager", manager: .xfwm4),
  ]

  private static let compositors: [MatrixCell] =
    [
      ("picom, xrender", .picom),
      ("picom, glx", Compositor("picom --config /dev/null --backend glx")),
      ("xcompmgr", Compositor("xcompmgr")), ("compton", Compositor("compton")),
    ].map { MatrixCell(name: $0, group: "compositor", manager: .openbox, compositor: $1) }
    + [
      ("xfwm4's own", .compositingXfwm4),
      ("metacity's own", WindowManager("metacity --composite", isOnBus: true)),
      ("marco's own", WindowManager("marco --composite", isOnBus: true)),
      ("mutter", WindowManager("mutter --x11", isOnBus: true)),
      ("KWin", WindowManager("kwin_x11", isOnBus: true)),
    ].map { MatrixCell(name: $0, group: "compositor", manager: $1) }

  /// Bits a pixel, and how far a channel may be from its colour.
  private static let depthTolerances: [(depth: Int, tolerance: Int)] = [
    (15, 8), (16, 8), (24, 0), (30, 1),
  ]

  private static let depths: [MatrixCell] = depthTolerances.map { entry -> MatrixCell in
    MatrixCell(
      name: "\(entry.depth) bits", group: "depth", screen: .memory(depth: entry.depth),
      manager: .openbox,
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
      manager: .openbox)
  }

  /// All of them at once, but for the keyboard's.
  private static let bare: MatrixCell = {
    let names = extensionNames.filter { $0 != "XKEYBOARD" }
    let arguments: [String] = names.flatMap { name -> [String] in ["-extension", name] }
    return MatrixCell(
      name: "without any of these", group: "extension", screen: .memory(arguments: arguments),
      manager: .openbox, isShort: true)
  }()

  private static let scales: [(dpi: Int, scale: Double)] = [
    (96, 1), (120, 1.25), (144, 1.5), (192, 2), (288, 3),
  ]

  private static let resolutions: [MatrixCell] = scales.map { entry -> MatrixCell in
    MatrixCell(
      name: "\(entry.dpi) dots per inch", group: "resolution", manager: .openbox,
      resources: "Xft.dpi:\t\(entry.dpi)\n", scale: entry.scale)
  }

  private static let monitors: [MatrixCell] = [
    MatrixCell(name: "two monitors", group: "monitors", manager: .openbox, hasTwoMonitors: true),
    MatrixCell(name: "two monitors, no manager", group: "monitors", hasTwoMonitors: true),
  ]

  private static let nested: [MatrixCell] = [
    MatrixCell(name: "over TCP", group: "server", screen: .remote, manager: .openbox),
    MatrixCell(
      name: "Xephyr", group: "server",
      screen: .nested("Xephyr", ["-screen", "1280x800", "-host-cursor"]),
      manager: .openbox),
    MatrixCell(name: "Xvnc and a viewer", group: "server", screen: .vnc, manager: .openbox),
    MatrixCell(name: "Xwayland", group: "server", screen: .wayland, manager: .openbox),
  ]

  private static let rootless: [MatrixCell] = WaylandCompositor.allCases.map { compositor in
    var cell = MatrixCell(
      name: "\(compositor), Xwayland rootless", group: "Wayland", screen: .rootless(compositor),
      tellsCover: compositor == .kwin, lacksKeyboard: compositor == .weston,
      known: [.moves: "XTEST does not move the compositor's pointer"], isShort: compositor == .sway)
    if cell.lacksKeyboard {
      for check in [MatrixCell.Check.keys, .full, .top, .still, .icon] {
        cell.known[check] = "without a screen it has no keyboard"
      }
    }
    return cell
  }

  private static let opaqueTwm = "OpaqueMove\n" + WindowManager.twmConfiguration
}
