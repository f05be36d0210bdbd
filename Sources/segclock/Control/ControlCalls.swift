import ArgumentParser
import Control
import Files
import Glibc
import Platform
import Session
import Settings
import Storage
import Wording

/// Raises the window that is already open, or decides which of several racing starts opens one.
///
/// The process with the lock of the control socket opens the window. It listens there before the window is made, so that
/// the others can connect and wait for its answer. If it dies, their connections close and one of them takes over.
enum OpenRequest {
  /// The first word of the request; the display follows.
  static let word = "open"
  /// The first word of a request with the options of another start, each as `name=value`.
  static let changeWord = "adopt"
  /// The options that an open window adopts.
  static let adoptedOptions = ["mode", "show", "theme", "start"]

  /// How long a start waits for an answer: the owner may be starting, or saving to a slow disk.
  private static let patience = Duration.seconds(10)

  enum Outcome {
    /// The owner, which may get further requests.
    case raised(ControlClient)
    /// This process opens a window that answers on this socket, if it has one.
    case opens(ControlServer?)
  }

  /// The display that a window of this process is on, in its short form.
  static var display: String {
    let name = UserEnvironment.variable("DISPLAY") ?? ""
    return name.hasSuffix(".0") ? String(name.dropLast(2)) : name
  }

  /// Raises the window of the widget called `name`, or becomes its owner if there is none.
  static func raiseOrOwn(_ name: String) throws(ControlProblem) -> Outcome {
    let deadline = MonotonicTime.now + patience
    repeat {
      do throws(ControlClient.Failure) {
        let client = try ControlClient(name, patience: deadline - .now)
        try client.send(ControlRequest([word, display]))
        // It refuses if its window is on another display; the second window then saves nothing.
        return try client.receive() == .done ? .raised(client) : .opens(nil)
      } catch {
        // The owner may not listen yet, or has just ended.
        if let outcome = own(name) { return outcome }
      }
    } while MonotonicTime.now < deadline
    throw ControlProblem(
      code: .noAnswer,
      description:
        "the window that is open does not answer; end its process, or give another --name")
  }

  /// Listens as the widget called `name`; nil if another process does, for which it waits a moment.
  static func own(_ name: String) -> Outcome? {
    do throws(FileError) {
      return try ControlServer(name).map { .opens($0) }
    } catch {
      StandardError.print("segclock: segclock ctl cannot drive this window: \(error.description)")
      return .opens(nil)
    }
  }
}

// Calls of a window by `segclock ctl`.

extension ControlClient {
  /// How long a program that has just been started may take to listen.
  private static let startLimit = Duration.milliseconds(500)

  /// Connects to the widget called `name`, which may be starting. With `isPatient`, waits until it has a window; returns
  /// nil if nobody reads standard output any more.
  static func started(_ name: String, isPatient: Bool = false) throws -> ControlClient? {
    // Watched before the first call, so that no opening is missed.
    let watch = FolderWatch(path: ControlFolder().socket(name))
    let limit = isPatient ? nil : MonotonicTime.now + startLimit
    while true {
      do throws(Failure) {
        return try ControlClient(name)
      } catch {
        guard case .noWindow = error, watch.descriptor >= 0, limit.map({ .now < $0 }) ?? true
        else { throw error }
      }
      var entries = [
        pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: isPatient ? STDOUT_FILENO : -1, events: 0, revents: 0),
      ]
      _ = waitFor(&entries, until: limit)
      if entries[1].revents != 0 { return nil }
      _ = watch.takeChanges()
    }
  }

  /// Sends a request and prints each line of the answer as it comes, until nobody reads standard output any more. With
  /// `isEndless`, only the first line has a deadline.
  func ask(_ words: [String], isEndless: Bool = false) throws {
    // A reader that goes is no error.
    signal(SIGPIPE, SIG_IGN)
    deadline = .now + ControlClient.patience
    try send(ControlRequest(words, at: MonotonicClock.now()))
    while let reply = try receive(for: isEndless ? STDOUT_FILENO : -1) {
      switch reply {
      case .end(.done, _): return
      case .end(let outcome, let words):
        throw ControlProblem(code: ExitCode(Int32(outcome.rawValue)), description: words)
      case .text(let text):
        do throws(FileError) {
          try OutputFile(path: "-").write(text + "\n")
        } catch {
          if error.code == EPIPE { return }
          throw error
        }
        if isEndless { deadline = nil }
      }
    }
  }
}

