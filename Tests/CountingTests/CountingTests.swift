import Glibc
import ProgramSupport
import Testing

private let isPossible = access(Program.optimized, X_OK) == 0 || getenv("CI") != nil

/// What the release build does for a frame, an event and a start, counted: nothing here depends on how busy the
/// machine is.
@Suite(
  .serialized,
  .enabled(if: isPossible, "swift build -c release makes what is counted"))
struct Counting {
  /// Something that moves in every frame.
  struct Scene: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
    var keys = ["space"]
    var size = "840x480"
    /// Whether frames allocate what figures.txt says: each step of the clock's second hand begins a motion.
    var allocates = false

    static let moving = ["--ring", "A=second", "--ring", "B=lap", "--ring", "C=minute"]
    static let all = [
      Scene(testDescription: "stopwatch", arguments: ["--theme", "flat-light"]),
      Scene(testDescription: "stopwatch, neon", arguments: ["--theme", "neon"]),
      Scene(
        testDescription: "stopwatch with laps, neumorphic",
        arguments: ["--theme", "neumorphic-light"],
        keys: ["space"] + [String](repeating: "l", count: 12)),
      Scene(
        testDescription: "stopwatch with moving rings, neumorphic",
        arguments: ["--theme", "neumorphic-dark"] + moving, keys: ["space", "l"]),
      Scene(
        testDescription: "stopwatch with moving rings, neon",
        arguments: ["--theme", "neon"] + moving,
        keys: ["space", "l"]),
      Scene(
        testDescription: "stopwatch, translucent, large",
        arguments: ["--theme", "flat-dark", "--size", "1440x840"], size: "1440x840"),
      Scene(
        testDescription: "timer", arguments: ["--theme", "high-contrast", "--timer", "125s"]),
      Scene(
        testDescription: "clock with seconds",
        arguments: ["--theme", "neumorphic-light", "--mode", "clock"], keys: [],
        allocates: true),
    ]
  }

  private func open(_ scene: Scene, _ options: [String], isHeld: Bool = false) throws -> Desk {
    let desk = try Desk(
      scene.arguments, options: options + ["--no-state"], isAnimated: true, isWatched: true,
      screen: ["-screen", "0", "1600x1000x24"], isOpen: false, comparesFresh: false,
      program: Program.optimized)
    // 2027-01-15, 08:00:00: each run of a test sees the same digits change.
    desk.faults.setWallClock(1_800_000_000)
    if isHeld {
      // From the start on: frames and keys come at the same moments, however busy the machine is.
      desk.faults.hold()
      desk.faults.runFreely(seconds: 5)
    }
    try desk.open()
    return desk
  }

  /// A frame, once all that comes once in a minute has come.
  @Test(arguments: Scene.all)
  func aSteadyFrame(scene: Scene) throws {
    let desk = try open(scene, ["--present", "put"], isHeld: true)
    let tap = try #require(desk.tap)
    defer { desk.releaseClock() }
    // A clock with seconds never rests.
    try desk.wait(until: "the program to rest") {
      desk.faults.now.waiting == 2 || scene.keys.isEmpty && desk.faults.hasRun
    }
    for key in scene.keys {
      try desk.keyboard.tap(key)
      desk.connection.synchronize()
      try desk.faults.run(seconds: 0.1, of: desk.program)
    }
    // Where in a minute it is decides which digits of a clock change.
    while scene.keys.isEmpty, desk.faults.now.held_wall / 1_000_000_000 % 60 != 30 {
      try desk.step()
    }
    try desk.faults.run(seconds: 70, of: desk.program)
    _ = tap.take()
    let allocations = try desk.faults.allocations(of: desk.program) {
      try desk.faults.run(seconds: 10, of: desk.program)
    }
    let requests = tap.take()
    // PutImage, and SendEvent, with which each frame ends.
    let pictures = requests.filter { $0.major == 72 }
    let frames = requests.count { $0.major == 25 }
    try #require(frames > 100)
    let pixels = pictures.reduce(0) { $0 + ($1.bytes - 24) / 4 }
    let each = 1 / Double(frames)
    if !scene.allocates {
      #expect(
        allocations.count == 0,
        "\(allocations.count) allocations in \(frames) frames: \(allocations.callers.joined(separator: "\n"))"
      )
    }
    try Figures.check(
      scene.testDescription,
      [
        ("allocations a frame", Double(allocations.count) * each),
        ("requests a frame", Double(requests.count) * each),
        ("bytes of requests a frame", Double(requests.reduce(0) { $0 + $1.bytes }) * each),
        ("damaged pixels a frame", Double(pixels) * each),
      ])
  }

  /// The server shows frames when they are due, so this one takes real time.
  @Test func framesAheadAllocateNothingAndWakeUpSeldom() throws {
    let scene = Scene.all[3]
    let desk = try open(scene, [])
    for key in scene.keys { try desk.keyboard.tap(key) }
    // Until each digit has been shown, and the next one does not change the tens of seconds.
    try desk.wait(until: "frames that the server holds") {
      desk.tap?.take().contains(where: desk.extensions.isWait) ?? false
    }
    Deadline.observe(seconds: 70)
    let before = desk.faults.now.waits
    let allocations = desk.faults.allocations(of: desk.program) { Deadline.observe(seconds: 5) }
    // Where the machine is busy, the server holds frames for longer, for which there may be more memory to share.
    let others = allocations.callers.filter { !$0.contains("StagingMemory.fit") }
    #expect(others.isEmpty && allocations.count < 20, "\(others.joined(separator: "\n"))")
    // Eight wake-ups a second, and some more where the machine is busy.
    let wakeUps = desk.faults.now.waits - before
    #expect((5 * 6...5 * 12).contains(wakeUps), "\(wakeUps) wake-ups in 5 s")
  }

  /// The first picture and all that comes with it, until the program rests.
  @Test func aStart() throws {
    let home = TestFolder()
    // Fontconfig reads what a machine has configured; here it has the fonts alone.
    let fonts = try home.make(
      "fonts.conf",
      """
      <?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
      <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>\(home.path)/cache</cachedir></fontconfig>
      """)
    let desk = try Desk(
      ["--theme", "neumorphic-light"], isWatched: true, variables: ["FONTCONFIG_FILE": fonts],
      home: home, isOpen: false, program: Program.optimized)
    let tap = try #require(desk.tap)
    func start() throws {
      (_, _) = (tap.take(), tap.takeReplyCount())
      desk.faults.now.opened_files = 0
      try desk.open()
      try desk.ctl("sync")
      // The icon and the title may follow.
      Deadline.observe(seconds: 1)
    }
    // The first one makes the caches.
    try start()
    try desk.quit()
    try start()
    let requests = tap.take()
    let files = desk.faults.openedFiles
    try Figures.check(
      "start",
      [
        ("files opened", Double(files.count)),
        ("fonts opened", Double(files.names.count { $0.hasSuffix(".ttf") })),
        ("round trips", Double(tap.takeReplyCount())),
        ("requests", Double(requests.count)),
      ])
  }
}
