import CXTest
import Glibc

/// The two ends of a pipe, both closed in every child.
package struct Pipe {
  package let readEnd: Int32
  package let writeEnd: Int32

  package init() throws {
    var ends: [Int32] = [-1, -1]
    guard cxtest_pipe(&ends, O_CLOEXEC) == 0 else { throw Failure("no pipe: \(errnoText())") }
    readEnd = ends[0]
    writeEnd = ends[1]
  }
}

extension Pipe {
  package func end() {
    close(readEnd)
    close(writeEnd)
  }
}

/// Starts the program at `path` as the leader of a new process group.
///
/// - Parameters:
///   - environment: the child's; our own where it is nil.
///   - descriptors: which of our descriptors the child sees under which number.
///   - discardingRest: whether 1 and 2 go to /dev/null where `descriptors` does not name them.
func spawn(
  _ path: String, _ arguments: [String], environment: [String: String]?,
  descriptors: [(ours: Int32, theirs: Int32)], discardingRest: Bool
) throws -> pid_t {
  var actions = posix_spawn_file_actions_t()
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  let taken = Set(descriptors.map(\.theirs))
  if !taken.contains(0) { posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) }
  if discardingRest {
    for output: Int32 in [1, 2] where !taken.contains(output) {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
  }
  for pair in descriptors { posix_spawn_file_actions_adddup2(&actions, pair.ours, pair.theirs) }

  var attributes = posix_spawnattr_t()
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var none = sigset_t()
  sigemptyset(&none)
  var all = sigset_t()
  sigfillset(&all)
  posix_spawnattr_setpgroup(&attributes, 0)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setsigdefault(&attributes, &all)
  posix_spawnattr_setflags(
    &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

  var process: pid_t = 0
  let result = withCStrings([path] + arguments) { argv in
    guard let environment else {
      return posix_spawn(&process, path, &actions, &attributes, argv, environ)
    }
    return withCStrings(environment.map { "\($0.key)=\($0.value)" }) { envp in
      posix_spawn(&process, path, &actions, &attributes, argv, envp)
    }
  }
  guard result == 0 else { throw Failure("\(path): \(String(cString: strerror(result)))") }
  return process
}

private func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
    capacity: strings.count + 1)
  for (index, string) in strings.enumerated() { list[index] = strdup(string) }
  list[strings.count] = nil
  defer {
    for index in strings.indices { free(list[index]) }
    list.deallocate()
  }
  return body(list)
}
