import assert from "node:assert/strict"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { Agent, request } from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { cloneDatabase } from "../service.ts"
import { freePort } from "../free-port.ts"
import { until } from "../harness.ts"
import { createCertificate } from "../self-signed.ts"
import { createTenantOn, secretKey, spawnServer } from "./server-process.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-tls-"))
after(() => rmSync(folder, { recursive: true }))
const files = { TLS_CERT_FILE: join(folder, "cert.pem"), TLS_KEY_FILE: join(folder, "key.pem") }

function writePair({ cert, key }: ReturnType<typeof createCertificate>): string {
  writeFileSync(files.TLS_CERT_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key)
  return cert
}

/** Sends a request on a new connection and trusts only this certificate. */
async function send(port: string, ca: string, path: string, body?: object, headers: Record<string, string> = {}) {
  const method = body ? "POST" : "GET"
  const sent = request({ host: "127.0.0.1", port, path, method, ca, headers, agent: new Agent(), checkServerIdentity: () => undefined })
  sent.end(body && JSON.stringify(body))
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  let text = ""
  for await (const chunk of response) text += String(chunk)
  return { status: response.statusCode, headers: response.headers, text }
}
const isReady = (port: string, ca: string) =>
  send(port, ca, "/readyz").then(
    ({ status }) => status === 200,
    () => false,
  )

/** Runs the health check of the image and returns its exit code. */
async function healthCheck(env: Record<string, string>): Promise<number> {
  const [, command] = /^HEALTHCHECK [^[]*CMD (\[.+\])$/m.exec(readFileSync("Dockerfile", "utf8").replaceAll("\\\n", ""))!
  const [, ...args] = JSON.parse(command!) as string[]
  const [code] = await once(spawn(process.execPath, args, { env, stdio: "ignore" }), "close")
  return code as number
}

test("a process with a certificate serves TLS, signs in with a __Host- cookie, and reads the certificate again on SIGHUP", async () => {
  const databaseUrl = await cloneDatabase()
  const keys = await createTenantOn(databaseUrl)
  const first = writePair(createCertificate())
  const PORT = String(await freePort())
  const server = spawnServer({ ...files, PORT, DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, ROLE: "api" })
  await until(() => isReady(PORT, first), "it is ready", 60_000)
  assert.ok(server.output().includes(`https://localhost:${PORT}`), server.output())

  const { email, password } = keys
  const origin = `https://localhost:${PORT}`
  const signedIn = await send(PORT, first, "/v1/sessions/create", { email, password }, { "content-type": "application/json", origin })
  assert.equal(signedIn.status, 201, signedIn.text)
  assert.match(String(signedIn.headers["set-cookie"]), /^__Host-session=\S+; .*Secure/)

  assert.equal(await healthCheck({ PORT, ...files }), 0)
  assert.equal(await healthCheck({ PORT }), 1)

  const next = writePair(createCertificate())
  server.child.kill("SIGHUP")
  await until(() => isReady(PORT, next), "the new certificate is used")
  writeFileSync(files.TLS_KEY_FILE, createCertificate().key)
  server.child.kill("SIGHUP")
  await until(async () => server.output().includes("the old one stays in use"), "the log says that the pair does not fit")
  assert.ok(await isReady(PORT, next))
  assert.equal(await server.stop(), 0)
})

test("does not start with an unusable certificate, and says why in one sentence", async () => {
  writePair({ ...createCertificate(), key: "nothing" })
  const DATABASE_URL = await cloneDatabase()
  const server = spawnServer({ ...files, PORT: String(await freePort()), DATABASE_URL, SECRET_KEY: secretKey, ROLE: "api" })
  assert.equal(await server.exitCode, 1)
  assert.match(server.output(), /TLS_KEY_FILE names \S+key\.pem, which holds no private key as PEM without a passphrase/)
  assert.doesNotMatch(server.output(), /\.ts:\d/)
})
