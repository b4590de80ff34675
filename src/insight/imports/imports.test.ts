import assert from "node:assert/strict"
import { test } from "node:test"
import { readTable } from "./read-file.ts"
import { deleteEndedImports, deleteIdleImports } from "./store.ts"
import { importFixtures } from "../../../test/import-fixtures.ts"
import { type Any, inDays, newContact, startTestServer, uniqueEmail, until } from "../../../test/harness.ts"

const server = await startTestServer()
const { api } = server
const { create, ended, run, rowsOf } = await importFixtures(api)
const find = async (path: string): Promise<Any> => (await api.get(`/v1/${path}`)).body.data
const csv = (...rows: string[]) => rows.map(row => `${row}\r\n`).join("")
const row = ({ outcome, object, code }: Any) => [outcome, object === null ? null : "object", code]

test("imports contacts: guesses the mapping, splits names, keeps metadata, and creates each as the API would", async () => {
  const [ana, bob] = [uniqueEmail("ana"), uniqueEmail("bob")]
  const file = csv(
    "id,Email,Name,Phone,Plan (metadata),Card ID",
    `cus_1,${ana},Ana Maria Souza,+14155552671,gold,card_1`,
    `cus_2,${bob},Bob,,,`,
  )
  const draft = await create("contacts", file)
  const mapping = { externalId: "id", email: "Email", name: "Name", phone: "Phone", "metadata.Plan": "Plan (metadata)" }
  assert.deepEqual([draft.status, draft.rows, draft.mapping, draft.unmapped], ["draft", 2, mapping, ["Card ID"]])
  const preview = await find(`imports/${draft._id}/preview`)
  const profile = { firstName: "Ana Maria", lastName: "Souza", phone: "+14155552671" }
  assert.deepEqual(preview.rows[0], { line: 2, key: "cus_1", input: { email: ana, profile, metadata: { Plan: "gold" } }, error: null })
  const done = await run(draft)
  assert.deepEqual([done.status, done.done, done.counts.created, done.counts.refused], ["done", 2, 2, 0])
  const contact = await find(`contacts/${encodeURIComponent(ana)}`)
  assert.deepEqual([contact.profile, contact.metadata], [profile, { Plan: "gold" }])
  const events = await find(`dev/events?object=${contact._id}`)
  assert.deepEqual(
    events.map(({ event }: Any) => event),
    ["contacts.create"],
  )
  const [entry] = await find(`contacts/${contact._id}/timeline`)
  assert.deepEqual([entry.actor.user, entry.origin.operation], [(await find("users/user"))._id, "work-off-import"])
  assert.equal((await server.sql("select count(*)::int as n from import_batches where import_id = $1", [draft._id]))[0].n, 0)
})

test("the same file twice changes nothing, and a changed row is reported and not applied", async () => {
  const email = uniqueEmail()
  const first = await run(await create("contacts", csv("id,email,name", `k1,${email},Ana Souza`)))
  assert.equal(first.counts.created, 1)
  const again = await run(await create("contacts", csv("id,email,name", `k1,${email},Ana Souza`)))
  assert.deepEqual([again.counts.created, again.counts.unchanged], [0, 1])
  const changed = await run(await create("contacts", csv("id,email,name", `k1,${email},Ana Lima`)))
  assert.deepEqual([changed.counts.created, changed.counts.differs], [0, 1])
  const [report] = await rowsOf(changed)
  assert.match(report.message, /other values of name\. Nothing was changed$/)
  assert.equal((await find(`contacts/${encodeURIComponent(email)}`)).profile.lastName, "Souza")
})

test("two rows with one key create one object, and rows that are refused say why and in which line", async () => {
  const email = uniqueEmail()
  const file = csv(
    "id,email,phone",
    `d1,${email},`,
    `d1,${email},`,
    "d2,not an address,",
    `d3,${uniqueEmail()},12`,
    `,${uniqueEmail()},`,
    "d4,a@b.co",
  )
  const done = await run(await create("contacts", file))
  assert.deepEqual([done.counts.created, done.counts.unchanged, done.counts.refused], [2, 1, 3])
  const refused = await rowsOf(done, "?outcome=refused")
  assert.deepEqual(
    refused.map(({ line, code }: Any) => [line, code]),
    [
      [4, "VAL-1003"],
      [5, "VAL-1003"],
      [7, "IMP-1002"],
    ],
  )
  const report = await api.get(`/v1/imports/${done._id}/report?outcome=refused`, { accept: "text/csv" })
  assert.match(report.text, /^line,key,outcome,object,code,message\r\n4,d2,refused,,VAL-1003,email must be an e-mail address\r\n/)
})

