import Glibc
import ProgramSupport

// A program that does to a window's socket what no program should, and one that is killed in the middle of a test.
//
//   ControlProbe SOCKET wait N     so many connections, and not a word
//   ControlProbe SOCKET ask N      so many, each with a question, answered or not; then asks on one after the other without end
//   ControlProbe SOCKET flood N    asks on one connection as fast as it goes, reads nothing, and comes again when it is cut
//   ControlProbe - servers N       so many X servers, as a test starts them; says their numbers instead
//
// It says `ready` once it is at it, and ends when it is killed.

let arguments = CommandLine.arguments
let path = arguments.count == 4 ? arguments[1] : ""
let count = arguments.count == 4 ? Int(arguments[3]) ?? 0 : 0
let question = Array("status\t--json\n".utf8)

switch arguments.dropFirst(2).first {
case "wait":
  let clients = try (0..<count).map { _ in try SocketClient(path: path) }
  print("ready")
  fflush(nil)
  withExtendedLifetime(clients) { _ = pause() }
case "ask":
  let clients = try (0..<count).map { _ in try SocketClient(path: path) }
  for client in clients { client.send(question) }
  print("ready")
  fflush(nil)
  while true {
    for client in clients {
      _ = try? client.answer()
      client.send(question)
    }
  }
case "flood":
  print("ready")
  fflush(nil)
  let block = Array([[UInt8]](repeating: question, count: 5000).joined())
  while true {
    let client = try SocketClient(path: path)
    var isThere = true
    while isThere { isThere = client.send(block) >= 0 || errno == EAGAIN }
  }
case "servers":
  let servers = try (0..<count).map { _ in try XServer() }
  print(servers.map { "\($0.number)" }.joined(separator: " "))
  fflush(nil)
  withExtendedLifetime(servers) { _ = pause() }
default:
  print("usage: ControlProbe SOCKET wait|ask|flood|servers N")
  exit(64)
}
