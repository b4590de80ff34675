import assert from "node:assert/strict"
import { after, test } from "node:test"
import { SMTPServer } from "smtp-server"
import { startServers } from "../../../test/faults/server-process.ts"
import { type Any, createCaller, freePort, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { createTenant } from "../api-keys/create-tenant.ts"

type ReceivedMail = { from: string; to: string[]; raw: string }

/** A real SMTP server that stores what it receives and refuses recipients that begin with "full". */
const received: ReceivedMail[] = []
const refusals: string[] = []
let isDown = false
let refusedConnections = 0
const smtpPort = await freePort()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onConnect(_session, done) {
    if (!isDown) return done()
    refusedConnections++
    done(Object.assign(new Error("Service not available"), { responseCode: 421 }))
  },
  onRcptTo(address, _session, done) {
    if (!address.address.startsWith("full")) return done()
    refusals.push(address.address)
    done(Object.assign(new Error("Mailbox full"), { responseCode: 452 }))
  },
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = []
    stream
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ""
        received.push({ from, to: envelope.rcptTo.map(to => to.address), raw: Buffer.concat(chunks).toString("utf8") })
        done()
      })
  },
})
smtp.on("error", () => {})
await new Promise<void>(resolve => smtp.listen(smtpPort, "127.0.0.1", resolve))
after(() => new Promise<void>(resolve => smtp.close(resolve)))

const withoutMail = (await startServers(1)).apis[0]!
const { api, baseUrl, otherTenant, withRole } = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: "Escola Azul <billing@azul.example>",
})

async function remind(contact: object = {}, intent: object = {}, caller = api) {
  const { email } = (await caller.post("/v1/contacts/create", newContact(contact))).body.data
  const { _id } = (await caller.create("/v1/payment-intents/create", newIntent(email, intent))).body.data
  const { status, text, body } = await caller.post(`/v1/payment-intents/${_id}/remind`)
  assert.equal(status, 200, text)
  return { email: email as string, intent: body.data }
}
const mailOf = async (intent: string, status: string, caller = api): Promise<Any> =>
  until(async () => (await caller.get(`/v1/dev/mails?object=${intent}&status=${status}`)).body.data[0], `the mail is ${status}`)

test("a reminder arrives once, as text and as HTML, with the amount and the payment link", async () => {
  const { email, intent } = await remind()
  const mail = await mailOf(intent._id, "sent")
  assert.ok(intent.remindedAt)
  assert.ok(mail.sentAt)
  const mails = received.filter(each => each.to.includes(email))
  assert.equal(mails.length, 1)
  const { from, raw } = mails[0]!
  assert.equal(from, "billing@azul.example")
  assert.match(raw, new RegExp(`^Message-ID: <${mail._id}@`, "im"))
  assert.match(raw, /^Content-Type: multipart\/alternative/m)
  const [text, html] = partsOf(raw)
  for (const part of [text!, html!]) {
    assert.ok(part.includes(intent.links.long))
    assert.match(part, /Hello Ana,/)
    assert.match(part, /100\.00/)
    assert.ok(part.includes(intent.number))
  }
  assert.match(html!, /<a class="b" href="http/)
  assert.deepEqual([mail.recipient, mail.text.trim(), mail.html.trim()], [email, text!.trim(), html!.trim()])
  const page = await fetch(intent.links.long)
  assert.equal(page.status, 200)
})

test("user input in a mail is text, never markup or a header", async () => {
  const markup = `<script>alert("x")</script>&'`
  const profile = { firstName: markup }
  const { email, intent } = await remind(
    { profile },
    { description: `${markup}\r\nBcc: all@example.com`, items: [{ name: markup, amount: 500 }] },
  )
  const { html, text } = await mailOf(intent._id, "sent")
  assert.ok(!html.includes("<script"))
  assert.equal(html.split("&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;&#38;&#39;").length - 1, 3)
  assert.ok(text.includes(markup))
  const { to, raw } = received.find(each => each.to.includes(email))!
  assert.deepEqual(to, [email])
  assert.doesNotMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /Bcc/i)
})