test("links a contact that somebody has made already, and later files refer to it by its key", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const linked = await run(await create("contacts", csv("id,email", `cus_old,${contact.email}`)))
  assert.equal(linked.counts.existing, 1)
  const file = csv(
    "Number,Customer ID,Amount,Currency,Due Date (UTC),Item",
    `INV-9,cus_old,"1,250.50",eur,${inDays(40).slice(0, 10)} 10:30,Course`,
  )
  const done = await run(await create("payment-intents", file))
  assert.equal(done.counts.created, 1, JSON.stringify(await rowsOf(done)))
  const [{ object }] = await rowsOf(done)
  const intent = await find(`payment-intents/${object}`)
  assert.deepEqual([intent.contact, intent.amount, intent.currency, intent.reference], [contact._id, 125_050, "EUR", "INV-9"])
  assert.match(intent.dueAt, /T10:30:00\.000Z$/)
  assert.equal(intent.status, "due")
  const wholeDay = await run(
    await create("payment-intents", csv("Number,Contact,Amount,Currency,Due Date (UTC),Item", "INV-10,cus_old,5,eur,2031-01-31,Course")),
  )
  const { dueAt } = await find(`payment-intents/${(await rowsOf(wholeDay))[0].object}`)
  assert.equal(dueAt, "2031-01-31T23:59:59.999Z")
})

test("imports partnerships, services that name them, and subscriptions of contacts", async () => {
  const partners = csv("code;name;kind;share", "CASA;Casa Verde;Supplier;12,5 %")
  const partner = await run(await create("partnerships", partners, { decimal: "," }))
  assert.equal(partner.counts.created, 1, JSON.stringify(await rowsOf(partner)))
  assert.deepEqual((await find("partnerships/CASA")).splitTerms, { type: "percentage", basisPoints: 1250 })
  const services = await run(
    await create("services", csv("Price ID,Product,Amount,Currency,Supplier,VAT rate", "price_1,Choir,20.00,EUR,casa,19")),
  )
  assert.equal(services.counts.created, 1, JSON.stringify(await rowsOf(services)))
  const service = await find("services/Choir")
  assert.deepEqual(
    [service.price, service.tax],
    [
      { amount: 2000, currency: "EUR" },
      { rate: "19", code: "" },
    ],
  )
  const email = uniqueEmail()
  await run(await create("contacts", csv("id,email", `cus_s,${email}`)))
  const next = `${inDays(9).slice(0, 10)} 08:00`
  const file = csv(
    "id,Customer ID,Price ID,Quantity,Amount,Currency,Interval,Plan,Current Period End (UTC)",
    `sub_1,cus_s,price_1,3,20.00,eur,month,Choir,${next}`,
  )
  const done = await run(await create("subscriptions", file))
  assert.equal(done.counts.created, 1, JSON.stringify(await rowsOf(done)))
  const subscription = await find(`subscriptions/${(await rowsOf(done))[0].object}`)
  assert.deepEqual(
    [subscription.amount, subscription.cadence, subscription.items[0].service],
    [6000, { every: 1, unit: "month" }, service._id],
  )
  assert.equal(subscription.startAt, `${next.replace(" ", "T")}:00.000Z`)
})

test("imports mandates with the payers' bank accounts, whose numbers are kept nowhere else", async () => {
  const email = uniqueEmail()
  await api.create("/v1/contacts/create", newContact({ email }))
  const head = "Mandate reference,Contact,Account holder,IBAN,Currency,Scheme,SEPA scheme,Signed on"
  const file = csv(head, `M-77,${email},Ana Souza,DE89370400440532013000,EUR,sepa,core,2026-01-31`)
  const draft = await create("authorizations", file)
  const [{ sealed }] = await server.sql("select sealed from import_batches where import_id = $1", [draft._id])
  assert.ok(!sealed.includes("532013000"))
  const done = await run(draft)
  assert.equal(done.counts.created, 1, JSON.stringify(await rowsOf(done)))
  const mandate = await find(`authorizations/${(await rowsOf(done))[0].object}`)
  assert.deepEqual([mandate.status, mandate.reference, mandate.terms.signedOn], ["active", "M-77", "2026-01-31"])
  assert.match(mandate.bankAccount.masked, /3000$/)
})

