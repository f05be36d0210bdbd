import Files
import Glibc
import Platform
import Session
import StateSupport
import Storage
import TestSupport

// What the window does with its state, and nothing else: a random play of commands, as many and with the seed as the
// arguments say. Writes "owner" or "guest", and the number of a command when all up to it are acknowledged. Before the
// command that a third argument names, the database's log is lost. Ends with its standard input.

/// Writes a line at once.
func tell(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  _ = write(1, bytes, bytes.count)
}

let count = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 0
let seed = UInt64(CommandLine.arguments.dropFirst(2).first ?? "") ?? 0
let loss = Int(CommandLine.arguments.dropFirst(3).first ?? "")

do {
  let folder = try StateFolder()
  guard let store = try StateStore(folder) else {
    tell("guest")
    exit(0)
  }
  tell("owner")
  var kept = SavedModel(
    try store.load(at: .now(.counted)).model ?? Model(), on: .counted, saver: Saver(store))
  var random = SplitMix64(seed: seed)
  for step in 0..<count {
    if step + 1 == loss { truncate("\(folder.database)-wal", 0) }
    _ = kept.apply(Play.command(using: &random), at: Play.at(Int64(step) * 7))
    // Some wait for the disk, some follow one another at once.
    guard step % 4 != 2 else { continue }
    if let failure = kept.finish(by: .now + .seconds(60)) {
      tell("failed \(failure)")
    } else {
      tell("\(step + 1)")
    }
  }
  var byte: UInt8 = 0
  while read(0, &byte, 1) > 0 {}
  if let failure = kept.close(by: .now + .seconds(60)) { tell("failed \(failure)") }
} catch {
  tell("failed \(error)")
}
