// `countersign login` by a browser: the command in this process, and a person who answers through the API as the page does.
import assert from "node:assert/strict"
import { createServer } from "node:http"
import { once } from "node:events"
import type { AddressInfo } from "node:net"
import { after, test } from "node:test"
import { hasBrowser } from "../src/cli/remote/browser.ts"
import { commandLineUser } from "./command-line.ts"
import { startTestServer } from "./harness.ts"
import { adminOf, signedIn } from "./people.ts"

const server = await startTestServer()
const { baseUrl } = server
const admin = await signedIn(server, adminOf(server))

/** Answers as soon as the code is printed. */
const answering = (act: (code: string) => Promise<unknown>) => {
  const answered: Promise<unknown>[] = []
  const onNote = (line: string) => {
    const [code] = /[A-Z]{4}-[A-Z]{4}/.exec(line) ?? []
    if (code) answered.push(act(code))
  }
  /** The machine waits for the answer instead of two seconds. */
  const wait = async () => void (await Promise.all(answered))
  return { onNote, wait }
}
const approve = (role: string) => (code: string) => admin.post("/v1/device-logins/approve", { code, role, days: 7 })

test("prints a code, and keeps the key that a person allows", async () => {
  const { run } = commandLineUser()
  const { code, notes } = await run(["login", "--device", "--url", baseUrl, "--role", "developer"], answering(approve("operator")))
  assert.equal(code, 0, notes)
  assert.match(notes, /^Open http:\S+\/device in any browser, sign in, and type this code:\n\n {4}[A-Z]{4}-[A-Z]{4}\n/)
  assert.match(notes, /The key works until \d{4}-.*\nSigned in to Escola Azul \(sandbox\) as Command line on .*, operator at http:/)
  const who = JSON.parse((await run(["whoami"])).out)
  assert.deepEqual([who.role, who.credential], ["operator", "profile default"])
})

test("opens a browser where there is one, and says which code to compare", async () => {
  const { run } = commandLineUser()
  const opened: string[] = []
  const openBrowser = (url: string) => opened.push(url) > 0
  const { code, notes } = await run(["login", "--url", baseUrl], { ...answering(approve("viewer")), canAsk: true, openBrowser })
  assert.equal(code, 0, notes)
  const [, shown] = /^ {4}([A-Z]{4}-[A-Z]{4})$/m.exec(notes)!
  assert.deepEqual(opened, [`${baseUrl}/device?code=${shown}`])
  assert.match(notes, /^A browser opens \S+\. Let this machine in there, if it shows the same code:/)
})

test("without a screen, as over SSH, the code is printed for another machine", async () => {
  const screen = { DISPLAY: ":0" }
  const overSsh = { ...screen, SSH_CONNECTION: "198.51.100.7 51000 198.51.100.8 22" }
  assert.deepEqual([hasBrowser(screen, "linux"), hasBrowser({}, "linux"), hasBrowser(overSsh, "linux")], [true, false, false])
  assert.deepEqual([hasBrowser({}, "darwin"), hasBrowser({ SSH_TTY: "/dev/pts/1" }, "darwin")], [true, false])
  const { run } = commandLineUser()
  const { notes } = await run(["login", "--url", baseUrl], { ...answering(approve("viewer")), canAsk: true })
  assert.match(notes, /^Open http/)
})

test("a refused machine keeps nothing and ends with 1", async () => {
  const { run } = commandLineUser()
  const { code, notes } = await run(
    ["login", "--device", "--url", baseUrl],
    answering(each => admin.post("/v1/device-logins/deny", { code: each })),
  )
  assert.equal(code, 1)
  assert.match(notes, /DVL-1001 The person who was asked has denied this; no API key was made/)
  assert.equal((await run(["whoami"])).code, 3)
})

test("without a terminal nothing is started unless --device asks for it", async () => {
  const { run } = commandLineUser()
  const { code, notes } = await run(["login", "--url", baseUrl])
  assert.deepEqual(
    [code, notes],
    [2, "--api-key is missing, and there is no terminal. Pass it, or --device to print a code for a browser."],
  )
})

/** A server that answers each request with the next of these. */
async function serverThat(...answers: [status: number, body: object][]) {
  const double = createServer((request, response) =>
    request.resume().on("end", () => {
      const [status, body] = answers.shift()!
      response.writeHead(status).end(JSON.stringify(body))
    }),
  ).listen(0, "127.0.0.1")
  await once(double, "listening")
  after(() => void double.close())
  return `http://127.0.0.1:${(double.address() as AddressInfo).port}`
}
const address = "https://pay.example.com/device"
const started = { deviceCode: "d", userCode: "BCDF-GHJK", verificationUrl: address, verificationUrlComplete: address, intervalSeconds: 2 }

test("waits as long as the service says, also after answers that got lost", async () => {
  const { run } = commandLineUser()
  const waits: number[] = []
  const url = await serverThat(
    [200, { data: started }],
    [200, { data: { status: "slow-down", intervalSeconds: 7, apiKey: null } }],
    [502, {}],
    [429, { error: { code: "RTE-1001", message: "Too many requests", retryable: true, details: {} } }],
    [409, { error: { code: "DVL-1002", message: "This login is over", retryable: false, details: {} } }],
  )
  const { code, notes } = await run(["login", "--device", "--url", url], { wait: async ms => void waits.push(ms) })
  assert.deepEqual([code, waits], [1, [2000, 7000, 7000, 7000]])
  assert.match(notes, /DVL-1002 This login is over/)
})

test("a server that answers otherwise can't open programs or write into the terminal", async () => {
  for (const wrong of [{ verificationUrlComplete: "file:///etc/passwd" }, { userCode: "\u001b[2J" }, { verificationUrl: "javascript:1" }]) {
    const { run } = commandLineUser()
    const url = await serverThat([200, { data: { ...started, ...wrong } }])
    const openBrowser = () => assert.fail("nothing is opened")
    const { code, notes } = await run(["login", "--url", url], { canAsk: true, openBrowser })
    assert.deepEqual([code, notes], [1, `${url} does not answer as Countersign does, so nothing was done. Check the address.`])
  }
})

test("a service of an earlier version is named", async () => {
  const { run } = commandLineUser()
  const url = await serverThat([404, { error: { code: "GEN-1006", message: "There is no such route", details: {} } }])
  const { code, notes } = await run(["login", "--device", "--url", url])
  assert.equal(code, 2)
  assert.match(notes, /^This service is of an earlier version.*--api-key\.$/)
})
