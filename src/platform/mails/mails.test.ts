import assert from "node:assert/strict"
import { after, test } from "node:test"
import { SMTPServer } from "smtp-server"
import { startServers } from "../../../test/faults/server-process.ts"
import { freePort } from "../../../test/free-port.ts"
import { type Any, createCaller, newContact, newIntent, startTestServer, until } from "../../../test/harness.ts"
import { adminOf, invite, signedIn } from "../../../test/people.ts"
import { createTenant } from "../api-keys/create-tenant.ts"

type ReceivedMail = { from: string; to: string[]; raw: string }

/**
 * A real SMTP server that stores what it receives. It postpones recipients that begin with "full" and refuses those that begin with "gone".
 */
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
    const reason = address.address.startsWith("gone.long") ? address.address.replace(/@.*/, "🏦".repeat(600)) : "No such mailbox"
    if (address.address.startsWith("gone")) return done(Object.assign(new Error(reason), { responseCode: 550 }))
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
const server = await startTestServer({
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: "Countersign <billing@azul.example>",
  MAIL_SANDBOX: "true",
})
const { api, baseUrl, otherTenant, withRole, sql } = server

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
  assert.match(raw, new RegExp(`^Message-ID: <${mail._id}@azul.example>`, "im"))
  assert.match(raw, /^From: Escola Azul <billing@azul\.example>/m)
  assert.deepEqual([mail.kind, mail.objectType, mail.attempts], ["reminder", "paymentIntents", 1])
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
  assert.doesNotMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /^Bcc:/im)
})

