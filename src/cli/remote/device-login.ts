import { hostname } from "node:os"
import type { Input, Output } from "../../../sdk/src/client.ts"
import { CountersignError, NoAnswerError } from "../../../sdk/src/errors.ts"
import { readData, send, type Transport } from "../../../sdk/src/transport.ts"
import type { Role } from "../../kit/pure/permissions.ts"
import { printable } from "./cells.ts"
import { CommandFault, exitCodes, wrongUsage } from "./exit-codes.ts"
import type { Terminal } from "./terminal.ts"

type Started = Output<"POST /v1/device-logins/start">
type Answer = Output<"POST /v1/device-logins/poll">
type Wishes = { role?: Role | undefined; days?: number | undefined; opensBrowser: boolean }

/** The service ends a login after ten minutes; this ends one whose service is gone. */
const maxWaitMs = 15 * 60_000

/** Gets an API key from a person who is signed in, in a browser that may be on another machine (RFC 8628). */
export async function fetchKeyByBrowser(url: string, { role, days, opensBrowser }: Wishes, terminal: Terminal): Promise<string> {
  const transport: Transport = { baseUrl: url, headers: {}, maxRetries: 0, timeoutMs: 30_000, fetch: (input, init) => fetch(input, init) }
  const started = await startLogin(transport, { machine: machineName(hostname()), ...(role && { role }), ...(days && { days }) })
  explain(started, opensBrowser && terminal.openBrowser(started.verificationUrlComplete), terminal)
  let seconds = started.intervalSeconds
  for (let waitedMs = 0; waitedMs < maxWaitMs; waitedMs += seconds * 1000) {
    terminal.showProgress("Waiting for the answer in the browser. Ctrl+C gives up.")
    await terminal.wait(seconds * 1000)
    const answer = await ask(transport, started.deviceCode)
    terminal.showProgress("")
    if (answer?.apiKey) {
      if (answer.keyExpiresAt !== null) terminal.note(`The key works until ${answer.keyExpiresAt}.`)
      return answer.apiKey
    }
    seconds = Math.max(1, answer?.intervalSeconds ?? seconds)
  }
  throw new CommandFault(exitCodes.unreachable, "Nobody has answered for 15 minutes, so nothing was changed. Start again.")
}

async function startLogin(transport: Transport, input: Input<"POST /v1/device-logins/start">): Promise<Started> {
  const started = await send(transport, "POST /v1/device-logins/start", input, {}, readData).catch(explainOldService)
  const { verificationUrl, verificationUrlComplete, userCode } = started as Started
  const addresses = [verificationUrl, verificationUrlComplete].map(each => URL.parse(each)?.protocol ?? "")
  if (!addresses.every(protocol => /^https?:$/.test(protocol)) || !/^[A-Z]{4}-[A-Z]{4}$/.test(userCode))
    throw new CommandFault(
      exitCodes.refused,
      `${transport.baseUrl} does not answer as Countersign does, so nothing was done. Check the address.`,
    )
  return started as Started
}

function explainOldService(error: unknown): never {
  if (error instanceof CountersignError && error.code === "GEN-1006")
    throw wrongUsage(
      "This service is of an earlier version, which can't let you in by a browser. Create a key there and pass it with --api-key.",
    )
  throw error
}

function explain({ verificationUrl, userCode }: Started, isOpened: boolean, { note }: Terminal) {
  const address = printable(verificationUrl)
  if (isOpened) note(`A browser opens ${address}. Let this machine in there, if it shows the same code:`)
  else note(`Open ${address} in any browser, sign in, and type this code:`)
  note(`\n    ${userCode}\n`)
  note("It works once, for ten minutes. Give it to nobody.")
}

/** Undefined if the answer got lost: the next question may succeed. */
async function ask(transport: Transport, deviceCode: string): Promise<Answer | undefined> {
  try {
    return (await send(transport, "POST /v1/device-logins/poll", { deviceCode }, {}, readData)) as Answer
  } catch (error) {
    if (error instanceof NoAnswerError || (error instanceof CountersignError && error.retryable)) return undefined
    throw error
  }
}

/** The service takes one line of visible characters. */
function machineName(host: string): string {
  const visible = host.replaceAll(/[^\p{L}\p{N}\p{P}\p{S}]/gu, "").slice(0, 100)
  return visible === "" ? "a machine without a name" : visible
}
