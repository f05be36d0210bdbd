import Session

extension Model {
  /// For what is the same at every moment.
  var anytime: ModelAt { asOf(.distantPast) }
}
