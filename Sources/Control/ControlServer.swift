import CControl
package import Files
import Glibc
import Platform

/// The socket on which a window takes commands from other programs of its user.
///
/// Never blocks, and limits what other programs can use: 16 connections, a line of 4 KiB each, one request a turn, and
/// an answer that they have to read. A new client takes the place of an idle one.
package final class ControlServer {
  /// The sender of a request.
  package struct Client: Hashable, Sendable {
    fileprivate let id: UInt64
  }

  package enum Event {
    case request(Client, ControlRequest)
    /// A client is gone that was kept or had an unanswered request.
    case left(Client)
  }

  private let folder: Descriptor
  private let lock: FileLock
  private let address: String
  private let listener: Int32
  /// Readable when there is work (epoll).
  package let descriptor: Int32
  /// The clients, those that came or were served last at the end.
  private var connections: [ClientSocket] = []
  private var nextID: UInt64 = 0
  /// Until when no client is admitted (CLOCK_MONOTONIC, nanoseconds), for lack of room or descriptors.
  private var pause: Int64?
  private var lost: [Client] = []

  private static let maxClients = 16
  /// The maximum number of clients that are kept, so that others can always be admitted.
  private static let maxKept = 12
  /// The maximum number of clients that are admitted in a turn: each is served before its place can be taken.
  private static let maxAdmitted = 4
  private static let pauseLength: Int64 = 250_000_000

  /// Listens as the widget called `name`; nil if another process does.
  package init?(_ name: String, in place: ControlFolder = ControlFolder()) throws(FileError) {
    folder = try place.open(isMade: true)
    guard let lock = try FileLock(place.lock(name)) else { return nil }
    self.lock = lock
    address = place.address(name, in: folder)
    listener = ccontrol_socket()
    descriptor = ccontrol_epoll()
    // This process has the lock, so existing files have no owner. The socket gets its name when it listens, so that
    // whoever waits for the name can connect.
    let newAddress = String(address.dropLast(4)) + "new"
    for path in [address, newAddress] where unlink(path) != 0 && errno == EISDIR {
      rmdir(path)
    }
    guard listener >= 0, descriptor >= 0, ccontrol_bind(listener, newAddress) == 0,
      listen(listener, 128) == 0, rename(newAddress, address) == 0,
      ccontrol_watch(descriptor, listener, 1, 0) == 0
    else {
      throw FileError(path: place.socket(name), code: errno)
    }
  }

  // Runs for a throw of `init`, too, once all properties are set.
  deinit {
    unlink(address)
    for connection in connections { Glibc.close(connection.socket) }
    Glibc.close(listener)
    Glibc.close(descriptor)
  }

  /// Whether work is left that `descriptor` does not report.
  package var hasLeftovers: Bool { !lost.isEmpty || connections.contains { $0.hasLine } }

  /// When to take a turn even without input (CLOCK_MONOTONIC, nanoseconds).
  package var deadline: Int64? { pause }

  /// Passes requests to `answer`: at most one of each client, and only after the one before is answered. After
  /// `deadline` (CLOCK_MONOTONIC, nanoseconds) and one request, the others wait for the next turn.
  package func takeTurn(until deadline: Int64 = .max, _ answer: (Event) -> Void) {
    for id in connections.map(\.id) {
      update(id) { $0.transfer() }
    }
    admit()
    for id in connections.map(\.id) {
      guard let index = index(of: id), let line = connections[index].takeLine() else { continue }
      connections.append(connections.remove(at: index))
      let client = Client(id: id)
      switch line {
      case .request(let request): answer(.request(client, request))
      case .fault(let words): reply(.end(.misused, words), to: client)
      }
      update(id) { _ in true }
      if MonotonicClock.now() >= deadline { break }
    }
    while let client = lost.popLast() { answer(.left(client)) }
  }

  /// Sends a line to a client. A client that does not read is dropped.
  package func reply(_ reply: ControlReply, to client: Client) {
    let isEnd = if case .end = reply { true } else { false }
    update(client.id) { $0.send(Array(reply.line.utf8), isEnd: isEnd) }
  }

  /// Keeps a client although it is idle; returns false if too many are kept already.
  package func keep(_ client: Client) -> Bool {
    guard connections.count(where: \.isKept) < ControlServer.maxKept else { return false }
    if let index = index(of: client.id) { connections[index].isKept = true }
    return true
  }

  /// Ends `keep`.
  package func release(_ client: Client) {
    if let index = index(of: client.id) { connections[index].isKept = false }
  }

  private func index(of id: UInt64) -> Int? { connections.firstIndex { $0.id == id } }

  /// Drops a client if `body` returns false or it is over; otherwise watches its socket for what it needs.
  private func update(_ id: UInt64, _ body: (inout ClientSocket) -> Bool) {
    guard let index = index(of: id) else { return }
    guard body(&connections[index]), !connections[index].isOver else { return drop(at: index) }
    let connection = connections[index]
    _ = ccontrol_watch(
      descriptor, connection.socket, connection.reads ? 1 : 0, connection.writes ? 1 : 0)
  }

  private func drop(at index: Int) {
    let connection = connections.remove(at: index)
    Glibc.close(connection.socket)
    if connection.isKept || connection.isBusy { lost.append(Client(id: connection.id)) }
    resume()
  }

  /// Drops the client that has been idle for longest; returns false if all are kept or wait for an answer.
  private func makeRoom() -> Bool {
    let isIdle = { (connection: ClientSocket) in !connection.isKept && !connection.isBusy }
    let index = connections.firstIndex { isIdle($0) && !$0.hasLine }
    guard let index = index ?? connections.firstIndex(where: isIdle) else { return false }
    drop(at: index)
    return true
  }

  private func admit() {
    if let end = pause, MonotonicClock.now() >= end { resume() }
    for _ in 0..<ControlServer.maxAdmitted where pause == nil {
      var entry = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&entry, 1, 0) > 0 else { return }
      guard connections.count < ControlServer.maxClients || makeRoom() else { return stop() }
      let socket = ccontrol_accept(listener)
      if socket >= 0 {
        add(socket)
      } else if [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno), !makeRoom() {
        stop()
      }
    }
  }

  private func add(_ socket: Int32) {
    // The folder is private, but its mode may have been changed.
    guard ccontrol_peer(socket) == Int64(geteuid()), ccontrol_watch(descriptor, socket, 1, 0) == 0
    else {
      Glibc.close(socket)
      return
    }
    connections.append(ClientSocket(socket, id: nextID))
    // Most clients have sent their request already.
    update(nextID) { $0.transfer() }
    nextID += 1
  }

  /// Stops watching the listener for a while, as it would stay readable.
  private func stop() {
    pause = MonotonicClock.now() + ControlServer.pauseLength
    _ = ccontrol_watch(descriptor, listener, 0, 0)
  }

  private func resume() {
    guard pause != nil else { return }
    pause = nil
    _ = ccontrol_watch(descriptor, listener, 1, 0)
  }
}

