/// What has to be updated at the end of the turn.
struct Invalidation: OptionSet {
  let rawValue: Int

  static let picture = Invalidation(rawValue: 1)
  static let title = Invalidation(rawValue: 2)
  static let menu = Invalidation(rawValue: 4)
  static let status = Invalidation(rawValue: 8)

  static let all: Invalidation = [.picture, .title, .menu, .status]
}
