package enum Ghost: String, CaseIterable, Hashable, Sendable {
  case best, target
  case off
}