test("a tenant's name can't add a header to the mail", async () => {
  const keys = await createTenant({ name: "Evil\r\nBcc: all@example.com", mode: "sandbox", timezone: "UTC", email: "evil@example.com" })
  const { email, intent } = await remind({}, {}, createCaller(baseUrl, keys))
  await mailOf(intent._id, "sent", createCaller(baseUrl, keys))
  const { to, raw } = received.find(each => each.to.includes(email))!
  assert.deepEqual(to, [email])
  assert.doesNotMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /^Bcc/im)
})

test("a refused mail is attempted ten times within an hour, and then marked failed with the reason", async () => {
  const { intent } = await remind({ email: "full@example.com" })
  await until(async () => refusals.length === 1, "it is refused")
  assert.equal((await mailOf(intent._id, "queued")).error, null)
  await api.post("/v1/simulations/clock", { advance: "PT2H" })
  const mail = await mailOf(intent._id, "failed")
  assert.match(mail.error, /Mailbox full/)
  assert.equal(mail.sentAt, null)
  assert.equal(refusals.length, 10)
  await api.post("/v1/simulations/clock", { advance: "P1D" })
  await remindAndSend()
  assert.equal(refusals.length, 10)
})

test("a mail waits while the SMTP server is down, and is then sent once", async () => {
  isDown = true
  const { email, intent } = await remind()
  await until(async () => refusedConnections > 0, "the connection is refused")
  isDown = false
  await api.post("/v1/simulations/clock", { advance: "PT1M" })
  const { createdAt, sentAt } = await mailOf(intent._id, "sent")
  assert.ok(sentAt > createdAt, `created at ${createdAt}, sent at ${sentAt}`)
  assert.equal(received.filter(each => each.to.includes(email)).length, 1)
})

test("without an SMTP server the mail is stored and can be read under /v1/dev/mails", async () => {
  const { email, intent } = await remind({}, {}, withoutMail)
  const mail = await mailOf(intent._id, "kept", withoutMail)
  assert.deepEqual([mail.recipient, mail.sentAt, mail.error], [email, null, null])
  assert.ok(mail.text.includes(intent.links.long) && mail.html.includes(intent.links.long))
  assert.match(mail.subject, /^Reminder: .*100\.00 for Escola Azul is due on /)
  assert.ok(!received.some(each => each.to.includes(email)))
})

test("only super admins read the mails, and only a sandbox shows the links in them", async () => {
  const live = await otherTenant("live")
  const { email, intent } = await remind({}, { description: "See https://user:pw@docs.example.com/a?b=c&d=e." }, live)
  const mail = await mailOf(intent._id, "sent", live)
  assert.equal(mail.recipient, email)
  for (const part of [mail.text, mail.html]) {
    assert.ok(part.includes(`${baseUrl}/***`))
    assert.match(part, /https:\/\/docs\.example\.com\/\*\*\*/)
    for (const secret of [intent.links.long, new URL(intent.links.long).pathname, "pw@", "b=c"]) assert.ok(!part.includes(secret), secret)
    assert.match(part, /Hello Ana,/)
  }
  assert.match(mail.html, /<a class="b" href="[^"]+\/\*\*\*">[^<]+<\/a>/)
  const { raw } = received.find(each => each.to.includes(email))!
  assert.ok(partsOf(raw)[0]!.includes(intent.links.long), "the payer gets the link")
  for (const role of ["admin", "developer"]) {
    const refused = await (await withRole(role)).get("/v1/dev/mails")
    assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.permission], [403, "PRM-1001", "tenant.own"])
  }
})

/** Once this mail is sent, every job that was due before has run. */
async function remindAndSend() {
  const { intent } = await remind()
  await mailOf(intent._id, "sent")
}

/** Returns the decoded bodies of a multipart message, in order. */
function partsOf(raw: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)![1]!
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => {
      const [head = "", ...body] = part.split("\r\n\r\n")
      const text = body.join("\r\n\r\n")
      if (/base64/i.test(head)) return lines(Buffer.from(text, "base64"))
      return /quoted-printable/i.test(head) ? lines(decodeQuotedPrintable(text)) : lines(Buffer.from(text))
    })
}
const lines = (bytes: Buffer) => bytes.toString("utf8").replaceAll("\r\n", "\n")
const decodeQuotedPrintable = (text: string) =>
  Buffer.from(
    text.replaceAll("=\r\n", "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  )