test("shows the tenant's colour, logo and support address in a mail, and sends replies there", async () => {
  const logo = `data:image/png;base64,${Buffer.from("89504e470d0a1a0a0000000d49484452", "hex").toString("base64")}`
  const branding = { colour: "#ffd400", supportEmail: "help@azul.example", logo }
  const branded = await otherTenant()
  const saved = await branded.post("/v1/settings/update", { branding })
  assert.equal(saved.status, 200, saved.text)
  const { email, intent } = await remind({}, {}, branded)
  const { html, text } = await mailOf(intent._id, "sent", branded)
  assert.match(html, /background:#ffd400;color:#000000/)
  assert.ok(html.includes(`<img src="${saved.body.data.branding.logo}" alt=""`), "readable without images: the name is beside the logo")
  assert.match(html, /@media\(prefers-color-scheme:dark\)/)
  for (const part of [html, text]) assert.match(part, /Questions\? Write to help@azul\.example\./)
  const { raw } = received.find(each => each.to.includes(email))!
  assert.match(raw, /^Reply-To: help@azul\.example/im)
})

test("a tenant's name can't add a header to the mail, nor markup", async () => {
  const keys = await createTenant({
    name: "Evil <img src=x>\r\nBcc: all@example.com",
    mode: "sandbox",
    timezone: "UTC",
    email: "evil@example.com",
  })
  const { email, intent } = await remind({}, {}, createCaller(baseUrl, keys))
  const { html } = await mailOf(intent._id, "sent", createCaller(baseUrl, keys))
  assert.ok(!html.includes("<img"))
  const { to, raw } = received.find(each => each.to.includes(email))!
  assert.deepEqual(to, [email])
  assert.doesNotMatch(raw.slice(0, raw.indexOf("\r\n\r\n")), /^Bcc/im)
})

test("retries a postponed mail ten times within an hour, then marks it failed with the reason", async () => {
  const { intent } = await remind({ email: "full@example.com" })
  await until(async () => refusals.length === 1, "it is refused")
  await until(async () => /Mailbox full/.test((await mailOf(intent._id, "queued")).error ?? ""), "the mail says why it waits")
  await api.post("/v1/simulations/clock", { advance: "PT2H" })
  const mail = await mailOf(intent._id, "failed")
  assert.match(mail.error, /Mailbox full/)
  assert.deepEqual([mail.sentAt, mail.attempts], [null, 10])
  assert.equal(refusals.length, 10)
  await api.post("/v1/simulations/clock", { advance: "P1D" })
  await remindAndSend()
  assert.equal(refusals.length, 10)
})

test("does not retry a recipient that the server refuses for good, and shows the failure in the payment's timeline", async () => {
  const { email, intent } = await remind({ email: "gone@example.com" })
  const mail = await mailOf(intent._id, "failed")
  assert.match(mail.error, /550 No such mailbox/)
  assert.equal(mail.attempts, 1)
  const viewer = await withRole("viewer")
  const [entry] = (await viewer.get(`/v1/payment-intents/${intent._id}/timeline`)).body.data
  assert.equal(entry.action, "mails.fail")
  assert.deepEqual(entry.after, { mail: mail._id, mailKind: "reminder", recipient: email, error: mail.error })
})

test("the reason of a refusal is cut after 500 characters, also within an emoji", async () => {
  for (const contact of ["gone.long@example.com", "gone.long1@example.com"]) {
    const { error } = await mailOf((await remind({ email: contact })).intent._id, "failed")
    assert.deepEqual([error.length, error.isWellFormed()], [500, true], contact)
  }
})

test("records a mail that comes back later as bounced, once, and shows it in the timeline", async () => {
  const { intent } = await remind()
  const { _id } = await mailOf(intent._id, "sent")
  const bounce = (id: string) => api.post(`/v1/dev/mails/${id}/bounce`, { reason: "550 5.1.1 unknown user" })
  const { status, error } = (await bounce(_id)).body.data
  assert.deepEqual([status, error], ["bounced", "550 5.1.1 unknown user"])
  assert.equal((await bounce(_id)).status, 200)
  const entries = (await api.get(`/v1/payment-intents/${intent._id}/timeline?action=mails.bounce`)).body
  assert.deepEqual([entries.count, entries.data[0].after.error], [1, "550 5.1.1 unknown user"])
  const kept = await remind({}, {}, withoutMail)
  const refused = await withoutMail.post(`/v1/dev/mails/${(await mailOf(kept.intent._id, "kept", withoutMail))._id}/bounce`, {
    reason: "x",
  })
  assert.deepEqual([refused.status, refused.body.error.code], [409, "MLS-2001"])
})

test("does not send a mail again that the server accepted, when storing that outcome fails", async () => {
  await sql("alter table mails add constraint not_now check (status <> 'sent') not valid")
  const { email, intent } = await remind()
  await until(async () => received.some(each => each.to.includes(email)), "the server has it")
  const waiting = "select 1 from jobs where kind = 'send-mail' and failed_at is null and last_error is not null"
  await until(async () => (await sql(waiting)).length === 1, "noting it fails")
  await sql("alter table mails drop constraint not_now")
  await api.post("/v1/simulations/clock", { advance: "PT1M" })
  assert.equal((await mailOf(intent._id, "sent")).attempts, 1)
  assert.equal(received.filter(each => each.to.includes(email)).length, 1)
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
  assert.match(mail.html, /<a class="b" href="[^"]+\/\*\*\*" [^>]+>[^<]+<\/a>/)
  const { raw } = received.find(each => each.to.includes(email))!
  assert.ok(partsOf(raw)[0]!.includes(intent.links.long), "the payer gets the link")
  for (const role of ["admin", "developer"]) {
    const refused = await (await withRole(role)).get("/v1/dev/mails")
    assert.deepEqual([refused.status, refused.body.error.code, refused.body.error.details.permission], [403, "PRM-1001", "tenant.own"])
  }
})

test("the preview of a mail runs no scripts, and only those who may read the mail see it", async () => {
  const { intent } = await remind()
  const { _id } = await mailOf(intent._id, "sent")
  const preview = (look: string, headers: Record<string, string> = {}) => fetch(`${baseUrl}/mail-previews/${look}/${_id}`, { headers })
  const { cookie } = await signedIn(server, adminOf(server))
  const dark = await preview("dark", { cookie: cookie! })
  const policy = dark.headers.get("content-security-policy")!
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /; sandbox$/)
  assert.doesNotMatch(policy, /script-src/)
  assert.match(await dark.text(), /<style>@media all\{/)
  assert.match(await (await preview("light", { cookie: cookie! })).text(), /<style>@media not all\{/)
  assert.equal((await preview("light")).status, 401)
  const viewer = await signedIn(server, await invite(server, "viewer"))
  assert.equal((await preview("light", { cookie: viewer.cookie! })).status, 403)
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
