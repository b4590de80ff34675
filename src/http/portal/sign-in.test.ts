import assert from "node:assert/strict"
import { test } from "node:test"
import pg from "pg"
import { type Caller, inParallel, newContact, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"
import { adminOf, mailsTo, signedIn } from "../../../test/people.ts"
import { deleteExpiredPortalSessions } from "../../parties/portal-access/store.ts"
import { formIn, portalOf } from "../../../test/portal.ts"

const server = await startTestServer({ TRUST_PROXY: "1" })
const { api, sql, baseUrl } = server
const portal = portalOf(server, "/portal")
const partners = portalOf(server, "/partners")

const newPayer = async (email = uniqueEmail(), by: Caller = api) => (await by.post("/v1/contacts/create", newContact({ email }))).body.data
const newPartner = async (email: string, by: Caller = api) => {
  const code = `C${Date.now().toString(36)}${Math.random().toString(36).slice(2, 6)}`
  return (await by.post("/v1/partnerships/create", { name: "Casa Verde", code, kind: "supplier", email })).body.data
}

test("a mailed link signs in once; opening it does not use it up, and its button works in any browser", async () => {
  const { email } = await newPayer()
  const asked = await portal.askForLink(email.toUpperCase())
  assert.deepEqual([asked.status, asked.location, asked.cookie], [303, "/portal/sent", ""])
  const link = await portal.linkTo(api, email)
  await portal.get(link) // a program that checks mails
  const { html } = await portal.get(link)
  assert.match(html, /Sign in to Escola Azul/)
  const begun = await portal.post(link, { form: formIn(html) })
  assert.deepEqual([begun.status, begun.location], [303, "/portal"])
  assert.match(begun.headers.getSetCookie()[0]!, /^portal=[^;]+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/)
  assert.match((await portal.get("/portal", { cookie: begun.cookie })).html, new RegExp(`Signed in as ${email}`))

  const again = await portal.get(link)
  assert.deepEqual([again.status, /This link no longer works/.test(again.html)], [410, true])
  const otherForm = await portal.post(link, { form: "another browser's form" })
  assert.deepEqual([otherForm.status, otherForm.cookie], [410, ""])
  const doubleTap = await portal.post(link, { form: formIn(html) })
  assert.deepEqual([doubleTap.status, doubleTap.location], [303, "/portal"], "the form that used it may have lost its answer")
  await sql("update portal_links set used_at = used_at - interval '2 minutes'")
  assert.equal((await portal.post(link, { form: formIn(html) })).status, 410, "for a minute only")
})

test("only one of several simultaneous forms of a link signs in", async () => {
  const { _id, email } = await newPayer()
  await portal.askForLink(email)
  const link = await portal.linkTo(api, email)
  const holder = new pg.Client({ connectionString: server.databaseUrl, options: "-c app.tenants=*" })
  await holder.connect()
  await holder.query("begin")
  await holder.query("select 1 from portal_links where party_id = $1 for update", [_id])
  const answers = inParallel(4, i => portal.post(link, { form: `form ${i}` }))
  const waiting = "select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  await until(async () => (await sql(waiting))[0].n >= 2, "two forms wait for the link")
  await holder.query("rollback")
  await holder.end()
  assert.deepEqual(
    (await answers).map(({ status }) => status).sort((a, b) => a - b),
    [303, 410, 410, 410],
  )
})

test("refuses a link that expired, was changed, or belongs to the other portal or an earlier e-mail", async () => {
  const payer = await newPayer()
  await portal.askForLink(payer.email)
  const link = await portal.linkTo(api, payer.email)
  const refused = async (at: string) => {
    assert.equal((await portal.get(at)).status, 410, at)
    const answer = await portal.post(at, { form: "a form" })
    assert.deepEqual([answer.status, answer.cookie], [410, ""], at)
  }
  await refused(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`)
  await refused(link.replace("/portal/", "/partners/"))
  await refused(`${baseUrl}/portal/sign-in/nothing`)
  await api.post(`/v1/contacts/${payer._id}/update`, { email: uniqueEmail() })
  await refused(link)
  await api.post(`/v1/contacts/${payer._id}/update`, { email: payer.email })
  await sql("update portal_links set expires_at = now() where party_id = $1", [payer._id])
  await refused(link)
})

test("gives the same answer for an unknown address, and mails nothing to it", async () => {
  const { email } = await newPayer()
  const known = await portal.askForLink(email)
  const unknown = await portal.askForLink(uniqueEmail("nobody"))
  assert.deepEqual([known.status, known.location, known.html], [unknown.status, unknown.location, unknown.html])
  await portal.linkTo(api, email)
  assert.equal((await sql("select count(*)::int as n from mails where recipient like 'nobody%'"))[0].n, 0)
  const invalid = await portal.askForLink("no address")
  assert.deepEqual([invalid.status, /That is not an e-mail address/.test(invalid.html)], [400, true])
})

test("at most five links of a contact work at a time, and a network that asks too often is refused", async () => {
  const { email } = await newPayer()
  for (let i = 1; i <= 7; i++) {
    assert.equal((await portal.askForLink(email)).status, 303)
    if (i <= 5) await mailsTo(server, email, i)
  }
  const { email: later } = await newPayer()
  await portal.askForLink(later)
  await mailsTo(server, later)
  assert.equal((await mailsTo(server, email)).length, 5)

  await sql("insert into call_counts values ('sign-in', 'network 203.0.113.9', floor(extract(epoch from now())), 300)")
  const busy = await portal.askForLink(email, { headers: { "x-forwarded-for": "203.0.113.9" } })
  assert.deepEqual([busy.status, /too many attempts/.test(busy.html)], [429, true])
})

test("an e-mail in two tenants gets a link from each, and each link shows only its tenant", async () => {
  const other = await server.otherTenant()
  const email = uniqueEmail("both")
  for (const by of [api, other]) await newPayer(email, by)
  await portal.askForLink(email)
  for (const [by, name, not] of [
    [api, "Escola Azul", "Other"],
    [other, "Other", "Escola Azul"],
  ] as const) {
    const { cookie } = await portal.follow(await portal.linkTo(by, email))
    const { html } = await portal.get("/portal", { cookie })
    assert.ok(html.includes(name) && !html.includes(not), html)
  }
})

test("two partnerships with one e-mail get a link each, and a contact's address opens no partner portal", async () => {
  const [email, { email: payer }] = [uniqueEmail("partner"), await newPayer()]
  const [first, second] = [await newPartner(email.toUpperCase()), await newPartner(email)]
  await partners.askForLink(payer)
  await partners.askForLink(email)
  const mails = [...(await mailsTo(server, email.toUpperCase())), ...(await mailsTo(server, email))]
  assert.deepEqual(new Set(mails.map(({ object }) => object)), new Set([first._id, second._id]))
  assert.equal((await sql("select count(*)::int as n from mails where recipient = $1", [payer]))[0].n, 0)
})

test("a session ends with sign-out, a new e-mail or its expiry, and is valid only for its portal", async () => {
  const payer = await newPayer()
  const cookie = await portal.signIn(api, payer.email)
  const isIn = async (given = cookie) => /Signed in as/.test((await portal.get("/portal", { cookie: given })).html)
  assert.equal(await isIn(), true)
  assert.match((await portal.get("/partners", { cookie })).html, /Partner portal/)
  const rest = await fetch(`${baseUrl}/v1/contacts`, { headers: { cookie } })
  assert.equal(rest.status, 401, "it is not a session of the dashboard")
  const admin = await signedIn(server, adminOf(server))
  assert.equal(await isIn(admin.cookie?.replace("session=", "portal=")), false)

  await api.post(`/v1/contacts/${payer._id}/update`, { email: uniqueEmail() })
  assert.equal(await isIn(), false)
  await api.post(`/v1/contacts/${payer._id}/update`, { email: payer.email })
  assert.equal(await isIn(), true)
  const foreign = await portal.post("/portal/sign-out", {}, { cookie, headers: { origin: "https://evil.example" } })
  assert.deepEqual([foreign.status, await isIn()], [403, true], "another site can't act in its name")
  const out = await portal.post("/portal/sign-out", {}, { cookie })
  assert.deepEqual([out.location, await isIn()], ["/portal?notice=signed-out", false])

  await portal.askForLink(payer.email)
  const { cookie: next } = await portal.follow(await portal.linkTo(api, payer.email, 2))
  await sql("update portal_sessions set expires_at = now()")
  assert.equal(await isIn(next), false)
  assert.equal(await deleteExpiredPortalSessions(), true)
  assert.deepEqual(await sql("select 1 from portal_sessions where expires_at <= now()"), [])
  const entries = (await api.get(`/v1/audit-log?user=${payer._id}&channel=portal&sort=createdAt`)).body.data
  assert.deepEqual(
    entries.map(({ action, actor }: { action: string; actor: { type: string } }) => [action, actor.type]),
    [
      ["portalSessions.create", "contact"],
      ["portalSessions.end", "contact"],
      ["portalSessions.create", "contact"],
    ],
  )
})
