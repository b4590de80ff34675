// Working links are readable neither in the database nor in a backup.
import assert from "node:assert/strict"
import { readdirSync } from "node:fs"
import { after, test } from "node:test"
import pg from "pg"
import { cloneDatabase } from "../../../test/service.ts"
import { createCaller, newContact, newIntent, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { createPage, invite, mailsTo, tokenIn } from "../../../test/people.ts"
import { portalOf } from "../../../test/portal.ts"
import { migrate, migrateRestored } from "../../kit/db/migrate.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { isOutdated, setSecretKeys } from "../../kit/service/crypto.ts"
import { maskLinks } from "./rules.ts"
import { lockMail, resealMails, saveMail } from "./store.ts"

const server = await startTestServer()
const { api, sql } = server
const secretKey = "a secret key that is only for tests"
after(() => setSecretKeys([secretKey]))

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const tables = await sql("select tablename from pg_tables where schemaname = 'public'")
  const rows = await Promise.all(tables.map(({ tablename }) => sql(`select to_jsonb(t)::text as text from ${tablename} t`)))
  return rows
    .flat()
    .map(({ text }) => text)
    .join("\n")
}

test("stores no link that sets a password or signs in, and shows it in a sandbox to those who may read its mails", async () => {
  const person = await invite(server)
  await createPage(server).post("/v1/passwords/forgot", { email: person.email })
  const [reset, invitation] = await mailsTo(server, person.email, 2)
  const [payer, partner] = [uniqueEmail("payer"), uniqueEmail("partner")]
  await api.post("/v1/contacts/create", newContact({ email: payer }))
  await api.create("/v1/partnerships/create", { name: "Casa Verde", code: "CASA-VERDE", kind: "supplier", email: partner })
  const links = []
  for (const [path, email] of [
    ["/portal", payer],
    ["/partners", partner],
  ] as const) {
    const portal = portalOf(server, path)
    await portal.askForLink(email)
    links.push(await portal.linkTo(api, email))
  }
  const tokens = [tokenIn(reset), tokenIn(invitation), ...links.map(link => link.split("/").at(-1)!)]
  await until(async () => (await sql("select 1 from mails where status <> 'kept'")).length === 0, "the worker has looked at all mails")
  const stored = await dump()
  for (const token of tokens) {
    assert.ok(token.length > 60, token)
    assert.ok(!stored.includes(token.split(".")[1]!), `a link is stored: ${token}`)
  }
  const [again] = await mailsTo(server, person.email, 2)
  assert.ok(again.text.includes(tokenIn(reset)) && again.html.includes(tokenIn(reset)))
})

test("a live tenant removes the link of a mail that has its outcome", async () => {
  const live = await server.otherTenant("live")
  const { email } = (await live.post("/v1/contacts/create", newContact())).body.data
  const intent = (await live.create("/v1/payment-intents/create", newIntent(email))).body.data
  await live.post(`/v1/payment-intents/${intent._id}/remind`)
  const rows = () => sql("select text, html, sealed_link from mails where object_id = $1 and status = 'kept'", [intent._id])
  const [row] = await until(async () => (await rows()).length > 0 && rows(), "the mail is kept")
  assert.equal(row.sealed_link, null)
  for (const part of [row.text, row.html]) assert.ok(part.includes(`${server.baseUrl}/***`) && !part.includes("/pay/"), part)
})

test("returns no link in the response that records a bounce, because it may be stored", async () => {
  const { email } = (await api.post("/v1/contacts/create", newContact())).body.data
  const intent = (await api.create("/v1/payment-intents/create", newIntent(email))).body.data
  await api.post(`/v1/payment-intents/${intent._id}/remind`)
  const [{ _id, text }] = await mailsTo(server, email)
  assert.ok(text.includes(intent.links.long))
  await until(async () => (await api.get(`/v1/dev/mails/${_id}`)).body.data.status === "kept", "the mail is kept")
  await sql("update mails set status = 'sent', sent_at = now() where id = $1", [_id])
  const { status, body } = await api.post(`/v1/dev/mails/${_id}/bounce`, { reason: "No such mailbox" })
  assert.deepEqual([status, body.data.text.includes(intent.links.long), body.data.text.includes("/***")], [200, false, true])
  assert.ok((await api.get(`/v1/dev/mails/${_id}`)).body.data.text.includes(intent.links.long))
})

