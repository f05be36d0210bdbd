import ArgumentParser
import Control
import Files
import Session
import Settings
import Storage
import Timekeeping
import Wording

/// Verbs of the rings.
extension VerbRow {
  nonisolated(unsafe) static let ring: [VerbRow] = [
    VerbRow(
      name: "ring", abstract: "Set, name or colour a ring, or feed it from standard input.",
      discussion: """
        With --follow, a line of standard input sets the ring if it is one value, has a percentage, of which the last \
        counts, or begins with a fraction such as 3/7. Other lines are ignored and counted. The window says when the \
        input ends.
        """,
      count: 1...9,
      // One list: separate arguments would lose whether a value with a sign came before the name.
      word: ArgumentHelp(
        """
        The ring's name, or its number from 1, outermost first. Then a value, as in 50%, 50 or 3/7; a change, as in +10% \
        or -5; a source: \(RingText.sources); or manual, which keeps the present value.
        """, valueName: "name> <value"),
      completion: NameCompletion.rings,
      options: [
        OptionRow(
          name: "of", form: .value("number"),
          help: "The number that fills the ring, for values without % (default: 100)."),
        OptionRow(name: "follow", help: "Read one value a line from standard input."),
        OptionRow(
          name: "color", form: .value("colour"),
          help: """
            One of \(RingColor.named.map(\.key).joined(separator: ", ")); #RRGGBB, or two of these for the start and the \
            tip; or none: the theme's.
            """, completion: Parsers.ringColor.completion.kind),
        OptionRow(name: "rename", form: .value("name"), help: "Another name."),
        OptionRow(
          name: "goal", form: .value("goal"),
          help: "What the ring's name is for each day, as in 2h or 8; the ring then follows today."),
      ],
      converse: { widget, request, arguments in
        guard let client = try ControlClient.started(widget) else { return }
        try client.ask(request)
        guard arguments.options["follow"] != nil else { return }
        try RingFeed.run(client, of: try arguments.value(of: "of", RingText.whole) ?? 100)
      }
    ) { arguments in
      let (words, isFed) = (arguments.words, arguments.options["follow"] != nil)
      let whole = try arguments.value(of: "of", RingText.whole) ?? 100
      let color = try arguments.value(of: "color", Parsers.ringColor)
      let name = try arguments.value(of: "rename", RingText.name)
      let goal = try arguments.value(of: "goal", Parsers.goal)
      guard
        words.count == 2
          ? !isFed : words.count == 1 && (isFed || color != nil || name != nil || goal != nil)
      else {
        throw TextError("ring takes a name and a value, --follow, --color, --goal or --rename")
      }
      let isByHand = words.count == 2 && words[1] == RingSource.manual(0).word
      if words.count == 2, !isByHand {
        // Refused here, so that a mistake changes nothing.
        _ = try RingText.source(of: words[1], from: .manual(0), whole: whole)
      }
      return { call in
        let id = try call.ring(words[0])
        if let name {
          guard call.model.allows(.nameRing(id, name)) else {
            return .refused("another ring is named \(name.quoted)")
          }
          call.app.perform(.nameRing(id, name), at: call.instant)
        }
        if let goal { call.app.perform(.setGoal(id, goal), at: call.instant) }
        if let color { call.app.perform(.colorRing(id, color), at: call.instant) }
        if isFed { return call.app.control.feed(id, by: call) }
        guard words.count == 2, let ring = call.model.base[ring: id] else {
          return call.perform(nil)
        }
        if isByHand {
          let now = call.app.time.read()
          return call.perform(.setRing(id, .manual(call.model.value(of: ring).turns(at: now))))
        }
        if ring.source == .today, let change = Int(words[1]), "+-".contains(words[1].prefix(1)) {
          guard case .count? = ring.goal else {
            return .refused("its goal is a time; segclock ctl day add adds to it")
          }
          return call.perform(.day(.count(change, of: ring.name)))
        }
        let source = try RingText.source(of: words[1], from: ring.source, whole: whole)
        return call.perform(.setRing(id, source))
      }
    }
  ]
}
