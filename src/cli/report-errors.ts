import { Problem } from "../kit/pure/problem.ts"
import { Fault } from "../kit/service/fault.ts"
import { CommandFault } from "./remote/exit-codes.ts"

/** Prints the message of an expected error, without a stack trace. */
export async function reportErrors(work: () => Promise<void>) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Fault || error instanceof Problem)) throw error
    console.error(error.message)
    process.exitCode = error instanceof CommandFault ? error.exitCode : 1
  }
}
