import assert from "node:assert/strict"
import { after, test } from "node:test"
import { SMTPServer } from "smtp-server"
import { openServers } from "../../test/faults/server.ts"
import { type Any, callerOf, freePort, newContact, newIntent, openHouse, until } from "../../test/harness.ts"
import { createTenant } from "../api-keys/create-tenant.ts"

type Letter = { from: string; to: string[]; raw: string }

/** A real mail server that keeps what it gets and has no room for one recipient. */
const received: Letter[] = []
const refusals: string[] = []
let isDown = false
let turnedAway = 0
const smtpPort = await freePort()
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onConnect(_session, done) {
    if (!isDown) return done()
    turnedAway++
    done(Object.assign(new Error("Come back later"), { responseCode: 421 }))
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

const withoutMail = (await openServers(1)).apis[0]!
const { api, baseUrl } = await openHouse({ SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, MAIL_FROM: "Escola Azul <billing@azul.example>" })

async function remind(contact: object = {}, intent: object = {}, caller = api) {
  const { email } = (await caller.post("/v1/contacts/create", newContact(contact))).body.data
  const { _id } = (await caller.create("/v1/payment-intents/create", newIntent(email, intent))).body.data
  const answer = await caller.post(`/v1/payment-intents/${_id}/remind`)
  assert.equal(answer.status, 200, answer.text)
  return { email: email as string, intent: answer.body.data }
}
const mailOf = async (intent: string, status: string, caller = api): Promise<Any> =>
  until(async () => (await caller.get(`/v1/dev/mails?object=${intent}&status=${status}`)).body.data[0], `the mail is ${status}`)

test("a reminder arrives once, as text and as HTML, with the amount and the way to pay", async () => {
  const { email, intent } = await remind()
  const mail = await mailOf(intent._id, "sent")
  assert.ok(intent.remindedAt)
  assert.ok(mail.sentAt)
  const letters = received.filter(letter => letter.to.includes(email))
  assert.equal(letters.length, 1)
  const { from, raw } = letters[0]!
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

test("what people typed is text in a mail, never markup, and never a header", async () => {
  const evil = `<script>alert("x")</script>&'`
  const profile = { firstName: evil }
  const { email, intent } = await remind(
    { profile },
    { description: `${evil}\r\nBcc: all@example.com`, items: [{ name: evil, amount: 500 }] },
  )
  const { html, text } = await mailOf(intent._id, "sent")
  assert.ok(!html.includes("<script"))
  assert.equal(html.split("&#60;script&#62;alert(&#34;x&#34;)&#60;/script&#62;&#38;&#39;").length - 1, 3)
  assert.ok(text.includes(evil))
  const { to, raw } = received.find(letter => letter.to.includes(email))!
  assert.deepEqual(to, [email])
  assert.doesNotMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /Bcc/i)
})

test("a tenant's name can't break out of the subject", async () => {
  const keys = await createTenant({ name: "Evil\r\nBcc: all@example.com", mode: "sandbox", timezone: "UTC", email: "evil@example.com" })
  const { email, intent } = await remind({}, {}, callerOf(baseUrl, keys))
  await mailOf(intent._id, "sent", callerOf(baseUrl, keys))
  const { to, raw } = received.find(letter => letter.to.includes(email))!
  assert.deepEqual(to, [email])
  assert.doesNotMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /^Bcc/im)
})

test("a mail that is refused is tried again, ten times over an hour, and then kept as failed with the reason", async () => {
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

test("a mail waits for a server that is down, and is then sent once", async () => {
  isDown = true
  const { email, intent } = await remind()
  await until(async () => turnedAway > 0, "it is turned away")
  isDown = false
  await api.post("/v1/simulations/clock", { advance: "PT1M" })
  const { createdAt, sentAt } = await mailOf(intent._id, "sent")
  assert.ok(sentAt > createdAt, `made at ${createdAt}, sent at ${sentAt}`)
  assert.equal(received.filter(letter => letter.to.includes(email)).length, 1)
})

test("without a mail server the mail is kept, to be read under /v1/dev/mails", async () => {
  const { email, intent } = await remind({}, {}, withoutMail)
  const mail = await mailOf(intent._id, "kept", withoutMail)
  assert.deepEqual([mail.recipient, mail.sentAt, mail.error], [email, null, null])
  assert.ok(mail.text.includes(intent.links.long) && mail.html.includes(intent.links.long))
  assert.match(mail.subject, /^Reminder: .*100\.00 for Escola Azul is due on /)
  assert.ok(!received.some(letter => letter.to.includes(email)))
})

/** Whatever else was due has had its turn when this one is through. */
async function remindAndSend() {
  const { intent } = await remind()
  await mailOf(intent._id, "sent")
}

/** The decoded bodies of a multipart message, in order. */
function partsOf(raw: string): string[] {
  const boundary = /boundary="([^"]+)"/.exec(raw)![1]!
  return raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map(part => {
      const [head = "", ...body] = part.split("\r\n\r\n")
      const text = body.join("\r\n\r\n")
      if (/base64/i.test(head)) return lines(Buffer.from(text, "base64"))
      return /quoted-printable/i.test(head) ? lines(unquoted(text)) : lines(Buffer.from(text))
    })
}
const lines = (bytes: Buffer) => bytes.toString("utf8").replaceAll("\r\n", "\n")
const unquoted = (text: string) =>
  Buffer.from(
    text.replaceAll("=\r\n", "").replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    "latin1",
  )
