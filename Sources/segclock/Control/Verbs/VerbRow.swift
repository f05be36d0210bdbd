import ArgumentParser
import Control
import Session
import Settings
import Timekeeping
import Wording

/// What a request does to a window. Returns nil if the answer comes later; throws if the words do not fit the window.
typealias VerbEffect = (VerbCall) throws -> ControlReply?

struct VerbArguments {
  var words: [String] = []
  /// The values of the given options; "on" for a word.
  var options: [String: String] = [:]

  func value<Value>(of option: String, _ parser: TextParser<Value>) throws -> Value? {
    guard let text = options[option] else { return nil }
    do {
      return try parser.parse(text)
    } catch {
      throw TextError("--\(option): \(error)")
    }
  }
}

/// A verb of `segclock ctl`, at both ends: its help, and what it does.
///
/// The calling program parses the request before it sends it; the window parses it again.
struct VerbRow {
  let name: String
  let abstract: String
  var discussion = ""
  var count = 0...0
  var word: ArgumentHelp?
  var completion: CompletionKind?
  var options: [OptionRow] = []
  /// Sends the request to the widget of that name, and prints the answer.
  var converse: (_ widget: String, _ request: [String], VerbArguments) throws -> Void = {
    widget, request, _ in try ControlClient.started(widget)?.ask(request)
  }
  let effect: (VerbArguments) throws -> VerbEffect

  func request(_ arguments: VerbArguments) -> [String] {
    let options = options.flatMap { option in
      arguments.options[option.name].map {
        ["--\(option.name)"] + (option.form == .word ? [] : [$0])
      } ?? []
    }
    return options + (arguments.words.isEmpty ? [] : ["--"] + arguments.words)
  }

  func parse(_ request: [String]) throws -> VerbEffect {
    var arguments = VerbArguments()
    var remaining = request[...]
    while let word = remaining.popFirst() {
      if word == "--" {
        arguments.words += remaining
        break
      }
      guard let option = options.first(where: { "--\($0.name)" == word }) else {
        arguments.words.append(word)
        continue
      }
      guard let value = option.form == .word ? "on" : remaining.popFirst() else {
        throw TextError("\(word) needs a value")
      }
      arguments.options[option.name] = value
    }
    return try effect(of: arguments)
  }

  func effect(of arguments: VerbArguments) throws -> VerbEffect {
    guard count.contains(arguments.words.count) else {
      throw TextError(
        """
        \(name) does not take \(arguments.words.count) words; put a name of several words in quotes
        """)
    }
    return try effect(arguments)
  }

  /// All of them, in the order of the help.
  nonisolated(unsafe) static let all = time + day + window + ring + reading
}

extension VerbRow {
  init(
    _ name: String, _ abstract: String, discussion: String = "", _ effect: @escaping VerbEffect
  ) {
    self.init(name: name, abstract: abstract, discussion: discussion) { _ in effect }
  }

  init<Value>(
    _ name: String, _ abstract: String, discussion: String = "", word: ArgumentHelp,
    _ parser: TextParser<Value>, _ effect: @escaping (Value, VerbCall) throws -> ControlReply?
  ) {
    self.init(
      name: name, abstract: abstract, discussion: discussion, count: 1...1, word: word,
      completion: parser.completion.kind
    ) { arguments in
      let value = try parser.parse(arguments.words[0])
      return { try effect(value, $0) }
    }
  }
}
