import { execFile } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { messagesTo, pay } from "./doubles/stripe/payer.ts"
import type { startStripe } from "./doubles/stripe/server.ts"
import { until } from "./harness.ts"
import { programPath } from "./programs.ts"
import { sendRequest } from "./request.ts"

const guide = join(import.meta.dirname, "..", "docs", "guides", "going-live.md")

/** The commands of the guide, in their order: the tenant, the connection, its test, the link, and whether it is paid. */
function examples(): string[] {
  return [...readFileSync(guide, "utf8").matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text!)
}

/** `npx countersign` is the program of this source; a request that is refused fails; variables are kept for the next example. */
const shell = (example: string, baseUrl: string, secretKey: string) => `set -e
curl() { command curl --silent --show-error --fail-with-body "$@"; }
npx() { shift; node "$COUNTERSIGN" "$@"; }
set -a; [ -f variables ] && . ./variables; set +a
${example.replace("https://pay.example.com", baseUrl).replace(/rk_live_\w+/, secretKey)}
set | grep -E '^(BASE|KEY|TENANT|LINK)=' > variables || true`

type Live = {
  baseUrl: string
  /** The settings of the service, by which the command line finds its database. */
  env: Record<string, string>
  double: Awaited<ReturnType<typeof startStripe>>
  secretKey: string
  /** Called after each step with its first words. */
  report(step: string): void
}

/** Follows the guide as a new user does: pastes each example, and pays on the page that the link opens. Returns what each printed. */
export async function followLiveGuide({ baseUrl, env, double, secretKey, report }: Live): Promise<string[]> {
  const cwd = mkdtempSync(join(tmpdir(), "going-live-"))
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`
  const run = (example: string) =>
    new Promise<string>((resolve, reject) => {
      const script = shell(example, baseUrl, secretKey)
      execFile("sh", ["-c", script], { cwd, env: { PATH, COUNTERSIGN: programPath("cli"), ...env } }, (error, stdout, stderr) =>
        error ? reject(new Error(`${example}\n${stdout}${stderr}`)) : resolve(stdout.trim()),
      )
    })
  const printed: string[] = []
  try {
    for (const example of examples()) {
      printed.push(await run(example))
      report(example.replaceAll(/\\\n|\n/g, " ").slice(0, 60))
      const link = /\S+\/pay\/\S+$/.exec(printed.at(-1)!)?.[0].replace(/.*(?=https?:)/, "")
      if (link === undefined) continue
      await payOnPage(link, double)
      report("the payer opens the link, goes to Stripe's page and pays")
    }
    return printed
  } finally {
    rmSync(cwd, { recursive: true })
  }
}

/** The button of the card leads to Stripe's page; the payer pays there, Stripe sends its messages, and the page changes to paid. */
async function payOnPage(link: string, { state }: Live["double"]) {
  const open = async () => (await fetch(link, { headers: { "accept-language": "en" } })).text()
  const html = await open()
  const form = [...html.matchAll(/<form class="pay".*?<\/form>/gs)]
    .map(([text]) => text)
    .find(text => text.includes('value="stripe card 1"'))
  if (form === undefined) throw new Error("the page offers no card of Stripe")
  const fields = [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name, value]): [string, string] => [name!, value!])
  const headers = { origin: new URL(link).origin }
  await fetch(link, { method: "POST", headers, body: new URLSearchParams(fields), redirect: "manual" })
  const [session] = [...state.sessions.keys()]
  if (session === undefined) throw new Error("the payer was not sent to Stripe's page")
  pay(state, session)
  const objects = [...state.events.values()].map(({ data }) => ("id" in data.object ? String(data.object.id) : ""))
  const [endpoint] = [...state.endpoints.values()]
  for (const { bytes, headers: signed } of messagesTo(state, endpoint?.url ?? "", objects)) {
    const signature = { "content-type": "application/json", "stripe-signature": signed["stripe-signature"] ?? "" }
    const { status } = await sendRequest(endpoint!.url, { method: "POST", headers: signature, body: bytes.toString() })
    if (status !== 200) throw new Error(`a message was answered with ${status}`)
  }
  await until(async () => /class="lines facts receipt"/.test(await open()), "the page shows that it is paid")
}
