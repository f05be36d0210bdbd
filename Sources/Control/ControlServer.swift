import CPlatform
package import Files
import Glibc
package import Platform

/// The folder of the sockets, NAME.sock, and of their widgets' locks (flock), NAME.lock. Only its owner may enter it.
package struct ControlFolder {
  /// An absolute path.
  package let path: String

  package init(runtime: String? = UserEnvironment.variable("XDG_RUNTIME_DIR")) {
    // The XDG Base Directory Specification says to ignore a relative path.
    let absolute = runtime.flatMap { $0.hasPrefix("/") ? $0 : nil }
    path = absolute.map { "\($0)/segclock" } ?? "/tmp/segclock-\(geteuid())"
  }

  /// Opens the folder; with `isMade`, creates it if it does not exist. Refuses the folder of another user (EPERM).
  func open(isMade: Bool) throws(FileError) -> Descriptor {
    if isMade {
      let isNew = mkdir(path, 0o700) == 0
      // Whatever the umask says.
      guard isNew ? chmod(path, 0o700) == 0 : errno == EEXIST else {
        throw FileError(path: path, code: errno)
      }
    }
    // Another user may have put a symbolic link there.
    let folder = try Descriptor(opening: path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    let status = try folder.status()
    guard status.st_uid == geteuid() else { throw FileError(path: path, code: EPERM) }
    if status.st_mode & 0o077 != 0, fchmod(folder.number, 0o700) != 0 { throw folder.failure }
    return folder
  }

  /// The names of all sockets, including those of windows that crashed; none if the folder cannot be opened.
  package func names() -> [String] {
    guard (try? open(isMade: false)) != nil, let list = opendir(path) else { return [] }
    defer { closedir(list) }
    var names: [String] = []
    while let entry = readdir(list) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name.hasSuffix(".sock") { names.append(String(name.dropLast(5))) }
    }
    return names.sorted()
  }

  package func socket(_ name: String) -> String { "\(path)/\(name).sock" }
  func lock(_ name: String) -> String { "\(path)/\(name).lock" }

  /// The socket of `name` by way of the open folder: an address has room for 107 bytes (unix(7)).
  func address(_ name: String, in folder: Descriptor) -> String {
    "/proc/self/fd/\(folder.number)/\(name).sock"
  }
}

/// Returns a socket that does not block; -1 if none could be made.
func localSocket() -> Int32 {
  let type = [SOCK_STREAM, SOCK_CLOEXEC, SOCK_NONBLOCK].reduce(0) { $0 | $1.rawValue }
  return socket(AF_UNIX, Int32(type), 0)
}

/// The socket on which a window takes commands from other programs of its user.
///
/// Never blocks, and limits what other programs can use: 16 connections, a line of 4 KiB each, one request a turn, and
/// an answer that they have to read. A new client takes the place of one that is idle, if there is one.
package final class ControlServer {
  private let name: String
  private let place: ControlFolder
  private var lock: FileLock
  private var listener: Listener
  /// Reports that the socket's file may have been removed.
  private let watch: FolderWatch
  /// Those that came or were served last are at the end.
  private var connections: [ControlConnection] = []
  /// Until when no client is admitted, for lack of descriptors.
  private var pause: MonotonicTime?

  private static let maxClients = 16
  /// The maximum number of clients that are admitted in a turn: each is served before its place can be taken.
  private static let maxAdmitted = 4

  /// Listens as the widget called `name`; nil if another process does.
  package init?(_ name: String, in place: ControlFolder = ControlFolder()) throws(FileError) {
    let folder = try place.open(isMade: true)
    guard let lock = try FileLock(place.lock(name)) else { return nil }
    (self.name, self.place, self.lock) = (name, place, lock)
    listener = try Listener(name, in: place, folder)
    watch = FolderWatch(path: place.socket(name))
  }

  package func addInterest(to interest: inout Interest) {
    interest.add(connections.contains { $0.hasLine } ? .distantPast : pause)
    watch.addInterest(to: &interest)
    for connection in connections where connection.isOpen { connection.addInterest(to: &interest) }
    if pause == nil { interest.add(listener.socket) }
  }

  /// Listens anew if the socket's file was removed, as when /tmp is tidied, unless another process has its name.
  private func restore() throws(FileError) {
    guard !listener.isInPlace else { return }
    let folder = try place.open(isMade: true)
    if !lock.isInPlace {
      guard let lock = try FileLock(place.lock(name)) else { return }
      self.lock = lock
    }
    listener = try Listener(name, in: place, folder)
  }

  /// Passes requests to `answer`: at most one of each client, and only after the one before is answered.
  package func handleRequests(_ answer: (ControlConnection, ControlRequest) -> Void) {
    // Where that fails, the next change in the folder tries again.
    if watch.takeChanges() { try? restore() }
    // Accepted before the others are read: what a newcomer asks was sent after what they have asked already.
    let newcomers = accept()
    for connection in connections { connection.transfer() }
    connections.removeAll { !$0.isOpen }
    for socket in newcomers {
      if connections.count == ControlServer.maxClients { evict() }
      let connection = ControlConnection(socket)
      // The folder is private, but its mode may have been changed.
      guard segclock_peer(socket) == Int64(geteuid()) else { continue }
      // Most clients have sent their request already.
      connection.transfer()
      connections.append(connection)
    }
    for connection in connections where connection.hasLine {
      connections.removeAll { $0 === connection }
      connections.append(connection)
      if let request = connection.takeRequest() { answer(connection, request) }
    }
  }

  private func accept() -> [Int32] {
    if let end = pause, end <= .now { pause = nil }
    var sockets: [Int32] = []
    for _ in 0..<ControlServer.maxAdmitted where pause == nil {
      let socket = segclock_accept(listener.socket)
      if socket >= 0 {
        sockets.append(socket)
      } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno), !evict() {
        // The listener would stay readable.
        pause = .now + .milliseconds(250)
      }
    }
    return sockets
  }

  /// Closes the connection that has been idle for longest, or else was served first; returns false if there is none.
  @discardableResult private func evict() -> Bool {
    let idle = connections.first { !$0.isBusy && !$0.hasLine } ?? connections.first { !$0.isBusy }
    guard let connection = idle ?? connections.first else { return false }
    connection.close()
    connections.removeAll { $0 === connection }
    return true
  }
}

