/// What is asked of the settings portal, and what its answers and signals say of the desktop's looks.
struct PortalCourse: Equatable {
  /// A setting of the desktop's looks.
  enum Key: String, CaseIterable {
    case colorScheme = "color-scheme"
    case contrast
    case reducedMotion = "reduced-motion"
  }

  /// A question for one setting: as portals of today have it, or as those before.
  struct Question: Equatable {
    var key: Key
    var isOld = false
    /// The method that asks it.
    var member: String { isOld ? "Read" : "ReadOne" }
  }

  /// What the desktop says by all that has come.
  private(set) var appearance = Appearance()
  /// The questions that wait for their answers, by the numbers of the calls.
  private var open: [UInt32: Question] = [:]

  /// The namespace of the settings.
  static let namespace = "org.freedesktop.appearance"

  /// Forgets what was said and what was asked: the portal is another one, or gone. Returns what is to be asked of one that
  /// `isThere`.
  mutating func begin(isThere: Bool = true) -> [Question] {
    (appearance, open) = (Appearance(), [:])
    return isThere ? Key.allCases.map { Question(key: $0) } : []
  }

  /// Takes note that `question` was asked by the call of this number.
  mutating func asked(_ question: Question, by call: UInt32) { open[call] = question }

  /// Takes the answer to the call of this number: a value, or nil where that is none of a setting. Returns what is to be asked
  /// instead.
  mutating func answered(_ call: UInt32, _ value: UInt32?, hasFailed: Bool) -> Question? {
    guard let question = open.removeValue(forKey: call) else { return nil }
    guard hasFailed else {
      take(question.key, value)
      return nil
    }
    return question.isOld ? nil : Question(key: question.key, isOld: true)
  }

  /// Takes it that a setting has this value by now.
  mutating func changed(_ key: String, _ value: UInt32?) {
    guard let key = Key(rawValue: key) else { return }
    // What was asked before is answered by this.
    for (call, question) in open where question.key == key { open[call] = nil }
    take(key, value)
  }

  /// Values that mean nothing say nothing.
  private mutating func take(_ key: Key, _ value: UInt32?) {
    switch (key, value) {
    case (.colorScheme, 1): appearance.isDark = true
    case (.colorScheme, 2): appearance.isDark = false
    case (.colorScheme, _): appearance.isDark = nil
    case (.contrast, _): appearance.isHighContrast = value == 1 ? true : nil
    case (.reducedMotion, _): appearance.isStill = value == 1 ? true : nil
    }
  }
}