test("a dry run reports what would become of each row, and writes nothing else", async () => {
  const contact = (await api.create("/v1/contacts/create", newContact())).body.data
  const email = uniqueEmail()
  const draft = await create("contacts", csv("id,email", `c1,${email}`, `c2,${contact.email}`, "c3,wrong"))
  await api.post(`/v1/imports/${draft._id}/check`)
  const checked = await ended(draft)
  assert.deepEqual([checked.status, checked.check], ["draft", { created: 1, existing: 1, unchanged: 0, differs: 0, refused: 1 }])
  assert.equal((await api.get(`/v1/contacts/${encodeURIComponent(email)}`)).status, 404)
  assert.deepEqual((await rowsOf(draft, "?dryRun=true")).map(row), [
    ["created", null, null],
    ["existing", "object", null],
    ["refused", null, "VAL-1003"],
  ])
  const changed = (await api.post(`/v1/imports/${draft._id}/update`, { mapping: { email: "email" } })).body.data
  assert.deepEqual([changed.check, changed.unmapped, await rowsOf(draft, "?dryRun=true")], [null, ["id"], []])
})

test("cancels an import: nothing more is created, and it can't be started again", async () => {
  const draft = await create("contacts", csv("id,email", `x1,${uniqueEmail()}`))
  const canceled = (await api.post(`/v1/imports/${draft._id}/cancel`)).body.data
  assert.equal(canceled.status, "canceled")
  for (const action of ["start", "check", "update", "cancel"]) {
    const { status, body } = await api.post(`/v1/imports/${draft._id}/${action}`)
    assert.deepEqual([status, body.error.code], [409, "IMP-2001"], action)
  }
})

test("refuses a file that can't be read in one sentence, and a mapping with a typo", async () => {
  const send = async (file: string, query = "kind=contacts") =>
    (await api.send("POST", `/v1/imports/create?${query}`, file, { "content-type": "text/csv" })).body.error
  const cases: [string, RegExp][] = [
    ["", /it is empty/],
    ["email\n", /no row below the names/],
    ['email,name\na@b.co,"Ana', /line 2: a quoted cell does not end/],
    ["email,email\na@b.co,x\n", /two columns have the name email/],
    ["PK\u0003\u0004rest", /workbook; save the sheet as CSV UTF-8/],
    [`email\n${"a".repeat(5001)}\n`, /a cell has 5001 characters, more than 5000/],
    [`${Array.from({ length: 201 }, (_, i) => `c${i}`).join()}\n1\n`, /201 columns, more than 200/],
    ["email\na\0b\n", /NUL characters/],
  ]
  for (const [file, reason] of cases) {
    const error = await send(file)
    assert.equal(error.code, "IMP-1001", JSON.stringify(error))
    assert.match(error.message, reason)
  }
  await assert.rejects(readTable(Buffer.from("\ufeffemail,a\0b\na@b.co,x\n", "utf16le")), /NUL characters/)
  const typo = await send("email\na@b.co\n", `kind=contacts&mapping=${encodeURIComponent('{"emial":"email"}')}`)
  assert.deepEqual([typo.code, typo.message], ["IMP-1002", "emial is not a field of contacts that a column can be mapped to"])
  const keyless = await create("subscriptions", csv("contact,amount", "a@b.co,5"))
  assert.equal((await api.post(`/v1/imports/${keyless._id}/start`)).body.error.code, "IMP-1002")
})

test("needs the permission of the kind's create, and shows nobody else the import or its rows", async () => {
  const operator = await server.withRole("operator")
  const other = await importFixtures(operator)
  const refused = await operator.post("/v1/imports/create?kind=services", "name\nA\n", { "content-type": "text/csv" })
  assert.deepEqual([refused.status, refused.body.error.code], [403, "PRM-1001"])
  assert.equal((await other.run(await other.create("contacts", csv("email", uniqueEmail())))).counts.created, 1)
  const services = await create("services", csv("name", "Secret course"))
  for (const path of ["", "/rows", "/report", "/preview", "/timeline"])
    assert.equal((await operator.get(`/v1/imports/${services._id}${path}`)).status, 403, path)
  const kinds = (await operator.get("/v1/imports?limit=100")).body.data.map(({ kind }: Any) => kind)
  assert.ok(kinds.includes("contacts") && !kinds.includes("services"))
  const stranger = await server.otherTenant()
  assert.equal((await stranger.get(`/v1/imports/${services._id}`)).status, 404)
  const foreign = await run(
    await create("payment-intents", csv("reference,contact,amount,currency,due,item", `F-1,${"a".repeat(24)},5,EUR,2031-01-31,Course`)),
  )
  assert.equal((await rowsOf(foreign))[0].code, "SMR-1001")
})

