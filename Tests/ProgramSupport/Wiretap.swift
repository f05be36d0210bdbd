import Glibc
import Synchronization

/// A relay between a client and the display server: passes everything on, if wanted as slowly as a network would, and keeps
/// a record of the requests.
///
/// It is a socket of its own; a client reaches it by `display` in DISPLAY. MIT-SHM works through it, as the server
/// is told segments' numbers. A thread of its own does the passing on until this object goes.
package final class Wiretap {
  package struct Entry: Sendable {
    /// When, in nanoseconds on CLOCK_MONOTONIC; the same for all that came in one piece.
    package let time: Int64
    /// The request's number: below 128 the core protocol's, above an extension's.
    package let major: UInt8
    /// The extension's own number for it, or a core request's data byte.
    package let minor: UInt8
    package let bytes: Int
  }

  /// A link that delays what goes by and limits how much it carries, in each direction.
  package struct SlowLink: Sendable {
    let bytesPerSecond: Int64
    let delay: Int64

    package init(bytesPerSecond: Int64, delayMilliseconds: Int64) {
      (self.bytesPerSecond, delay) = (bytesPerSecond, delayMilliseconds * 1_000_000)
    }
  }

  package let display: String

  private let exchange: Exchange
  private let worker: Worker
  private let path: String

  /// A listening post before `server`, one at a time; by default it delays nothing.
  package init(_ server: XServer, link: SlowLink? = nil) throws {
    // The server's own number is taken by nobody else, so this one is free, or left over from a killed test.
    let number = 10_000 + server.number
    display = ":\(number)"
    path = "/tmp/.X11-unix/X\(number)"
    unlink(path)
    exchange = try Exchange(listeningAt: path, passingTo: "/tmp/.X11-unix/X\(server.number)", link)
    worker = try Worker { [exchange] in exchange.run() }
  }

  deinit {
    exchange.stop()
    worker.join()
    unlink(path)
  }

  /// Ends the connection that was begun last, as a server does that has enough of it.
  package func cutLast() {
    exchange.cutLast()
  }

  /// What becomes of a server, as its clients see it.
  package enum Fate: Sendable {
    case frozen
    /// It has crashed: connections are ended and no new ones are taken.
    case gone
  }

  /// Brings that about once `count` more pieces from clients have been passed on.
  package func end(_ fate: Fate, afterPieces count: Int) {
    exchange.end(fate, afterPieces: count)
  }

  package var hasEnded: Bool { exchange.hasEnded }

  /// The most bytes from one client that waited for the link or were on it since the last call.
  package func takeLargestBacklog() -> Int { exchange.takeLargestBacklog() }

  package func take() -> [Entry] {
    exchange.take()
  }

  /// The replies that the server has sent since the last call: a client waited for each, or for the last of a few.
  package func takeReplyCount() -> Int { exchange.takeReplyCount() }

  /// Waits until nothing has gone by for `seconds`, and forgets what went before.
  package func awaitSilence(seconds: Double = 0.2, _ deadline: Deadline = Deadline()) throws {
    _ = take()
    while true {
      Deadline.observe(seconds: seconds)
      if take().isEmpty { return }
      if deadline.isPast { throw Failure("the client never falls silent") }
    }
  }

  /// The major numbers of extensions: of those whose requests draw, MIT-SHM and RENDER, and of SYNC.
  package struct Extensions {
    package let drawing: Set<UInt8>
    package let sync: UInt8?

    /// Whether `entry` has the server wait until a time: SYNC's Await.
    package func isWait(_ entry: Entry) -> Bool { entry.major == sync && entry.minor == 7 }
  }

  package static func frames(in entries: [Entry], extensions: Extensions) -> Int {
    pictures(in: entries, extensions: extensions).count
  }

  /// The pictures that were drawn: groups of drawing requests that lie more than `gap` nanoseconds apart, or that the server
  /// draws at different times.
  ///
  /// Drawing is what puts pixels: PutImage, CopyArea, ClearArea, filling, and requests of extensions.
  package static func pictures(
    in entries: [Entry], extensions: Extensions, gap: Int64 = 3_000_000
  ) -> [[Entry]] {
    var pictures: [[Entry]] = []
    var isNew = true
    for entry in entries {
      if extensions.isWait(entry) { isNew = true }
      guard extensions.drawing.contains(entry.major) || (61...77).contains(entry.major) else {
        continue
      }
      if !isNew, let last = pictures.last?.last, entry.time - last.time <= gap {
        pictures[pictures.count - 1].append(entry)
      } else {
        pictures.append([entry])
      }
      isNew = false
    }
    return pictures
  }
}

