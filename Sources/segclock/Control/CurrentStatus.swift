import Session
import Storage
import Windowing

extension App {
  func status(of model: Model) -> StatusReport {
    StatusReport(
      model, at: time.read(), isVisible: isVisible, name: configuration.run.name,
      server: connection.surroundings.map { ($0.server, $0.windowManager) },
      globalKeys: globalKeys.grants.map {
        // Nothing is granted before it is known who grants it.
        ($0.key, connection.surroundings == nil ? nil : $0.name)
      }, saving: kept.state.report)
  }
}

extension SavingState {
  fileprivate var report: StatusReport.Saving {
    switch self {
    case .off: .off
    case .saving: .on
    case .notYet(let failure): .waiting(failure.description)
    case .renewed(let aside): .newFile(aside)
    }
  }
}