test("stops when the user who started it may no longer create such objects, and goes on when another one starts it", async () => {
  const draft = await create("contacts", csv("id,email", `s1,${uniqueEmail()}`))
  const viewer = await server.withRole("viewer")
  const by = { user: (await viewer.get("/v1/users/user")).body.data._id, type: "api-key", channel: "rest", address: "127.0.0.1" }
  await server.sql("update imports set status = 'running', started_by = $2 where id = $1", [draft._id, by])
  await server.sql(
    `insert into jobs (tenant_id, id, kind, payload, next_at, created_at, real_time)
     values ($1, $2, 'work-off-import', $3, now(), now(), false)`,
    [server.keys.tenantId, draft._id, { import: draft._id }],
  )
  const stopped = await ended(draft)
  assert.deepEqual([stopped.status, stopped.done], ["failed", 0])
  assert.match(stopped.failure, /This needs the permission contacts\.edit/)
  const done = await run(draft)
  assert.deepEqual([done.status, done.counts.created, done.failure], ["done", 1, null])
})

test("a dry run that stops leaves a draft, so that a start begins with the first row", async () => {
  const draft = await create("contacts", csv("id,email", ...Array.from({ length: 3 }, (_, i) => `t${i},${uniqueEmail()}`)))
  const viewer = await server.withRole("viewer")
  const by = { user: (await viewer.get("/v1/users/user")).body.data._id, type: "api-key", channel: "rest", address: "127.0.0.1" }
  await server.sql("update imports set status = 'checking', position = 2, started_by = $2 where id = $1", [draft._id, by])
  await server.sql(
    `insert into jobs (tenant_id, id, kind, payload, next_at, created_at, real_time)
     values ($1, $2, 'work-off-import', $3, now(), now(), false)`,
    [server.keys.tenantId, draft._id, { import: draft._id }],
  )
  const stopped = await ended(draft)
  assert.deepEqual([stopped.status, stopped.done, stopped.counts.created], ["draft", 0, 0])
  assert.match(stopped.failure, /This needs the permission contacts\.edit/)
  const done = await run(draft)
  assert.deepEqual([done.status, done.counts.created, done.failure], ["done", 3, null])
})

test("an erased contact leaves neither its key nor its e-mail in reports", async () => {
  const email = uniqueEmail("erase")
  const done = await run(await create("contacts", csv("email", email)))
  const [{ object }] = await rowsOf(done)
  assert.equal((await api.post(`/v1/contacts/${object}/erase`)).status, 200)
  const rows = await server.sql("select to_jsonb(t)::text as row from import_rows t union all select to_jsonb(k)::text from import_keys k")
  assert.ok(rows.every(({ row: text }: Any) => !text.includes(email)))
  assert.equal((await server.sql("select count(*)::int as n from import_keys where object_id = $1", [object]))[0].n, 0)
})

test("deletes drafts that nobody starts after 30 days, and the reports of ended imports after 90", async () => {
  const email = uniqueEmail("kept")
  const done = await run(await create("contacts", csv("email", email)))
  const draft = await create("contacts", csv("email", uniqueEmail()))
  await server.sql("update imports set ended_at = now() - interval '89 days' where id = $1", [done._id])
  await server.sql("update imports set updated_at = now() - interval '29 days' where id = $1", [draft._id])
  const sweep = async () => [await deleteEndedImports(), await deleteIdleImports()]
  assert.deepEqual(await sweep(), [false, false])
  await server.sql("update imports set ended_at = now() - interval '91 days' where id = $1", [done._id])
  await server.sql("update imports set updated_at = now() - interval '31 days' where id = $1", [draft._id])
  await until(async () => (await sweep()).every(found => !found), "everything old is deleted")
  for (const { _id } of [done, draft]) assert.equal((await api.get(`/v1/imports/${_id}`)).status, 404)
  const [left] = await server.sql(
    `select (select count(*)::int from import_rows where import_id = $1) as rows,
       (select count(*)::int from import_batches where import_id = $2) as batches`,
    [done._id, draft._id],
  )
  assert.deepEqual(left, { rows: 0, batches: 0 })
  assert.equal((await run(await create("contacts", csv("email", email)))).counts.unchanged, 1)
})
