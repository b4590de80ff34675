import { CountersignError, NoAnswerError } from "../../../sdk/src/errors.ts"
import { CommandFault, exitCodes } from "./exit-codes.ts"

/** Prints what happened, whether money moved and what to do, and returns the exit code. */
export function explainFailure(error: Error, note: (line: string) => void): number {
  if (error instanceof CountersignError) return explainRefusal(error, note)
  if (error instanceof NoAnswerError) return explainSilence(error, note)
  note(error.message)
  return error instanceof CommandFault ? error.exitCode : exitCodes.refused
}

function explainRefusal(error: CountersignError, note: (line: string) => void): number {
  const { code, message, errors, status, retryable, requestId, docUrl, idempotencyKey } = error
  note(`${code} ${message}`)
  for (const each of errors) if (each.message !== message) note(`  ${each.path}: ${each.message}`)
  if (idempotencyKey !== undefined) {
    note(moneySentence(code))
    if (retryable) note(`To repeat it safely, add --idempotency-key ${idempotencyKey}`)
  }
  note(`${[docUrl, requestId && `request ${requestId}`].filter(Boolean).join(", ")}`)
  if (status === 401) return exitCodes.signedOut
  return retryable || status >= 500 ? exitCodes.later : exitCodes.refused
}

/** After a failure of the service itself, and while an equal request is in progress, the effect is not known. */
const moneySentence = (code: string) =>
  /^(SYS|IDM)-/.test(code) ? "Whether money moved is not known: look before you do anything else." : "No money moved."

function explainSilence({ status, idempotencyKey, message }: NoAnswerError, note: (line: string) => void): number {
  const [, reason = ""] = /\((.*)\)/.exec(message) ?? []
  note(`The service did not answer: ${reason}.`)
  if (status > 0 && status < 500) note("A proxy answered instead: check the address of the service.")
  if (idempotencyKey === undefined) note("Nothing was changed. Check the address with `countersign doctor`.")
  else
    note(
      `Whether it took effect, and whether money moved, is not known. To repeat it safely, add --idempotency-key ${idempotencyKey}: ` +
        "under the same key it takes effect once.",
    )
  return exitCodes.unreachable
}
