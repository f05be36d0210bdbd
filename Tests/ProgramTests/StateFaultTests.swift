import Glibc
import ProgramSupport
import Session
import Testing

@testable import Storage

extension Displays.State {
  /// What is done to the files of the state. What else can be done while a window is open, StorageTests do.
  enum FileFault: String, CaseIterable {
    case removedDatabase, overwritten, folder, link
    /// These last until they are mended.
    case fileForFolder, folderForLock, readOnly, locked
    /// The files were changed, and one of them cannot be renamed.
    case stuckDatabase, stuckLog, mountedDatabase

    /// What fails while a whole database is written anew, which only a window does whose files were changed.
    private var hindersReplacement: Bool {
      [.stuckDatabase, .stuckLog, .mountedDatabase].contains(self)
    }

    func lasts(from moment: Moment) -> Bool {
      [.fileForFolder, .folderForLock, .readOnly, .locked].contains(self)
        || hindersReplacement && moment == .running
    }
  }

  enum Moment: CaseIterable { case beforeTheStart, running, betweenTwoRuns }

  /// The state of a window, and what is done to it.
  private final class FaultyState {
    let desk: Desk
    let fault: FileFault
    let folder: String
    private var other: Database?

    init(_ fault: FileFault) throws {
      self.fault = fault
      desk = try Desk(isOpen: false)
      folder = desk.home.file("state/segclock")
      mkdir(desk.home.file("state"), 0o700)
      mkdir(folder, 0o700)
    }

    func inflict() throws {
      let database = "\(folder)/default.db"
      switch fault {
      case .removedDatabase: unlink(database)
      case .overwritten:
        let file = open(database, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let noise = [UInt8](repeating: 0x5A, count: 12_000)
        pwrite(file, noise, noise.count, 1000)
        close(file)
      case .folder:
        rename(database, desk.home.file("moved.db"))
        mkdir(database, 0o700)
      case .link:
        rename(database, desk.home.file("moved.db"))
        rename(database + "-wal", desk.home.file("moved.db-wal"))
        symlink(desk.home.file("moved.db"), database)
      case .fileForFolder:
        rename(folder, folder + ".away")
        try write("", to: folder)
      case .folderForLock:
        rename("\(folder)/default.lock", "\(folder)/lock.away")
        mkdir("\(folder)/default.lock", 0o700)
      case .readOnly: desk.faults.now.write_error = EROFS
      case .stuckDatabase, .mountedDatabase:
        rename(database + "-wal", desk.home.file("log"))
        desk.faults.failRenames(of: ".db", with: fault == .stuckDatabase ? EACCES : EBUSY)
      case .stuckLog:
        desk.faults.failRenames(of: "-wal", with: EACCES)
        rename(database, desk.home.file("moved.db"))
        try write([], to: database)
      case .locked:
        // A window has its database for itself, so this fails while it runs.
        other = try? Database(database)
        try? other?.execute("BEGIN IMMEDIATE")
      }
    }

    func mend() throws {
      switch fault {
      case .fileForFolder:
        unlink(folder)
        rename(folder + ".away", folder)
      case .folderForLock:
        rmdir("\(folder)/default.lock")
        rename("\(folder)/lock.away", "\(folder)/default.lock")
      case .readOnly: desk.faults.now.write_error = 0
      case .stuckDatabase, .mountedDatabase:
        desk.faults.failRenames(of: "", with: 0)
        rename(desk.home.file("log"), "\(folder)/default.db-wal")
      case .stuckLog: desk.faults.failRenames(of: "", with: 0)
      case .locked: other = nil
      default: break
      }
    }

    /// Marks a lap; returns whether it was answered as saved. If not, the answer has a code and a reason.
    func lap() throws -> Bool {
      let result = try Program.run(["ctl", "lap"], home: desk.home)
      if result == (.exited(0), "", "") { return true }
      let isLate = result.ending == .exited(75) && result.errors.contains("not saved yet")
      let isFailed = result.ending == .exited(4) && result.errors.contains("not saved: ")
      guard isLate || isFailed else { throw Failure("\(fault): \(result)") }
      return false
    }

    func awaitSaving() throws {
      try desk.wait(until: "the state to be saved") {
        try desk.status()["saving"]["state"].string != "waiting"
      }
    }

    var laps: Int { get throws { Int(try desk.status()["lap_count"].int ?? 0) } }

    /// Those of the stopwatch and of all past sessions.
    var allLaps: Int {
      get throws {
        try desk.output(["history"]).split(separator: "\n").reduce(laps) { sum, line in
          sum + (line.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
        }
      }
    }
  }

  /// What was answered as done is there after the program was killed, what was not saved was said with a code and a reason
  /// and is saved once it can be, and what was on the disk before is still there.
  @Test(arguments: FileFault.allCases, Moment.allCases)
  func whatIsAnsweredAsDoneIsOnTheDisk(fault: FileFault, moment: Moment) throws {
    let state = try FaultyState(fault)
    let desk = state.desk
    var marked = 0
    if moment == .beforeTheStart { try state.inflict() }
    try desk.open()
    _ = try Program.run(["ctl", "start"], home: desk.home)
    let first = try state.lap()
    marked += 1
    switch moment {
    case .beforeTheStart: #expect(!first || !fault.lasts(from: moment) || fault == .locked)
    case .running:
      #expect(first)
      try state.inflict()
    case .betweenTwoRuns:
      #expect(first)
      try desk.quit()
      try state.inflict()
      try desk.open()
      if try desk.status()["state"].string == "reset" {
        _ = try Program.run(["ctl", "start"], home: desk.home)
      }
    }
    let second = try state.lap()
    marked += 1
    #expect(second == !fault.lasts(from: moment) || fault == .locked && moment != .betweenTwoRuns)
    if fault.lasts(from: moment) {
      try state.mend()
      try state.awaitSaving()
    }
    #expect(try state.lap())
    marked += 1
    try desk.kill()
    try desk.open()
    #expect(try state.allLaps == marked, "\(desk.home.names(in: "state/segclock"))")
    #expect(try desk.status()["saving"]["state"].string == "on")
    try desk.kill()
  }
}
