import CControl
package import Files
import Glibc
import Platform

/// The socket on which a widget takes commands from other programs of its user.
///
/// Nothing here blocks, and what other programs can do to it is bounded: how many they are, how much each may send and
/// leave unread, and how much of it is taken in a turn.
package final class ControlServer {
  /// Who has sent a request.
  package struct Client: Hashable, Sendable {
    fileprivate let key: UInt64
  }

  /// What has come.
  package enum Event {
    case request(Client, ControlRequest)
    /// The client is gone, and had a request open, or stayed.
    case left(Client)
  }

  private let poller: Poller
  private let folder: Descriptor
  private let lock: FileLock
  private let address: String
  private let listener: Int32
  private var connections: [UInt64: ControlConnection] = [:]
  /// The key of the next client; that of the listener is 0.
  private var nextKey: UInt64 = 1
  /// Until when no client is let in, since the system has no descriptor left.
  private var pause: Int64?
  private var lost: [Client] = []
  /// The programs that are connected: by how many connections, and when they were served last, as counted by `serviceCount`.
  private var services: [Int32: (connections: Int, last: UInt64)] = [:]
  private var serviceCount: UInt64 = 0

  /// How many clients there may be; of more, one that has been idle for longest goes.
  private let mostClients: Int
  /// The same where the process may have as many descriptors as are usual.
  private static let usualMost = 128
  /// The one part of so many that clients may have of the descriptors that are free: the disk, the display and the bus need
  /// some, too.
  private static let share = 4
  /// How many are let in at a time.
  private static let mostArrivals = 128
  /// How long it lets nobody in where the system has no descriptor left, in nanoseconds.
  private static let pauseLength: Int64 = 250_000_000

  /// Listens as the widget called `name`; nil where another process does.
  package init?(_ name: String, in place: ControlFolder = ControlFolder()) throws(FileError) {
    folder = try place.open(isMade: true)
    guard let lock = try FileLock(place.lock(name)) else { return nil }
    self.lock = lock
    address = place.address(name, in: folder)
    listener = ccontrol_socket()
    guard listener >= 0, let poller = Poller() else {
      let code = errno
      if listener >= 0 { Glibc.close(listener) }
      throw FileError(path: place.path, code: code)
    }
    self.poller = poller
    // The kernel gives the lowest number that is free, so that tells how many there are already.
    let free = Int(clamping: ccontrol_most_descriptors()) - Int(listener)
    mostClients = min(ControlServer.usualMost, max(1, free / ControlServer.share))
    // Whoever left it there is gone: we have the lock.
    if unlink(address) != 0, errno == EISDIR { rmdir(address) }
    guard ccontrol_bind(listener, address) == 0, listen(listener, 128) == 0,
      poller.add(listener, key: 0)
    else {
      let code = errno
      Glibc.close(listener)
      throw FileError(path: place.socket(name), code: code)
    }
  }

  deinit {
    // Nobody is to find a socket that nobody listens on.
    unlink(address)
    for connection in connections.values { Glibc.close(connection.socket) }
    Glibc.close(listener)
  }

  /// Can be read when there is something to be taken.
  package var descriptor: Int32 { poller.descriptor }

  /// Whether anybody is connected.
  package var hasClients: Bool { !connections.isEmpty }

  /// Whether there is something to be taken that no descriptor tells.
  package var hasLeftovers: Bool { !lost.isEmpty || connections.values.contains { $0.hasLine } }

  /// When to take a turn even if nothing comes, CLOCK_MONOTONIC in nanoseconds.
  package var deadline: Int64? { pause }

  /// Takes what has come and hands it to `answer`: of each client one request, once the one before is answered. After
  /// `deadline` (CLOCK_MONOTONIC, nanoseconds) and one request, the others are left for the next turn.
  package func takeTurn(until deadline: Int64 = .max, _ answer: (Event) -> Void) {
    let now = MonotonicClock.now()
    if let end = pause, now >= end { resume() }
    var hasArrivals = false
    for ready in poller.ready() {
      if ready.key == 0 {
        hasArrivals = true
      } else {
        serve(ready, at: now)
      }
    }
    if hasArrivals { admit(at: now) }
    for key in order() {
      switch connections[key]?.takeLine() {
      case .request(let request):
        connections[key]?.isBusy = true
        noteService(of: key)
        answer(.request(Client(key: key), request))
      case .fault(let words):
        noteService(of: key)
        reply(.end(.misused, words), to: Client(key: key))
      case nil: break
      }
      settle(key)
      if MonotonicClock.now() >= deadline { break }
    }
    while let client = lost.popLast() { answer(.left(client)) }
  }

  /// The clients in the order in which they have their say: however many connections another program has, and however much
  /// it asks on them, none has to wait for more than one request of it in a turn.
  private func order() -> [UInt64] {
    var ranks: [Int32: Int] = [:]
    let sorted = connections.sorted {
      ($0.value.lastServed, $0.key) < ($1.value.lastServed, $1.key)
    }
    let ranked = sorted.compactMap { key, connection -> (rank: Int, served: UInt64, key: UInt64)? in
      guard connection.hasLine else { return nil }
      defer { ranks[connection.process, default: 0] += 1 }
      return (ranks[connection.process] ?? 0, services[connection.process]?.last ?? 0, key)
    }
    return ranked.sorted { $0 < $1 }.map(\.key)
  }

  private func noteService(of key: UInt64) {
    guard let process = connections[key]?.process else { return }
    serviceCount += 1
    connections[key]?.lastServed = serviceCount
    services[process]?.last = serviceCount
  }

  /// Sends a line to a client. One that does not take what it is sent goes.
  package func reply(_ reply: ControlReply, to client: Client) {
    let isEnd = if case .end = reply { true } else { false }
    send(Array(reply.line.utf8), isEnd: isEnd, to: client)
  }

  /// Sends `line`, that of a `ControlReply.text`, to a client, in the same way.
  package func tell(_ line: [UInt8], to client: Client) { send(line, isEnd: false, to: client) }

  private func send(_ line: [UInt8], isEnd: Bool, to client: Client) {
    guard let isSent = connections[client.key]?.send(line, isEnd: isEnd) else { return }
    if isSent { settle(client.key) } else { drop(client.key) }
  }

  /// Keeps a client that is idle from now on, since it is told of changes, or feeds a ring.
  package func keep(_ client: Client) { connections[client.key]?.stays = true }

  private func serve(_ ready: Poller.Readiness, at now: Int64) {
    guard var connection = connections[ready.key] else { return }
    var isThere = !ready.isOver
    if ready.isReadable, isThere || connection.reads {
      connection.lastActive = now
      isThere = connection.receive() && isThere
    }
    if ready.isWritable { isThere = connection.flush() && isThere }
    connections[ready.key] = connection
    // What it said before it went is still done.
    if isThere || connection.hasLine { settle(ready.key) } else { drop(ready.key) }
  }

  /// Waits for what there is to wait for with a client, and lets it go once there is nothing.
  private func settle(_ key: UInt64) {
    guard let connection = connections[key] else { return }
    if connection.isOver {
      drop(key)
    } else {
      poller.change(
        connection.socket, key: key, reads: connection.reads, writes: connection.writes)
    }
  }

  private func admit(at now: Int64) {
    for _ in 0..<ControlServer.mostArrivals {
      let socket = ccontrol_accept(listener)
      if socket < 0 {
        switch errno {
        case EINTR, ECONNABORTED: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
          // It would be told again and again.
          if !evict() {
            pause = now + ControlServer.pauseLength
            poller.change(listener, key: 0, reads: false, writes: false)
            return
          }
          continue
        default: return
        }
      }
      // The folder lets nobody else in, unless somebody has opened it.
      let peer = ccontrol_peer(socket)
      guard peer.owner == Int64(geteuid()), poller.add(socket, key: nextKey) else {
        Glibc.close(socket)
        continue
      }
      var connection = ControlConnection(socket, of: peer.process, at: now)
      // Most have said already what they want.
      _ = connection.receive()
      connections[nextKey] = connection
      services[peer.process, default: (0, 0)].connections += 1
      settle(nextKey)
      nextKey += 1
      if connections.count > mostClients { _ = evict() }
    }
  }

  /// Sends a client away: of the program that has most connections the one that has been idle for longest, one that stays or
  /// has asked for something only where there are no others; false where there is none.
  private func evict() -> Bool {
    let most = services.values.lazy.map(\.connections).max()
    let idle = connections.filter { services[$0.value.process]?.connections == most }.min {
      one, other in
      (one.value.isKept ? 2 : one.value.hasLine ? 1 : 0, one.value.lastActive, one.key)
        < (other.value.isKept ? 2 : other.value.hasLine ? 1 : 0, other.value.lastActive, other.key)
    }
    guard let idle else { return false }
    drop(idle.key)
    return true
  }

  private func drop(_ key: UInt64) {
    guard let connection = connections.removeValue(forKey: key) else { return }
    Glibc.close(connection.socket)
    services[connection.process]?.connections -= 1
    if services[connection.process]?.connections == 0 { services[connection.process] = nil }
    if connection.isKept { lost.append(Client(key: key)) }
    resume()
  }

  private func resume() {
    guard pause != nil else { return }
    pause = nil
    poller.change(listener, key: 0, reads: true, writes: false)
  }
}

extension ControlConnection {
  fileprivate var isKept: Bool { isBusy || stays }
}
