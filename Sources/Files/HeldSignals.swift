import Glibc

/// Signals put off, as long as the object lives, while a file is between two states.
///
/// The program has one thread; what comes in the meantime takes effect when the object goes.
final class HeldSignals {
  private var before = sigset_t()

  /// The signals that a person, the system or a limit ends programs with.
  private static let ending = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGALRM, SIGUSR1, SIGUSR2, SIGXCPU,
  ]

  init() {
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
  }

  deinit {
    pthread_sigmask(SIG_SETMASK, &before, nil)
  }

  /// Whether one has come that ends the program as soon as it takes effect.
  var isEnding: Bool {
    var pending = sigset_t()
    sigpending(&pending)
    return HeldSignals.ending.contains { signal in
      guard sigismember(&pending, signal) == 1, sigismember(&before, signal) == 0 else {
        return false
      }
      // One that is blocked is pending even if it is ignored, as under nohup.
      var action = sigaction()
      return sigaction(signal, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
    }
  }
}
