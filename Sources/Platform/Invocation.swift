import CPlatform
import Glibc

/// A program to be run: its path, its arguments and what of its surroundings is not ours.
package struct Invocation: Equatable, Sendable {
  /// The path of the program.
  package var path: String
  /// The arguments after its name.
  package var arguments: [String]
  /// Variables of the environment besides our own, or in their place.
  package var environment: [String: String] = [:]
  /// Whether it prints where we do; else what it prints is lost.
  package var sharesOutput = false
  /// Whether what it has put into the background ends with it.
  package var endsWithItsBackground = false

  /// The program at `path`, silent.
  package init(_ path: String, _ arguments: [String]) {
    self.path = path
    self.arguments = arguments
  }

  /// What `text` says to a shell; it prints where we do.
  package init(shell text: String) {
    self.init("/bin/sh", ["-c", text])
    sharesOutput = true
  }

  /// Starts it as the leader of a new process group, with every signal as it is by default and no descriptor but the
  /// first three; returns errno, 0 where it runs.
  func spawn(_ process: inout pid_t) -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for output: Int32 in [1, 2] where !sharesOutput {
      posix_spawn_file_actions_addopen(&actions, output, "/dev/null", O_WRONLY, 0)
    }
    posix_spawn_file_actions_addclosefrom_np(&actions, 3)

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

    // Our own variables go on as they are, which need not be text.
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var place = environ
    while let line = place.pointee {
      if !environment.keys.contains(where: { strncmp(line, $0 + "=", $0.utf8.count + 1) == 0 }) {
        variables.append(line)
      }
      place += 1
    }
    let added = environment.map { strdup("\($0.key)=\($0.value)") }
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for text in added + words { free(text) } }
    variables += added + [nil]
    return posix_spawn(&process, path, &actions, &attributes, &words, &variables)
  }
}
