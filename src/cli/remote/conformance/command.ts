import type { Command } from "commander"
import { parseApiKey } from "../../../platform/api-keys/key.ts"
import { renderTable } from "../../table.ts"
import { CommandFault, exitCodes, wrongUsage } from "../exit-codes.ts"
import { type FormatOptions, formatOf } from "../output.ts"
import type { Profile } from "../profiles.ts"
import { openSession } from "../session.ts"
import type { Terminal } from "../terminal.ts"
import { checks } from "./checks.ts"
import { createKit, type Kit, Skipped, startReceiver, Violation } from "./kit.ts"

type Options = FormatOptions & { as?: string; url?: string; key?: string; receiver?: string }
type Finding = { area: string; rule: string; result: "kept" | "broken" | "skipped"; detail: string }

/** Tries the rules on a server as its users meet it: over HTTP, in a sandbox. */
export function addConformanceCommand(program: Command, terminal: Terminal) {
  program
    .command("conformance")
    .description("try the rules of idempotency, money, approvals and webhooks on a server, in a sandbox")
    .option("--url <url>", "address of the server (default: that of the profile)")
    .option("--key <key>", "API key of a super admin of a sandbox (default: that of the profile)")
    .option("--receiver <url>", "address under which the server reaches this machine")
    .option("--json", "print JSON")
    .option("--table", "print a table")
    .option("--as <profile>", "the profile to use (default: the one in use)")
    .action((options: Options) => check(options, terminal))
}

async function check(options: Options, terminal: Terminal) {
  const format = formatOf(options, terminal)
  const profile = profileOf(options, terminal)
  const isHere = /^(localhost|127\.|\[::1\]$)/.test(new URL(profile.url).hostname)
  const receiver = isHere || options.receiver !== undefined ? await startReceiver(options.receiver) : undefined
  const findings: Finding[] = []
  try {
    const kit = createKit(profile, receiver)
    await assertSandbox(kit)
    for (const { area, rule, run } of checks) {
      terminal.showProgress(`${area}: ${rule}`)
      findings.push({ area, rule, ...(await resultOf(run(kit))) })
    }
  } finally {
    terminal.showProgress("")
    receiver?.close()
  }
  const rows = findings.map(({ area, rule, result, detail }) => [area, result, detail === "" ? rule : `${rule}: ${detail}`])
  await terminal.print(format === "json" ? `${JSON.stringify(findings, null, 2)}\n` : renderTable(["area", "result", "rule"], rows))
  const broken = findings.filter(({ result }) => result === "broken").length
  if (broken > 0) throw new CommandFault(exitCodes.refused, `${broken} of ${findings.length} rules are broken.`)
}

function profileOf({ as, url, key }: Options, terminal: Terminal): Profile {
  if (url === undefined && key === undefined) return openSession(terminal, as).profile
  const tenant = parseApiKey(key ?? "")?.tenant
  if (url === undefined || !URL.canParse(url) || key === undefined || !tenant)
    throw wrongUsage("Give --url and --key together: the address of the server and an API key, cs_….")
  return { url: url.replace(/\/$/, ""), apiKey: key, tenant }
}

/** Before anything is written. */
async function assertSandbox({ send }: Kit) {
  const { status, body } = await send("GET", "/v1/settings")
  const mode: unknown = body?.data?.mode
  if (mode === "sandbox") return
  const why = mode === "live" ? "This tenant is live" : `The mode of the tenant is unknown: GET /v1/settings was answered ${status}`
  throw new CommandFault(exitCodes.refused, `${why}. The rules are tried in a sandbox only, so nothing was sent.`)
}

async function resultOf(run: Promise<void>): Promise<Pick<Finding, "result" | "detail">> {
  try {
    await run
    return { result: "kept", detail: "" }
  } catch (error) {
    if (error instanceof Skipped) return { result: "skipped", detail: error.message }
    return { result: "broken", detail: error instanceof Violation ? error.message : `the server could not be understood: ${String(error)}` }
  }
}
