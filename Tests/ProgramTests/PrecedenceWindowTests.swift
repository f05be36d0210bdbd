import Glibc
import ProgramSupport
import Testing

extension Displays {
  /// Which of the option, the environment, the file and what is built in counts where only a window shows it.
  struct Precedence {
    /// A setting with what an option, the environment and the file say, and what a window makes of each.
    struct Row {
      let name: String
      /// By the option, the environment and the file.
      let values: [String]
      /// What is seen of each, and of what is built in.
      let outcomes: [String]
      /// The option's words where it is a flag.
      var flag: String?

      var option: [String] { flag.map { [$0] } ?? ["--\(name)", values[0]] }
      var variable: String { "SEGCLOCK_" + name.uppercased().replacing("-", with: "_") }
    }

    static let rows = [
      Row(
        name: "animation", values: ["off", "on", "off"],
        outcomes: ["at once", "moves", "at once", "moves"],
        flag: "--no-animation"),
      Row(name: "fps", values: ["20", "25", "30"], outcomes: ["20.0", "25.0", "30.0", "60.0"]),
      Row(
        name: "present", values: ["put", "shared-memory", "put"],
        outcomes: ["put", "shared-memory", "put", "shared-memory"]),
      Row(
        name: "suspend", values: ["pause", "count", "pause"],
        outcomes: ["left out", "counted", "left out", "counted"]),
      Row(
        name: "sound",
        values: ["option", "variable", "file"].map { "echo \($0) > \"$HOME/heard\"" },
        outcomes: ["option", "variable", "file", "nothing"]),
      Row(name: "opacity", values: ["0.2", "0.4", "0.6"], outcomes: ["0.2", "0.4", "0.6", "1.0"]),
      Row(
        name: "position", values: ["11,12", "21,22", "31,32"],
        outcomes: ["11,12", "21,22", "31,32", "0,0"]),
      Row(
        name: "type", values: ["dock", "utility", "desktop"],
        outcomes: ["DOCK", "UTILITY", "DESKTOP", "NORMAL"]),
      Row(
        name: "above", values: ["off", "on", "off"], outcomes: ["off", "on", "off", "off"],
        flag: "--no-above"
      ),
      Row(
        name: "below", values: ["on", "off", "on"], outcomes: ["on", "off", "on", "off"],
        flag: "--below"),
      Row(
        name: "sticky", values: ["off", "on", "off"], outcomes: ["off", "on", "off", "off"],
        flag: "--no-sticky"),
      Row(
        name: "skip-taskbar", values: ["on", "off", "on"], outcomes: ["on", "off", "on", "off"],
        flag: "--skip-taskbar"),
      Row(
        name: "undecorated", values: ["off", "on", "off"], outcomes: ["off", "on", "off", "off"],
        flag: "--no-undecorated"),
      Row(
        name: "click-through", values: ["on", "off", "on"], outcomes: ["on", "off", "on", "off"],
        flag: "--click-through"),
      Row(
        name: "at-end",
        values: ["option", "variable", "file"].map { "echo \($0) > \"$HOME/done\"" },
        outcomes: ["option", "variable", "file", "nothing"]),
    ]

    /// All of them at once, said by the option and all that counts less, by the environment and the file, and so on.
    @Test(arguments: 0...3) func order(first: Int) throws {
      let desk = try Desk(
        Desk.look + ["--mode", "counter"], options: ["--stats"], isAnimated: true, isOpen: false)
      if first <= 2 {
        let lines = Self.rows.map { "\($0.name) = '\($0.values[2])'\n" }
        try desk.configure(lines.joined())
      }
      if first <= 1 {
        for row in Self.rows { desk.variables[row.variable] = row.values[1] }
      }
      let options = first == 0 ? Self.rows.flatMap(\.option) : []
      let seen = try see(desk, options, isHeard: first <= 2)
      for row in Self.rows { #expect(seen[row.name] == row.outcomes[first], "\(row.name)") }
    }

    /// How a window stands among the others, by what it tells of itself.
    private func standing(_ connection: Connection, _ window: UInt) -> [String: String] {
      var seen: [String: String] = [:]
      let states = connection.atoms("_NET_WM_STATE", of: window) ?? []
      for (name, state) in [
        ("above", "ABOVE"), ("below", "BELOW"), ("sticky", "STICKY"),
        ("skip-taskbar", "SKIP_TASKBAR"),
      ] {
        seen[name] = states.contains("_NET_WM_STATE_\(state)") ? "on" : "off"
      }
      let opacity = connection.property("_NET_WM_WINDOW_OPACITY", of: window)?.first ?? 0xFFFF_FFFF
      seen["opacity"] = "\((Double(opacity) / 4_294_967_295 * 10).rounded() / 10)"
      let decoration = connection.property("_MOTIF_WM_HINTS", of: window) ?? []
      seen["undecorated"] = decoration.count > 2 && decoration[2] == 0 ? "on" : "off"
      seen["type"] =
        connection.atoms("_NET_WM_WINDOW_TYPE", of: window)?.first?.dropFirst(20).description
      seen["position"] = connection.geometry(of: window).map { "\($0.x),\($0.y)" }
      seen["click-through"] = connection.letsClicksThrough(window) ? "on" : "off"
      return seen
    }

    private func see(_ desk: Desk, _ options: [String], isHeard: Bool) throws
      -> [String: String]
    {
      var seen: [String: String] = [:]
      try desk.open(options)
      let before = try desk.see("something") { $0.showsSomething }
      // A ring on its way is another picture than one that has arrived.
      try desk.ctl("ring", "Goal", "100%")
      try desk.seeChange(from: before, "the ring")
      try desk.ctl("sync")
      let (connection, window) = (desk.connection, desk.window)
      let picture = connection.picture(of: window)
      let isMoving: ()? = try? connection.wait(until: "another picture", Deadline(seconds: 1.5)) {
        connection.picture(of: window) != picture
      }
      seen["animation"] = isMoving == nil ? "at once" : "moves"
      seen.merge(standing(connection, window)) { $1 }
      try desk.ctl("mode", "stopwatch")
      try desk.ctl("start")
      desk.faults.now.boot_time += 3_600_000_000_000
      desk.faults.now.wall_time += 3_600_000_000_000
      try desk.ctl("stop")
      let time = try #require(try desk.status()["elapsed_ns"].int)
      seen["suspend"] = time >= 3_600_000_000_000 ? "counted" : "left out"
      try desk.ctl("timer", "1s")
      try desk.ctl("start")
      try desk.awaitTitle("timer over")
      if !isHeard { Deadline.observe(seconds: 1) }
      for (name, file) in [("sound", "heard"), ("at-end", "done")] {
        if isHeard { try desk.awaitLines(in: file) }
        seen[name] = desk.home.lines(of: file).first ?? "nothing"
      }
      try desk.ctl("quit")
      try desk.awaitEnd()
      for line in desk.program.standardError.split(separator: "\n") {
        if line.hasPrefix("frames a second ") { seen["fps"] = String(line.dropFirst(16)) }
        if line.hasPrefix("presented by    ") { seen["present"] = String(line.dropFirst(16)) }
      }
      return seen
    }
  }
}
