// Runs the examples of the README and the guides as a user who pastes them into a shell.
import assert from "node:assert/strict"
import { execFile, spawnSync } from "node:child_process"
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { after, test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { type Any, newContact, newIntent, startTestServer } from "./harness.ts"
import { adminOf, signedIn } from "./people.ts"

const demoKey = "csdemo_only-for-tests"
const server = await startTestServer({ DEMO_INTEGRATION_KEYS: demoKey })
const folder = mkdtempSync(join(tmpdir(), "guides-"))
mkdirSync(join(folder, "data"))
writeFileSync(join(folder, "data/demo.json"), JSON.stringify({ ...server.keys, demoKey }))
after(() => rmSync(folder, { recursive: true }))

/** Each example uses what the previous ones have created. Approvals come late, because their policy would hold later payments. */
const files = ["README.md", ...["authentication", "people", "idempotency", "lists", "payments", "payment-page", "testing"].map(guide)]
files.push(
  ...["refunds", "disputes", "payouts", "mandates", "subscriptions", "rates", "analytics", "billing", "mails", "approvals", "agents"].map(
    guide,
  ),
)

function guide(name: string) {
  return `docs/guides/${name}.md`
}

const examplesOf = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/^```sh\n(.*?)^```/gms)].map(([, text]) => text!).filter(text => /^curl|\$\(curl/m.test(text))

/** Fails if a request fails. Variables are stored in a file for the next example, as a shell keeps them. */
const shell = (example: string) => `set -e
curl() { command curl --silent --show-error --fail-with-body "$@"; }
set -a; [ -f variables ] && . ./variables; set +a
${example.replaceAll("http://localhost:4000", server.baseUrl)}
set | grep -E '^(BASE|KEY|TENANT|ME|PI|ACCOUNT|MANDATE|CHARGE|REFUND|REQUEST|DISPUTE|DEMO_KEY)=' > variables`

/** Asynchronous, because the server runs in this process. */
function run(example: string): Promise<{ isDone: boolean; output: string }> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`
  return new Promise(resolve => {
    execFile("sh", ["-c", shell(example)], { cwd: folder, env: { ...process.env, PATH } }, (error, stdout, stderr) =>
      resolve({ isDone: error === null, output: stdout + stderr }),
    )
  })
}

const hasCurl = spawnSync("curl", ["--version"]).status === 0

for (const file of files)
  test(`the examples of ${file} work when they are pasted`, { skip: !hasCurl && "curl is not installed" }, async () => {
    const examples = examplesOf(file)
    assert.ok(examples.length > 0)
    for (const example of examples) {
      let result = await run(example)
      // Due work runs a moment after the clock moves. A refused request may be sent again with its key.
      for (let n = 0; n < 240 && !result.isDone && /"code":"[A-Z]{3}-2/.test(result.output); n++) {
        await wait(250)
        result = await run(example)
      }
      assert.ok(result.isDone, `${example}\n${result.output}`)
      if (file === "README.md" && example.includes("/v1/mcp")) assertShownInReadme(result.output)
    }
  })

test(
  "the person who signs in to the dashboard can decide what the policies of the guides hold",
  { skip: !hasCurl && "no curl" },
  async () => {
    const { api } = server
    const person = await signedIn(server, adminOf(server))
    const contact = (await api.post("/v1/contacts/create", newContact())).body.data._id
    const amount = 130_000
    const intents: Any[] = []
    for (let n = 0; n < 2; n++)
      intents.push((await api.create("/v1/payment-intents/create", newIntent(contact, { items: [{ name: "Course", amount }] }))).body.data)
    const pay = ({ _id }: Any) => api.create("/v1/transactions/create", { paymentIntent: _id, amount, method: "cash" })
    const approve = async (object: Any): Promise<Any> =>
      (await person.post(`/v1/approvals/requests/${object.approval.request}/approve`)).body.data?.status
    const payment = (await pay(intents[0])).body.data
    assert.equal(await approve(payment), "approved")
    const refund = (await api.create("/v1/refund-intents/create", { transaction: payment._id, amount: 20_000 })).body.data
    assert.equal(await approve(refund), "approved")
    const other = (await pay(intents[1])).body.data
    assert.equal((await api.post(`/v1/approvals/requests/${other.approval.request}/approve`)).body.data?.status, "approved", "with the key")
  },
)

/** The response to an agent must be what the README shows. */
function assertShownInReadme(output: string) {
  const [, shown] = /^```json\n(\{"result".*?)^```/ms.exec(readFileSync("README.md", "utf8"))!
  const [, data] = /^data: (.+)$/m.exec(output)!
  assertContains(JSON.parse(data!), JSON.parse(shown!.replaceAll("http://localhost:4000", server.baseUrl)))
}

/** Compares only the shown fields, and texts only up to where they are cut off. */
function assertContains(actual: Any, shown: Any, path = "") {
  if (typeof shown === "string" && shown.includes("…")) assert.ok(String(actual).startsWith(shown.split("…")[0]!), `${path}: ${actual}`)
  else if (typeof shown !== "object" || shown === null) assert.equal(actual, shown, path)
  else for (const [name, value] of Object.entries(shown)) assertContains(actual?.[name], value, `${path}.${name}`)
}

test("the documentation uses one set of variables, -g where brackets are in an address, and no short links", () => {
  const documents = [...files, guide("webhooks"), guide("access"), guide("operations"), "src/http/docs/pages/chapters.ts"]
  for (const file of documents) {
    const text = readFileSync(file, "utf8")
    assert.doesNotMatch(text, /\$(BASE_URL|API_KEY|TENANT_ID|API)\b|links\.short|date \+%s/, file)
    for (const [line] of text.matchAll(/curl [^\n]*\$BASE[^\n]*/g))
      if (/\$BASE[^"'\s]*\[/.test(line)) assert.match(line, /curl (-\w )*-g /, `${file}: ${line}`)
  }
})

test("every picture is shown by the README or a guide", () => {
  const shown = ["README.md", ...globSync("docs/**/*.md")].map(file => readFileSync(file, "utf8")).join()
  for (const picture of readdirSync("docs/images")) assert.ok(shown.includes(`images/${picture}`), picture)
})
