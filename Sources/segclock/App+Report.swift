import Session

extension App {
  /// Reports problems of the running window: each on standard error, and all or a shorter `notice` in the window.
  func report(
    _ problems: [String], notice: String? = nil, for lifetime: Duration = Notice.problemLifetime
  ) {
    guard !problems.isEmpty else { return }
    for problem in problems { StandardError.report(problem) }
    perform(.announce(notice ?? problems.joined(separator: "; "), for: lifetime))
  }
}
