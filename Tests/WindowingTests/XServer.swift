import ProgramSupport

/// An X server of a test's own. By this name alone, since both modules have a `Connection`.
typealias XServer = ProgramSupport.XServer
