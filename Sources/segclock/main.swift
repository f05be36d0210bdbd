import ArgumentParser
import Glibc

exit(Program.run(CommandLine.unsafeArgv).rawValue)
