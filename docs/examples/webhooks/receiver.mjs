// Receives webhooks, and keeps each event once as a file, from which your own program works it off.
//   WEBHOOK_SECRET=whsec_… PORT=3000 INBOX=inbox node receiver.mjs
import { createHmac, randomUUID, timingSafeEqual } from "node:crypto"
import { linkSync, mkdirSync, unlinkSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"

const { WEBHOOK_SECRET: secret = "", PORT = "3000", INBOX: inbox = "inbox" } = process.env
const maxAgeSeconds = 300
const maxBodyBytes = 10_000_000
if (!secret) throw new Error("Set WEBHOOK_SECRET to the secret that was shown when you registered the webhook.")
mkdirSync(inbox, { recursive: true, mode: 0o700 }) // events have names and e-mails

/** The text after whsec_ is the key in base64; any other secret is the key itself. */
const key = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) ? Buffer.from(secret.slice(6), "base64") : Buffer.from(secret)

/** Why a message is not genuine, if it is not. The signature covers id, time and the raw bytes of the body. */
function refusalOf(headers, body) {
  const { "webhook-id": id = "", "webhook-timestamp": timestamp = "", "webhook-signature": signatures = "" } = headers
  if (!/^[\w-]{1,100}$/.test(id) || !/^\d{1,12}$/.test(timestamp)) return "webhook-id or webhook-timestamp is missing"
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > maxAgeSeconds) return "the message is too old"
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest()
  // During a rotation there is one signature for each of the two secrets.
  const given = signatures.split(" ").flatMap(each => (each.startsWith("v1,") ? [Buffer.from(each.slice(3), "base64")] : []))
  return given.some(each => each.length === expected.length && timingSafeEqual(each, expected)) ? undefined : "no signature matches"
}

/** Returns false for an event that is here already: only one file can have its name. The file is whole before it has it. */
function keep(id, body) {
  const unfinished = join(inbox, `.${randomUUID()}`)
  writeFileSync(unfinished, body, { flush: true })
  try {
    linkSync(unfinished, join(inbox, `${id}.json`))
    return true
  } catch (error) {
    if (error.code !== "EEXIST") throw error
    return false
  } finally {
    unlinkSync(unfinished)
  }
}

async function answer(request) {
  if (request.method === "GET") return [200, new URL(request.url, "http://receiver").searchParams.get("validationToken") ?? ""]
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    if ((bytes += chunk.length) > maxBodyBytes) return [413, "the message is too large"]
    chunks.push(chunk)
  }
  const body = Buffer.concat(chunks)
  const refusal = refusalOf(request.headers, body)
  if (refusal) return [401, refusal]
  return [200, keep(request.headers["webhook-id"], body) ? "kept" : "known"]
}

const server = createServer((request, response) => {
  answer(request)
    .catch(error => {
      console.error(error)
      return [500, "not kept; send it again"]
    })
    .then(([status, text]) => response.writeHead(status, { "content-type": "text/plain" }).end(text))
})
server.listen(Number(PORT), "127.0.0.1", () => console.log(`Receiving at http://127.0.0.1:${server.address().port}`))
