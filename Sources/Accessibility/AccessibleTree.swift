/// The nodes by their id, at one moment.
struct AccessibleTree {
  struct Place {
    var node: AccessibleNode
    /// nil for the application.
    var parent: String?
    var index: Int
  }

  /// The id of the application.
  static let root = "root"

  private(set) var places: [String: Place] = [:]
  /// Parents before their children.
  private(set) var order: [String] = []

  init(_ window: AccessibleNode, program: String) {
    var application = AccessibleNode(AccessibleTree.root, .application, program)
    application.children = [window]
    add(application, parent: nil, index: 0)
  }

  private mutating func add(_ node: AccessibleNode, parent: String?, index: Int) {
    // A second node of the same id could not be told from the first.
    guard places[node.id] == nil else { return }
    places[node.id] = Place(node: node, parent: parent, index: index)
    order.append(node.id)
    for (index, child) in node.children.enumerated() { add(child, parent: node.id, index: index) }
  }

  subscript(id: String) -> AccessibleNode? { places[id]?.node }

  var nodes: [AccessibleNode] { order.compactMap { self[$0] } }

  /// The frontmost node at a point, below the node `id`.
  func node(at x: Int32, _ y: Int32, below id: String) -> String? {
    guard let node = self[id] else { return nil }
    for child in node.children.reversed() {
      if let found = self.node(at: x, y, below: child.id) { return found }
    }
    return node.box.contains(x, y) ? id : nil
  }
}
