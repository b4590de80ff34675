import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { envelope, signature } from "./sign.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-snippets-"))
after(() => rmSync(folder, { recursive: true, force: true }))
const guide = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "guides", "webhooks.md"), "utf8")

/** How to run a file in each language, and a command that succeeds if the language and what the snippet needs are installed. */
const languages: Record<string, { file: string; build?: string[]; run: string[]; probe: string[] }> = {
  js: { file: "verify.cjs", run: ["node", "verify.cjs"], probe: ["node", "--version"] },
  python: { file: "verify.py", run: ["python3", "verify.py"], probe: ["python3", "-c", "import hmac"] },
  perl: { file: "verify.pl", run: ["perl", "verify.pl"], probe: ["perl", "-MDigest::SHA", "-e", "1"] },
  java: {
    file: "Verify.java",
    build: ["javac", "-encoding", "UTF-8", "Verify.java"],
    run: ["java", "Verify"],
    probe: ["javac", "--version"],
  },
  sh: { file: "verify.sh", run: ["sh", "verify.sh"], probe: ["openssl", "version"] },
}

const secret = "clé secrète 🔑 ключ"
const data = JSON.stringify({ _id: "65f0c0ffee", name: 'Zoë "😀" \\ 李\u2028', note: "line\nline" })
const body = envelope("contacts.create", data, "tenant", "message")
const genuine = signature(secret, body)

const vectors: { name: string; body: string | Buffer; header: string; secret: string; isGenuine: boolean }[] = [
  { name: "a genuine message", body, header: genuine, secret, isGenuine: true },
  { name: "an empty body", body: "", header: signature(secret, ""), secret, isGenuine: true },
  { name: "a body that ends in a line break", body: `${body}\n`, header: signature(secret, `${body}\n`), secret, isGenuine: true },
  { name: "a generated secret", body, header: signature("whsec_AAAA+/==", body), secret: "whsec_AAAA+/==", isGenuine: true },
  { name: "an added line break", body: `${body}\n`, header: genuine, secret, isGenuine: false },
  { name: "the same JSON in other bytes", body: JSON.stringify(JSON.parse(body), null, 1), header: genuine, secret, isGenuine: false },
  { name: "another secret", body, header: signature("another secret", body), secret, isGenuine: false },
  { name: "capitals", body, header: genuine.toUpperCase(), secret, isGenuine: false },
  { name: "without its prefix", body, header: genuine.slice(7), secret, isGenuine: false },
  { name: "cut short", body, header: genuine.slice(0, -1), secret, isGenuine: false },
  { name: "no signature", body, header: "", secret, isGenuine: false },
]

function snippetIn(language: string): string {
  const blocks = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms"))].map(([, code]) => code!)
  const [snippet, ...others] = blocks.filter(code => code.includes("WEBHOOK_SECRET"))
  assert.ok(snippet !== undefined && others.length === 0, `the guide has one snippet in ${language}`)
  return snippet
}

const succeeds = (command: string, args: string[]) => {
  try {
    execFileSync(command, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

for (const [language, { file, build, run, probe }] of Object.entries(languages)) {
  const [command, ...args] = probe
  const skip = !succeeds(command!, args) && `${command} is not on this machine`
  test(`the guide's snippet in ${language} accepts messages that the service signed and refuses others`, { skip }, () => {
    const env = { PATH: process.env["PATH"], HOME: process.env["HOME"], LC_ALL: "C.UTF-8" }
    const execute = ([program, ...rest]: string[], more: object = {}) => execFileSync(program!, rest, { cwd: folder, env, ...more })
    writeFileSync(join(folder, file), snippetIn(language))
    if (build) execute(build)
    for (const vector of vectors) {
      const variables = { ...env, SIGNATURE: vector.header, WEBHOOK_SECRET: vector.secret }
      const output = execute(run, { input: vector.body, env: variables }).toString().trim()
      assert.equal(output, String(vector.isGenuine), `${language}: ${vector.name}`)
    }
  })
}

test("the signature matches a fixed vector of the specification", () => {
  const expected = "sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8"
  assert.equal(signature("key", "The quick brown fox jumps over the lazy dog"), expected)
})