/// The sockets of a listening post, and what went over them.
private final class Exchange: @unchecked Sendable {
  private let listener: Int32
  private let serverPath: String
  private let orders: Pipe
  private let shared = Mutex(Shared())
  /// Touched by the thread alone.
  private var links: [Link] = []
  private let slowLink: Wiretap.SlowLink?

  private struct Shared {
    var record: [Wiretap.Entry] = []
    var piecesLeft = Int.max
    var fate = Wiretap.Fate.frozen
    var largestBacklog = 0
    var replyCount = 0
  }

  private struct Link {
    let client: Int32
    let server: Int32
    var stream = RequestStream()
    var replies = ReplyStream()
    var up = Line()
    var down = Line()
  }

  init(listeningAt path: String, passingTo serverPath: String, _ slowLink: Wiretap.SlowLink?) throws
  {
    self.serverPath = serverPath
    self.slowLink = slowLink
    orders = try Pipe()
    listener = streamSocket()
    guard withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 8) == 0 else {
      throw Failure("\(path): \(errnoText())")
    }
  }

  deinit {
    for descriptor in [listener, orders.readEnd, orders.writeEnd] { close(descriptor) }
    for link in links {
      close(link.client)
      close(link.server)
    }
  }

  func stop() {
    _ = Glibc.write(orders.writeEnd, [0], 1)
  }

  func cutLast() {
    _ = Glibc.write(orders.writeEnd, [1], 1)
  }

  func end(_ fate: Wiretap.Fate, afterPieces count: Int) {
    shared.withLock { ($0.fate, $0.piecesLeft) = (fate, count) }
  }

  var hasEnded: Bool { shared.withLock { $0.piecesLeft <= 0 } }

  private func endLinks() {
    guard shared.withLock({ $0.fate == .gone }) else { return }
    for socket in [listener] + links.map(\.client) { shutdown(socket, Int32(SHUT_RDWR)) }
  }

  func take() -> [Wiretap.Entry] {
    shared.withLock { shared in
      defer { shared.record = [] }
      return shared.record
    }
  }

  func takeReplyCount() -> Int {
    shared.withLock { shared in
      defer { shared.replyCount = 0 }
      return shared.replyCount
    }
  }

  func takeLargestBacklog() -> Int {
    shared.withLock { shared in
      defer { shared.largestBacklog = 0 }
      return shared.largestBacklog
    }
  }

  func run() {
    // What is read at once goes by the link at once.
    var buffer = [UInt8](repeating: 0, count: slowLink == nil ? 1 << 16 : 1 << 12)
    while true {
      let now = Deadline.now()
      let heard =
        hasEnded
        ? []
        : [(listener, true)]
          + links.flatMap {
            [($0.client, !$0.up.isFull(at: now)), ($0.server, !$0.down.isFull(at: now))]
          }
      var entries = ([(orders.readEnd, true)] + heard)
        .map { pollfd(fd: $0, events: $1 ? Int16(POLLIN) : 0, revents: 0) }
      let isIdle = links.allSatisfy { $0.up.isEmpty && $0.down.isEmpty }
      guard poll(&entries, nfds_t(entries.count), isIdle ? -1 : 2) >= 0 || errno == EINTR else {
        return
      }
      if entries[0].revents != 0 {
        var order: UInt8 = 0
        guard read(orders.readEnd, &order, 1) == 1, order == 1 else { return }
        if let last = links.last { shutdown(last.server, Int32(SHUT_RDWR)) }
        continue
      }
      if heard.isEmpty { continue }
      for index in links.indices.reversed() {
        let ready = (
          client: entries[2 + 2 * index].revents != 0, server: entries[3 + 2 * index].revents != 0
        )
        if !pass(index, ready, &buffer) || !sendDue(index) {
          close(links[index].client)
          close(links[index].server)
          links.remove(at: index)
        }
      }
      if entries[1].revents != 0 { accept() }
    }
  }

  private func accept() {
    let client = Glibc.accept(listener, nil, nil)
    guard client >= 0 else { return }
    _ = fcntl(client, F_SETFD, FD_CLOEXEC)
    let server = streamSocket()
    guard withAddress(serverPath, { connect(server, $0, $1) }) == 0 else {
      close(client)
      close(server)
      return
    }
    links.append(Link(client: client, server: server))
  }

  /// Passes on what is ready in both directions; false when a side has closed.
  private func pass(_ index: Int, _ ready: (client: Bool, server: Bool), _ buffer: inout [UInt8])
    -> Bool
  {
    if ready.client {
      let isLast = shared.withLock { shared in
        shared.piecesLeft -= 1
        return shared.piecesLeft <= 0
      }
      // What comes now is never read.
      if isLast {
        endLinks()
        return true
      }
      let count = read(links[index].client, &buffer, buffer.count)
      guard count > 0 else { return false }
      let now = Deadline.now()
      let requests = buffer.withUnsafeBufferPointer {
        links[index].stream.take(UnsafeBufferPointer(rebasing: $0[..<count]))
      }
      shared.withLock { shared in
        shared.record += requests.map {
          Wiretap.Entry(time: now, major: $0.major, minor: $0.minor, bytes: $0.bytes)
        }
      }
      if let slowLink {
        links[index].up.add(buffer[..<count], at: now, slowLink)
        recordBacklog(of: links[index])
      } else if !sendAll(links[index].server, buffer[..<count]) {
        return false
      }
    }
    if ready.server, !hasEnded {
      let count = read(links[index].server, &buffer, buffer.count)
      guard count > 0 else { return false }
      let replies = buffer.withUnsafeBufferPointer {
        links[index].replies.take(UnsafeBufferPointer(rebasing: $0[..<count]))
      }
      shared.withLock { $0.replyCount += replies }
      if let slowLink {
        links[index].down.add(buffer[..<count], at: Deadline.now(), slowLink)
      } else if !sendAll(links[index].client, buffer[..<count]) {
        return false
      }
    }
    return true
  }

  /// Passes on what has come to its end of the slow link; false when a side has closed.
  private func sendDue(_ index: Int) -> Bool {
    let now = Deadline.now()
    while let bytes = links[index].up.take(at: now) {
      guard sendAll(links[index].server, bytes) else { return false }
    }
    while let bytes = links[index].down.take(at: now) {
      guard sendAll(links[index].client, bytes) else { return false }
    }
    return true
  }

  private func recordBacklog(of link: Link) {
    var waiting: Int32 = 0
    _ = ioctl(link.client, UInt(FIONREAD), &waiting)
    let backlog = link.up.byteCount + Int(waiting)
    shared.withLock { $0.largestBacklog = max($0.largestBacklog, backlog) }
  }
}

