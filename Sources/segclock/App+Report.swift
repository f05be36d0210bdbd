import Session
import Wording

extension App {
  /// Reports problems of the running window: each on standard error, and all or a shorter `notice` in the window.
  func report(
    _ problems: [String], notice: Phrase? = nil, for lifetime: Duration = Notice.problemLifetime,
    about topic: Notice.Topic? = nil
  ) {
    guard !problems.isEmpty else { return }
    for problem in problems { StandardError.report(problem) }
    let phrase = notice ?? Phrase(verbatim: problems.joined(separator: "; "))
    perform(.announce(phrase, for: lifetime, about: topic))
  }
}
