import Files
import Glibc
import Platform
import ProgramSupport
import Testing

@testable import Control

/// The socket, with both of its ends in one thread.
@Suite struct ControlServerTests {
  private let home: TestFolder
  private let place: ControlFolder

  init() throws {
    home = TestFolder()
    place = ControlFolder(runtime: home.path)
  }

  private func serve() throws -> ControlServer { try #require(try ControlServer("a", in: place)) }

  private func call(_ name: String = "a") throws -> ControlClient {
    try ControlClient(name, in: place, patience: .seconds(5))
  }

  private func interest(of server: ControlServer) -> Interest {
    var interest = Interest()
    server.addInterest(to: &interest)
    return interest
  }

  /// Waits until the server has something to do, or a little.
  private func pause(for server: ControlServer) {
    var entries = interest(of: server).entries
    _ = waitFor(&entries, until: .now + .milliseconds(10))
  }

  /// Takes turns until there is a request; does not answer it.
  private func request(_ server: ControlServer) throws -> (ControlConnection, ControlRequest) {
    let deadline = Deadline()
    while !deadline.isPast {
      if let request = server.turn().first { return request }
      pause(for: server)
    }
    throw Failure("nothing came")
  }

  /// Asks by `client` and has `server` answer by the request's words.
  private func exchange(_ client: ControlClient, _ server: ControlServer, _ words: [String]) throws
  {
    try client.send(ControlRequest(words))
    let (asker, request) = try request(server)
    #expect(request.words == words)
    asker.reply(.text(words.joined()))
    asker.reply(.end(.refused, "no"))
    #expect(try client.receive() == .text(words.joined()))
    #expect(try client.receive() == .end(.refused, "no"))
  }

  @Test func requestsAreAnsweredInOrder() throws {
    let server = try serve()
    let client = try call()
    try exchange(client, server, ["status", "a\tb\n"])
    try client.send(ControlRequest(["one"], at: 7))
    try client.send(ControlRequest(["two"]))
    let (asker, first) = try request(server)
    #expect(first == ControlRequest(["one"], at: 7))
    // The second has to wait for the answer to the first.
    #expect(server.turn().isEmpty && interest(of: server).deadline == nil)
    asker.reply(.done)
    #expect(interest(of: server).deadline == .distantPast)
    #expect(try request(server).1.words == ["two"])
  }

  /// A request on one connection is handled before a later one on a newer connection.
  @Test func requestsOnTwoConnectionsKeepTheirOrder() throws {
    let server = try serve()
    let place = place
    let asking = try Repetition(every: 0) { _ in
      guard let older = try? ControlClient("a", in: place) else { return }
      // The server may be about to read the older connection at any of these moments.
      for _ in 0..<Int.random(in: 0..<200) { _ = Deadline.now() }
      guard (try? older.send(ControlRequest(["earlier"]))) != nil,
        let newer = try? ControlClient("a", in: place),
        (try? newer.send(ControlRequest(["later"]))) != nil
      else { return }
      _ = try? newer.receive()
    }
    var words: [String] = []
    let deadline = Deadline(seconds: 10)
    while words.count < 10_000, !deadline.isPast {
      for (asker, request) in server.turn() {
        words += request.words
        asker.reply(.done)
      }
    }
    withExtendedLifetime(asking) {}
    for index in words.indices.dropLast() where index.isMultiple(of: 2) {
      try #require(words[index] == "earlier" && words[index + 1] == "later", "request \(index)")
    }
    #expect(words.count > 10)
  }

  @Test func aPartOfALineBlocksNobody() throws {
    let server = try serve()
    let (slow, quick) = (try call(), try call())
    _ = write(slow.descriptor, "sta", 3)
    try exchange(quick, server, ["status"])
    _ = write(slow.descriptor, "tus\n", 4)
    #expect(try request(server).1.words == ["status"])
  }

  @Test func aLineThatIsTooLongIsRefusedAndItsSenderGoes() throws {
    let server = try serve()
    let client = try call()
    let bytes = [UInt8](repeating: 0x61, count: 5000)
    #expect(write(client.descriptor, bytes, bytes.count) == 5000)
    for _ in 0..<4 { #expect(server.turn().isEmpty) }
    #expect(try client.receive() == .end(.misused, "a line is longer than the limit of 4096 bytes"))
    #expect(throws: ControlClient.Failure.closed) { try client.receive() }
    // One that just fits is taken.
    try exchange(try call(), server, [String(repeating: "a", count: 4095)])
  }

  @Test func bytesThatAreNoRequestAreRefusedAndTheNextIsTaken() throws {
    let server = try serve()
    let client = try call()
    let bytes: [UInt8] = [0xFF, 10, 0x61, 0x5C, 10, 10, 0x6F, 0x6B, 10]
    #expect(write(client.descriptor, bytes, bytes.count) == bytes.count)
    #expect(try request(server).1.words == ["ok"])
    for _ in 0..<3 {
      guard case .end(.misused, _) = try client.receive() else { throw Failure("not refused") }
    }
  }

  @Test func whoNeverReadsIsCut() throws {
    let server = try serve()
    let (deaf, client) = (try call(), try call())
    try deaf.send(ControlRequest(["follow"]))
    let (asker, _) = try request(server)
    let text = String(repeating: "x", count: 10_000)
    for _ in 0..<100 { asker.reply(.text(text)) }
    #expect(!asker.isOpen)
    try exchange(client, server, ["status"])
  }

  @Test func aThousandThatSayNothingShutNobodyOut() throws {
    let server = try serve()
    var idle: [ControlClient] = []
    var evicted = 0
    for round in 0..<40 {
      for _ in 0..<25 { idle.append(try call()) }
      for _ in 0..<26 { _ = server.turn() }
      if round % 8 == 0 { try exchange(try call(), server, ["status"]) }
    }
    for client in idle {
      var byte: UInt8 = 0
      if recv(client.descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0 { evicted += 1 }
    }
    #expect(evicted >= 1000 - 16)
    try exchange(try call(), server, ["status"])
  }

  /// However much one program asks, another is soon heard.
  @Test(arguments: [1, 20, 300]) func aProgramThatAsksWithoutEndHoldsUpNoOther(connections: Int)
    throws
  {
    let server = try serve()
    let probe = try ChildProcess(
      Program.beside("ControlProbe"), [place.socket("a"), "ask", "\(connections)"], environment: nil
    )
    /// Answers all requests of a turn; returns whether one of them was ours.
    func turn() -> Bool {
      server.turn().filter { asker, request in
        asker.reply(.done)
        return request.words == ["mine"]
      }.count > 0
    }
    let deadline = Deadline(seconds: 60)
    while !probe.standardOutput.contains("ready"), !deadline.isPast { _ = turn() }
    #expect(probe.reap() == nil, "\(probe.standardError)")
    // They may fill the backlog, in which `call` would wait. Four are taken a turn.
    for _ in 0...connections / 4 { _ = turn() }
    for _ in 0..<20 {
      let client = try call()
      try client.send(ControlRequest(["mine"]))
      let deadline = Deadline(seconds: 1)
      var isHeard = false
      while !isHeard, !deadline.isPast { isHeard = turn() }
      #expect(isHeard)
      #expect(try client.receive() == .done)
    }
  }

  @Test func whereAllFollowTheFirstGivesWay() throws {
    let server = try serve()
    var followers: [(client: ControlClient, asker: ControlConnection)] = []
    for _ in 0..<16 {
      let client = try call()
      try client.send(ControlRequest(["follow"]))
      followers.append((client, try request(server).0))
    }
    try exchange(try call(), server, ["status"])
    #expect(followers.map(\.asker.isOpen) == [false] + [Bool](repeating: true, count: 15))
  }

  @Test func whoIsToldOfChangesStaysWhereOthersAreIdle() throws {
    let server = try serve()
    let follower = try call()
    try follower.send(ControlRequest(["follow"]))
    let (asker, _) = try request(server)
    var idle: [ControlClient] = []
    for _ in 0..<20 {
      for _ in 0..<10 { idle.append(try call()) }
      for _ in 0..<11 { _ = server.turn() }
    }
    asker.reply(.text("still"))
    #expect(try follower.receive() == .text("still"))
  }

  @Test func oneThatIsHalfClosedIsAnsweredAndGoes() throws {
    let server = try serve()
    let client = try call()
    try client.send(ControlRequest(["one"]))
    shutdown(client.descriptor, Int32(SHUT_WR))
    let (asker, _) = try request(server)
    for _ in 0..<3 { #expect(server.turn().isEmpty) }
    asker.reply(.done)
    #expect(try client.receive() == .done)
    #expect(throws: ControlClient.Failure.closed) { try client.receive() }
  }

  @Test func whoGoesInTheMiddleIsNoticed() throws {
    let server = try serve()
    let asker: ControlConnection
    do {
      let client = try call()
      try client.send(ControlRequest(["one"]))
      asker = try request(server).0
    }
    let deadline = Deadline()
    while asker.isOpen, !deadline.isPast {
      pause(for: server)
      _ = server.turn()
    }
    #expect(!asker.isOpen)
  }

  @Test func aNameHasOneOwnerHoweverItsSocketWasLeft() throws {
    do {
      let server = try serve()
      #expect(try ControlServer("a", in: place) == nil)
      #expect(names(in: place.path).sorted() == ["a.lock", "a.sock"])
      _ = server
    }
    #expect(names(in: place.path) == ["a.lock"])
    #expect(throws: ControlClient.Failure.noWindow("a")) { try call() }
    // What a killed one leaves, and what somebody plants.
    for plant in ["socket", "link", "file", "folder"] {
      switch plant {
      case "socket":
        let stale = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(stale) }
        let status = withSocketAddress(place.socket("a")) { bind(stale, $0, $1) }
        #expect(status == 0)
        #expect(throws: ControlClient.Failure.noWindow("a")) { try call() }
      case "link": symlink("/dev/null", place.socket("a"))
      case "file": try ProgramSupport.write("x", to: place.socket("a"))
      default: mkdir(place.socket("a"), 0o700)
      }
      let server = try serve()
      try exchange(try call(), server, ["status"])
    }
  }

  @Test func aSocketWhoseFileWasRemovedIsMadeAnew() throws {
    let server = try serve()
    for isFolder in [false, true] {
      if isFolder { try remove(place.path) } else { unlink(place.socket("a")) }
      #expect(throws: ControlClient.Failure.noWindow("a")) { try call() }
      _ = server.turn()
      try exchange(try call(), server, ["status"])
      #expect(try ControlServer("a", in: place) == nil)
    }
    // A name that another process has by now stays its own.
    try remove(place.path)
    let other = try serve()
    _ = server.turn()
    try exchange(try call(), other, ["status"])
  }

  @Test func theFolderIsNobodyElses() throws {
    mkdir(place.path, 0o777)
    chmod(place.path, 0o777)
    _ = try serve()
    var status = stat()
    #expect(stat(place.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
    // A link in its place is not followed, even to a folder of our own.
    try remove(place.path)
    mkdir("\(home.path)/other", 0o700)
    symlink("\(home.path)/other", place.path)
    #expect(throws: FileError.self) { try ControlServer("a", in: place) }
    #expect(names(in: "\(home.path)/other") == [])
  }

  @Test(.enabled(if: geteuid() == 0))
  func anotherUserIsNotHeardEvenWhereTheFolderIsOpenToAll() throws {
    let server = try serve()
    for path in [home.path, place.path, place.socket("a")] { chmod(path, 0o777) }
    try #require(seteuid(65534) == 0)
    defer { seteuid(0) }
    let client = try SocketClient(path: place.socket("a"))
    client.send(Array("status\n".utf8))
    try #require(seteuid(0) == 0)
    #expect(server.turn().isEmpty && server.turn().isEmpty)
    // The connection is closed.
    #expect(throws: Failure.self) { try client.answer() }
    try exchange(try call(), server, ["status"])
  }

  private func remove(_ path: String) throws {
    for name in names(in: path) { unlink("\(path)/\(name)") }
    guard rmdir(path) == 0 else { throw Failure("\(path) stays") }
  }

  @Test func aPathMayBeLongerThanAnAddress() throws {
    let deep = "\(home.path)/\(String(repeating: "d", count: 200))"
    mkdir(deep, 0o700)
    let place = ControlFolder(runtime: deep)
    let server = try #require(try ControlServer("long", in: place))
    let client = try ControlClient("long", in: place, patience: .seconds(5))
    try exchange(client, server, ["status"])
  }

  @Test func withoutARuntimeFolderThereIsOneForTheUser() {
    for value in [nil, "", "relative/path"] as [String?] {
      let place = ControlFolder(runtime: value)
      #expect(place.path == "/tmp/segclock-\(geteuid())")
    }
  }

  @Test func anAnswerThatDoesNotComeIsGivenUp() throws {
    let server = try serve()
    let client = try call()
    client.deadline = .now + .milliseconds(20)
    try client.send(ControlRequest(["status"]))
    #expect(throws: ControlClient.Failure.noAnswer) { try client.receive() }
    _ = server
  }
}

extension ControlServer {
  /// Takes a turn, and gives what has come.
  fileprivate func turn() -> [(ControlConnection, ControlRequest)] {
    var requests: [(ControlConnection, ControlRequest)] = []
    handleRequests { requests.append(($0, $1)) }
    return requests
  }
}
