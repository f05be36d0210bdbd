import Files
import Glibc
import Synchronization
import TestSupport
import Testing

@Suite("Files that are written") struct OutputFileTests {
  let folder: TestFolder

  init() throws {
    folder = TestFolder()
  }

  /// Writes `text` to the file `name`, from nothing to all of it.
  private func write(_ text: String, to name: String) throws(FileError) {
    try OutputFile(path: folder.file(name)).write(text)
  }

  @Test("a file that was not there holds all, and nothing is beside it")
  func anew() throws {
    let text = "one" + String(repeating: "x", count: 100_000)
    try write(text, to: "a")
    #expect(folder.text(of: "a") == text)
    try OutputFile(path: folder.file("b")).write([])
    #expect(folder.text(of: "b") == "")
    #expect(folder.names == ["a", "b"])
  }

  @Test(
    "a file keeps its mode, but for the right to run as its owner",
    arguments: [0o600, 0o644, 0o751, 0o6755])
  func mode(mode: mode_t) throws {
    try folder.make("a", "old", mode: mode)
    let before = try folder.status(of: "a").st_ino
    try write("new", to: "a")
    #expect(folder.text(of: "a") == "new")
    #expect(try folder.status(of: "a").st_mode & 0o7777 == mode & 0o1777)
    #expect(try folder.status(of: "a").st_ino != before, "another file has taken its place")
    #expect(folder.names == ["a"])
  }

  @Test("a file keeps its owner and its group", .enabled(if: geteuid() == 0))
  func owner() throws {
    try folder.make("a", "old", mode: 0o640)
    #expect(chown(folder.file("a"), 1234, 2345) == 0)
    try write("new", to: "a")
    let status = try folder.status(of: "a")
    #expect(folder.text(of: "a") == "new")
    #expect([status.st_uid, status.st_gid] == [1234, 2345])
    #expect(status.st_mode & 0o7777 == 0o640)
  }

  @Test(
    "a read-only file, and one in a read-only folder, are refused and stay",
    .enabled(if: geteuid() != 0))
  func readOnly() throws {
    let path = try folder.make("a", "old", mode: 0o444)
    #expect(throws: FileError(path: path, code: EACCES)) { try OutputFile(path: path) }
    let other = try folder.make("b", "old")
    let early = try OutputFile(path: other)
    #expect(chmod(folder.path, 0o500) == 0)
    defer { chmod(folder.path, 0o700) }
    #expect(throws: FileError(path: other, code: EACCES)) { try OutputFile(path: other) }
    #expect(throws: FileError(path: other, code: EACCES)) { try early.write("new") }
    #expect(folder.text(of: "a") == "old" && folder.text(of: "b") == "old")
  }

  @Test("a file that has lost its name is written as it is")
  func nameless() throws {
    let path = try folder.make("a", "")
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    unlink(path)
    try OutputFile(path: "/proc/self/fd/\(descriptor)").write("new")
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(pread(descriptor, &bytes, bytes.count, 0) == 3)
    #expect(folder.names == [])
  }

  @Test("other threads, and children that fork, keep the umask while files are written")
  func umaskStays() async throws {
    let path = folder.file("written")
    let isDone = Mutex(false)
    let writer = Task.detached {
      defer { isDone.withLock { $0 = true } }
      for _ in 0..<100 { try OutputFile(path: path).write("x") }
    }
    var modes: Set<mode_t> = []
    while !isDone.withLock({ $0 }) {
      let probe = try Descriptor(
        opening: folder.file("probe"), O_CREAT | O_EXCL | O_WRONLY, mode: 0o666)
      modes.insert(try probe.status().st_mode)
      folder.removeFile("probe")
    }
    try await writer.value
    modes.insert(try folder.status(of: "written").st_mode)
    #expect(modes.count == 1, "\(modes)")
  }

  @Test("a symbolic link to a file stays one")
  func symbolicLinks() throws {
    try folder.make("d", "")
    for (text, name) in [("b", "a"), (folder.file("c"), "b"), ("d", "c")] {
      #expect(symlink(text, folder.file(name)) == 0)
    }
    for text in ["first", "second"] {
      try write(text, to: "a")
      #expect(folder.text(of: "d") == text)
      #expect(try folder.status(of: "d").st_mode & S_IFMT == S_IFREG)
      for name in ["a", "b", "c"] {
        #expect(try folder.status(of: name).st_mode & S_IFMT == S_IFLNK)
      }
    }
    #expect(symlink("f", folder.file("e")) == 0 && symlink("e", folder.file("f")) == 0)
    #expect(throws: FileError(path: folder.file("e"), code: ELOOP)) { try write("x", to: "e") }
  }

  @Test("a name may be as long as names can be")
  func longNames() throws {
    let name = String(repeating: "n", count: 255)
    for text in ["first", "second"] {
      try write(text, to: name)
      #expect(folder.text(of: name) == text)
    }
    #expect(folder.names == [name])
    #expect(throws: FileError(path: folder.file(name + "n"), code: ENAMETOOLONG)) {
      try write("x", to: name + "n")
    }
  }

  @Test("what can never be written is refused before anything is made")
  func early() throws {
    #expect(throws: FileError(path: folder.file("a/b"), code: ENOENT)) {
      try OutputFile(path: folder.file("a/b"))
    }
    #expect(throws: FileError(path: folder.path, code: EISDIR)) {
      try OutputFile(path: folder.path)
    }
    try folder.make("c", "")
    #expect(throws: FileError(path: folder.file("c/d"), code: ENOTDIR)) {
      try OutputFile(path: folder.file("c/d"))
    }
    #expect(throws: FileError(path: "/dev/full", code: ENOSPC)) {
      try OutputFile(path: "/dev/full").write("x")
    }
  }

  @Test("what is no plain file is written as it is")
  func pipes() throws {
    let path = folder.file("pipe")
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(reader) }
    try write("through", to: "pipe")
    var bytes = [UInt8](repeating: 0, count: 16)
    #expect(read(reader, &bytes, bytes.count) == 7)
    #expect(try folder.status(of: "pipe").st_mode & S_IFMT == S_IFIFO)
  }

  @Test("a file that has come or gone in the meantime is no trouble")
  func meanwhile() throws {
    let anew = try OutputFile(path: folder.file("a"))
    try folder.make("a", "another's")
    try anew.write("mine")
    #expect(folder.text(of: "a") == "mine")
    let again = try OutputFile(path: folder.file("a"))
    unlink(folder.file("a"))
    try again.write("again")
    #expect(folder.text(of: "a") == "again")
    #expect(folder.names == ["a"])
  }
}
