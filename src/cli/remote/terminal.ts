import { createInterface } from "node:readline/promises"
import { Writable } from "node:stream"
import { text } from "node:stream/consumers"
import { setTimeout as wait } from "node:timers/promises"
import { Fault } from "../../kit/service/fault.ts"
import { openBrowser } from "./browser.ts"

/** What the commands know of the world, so that tests run them in their own process. */
export type Terminal = {
  env: Readonly<Record<string, string | undefined>>
  /** A person reads the output: it is a table, and progress is shown. */
  isTerminal: boolean
  /** A person can answer. Without one nothing is asked. */
  canAsk: boolean
  width: number
  print(text: string | Uint8Array): Promise<void>
  /** Beside the result: on stderr. */
  note(line: string): void
  /** Replaces the line that was shown before; only in a terminal. */
  showProgress(line: string): void
  readInput(): Promise<string>
  ask(question: string, isSecret?: boolean): Promise<string>
  wait(ms: number): Promise<void>
  /** Shows a page to the person who types, if this machine has a browser; returns whether it tries. */
  openBrowser(url: string): boolean
}

/** The terminal that the program runs in. */
export const ownTerminal = (): Terminal => ({
  env: process.env,
  isTerminal: process.stdout.isTTY === true,
  canAsk: process.stdin.isTTY === true && process.stderr.isTTY === true,
  width: process.stdout.columns ?? 120,
  print,
  note: line => console.error(line),
  showProgress: line => process.stderr.isTTY && void process.stderr.write(`\r\u001b[2K${line}`),
  readInput: () => text(process.stdin),
  ask,
  wait: ms => wait(ms),
  openBrowser: url => openBrowser(process.env, url),
})

/** A secret that is printed only once must not be lost silently, as with console.log on a full disk. */
export async function print(result: string | Uint8Array) {
  process.stdout.once("error", () => {}) // the error is reported below
  const error = await new Promise<Error | null | undefined>(resolve => void process.stdout.write(result, resolve))
  if (error) throw new Fault(`The command was carried out, but its result could not be printed: ${error.message}`)
}

/** What a person types for a secret is not shown. */
async function ask(question: string, isSecret = false): Promise<string> {
  if (isSecret) process.stderr.write(question)
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true })
  lines.once("SIGINT", () => process.exit(130))
  const answer = await lines.question(isSecret ? "" : question)
  lines.close()
  if (isSecret) process.stderr.write("\n")
  return answer.trim()
}