struct ControlProblem: Error {
  let code: ExitCode
  let description: String
}

extension ControlProblem {
  init(_ failure: ControlClient.Failure) {
    switch failure {
    case .noWindow(let name):
      self.init(code: .noWindow, description: ControlProblem.noWindow(name))
    case .noAnswer: self.init(code: .noAnswer, description: "the window does not answer")
    case .closed: self.init(code: .noWindow, description: "the window has closed")
    case .system(let error): self.init(code: .noAnswer, description: error.description)
    }
  }

  private static func noWindow(_ name: String) -> String {
    let open = VerbRow.openWidgets.map(\.quoted).joined(separator: ", ")
    if open.isEmpty { return "no window is open; segclock opens one" }
    let what =
      name == StateFolder.defaultName
      ? "the default window is not open" : "no window \(name.quoted) is open"
    return "\(what); open: \(open); choose one with --name"
  }
}

enum RingFeed {
  /// The first word of a request with a value.
  static let word = "value"

  /// Runs until end of input, for the ring that `client` has asked for; closing the connection ends the feed.
  static func run(_ client: ControlClient, of whole: Double) throws {
    var lines = FeedLines(of: whole)
    var entries = [STDIN_FILENO, client.descriptor].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    var isOver = false
    while !isOver {
      _ = waitFor(&entries, until: nil)
      // The window sends nothing unasked, so it has closed.
      if entries[1].revents != 0 { throw ControlClient.Failure.closed }
      guard entries[0].revents != 0 else { continue }
      let count = read(STDIN_FILENO, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      if count < 0 {
        let error = FileError(path: "standard input", code: errno)
        throw ControlProblem(code: .noInput, description: error.description)
      }
      isOver = count == 0
      // The last line may have no end.
      let newest = lines.take(isOver ? [10] : bytes[..<count])
      if let newest { try client.ask([word, "\(newest)/1"]) }
    }
    if let problem = lines.problem { StandardError.print("segclock: \(problem)") }
  }
}

/// Completions whose names only the window, the configuration or the system knows.
enum NameCompletion {
  /// A request for the names of the rings, one a line.
  static let ringRequest = "rings"

  static let rings = CompletionKind.custom { words, _, _ in plain(ringNames(words)) }

  static let themes = CompletionKind.custom { words, _, _ in plain(themeNames(words)) }

  static let themesOrAutomatic = CompletionKind.custom { words, _, _ in
    [ThemeName.automatic.rawValue] + plain(themeNames(words))
  }

  static let zones = CompletionKind.custom { _, _, _ in ["auto"] + LocalTime.zoneNames }

  /// The open windows. Shells do not list the folder themselves, as they would expand file names.
  static let widgets = CompletionKind.custom { _, _, _ in
    plain(ControlFolder().names().filter { (try? Parsers.widget.parse($0)) != nil })
  }

  /// The rings of the window that a command line names; none if it does not answer.
  private static func ringNames(_ words: [String]) -> [String] {
    var names: [String] = []
    do throws(ControlClient.Failure) {
      let window = value(of: "--name", in: words) ?? StateFolder.defaultName
      let client = try ControlClient(window, patience: .milliseconds(300))
      try client.send(ControlRequest([ringRequest]))
      while case .text(let name) = try client.receive() { names.append(name) }
    } catch {}
    return names
  }

  /// The themes of the configuration that a command line or the environment names.
  private static func themeNames(_ words: [String]) -> [String] {
    var options = ProgramSettings()
    if words.contains("--no-config") { options.noConfig = true }
    if let file = value(of: "--config", in: words) { options.config = file }
    let configuration = try? Configuration(options)
    return (configuration?.themes.names ?? ThemeName.builtIn).map(\.rawValue)
  }

  /// The value of an option on a command line, as the next word or behind an equals sign.
  private static func value(of name: String, in words: [String]) -> String? {
    let parts = words.flatMap { $0.split(separator: "=", maxSplits: 1) }
    return parts.lastIndex { $0 == name }.flatMap { parts[($0 + 1)...].first.map(String.init) }
  }

  /// The names that are one word for every shell, and that none expands.
  private static func plain(_ names: [String]) -> [String] {
    names.filter { name in
      name.escaped == name
        && name.allSatisfy { !$0.isASCII || $0.isLetter || $0.isNumber || "_-+./%@,".contains($0) }
    }
  }
}