/// One direction of a slow link, and the pieces that are on it.
private struct Line {
  private var pieces: [(due: Int64, bytes: ArraySlice<UInt8>)] = []
  /// Until when the link is busy with what was added.
  private var busyUntil: Int64 = 0

  var isEmpty: Bool { pieces.isEmpty }
  var byteCount: Int { pieces.reduce(0) { $0 + $1.bytes.count } }

  /// Whether more would only wait here: it waits in the sender's socket instead.
  func isFull(at now: Int64) -> Bool { busyUntil > now }

  mutating func add(_ bytes: ArraySlice<UInt8>, at now: Int64, _ link: Wiretap.SlowLink) {
    busyUntil = max(now, busyUntil) + Int64(bytes.count) * 1_000_000_000 / link.bytesPerSecond
    pieces.append((busyUntil + link.delay, bytes))
  }

  mutating func take(at now: Int64) -> ArraySlice<UInt8>? {
    guard let first = pieces.first, first.due <= now else { return nil }
    return pieces.removeFirst().bytes
  }
}

private func streamSocket() -> Int32 {
  socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
}

private func sendAll(_ descriptor: Int32, _ bytes: ArraySlice<UInt8>) -> Bool {
  var done = 0
  while done < bytes.count {
    let sent = bytes.withUnsafeBytes { raw in
      raw.baseAddress.map { send(descriptor, $0 + done, raw.count - done, Int32(MSG_NOSIGNAL)) }
        ?? -1
    }
    if sent < 0 && errno == EINTR { continue }
    guard sent > 0 else { return false }
    done += sent
  }
  return true
}

private func withAddress(
  _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) {
    $0.copyBytes(from: path.utf8.prefix($0.count - 1))
  }
  return withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
    }
  }
}
