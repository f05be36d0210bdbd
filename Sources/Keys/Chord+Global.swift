extension Chord {
  /// Whether it can be a global key: one that neither types nor moves a cursor.
  package var isGlobal: Bool {
    if !modifiers.isDisjoint(with: [.control, .alt, .super]) { return true }
    switch key {
    case .function, .special: return true
    default: return false
    }
  }
}
