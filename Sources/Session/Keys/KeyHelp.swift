extension Model {
  package func help(of row: KeyRow) -> String? {
    if row.label.isEmpty { return nil }
    if let words = row.otherHelp[mode] { return words }
    let definition = mode.definition
    switch row.actions.first?.command {
    case .toggle: return hasTime ? row.help : nil
    case .edit(.begin(.lapName)):
      return definition.allows(.nameLap(nil, ""), self) == nil ? "Name the selected ring" : row.help
    case .lap, .skip, .back, .reset, .edit:
      return row.actions[0].command.flatMap { definition.allows($0, self) }.map { _ in row.help }
    case .scrollList: return hasList ? row.help : nil
    default: return row.help
    }
  }
}
