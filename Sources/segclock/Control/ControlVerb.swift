import ArgumentParser
import Control
import Session
import Settings
import Storage
import Timekeeping

/// A command of `segclock ctl`: its words, its help and its effect, in one file.
///
/// The program that is called checks the words and sends them; the window's reads them again, by the same rules.
protocol ControlVerb: ParsableArguments {
  /// What it is called, and what goes over the socket first.
  static var name: String { get }
  static var abstract: String { get }
  static var discussion: String { get }
  /// The options of the window that it has a use for; all plan options belong together.
  static var parentOptions: Set<String> { get }
  /// What goes over the socket behind its name, with the window's options that were given. Throws where that would mean
  /// nothing.
  func words(_ parent: Segclock) throws -> [String]
  /// What `words` ask for of a window, and what comes of it.
  static func effect(of words: [String], on desk: ControlDesk.Context) throws -> ControlEffect
  /// Sends the request and prints what is answered, up to the end.
  func converse(_ call: ControlCall, _ words: [String]) throws
}

extension ControlVerb {
  static var discussion: String { "" }

  static var parentOptions: Set<String> { [] }

  func words(_ parent: Segclock) throws -> [String] { [] }

  func converse(_ call: ControlCall, _ words: [String]) throws { try call.ask([Self.name] + words) }

  /// Refuses more words than the command has.
  static func checkCount(_ words: [String], _ allowed: ClosedRange<Int>) throws {
    guard allowed.contains(words.count) else {
      throw ArgumentProblem(description: "\(name) does not take \(words.count) words")
    }
  }
}

/// What a request does to a window.
enum ControlEffect {
  /// Commands to be carried out, answered when they are on the disk.
  case commands([Command])
  /// Nothing, for this reason.
  case refused(String)
  /// What was asked for.
  case text(String)
  /// A line at every change from now on, at most one in so many nanoseconds; where that is 0, none for time alone.
  case follow(StatusStyle, every: Int64)
  /// To be told a ring's values, which are over when the client is gone.
  case feed(String)
  /// To answer when what is shown is on the screen.
  case sync
  case show, hide, raise
  /// To take up a session of the stopwatch again.
  case restore(Int64)
}

/// A `ControlVerb` as a command of the command line.
struct Verb<Words: ControlVerb>: ParsableCommand, NamedVerb {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: Words.name, abstract: Words.abstract, discussion: Words.discussion)
  }

  static var verb: any ControlVerb.Type { Words.self }

  @OptionGroup var arguments: Words

  @OptionGroup var widget: WidgetOptions

  @ParentCommand var parent: Segclock

  func run() throws {
    let name = try widget.name(parent, "ctl \(Words.name)", using: Words.parentOptions)
    // Before anybody is asked: what means nothing means nothing whether there is a window or not.
    let words = try arguments.words(parent)
    try ControlCall(name).run { try arguments.converse($0, words) }
  }
}

/// A command that stands for a `ControlVerb`.
protocol NamedVerb {
  static var verb: any ControlVerb.Type { get }
}

extension [String] {
  /// Without the `--` that ends the options: `ctl timer -- -1m`.
  var withoutTerminator: [String] {
    guard let index = firstIndex(of: "--") else { return self }
    return Array(self[..<index] + self[(index + 1)...])
  }
}
