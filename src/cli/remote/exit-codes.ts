import { Fault } from "../../kit/service/fault.ts"

/** What scripts can tell apart. docs/guides/command-line.md lists them. */
export const exitCodes = { done: 0, refused: 1, usage: 2, signedOut: 3, unreachable: 4, later: 5 } as const
type ExitCode = (typeof exitCodes)[keyof typeof exitCodes]

/** Ends a command with one message and its exit code. */
export class CommandFault extends Fault {
  readonly exitCode: ExitCode
  constructor(exitCode: ExitCode, message: string) {
    super(message)
    this.exitCode = exitCode
  }
}

export const wrongUsage = (message: string) => new CommandFault(exitCodes.usage, message)
export const signedOut = (message: string) => new CommandFault(exitCodes.signedOut, message)