/// The socket of one client, with its input and unread output.
private struct ClientSocket {
  let socket: Int32
  let id: UInt64
  /// Whether a request is being answered; no other is taken until then.
  private(set) var isBusy = false
  /// Whether it stays although it is idle, as it follows changes or feeds a ring.
  var isKept = false
  private var isInputOver = false
  /// Whether it is dropped as soon as it has read its answers.
  private var isLeaving = false
  private var input: [UInt8] = []
  private var output: [UInt8] = []

  /// The maximum unread output of a client, in bytes: more than a status of many laps.
  private static let maxUnread = 256 << 10

  init(_ socket: Int32, id: UInt64) { (self.socket, self.id) = (socket, id) }

  enum Line {
    case request(ControlRequest)
    case fault(String)
  }

  /// Whether there is a line to take, or one that is too long.
  var hasLine: Bool {
    !isBusy && !isLeaving
      && (input.count >= ControlRequest.longestLine || input.contains(UInt8(ascii: "\n")))
  }

  var reads: Bool { !isInputOver && !isLeaving && input.count < ControlRequest.longestLine }

  /// Whether output is unread.
  var writes: Bool { !output.isEmpty }

  /// Whether it can be dropped.
  var isOver: Bool {
    !writes && (isLeaving || isInputOver && !isBusy && !isKept && !hasLine)
  }

  /// Sends and receives what is possible; returns false if the peer is gone.
  mutating func transfer() -> Bool {
    guard flush() else { return false }
    if reads {
      var bytes = [UInt8](repeating: 0, count: ControlRequest.longestLine - input.count)
      let count = read(socket, &bytes, bytes.count)
      if count < 0 { return errno == EAGAIN || errno == EINTR }
      input += bytes.prefix(count)
      isInputOver = count == 0
    }
    // Requests that a client sent before it went are still handled.
    if reads || hasLine { return true }
    var entry = pollfd(fd: socket, events: 0, revents: 0)
    return poll(&entry, 1, 0) == 0
  }

  /// Takes the next line; nil if none is complete.
  mutating func takeLine() -> Line? {
    guard hasLine else { return nil }
    isBusy = true
    guard let end = input.firstIndex(of: UInt8(ascii: "\n")) else {
      isLeaving = true
      return .fault("a line is longer than the limit of \(ControlRequest.longestLine) bytes")
    }
    let line = input[..<end]
    defer { input.removeSubrange(...end) }
    return ControlRequest(line: line).map { .request($0) }
      ?? .fault(#"a line needs words in UTF-8 with tabs between them, and \t, \n, \r, \\ in them"#)
  }

  /// Sends a line; returns false if the client is gone or does not read.
  mutating func send(_ line: [UInt8], isEnd: Bool) -> Bool {
    if isEnd { isBusy = false }
    output += line
    return flush() && output.count <= ClientSocket.maxUnread
  }

  private mutating func flush() -> Bool {
    while writes {
      let count = ccontrol_send(socket, output, output.count)
      if count < 0, errno == EINTR { continue }
      if count < 0 { return errno == EAGAIN }
      output.removeFirst(count)
    }
    return true
  }
}
