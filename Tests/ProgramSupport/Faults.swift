package import CFaults
import Glibc

/// What goes wrong for a program: its clocks, its disk, its life. Can be changed while it runs.
package final class Faults: @unchecked Sendable {
  private let folder: TestFolder
  private let file: String
  private let shadow: String?
  private let map: UnsafeMutablePointer<segclock_faults>

  /// No faults yet, with what they need in `folder`. Where it is `shadowed`, what a power cut would leave is kept there, too.
  package init(in folder: TestFolder, isShadowed: Bool = false) throws {
    self.folder = folder
    file = "\(folder.path)/faults"
    shadow = isShadowed ? "\(folder.path)/shadow" : nil
    if let shadow { mkdir(shadow, 0o700) }
    let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("\(file): \(errnoText())") }
    defer { close(descriptor) }
    let size = Int(SEGCLOCK_RECORD_SIZE)
    guard ftruncate(descriptor, off_t(size)) == 0,
      let address = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      address != MAP_FAILED
    else { throw Failure("\(file): \(errnoText())") }
    map = address.bindMemory(to: segclock_faults.self, capacity: 1)
  }

  deinit { munmap(map, Int(SEGCLOCK_RECORD_SIZE)) }

  package var now: segclock_faults {
    get { map.pointee }
    // In place: the program writes to it, too.
    _modify { yield &map.pointee }
  }

  /// Stops the program's clocks. They go on by `advance(to:)`, or again by themselves after `release()`.
  package func hold() {
    let now = runningClocks
    map.pointee.held_boot = now.boot
    map.pointee.held_monotonic = now.monotonic
    map.pointee.held_wall = now.wall
    map.pointee.is_held = 1
  }

  /// What the program's clocks show while they run, in nanoseconds.
  private var runningClocks: (boot: Int64, monotonic: Int64, wall: Int64) {
    func time(_ clock: clockid_t) -> Int64 {
      var time = timespec()
      clock_gettime(clock, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    return (
      time(CLOCK_BOOTTIME) + map.pointee.boot_time,
      time(CLOCK_MONOTONIC) + map.pointee.monotonic_time,
      time(CLOCK_REALTIME) + map.pointee.wall_time
    )
  }

  /// Makes each rename of a file whose name has this ending, of up to seven bytes, fail; 0 lets them succeed again.
  package func failRenames(of ending: String, with error: Int32) {
    withUnsafeMutableBytes(of: &map.pointee.rename_end) { bytes in
      bytes.initializeMemory(as: UInt8.self, repeating: 0)
      bytes.copyBytes(from: ending.utf8.prefix(7))
    }
    map.pointee.rename_error = error
  }

  /// Sets the wall clock of a program that is not open yet, in seconds since 1970.
  package func setWallClock(_ time: Int64) {
    map.pointee.wall_time += time * 1_000_000_000 - runningClocks.wall
  }

  /// Moves the stopped clocks until the monotonic one shows `time`, in nanoseconds. Only while the program waits.
  package func advance(to time: Int64) {
    let step = max(0, time - map.pointee.held_monotonic)
    map.pointee.held_boot += step
    map.pointee.held_wall += step
    map.pointee.held_monotonic += step
  }

  /// Lets the stopped clocks of the program go from one moment that it waits for to the next, for that long.
  package func runFreely(seconds: Double) {
    map.pointee.free_until = map.pointee.held_monotonic + Int64(seconds * 1e9)
  }

  /// Whether the stopped clocks have gone as far as `runFreely` lets them.
  package var hasRun: Bool { map.pointee.held_monotonic >= map.pointee.free_until }

  /// Lets the stopped clocks go on by `seconds`, each wait by them ending at its deadline, as fast as the program can.
  package func run(seconds: Double, of process: ChildProcess) throws {
    runFreely(seconds: seconds)
    let end = map.pointee.free_until
    let deadline = Deadline(seconds: 120)
    while map.pointee.held_monotonic < end {
      if let ending = process.reap() { throw Failure("the program ended: \(ending)") }
      guard !deadline.isPast else {
        throw Failure("the program waits without a deadline, or for nothing but the clock")
      }
      Deadline.observe(seconds: 0.005)
    }
  }

  /// The allocations of the program's main thread while `body` runs.
  package func allocations(of process: ChildProcess, during body: () throws -> Void) rethrows
    -> Allocations
  {
    (map.pointee.allocations, map.pointee.allocated_bytes) = (0, 0)
    map.pointee.counts_allocations = 1
    defer { map.pointee.counts_allocations = 0 }
    try body()
    let count = Int(map.pointee.allocations)
    let callers = UnsafeBufferPointer(
      start: segclock_callers(map), count: min(count, Int(SEGCLOCK_TRACES)) * Int(SEGCLOCK_CALLERS)
    ).map { UInt($0) }
    let traces = stride(from: 0, to: callers.count, by: Int(SEGCLOCK_CALLERS)).map {
      callers[$0..<$0 + Int(SEGCLOCK_CALLERS)].filter { $0 != 0 }
    }
    return Allocations(
      count: count, bytes: Int(map.pointee.allocated_bytes),
      callers: count > 0 ? Symbols(of: process).names(of: traces) : [])
  }

  package struct Allocations {
    package let count: Int
    package let bytes: Int
    /// Those of the first allocations, the innermost first.
    package let callers: [String]
  }

  /// The files and folders that the program has opened since its start, the first of many.
  package var openedFiles: (count: Int, names: [String]) {
    let count = Int(map.pointee.opened_files)
    let names = (0..<min(count, Int(SEGCLOCK_NAMES))).map {
      String(cString: segclock_opened(map) + $0 * Int(SEGCLOCK_NAME))
    }
    return (count, names)
  }

  package func release() {
    guard map.pointee.is_held != 0 else { return }
    let now = runningClocks
    map.pointee.boot_time += map.pointee.held_boot - now.boot
    map.pointee.monotonic_time += map.pointee.held_monotonic - now.monotonic
    map.pointee.wall_time += map.pointee.held_wall - now.wall
    map.pointee.is_held = 0
    map.pointee.held_monotonic = 0
  }

  /// What a program needs in its environment to be met by them.
  package var environment: [String: String] {
    var environment = [
      "LD_PRELOAD": Program.beside("libsegclock-faults.so"), "FAULTS_FILE": file,
    ]
    environment["FAULTS_SHADOW"] = shadow
    return environment
  }

  /// The names in a folder that a power cut leaves: a file system may write them by itself, and in any order.
  package enum Names: CaseIterable {
    /// Those of its last synchronization.
    case synchronized
    /// Present ones of the files that it had then: what was renamed is, and what is new has no name.
    case renamed
    case present
  }

  /// Builds in `target` what a power cut would have left of `folder`, of which nothing lay in the shadow before. What was
  /// never synchronized is empty.
  package func restore(_ folder: String, to target: String, _ names: Names) throws {
    var status = stat()
    guard let shadow, stat(folder, &status) == 0 else { throw Failure("no shadow of \(folder)") }
    mkdir(target, 0o700)
    let kept =
      contents(of: "\(shadow)/names-\(status.st_ino)").map { String(decoding: $0, as: UTF8.self) }
      ?? ""
    var entries: [(isFolder: Bool, inode: UInt, name: String)] = []
    for line in kept.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 2)
      guard words.count == 3, let inode = UInt(words[1]) else {
        throw Failure("a line of the shadow: \(line)")
      }
      entries.append((words[0] == "d", inode, String(words[2])))
    }
    if names != .synchronized {
      let known = Set(entries.map(\.inode))
      entries = TestSupport.names(in: folder).compactMap { name in
        var entry = stat()
        guard lstat("\(folder)/\(name)", &entry) == 0,
          names == .present || known.contains(entry.st_ino)
        else { return nil }
        return (entry.st_mode & S_IFMT == S_IFDIR, entry.st_ino, name)
      }
    }
    for entry in entries {
      let (from, to) = ("\(folder)/\(entry.name)", "\(target)/\(entry.name)")
      if entry.isFolder {
        try restore(from, to: to, names)
      } else {
        try write(contents(of: "\(shadow)/inode-\(entry.inode)") ?? [], to: to)
      }
    }
  }
}