/// A socket that listens under a widget's name, whose lock this process has.
private final class Listener {
  let socket: Int32
  private let folder: Descriptor
  private let path: String
  private let address: String
  private var file = stat()

  init(_ name: String, in place: ControlFolder, _ folder: Descriptor) throws(FileError) {
    self.folder = folder
    path = place.socket(name)
    address = place.address(name, in: folder)
    socket = localSocket()
    // Existing files have no owner. The socket gets its name when it listens, so that a client that waits for
    // the name can connect.
    let newAddress = String(address.dropLast(4)) + "new"
    for path in [address, newAddress] where unlink(path) != 0 && errno == EISDIR {
      rmdir(path)
    }
    guard socket >= 0, segclock_bind(socket, newAddress) == 0,
      // Whatever the umask says.
      chmod(newAddress, 0o600) == 0, listen(socket, 128) == 0,
      lstat(newAddress, &file) == 0, rename(newAddress, address) == 0
    else {
      throw FileError(path: path, code: errno)
    }
  }

  // Runs for a throw of `init`, too.
  deinit {
    if isInPlace { unlink(address) }
    Glibc.close(socket)
  }

  var isInPlace: Bool {
    var named = stat()
    return lstat(path, &named) == 0 && named.st_dev == file.st_dev
      && named.st_ino == file.st_ino
  }
}

/// The connection of a client, with its input and the output that it has not read yet.
package final class ControlConnection {
  private let socket: Int32
  package private(set) var isOpen = true
  /// Whether a request is being answered; no other is taken until then.
  fileprivate private(set) var isBusy = false
  private var isInputOver = false
  private var input: [UInt8] = []
  private var output: [UInt8] = []

  /// The maximum unread output, in bytes: more than a status of many laps.
  private static let maxUnread = 256 << 10

  /// Whether the client has not read all that was sent to it.
  package var hasUnread: Bool { isOpen && !output.isEmpty }

  fileprivate init(_ socket: Int32) { self.socket = socket }

  deinit { close() }

  /// Sends a line. A client that does not read is disconnected.
  package func reply(_ reply: ControlReply) {
    guard isOpen else { return }
    if case .end = reply { isBusy = false }
    output += Array(reply.line.utf8)
    flush()
    if output.count > ControlConnection.maxUnread { close() }
    closeIfOver()
  }

  fileprivate func close() {
    if isOpen { Glibc.close(socket) }
    isOpen = false
  }

  /// Whether there is a line to take, or one that is too long.
  fileprivate var hasLine: Bool {
    isOpen && !isBusy
      && (input.count >= ControlRequest.maxLineLength || input.contains(UInt8(ascii: "\n")))
  }

  fileprivate func transfer() {
    flush()
    if reads {
      var bytes = [UInt8](repeating: 0, count: ControlRequest.maxLineLength - input.count)
      let count = read(socket, &bytes, bytes.count)
      input += bytes.prefix(max(0, count))
      isInputOver = count == 0
      if count < 0, errno != EAGAIN, errno != EINTR { close() }
    } else if isOpen, !hasLine, waitFor(socket, events: 0, until: .distantPast) {
      // The client is gone. Requests that it sent before are still handled.
      close()
    }
    closeIfOver()
  }

  /// Takes the next line; nil if it is no request, which is the answer then.
  fileprivate func takeRequest() -> ControlRequest? {
    isBusy = true
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      let limit = ControlRequest.maxLineLength
      reply(.end(.misused, "a line is longer than the limit of \(limit) bytes"))
      close()
      return nil
    }
    let request = ControlRequest(line: input[..<end])
    input.removeSubrange(...end)
    if request == nil {
      let rule = #"a line needs words in UTF-8 with tabs between them, and \t, \n, \r, \\ in them"#
      reply(.end(.misused, rule))
    }
    return request
  }

  private var reads: Bool {
    isOpen && !isInputOver && input.count < ControlRequest.maxLineLength
  }

  private func flush() {
    while isOpen, !output.isEmpty {
      let count = send(socket, output, output.count, Int32(MSG_NOSIGNAL))
      if count >= 0 {
        output.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        close()
      }
    }
  }

  private func closeIfOver() {
    if output.isEmpty, isInputOver, !isBusy, !hasLine { close() }
  }

  /// What the connection waits for; without events, it is ready once the client is gone.
  fileprivate func addInterest(to interest: inout Interest) {
    let events = (reads ? POLLIN : 0) | (output.isEmpty ? 0 : POLLOUT)
    interest.add(socket, events: Int16(events))
  }
}
