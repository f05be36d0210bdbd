import CFiles
import Glibc
import TestSupport
import Testing

@testable import Files

@Suite("Files that are written") struct OutputFileTests {
  let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  /// Writes `text` to the file `name`, from nothing to all of it.
  private func write(_ text: String, to name: String) throws(FileError) {
    try OutputFile(path: folder.file(name)).write(text)
  }

  @Test("a file that was not there holds all parts, and nothing is beside it")
  func anew() throws {
    let parts = ["one", "", "two", String(repeating: "x", count: 100_000)]
    let buffers = parts.map { text in
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: text.utf8.count, alignment: 1)
      buffer.copyBytes(from: Array(text.utf8))
      return buffer
    }
    defer { for buffer in buffers { buffer.deallocate() } }
    try OutputFile(path: folder.file("a")).write(buffers.map { UnsafeRawBufferPointer($0) })
    #expect(folder.text(of: "a") == parts.joined())
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

  /// An access list as the system stores it: the entries as tag, rights and identity.
  private func accessList(_ entries: [(tag: UInt16, rights: UInt16, identity: UInt32)]) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      for part in [UInt32(entry.tag) | UInt32(entry.rights) << 16, entry.identity] {
        for shift in stride(from: 0, to: 32, by: 8) {
          bytes.append(UInt8(part >> UInt32(shift) & 0xFF))
        }
      }
    }
    return bytes
  }

  private func attribute(_ name: String, of file: String) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = getxattr(folder.file(file), name, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  @Test("a file keeps its access list and its own attributes, and gets none from the folder")
  func attributes() throws {
    let path = try folder.make("a", "old", mode: 0o640)
    let word = Array("word".utf8)
    // A user besides the owner: the mode of the group is the mask then, and the group itself has no rights.
    let anyone = UInt32.max
    let list = accessList([
      (1, 6, anyone), (2, 6, 1234), (4, 0, anyone), (16, 6, anyone), (32, 0, anyone),
    ])
    guard setxattr(path, "user.note", word, word.count, 0) == 0,
      setxattr(path, "system.posix_acl_access", list, list.count, 0) == 0
    else { return }
    try folder.make("b", "old", mode: 0o600)
    let inherited = accessList([
      (1, 7, anyone), (2, 7, 1234), (4, 7, anyone), (16, 7, anyone), (32, 7, anyone),
    ])
    #expect(setxattr(folder.path, "system.posix_acl_default", inherited, inherited.count, 0) == 0)
    try write("new", to: "a")
    #expect(folder.text(of: "a") == "new")
    #expect(attribute("user.note", of: "a") == word)
    #expect(attribute("system.posix_acl_access", of: "a") == list)
    try write("new", to: "b")
    #expect(attribute("system.posix_acl_access", of: "b") == nil)
    #expect(try folder.status(of: "b").st_mode & 0o777 == 0o600)
    // A new file is another matter.
    try write("new", to: "c")
    #expect(attribute("system.posix_acl_access", of: "c") != nil)
  }

  @Test(
    "a file with several names is written over, so that all of them show it",
    arguments: ["longer than before", ""])
  func hardLinks(text: String) throws {
    try folder.make("a", "old one", mode: 0o640)
    #expect(link(folder.file("a"), folder.file("b")) == 0)
    try write(text, to: "b")
    #expect(folder.text(of: "a") == text)
    #expect(folder.text(of: "b") == text)
    let status = try folder.status(of: "a")
    #expect(status.st_nlink == 2)
    #expect(status.st_mode & 0o7777 == 0o640)
    #expect(folder.names == ["a", "b"])
  }

  @Test("a symbolic link stays one, whether its file is there or not")
  func symbolicLinks() throws {
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

  @Test("what can never be written is told before anything is made")
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
    try folder.make("a", "another's", mode: 0o600)
    try anew.write("mine")
    #expect(folder.text(of: "a") == "mine")
    #expect(try folder.status(of: "a").st_mode & 0o777 == 0o600)
    let again = try OutputFile(path: folder.file("a"))
    unlink(folder.file("a"))
    try again.write("again")
    #expect(folder.text(of: "a") == "again")
    #expect(folder.names == ["a"])
  }
}