test("links are sealed with a new key of SECRET_KEY, and none opens in another row", async () => {
  const [one, two] = [await invite(server), await invite(server)]
  const before = (await mailsTo(server, one.email))[0].text
  setSecretKeys(["a newer secret key that is only for tests", secretKey])
  assert.ok((await resealMails()) >= 2)
  assert.equal(await resealMails(), 0)
  for (const { sealed_link } of await sql("select sealed_link from mails where sealed_link is not null"))
    assert.ok(!isOutdated(sealed_link))
  assert.equal((await mailsTo(server, one.email))[0].text, before)
  await sql("update mails set sealed_link = (select sealed_link from mails where recipient = $1 limit 1) where recipient = $2", [
    one.email,
    two.email,
  ])
  const refused = await createCaller(server.baseUrl, server.keys, { checked: false }).get(`/v1/dev/mails?recipient=${two.email}`)
  assert.equal(refused.status, 500)
  await sql("delete from mails where recipient = $1", [two.email])
  setSecretKeys([secretKey, "a newer secret key that is only for tests"])
  await resealMails()
})

test("removes the links of earlier mails during an upgrade, but not of a mail that is still to be sent", async t => {
  const databaseUrl = await cloneDatabase({ empty: true })
  await migrateRestored(
    databaseUrl,
    readdirSync("migrations").filter(name => name < "0098"),
  )
  const client = new pg.Client({ connectionString: databaseUrl, options: "-c app.tenants=*" })
  await client.connect()
  t.after(() => client.end())
  const tenant = "1".repeat(24)
  const url = "https://user:pw@pay.example.com/reset-password?token=abc.def&x=1"
  const text = `Choose:\n${url}\n\nSee HTTP://a.example?b=c. Or nothing`
  const html = `<img src="https://pay.example.com/logo"><a class="b" href="${url.replace("&", "&#38;")}">Choose</a> 'https://b.example/c'`
  await client.query(
    "insert into tenants (id, name, slug, mode, timezone, link_key, created_at) values ($1, 'T', 'one', 'sandbox', 'UTC', '', now())",
    [tenant],
  )
  for (const status of ["kept", "sent", "queued"])
    await client.query(
      `insert into mails (tenant_id, id, kind, recipient, subject, text, html, object_id, status, metadata, created_at, updated_at, version)
       values ($4, $1, 'invitation', 'ana@example.com', 'S', $2, $3, 'o', $1, '{}', now(), now(), 1)`,
      [status, text, html, tenant],
    )
  await migrate(databaseUrl)
  const { rows } = await client.query("select id, text, html from mails order by id")
  const masked = { text: maskLinks(text), html: maskLinks(html) }
  assert.ok(masked.text.includes("https://pay.example.com/***") && masked.html.includes('src="https://pay.example.com/logo"'))
  assert.deepEqual(rows, [
    { id: "kept", ...masked },
    { id: "queued", text, html },
    { id: "sent", ...masked },
  ])
})

test("removes the links of a mail that an earlier version stored unsealed once the mail has its outcome", async () => {
  const { email } = await invite(server)
  const [{ _id, text }] = await mailsTo(server, email)
  await until(async () => (await api.get(`/v1/dev/mails/${_id}`)).body.data.status === "kept", "the mail is kept")
  await sql("update mails set sealed_link = null, text = $2, html = $2, status = 'sending' where id = $1", [_id, text])
  await asSystem(server.keys.tenantId, "test", async ctx => saveMail(ctx, (await lockMail(ctx, _id))!, { status: "sent" }))
  assert.deepEqual(await sql("select text, html from mails where id = $1", [_id]), [{ text: maskLinks(text), html: maskLinks(text) }])
})
