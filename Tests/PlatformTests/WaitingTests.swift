import Glibc
import Platform
import Testing

@Suite("Waiting for descriptors")
struct WaitingTests {
  @Test("an empty place is never waited for, and standard input is not in its place")
  func emptyPlace() throws {
    // Standard input is always ready meanwhile.
    let null = open("/dev/null", O_RDONLY)
    let saved = dup(STDIN_FILENO)
    dup2(null, STDIN_FILENO)
    defer {
      dup2(saved, STDIN_FILENO)
      close(saved)
      close(null)
    }
    var descriptors = DescriptorSet()
    let empty = descriptors.add(-1)
    for isWaited in [true, false, true] {
      descriptors.setWaited(isWaited, at: empty)
      #expect(descriptors.wait(until: 0) == 0)
    }
    let ready = descriptors.add(null)
    #expect(descriptors.wait(until: 0) == 1 && descriptors.isReady(ready))
    descriptors.setWaited(false, at: ready)
    #expect(descriptors.wait(until: 0) == 0)
    descriptors.setWaited(true, at: ready)
    #expect(descriptors.wait(until: 0) == 1)
  }
}
