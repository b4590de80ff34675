import { CountersignError } from "../../../sdk/src/errors.ts"
import { version } from "../../kit/service/version.ts"
import type { Session } from "./session.ts"

/** What was looked at, and how to mend it. */
type Check = { check: string; result: "ok" | "warning" | "failed"; detail: string; mend?: string }

const answerMs = 10_000
/** Receivers refuse messages whose time is five minutes off; a minute says that nothing sets the clock. */
const maxClockErrorMs = 60_000
const maxWorkerDelayMs = 60_000
const soonMs = 14 * 86_400_000

/** Goes from the network to the data, and stops where nothing behind it could work. */
export async function diagnose(session: Session): Promise<Check[]> {
  const { url } = session.profile
  const reached = await reach(url)
  const checks = [...checkAddress(url), ...reached.checks]
  if (!reached.isReady) return checks
  checks.push(await checkVersion(url))
  const key = await checkKey(session)
  checks.push(key)
  if (key.result === "failed") return checks
  for (const check of [checkExpiry, checkWebhooks, checkWorker]) checks.push(...(await skipRefused(check(session))))
  return checks
}

function checkAddress(url: string): Check[] {
  const { protocol, hostname } = new URL(url)
  if (protocol === "https:" || /^(localhost|127\.|\[::1\]$)/.test(hostname)) return []
  const mend = "put the service behind https and sign in again with that address; then replace this key, which others may have read"
  return [{ check: "address", result: "warning", detail: `${url} is not encrypted`, mend }]
}

async function reach(url: string): Promise<{ isReady: boolean; checks: Check[] }> {
  const failed = (detail: string, mend: string) => ({
    isReady: false,
    checks: [{ check: "service", result: "failed" as const, detail, mend }],
  })
  try {
    const sentAt = Date.now()
    const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(answerMs) })
    const status = statusOf(await response.text())
    if (status === undefined)
      return failed(
        `${url} answers ${response.status}, and is not Countersign`,
        "check the address, and what the proxy in front of it forwards",
      )
    if (!response.ok) return failed(status, "look at the log of the service and at its database; the status says what it waits for")
    return { isReady: true, checks: [{ check: "service", result: "ok", detail: url }, checkClock(response, sentAt)] }
  } catch (error) {
    const mend = "check the address, that the service runs, and the firewall and DNS between here and there"
    return failed(`${url} does not answer: ${reasonOf(error)}`, mend)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error && error.cause.message !== "" ? error.cause.message : error.message
}

function statusOf(text: string): string | undefined {
  try {
    const { status } = JSON.parse(text) as { status?: unknown }
    return typeof status === "string" ? status : undefined
  } catch {
    return undefined
  }
}

/** The header has whole seconds, and the answer took a moment. */
function checkClock({ headers }: Response, sentAt: number): Check {
  const theirs = Date.parse(headers.get("date") ?? "")
  const offMs = Math.abs(theirs - (sentAt + Date.now()) / 2)
  if (!(offMs > maxClockErrorMs)) return { check: "clock", result: "ok", detail: "this clock and the service's agree" }
  const detail = `this clock and the service's differ by ${Math.round(offMs / 1000)} s`
  return { check: "clock", result: "failed", detail, mend: "let NTP set both clocks: webhook signatures are refused after 300 s" }
}

async function checkVersion(url: string): Promise<Check> {
  const response = await fetch(`${url}/docs/server.json`, { signal: AbortSignal.timeout(answerMs) })
  const { version: theirs } = (response.ok ? await response.json() : {}) as { version?: string }
  const check = "version"
  if (theirs === version) return { check, result: "ok", detail: version }
  const mend = "use the command line of the same version: this one may lack newer fields, or have commands that the service lacks"
  return { check, result: "warning", detail: `the service has ${theirs ?? "an unknown version"}, this program ${version}`, mend }
}

async function checkKey({ client, source }: Session): Promise<Check> {
  const check = "key"
  try {
    const { role, tenant } = await client.users.user()
    const detail = `${source}: ${role} of ${tenant.name}, ${tenant.mode === "live" ? "live, so commands move real money" : "a sandbox"}`
    if (role !== "viewer") return { check, result: "ok", detail }
    return { check, result: "warning", detail, mend: "a viewer only reads; sign in with a key of another role to change anything" }
  } catch (error) {
    if (!(error instanceof CountersignError)) throw error
    const mend = error.code.startsWith("TEN-")
      ? "the key belongs to another tenant or another installation: sign in with the address and the key of the same one"
      : "create another key in the dashboard under Developers, then run `countersign login`"
    return { check, result: "failed", detail: `${source}: ${error.code} ${error.message}`, mend }
  }
}

/** Not every role may look at everything. */
async function skipRefused(checks: Promise<Check[]>): Promise<Check[]> {
  try {
    return await checks
  } catch (error) {
    if (error instanceof CountersignError && (error.status === 403 || error.status === 404)) return []
    throw error
  }
}

/** API keys follow the real time, also in a sandbox. */
async function checkExpiry({ client, profile }: Session): Promise<Check[]> {
  for await (const { prefix, last4, expiresAt } of client.dev.apiKeys.list()) {
    if (!profile.apiKey.startsWith(prefix) || !profile.apiKey.endsWith(last4)) continue
    if (expiresAt === null || Date.parse(expiresAt) > Date.now() + soonMs) return []
    const mend = "create another key with `countersign api-keys create`, and sign in with it"
    return [{ check: "key expiry", result: "warning", detail: `the key expires at ${expiresAt}`, mend }]
  }
  return []
}

async function checkWebhooks({ client }: Session): Promise<Check[]> {
  const checks: Check[] = []
  for await (const { _id, url, status, reason, failingSince } of client.dev.webhooks.list()) {
    if (status === "active" && failingSince === null) continue
    const detail = `${url} is ${status}${failingSince ? `, failing since ${failingSince}` : ""}${reason ? `: ${reason}` : ""}`
    const mend = `see why with \`countersign webhooks deliveries ${_id}\`, mend the receiver, then \`countersign webhooks enable ${_id}\``
    checks.push({ check: "webhook", result: status === "disabled" ? "warning" : "failed", detail, mend })
  }
  return checks.length > 0 ? checks : [{ check: "webhooks", result: "ok", detail: "every endpoint takes its messages" }]
}

/** A sandbox shows what is scheduled. A live tenant does not, so there the operator's metrics must be asked. */
async function checkWorker({ client }: Session): Promise<Check[]> {
  const { tenant } = await client.users.user()
  if (tenant.mode !== "sandbox") return []
  const { data } = await client.simulations.queue.list({ limit: 1 })
  const lateMs = Date.parse(tenant.now) - Date.parse(data[0]?.at ?? tenant.now)
  if (lateMs <= maxWorkerDelayMs) return [{ check: "worker", result: "ok", detail: "scheduled work is done in time" }]
  const mend = "start a worker: a process with ROLE=all or ROLE=worker. Until then nothing is delivered, charged or expired"
  return [{ check: "worker", result: "failed", detail: `scheduled work is ${Math.round(lateMs / 1000)} s late, so no worker runs`, mend }]
}
