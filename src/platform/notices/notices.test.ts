// Notices: who is told of what, by which way, once, and that nobody else reads it.
import assert from "node:assert/strict"
import { test } from "node:test"
import { approvalFixtures } from "../../../test/approval-fixtures.ts"
import { type Any, newContact, startTestServer, until } from "../../../test/harness.ts"
import { invite, type Page, signedIn } from "../../../test/people.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { notify } from "./notify.ts"
import { choicesOf } from "./rules.ts"
import { deleteOldNotices } from "./store.ts"
import { kindNames } from "./values.ts"

const server = await startTestServer()
const { api, sql, keys } = server
const { held, policy, ownAmount, intentOf } = await approvalFixtures(server)
const admin = await signedIn(server, { email: keys.email, password: keys.password! })
const [approver, finance, viewer] = await Promise.all(["approver", "finance", "viewer"].map(role => invite(server, role)))
const [deciding, paying, viewing] = await Promise.all([approver, finance, viewer].map(person => signedIn(server, person!)))
const contact = (await api.create("/v1/contacts/create", newContact())).body.data

const noticesOf = async (page: Page, query = ""): Promise<Any[]> => (await page.get(`/v1/notices?limit=100${query}`)).body.data
const unreadOf = async (page: Page): Promise<number> => (await page.get("/v1/notices?read=false&limit=1")).body.count
const mailCount = async (email: string, kind: string): Promise<number> =>
  (await api.get(`/v1/dev/mails?recipient=${encodeURIComponent(email)}&kind=${kind}`)).body.count
const choose = async (page: Page, ...choices: object[]) => {
  const { status, body, text } = await page.post("/v1/notices/choices/update", { choices })
  assert.equal(status, 200, text)
  return body.data.choices as Any[]
}
const mention = (user: string) =>
  paying!.post(
    "/v1/notes/create",
    { type: "contacts", object: contact._id, text: "Please look", mentions: [user] },
    { "idempotency-key": crypto.randomUUID() },
  )

test("an approver is told by mail and on the page, and a reminder is a mail only", async () => {
  const { request } = await held({ approvers: [approver!._id] })
  const [notice] = await noticesOf(deciding!, "&kind=approval-needed")
  assert.deepEqual(
    [notice.object, notice.type, notice.path, notice.read],
    [request, "approvals/requests", `/approvals?id=${request}`, false],
  )
  assert.match(notice.title, /^Approval needed: .*100/)
  assert.equal((await api.post(`/v1/approvals/requests/${request}/remind`)).status, 200)
  const both = await until(async () => (await mailCount(approver!.email, "approval-needed")) === 2, "the reminder is mailed")
  assert.ok(both)
  assert.equal((await noticesOf(deciding!, "&kind=approval-needed")).length, 1)
  assert.deepEqual(await noticesOf(viewing!), [])
})

test("the person who asked is told of the decision, and nobody is told of what they did themselves", async () => {
  const amount = ownAmount()
  await policy(amount, { approvers: [approver!._id] })
  const intent = await intentOf(amount)
  const asked = await paying!.post(
    "/v1/transactions/create",
    { paymentIntent: intent._id, amount, method: "cash" },
    { "idempotency-key": crypto.randomUUID() },
  )
  const { request } = asked.body.data.approval
  await deciding!.post(`/v1/approvals/requests/${request}/approve`, {})
  const [notice] = await noticesOf(paying!, "&kind=approval-decided")
  assert.deepEqual([notice.object, notice.title.endsWith("was approved")], [request, true])
  assert.deepEqual(await noticesOf(deciding!, "&kind=approval-decided"), [])
})

test("a person chooses for each kind whether it comes by mail, on the page, by both or not at all", async () => {
  const [first] = await choose(viewing!, { kind: "mention", mail: false })
  assert.ok(first)
  for (const [choice, mails, notices] of [
    [{ mail: false, page: true }, 0, 1],
    [{ mail: true, page: false }, 1, 1],
    [{ mail: false, page: false }, 1, 1],
    [{ mail: true, page: true }, 2, 2],
  ] as const) {
    const choices = await choose(viewing!, { kind: "mention", ...choice })
    assert.deepEqual(
      choices.find(({ kind }) => kind === "mention"),
      { kind: "mention", ...choice },
    )
    assert.equal((await mention(viewer!._id)).status, 201)
    const found = [await mailCount(viewer!.email, "mention"), (await noticesOf(viewing!, "&kind=mention")).length]
    assert.deepEqual(found, [mails, notices], JSON.stringify(choice))
  }
})

test("offers each person the kinds that they can get, and refuses a kind twice and callers that are no people", async () => {
  const offered = (await viewing!.get("/v1/notices/choices")).body.data.choices.map(({ kind }: Any) => kind)
  assert.deepEqual(offered, ["approval-decided", "mention", "import-ended", "weekly-summary"])
  const all = (await admin.get("/v1/notices/choices")).body.data.choices.map(({ kind }: Any) => kind)
  assert.deepEqual(all, kindNames)
  for (const choices of [[{ kind: "mention" }, { kind: "mention" }], [{ kind: "new-sign-in", mail: false }], []])
    assert.equal((await viewing!.post("/v1/notices/choices/update", { choices })).body.error.code, "VAL-1003", JSON.stringify(choices))
  for (const path of ["/v1/notices", "/v1/notices/choices"]) assert.equal((await api.get(path)).body.error.code, "PRM-1004", path)
  assert.deepEqual(choicesOf(new Set(["payouts.send"]), [{ kind: "payout-failed", mail: false, page: true }]), [
    { kind: "approval-decided", mail: true, page: true },
    { kind: "payout-failed", mail: false, page: true },
  ])
})

test("a notice is marked as read, one or all, and the first time counts", async () => {
  await mention(approver!._id)
  await mention(approver!._id)
  const before = await unreadOf(deciding!)
  const [newest] = await noticesOf(deciding!)
  const read = (await deciding!.post(`/v1/notices/${newest._id}/read`)).body.data
  assert.deepEqual([read.read, await unreadOf(deciding!)], [true, before - 1])
  await deciding!.post(`/v1/notices/${newest._id}/read`)
  assert.deepEqual((await deciding!.get(`/v1/notices/${newest._id}`)).body.data, read)
  assert.deepEqual((await deciding!.post("/v1/notices/read-all")).body.data, { read: before - 1 })
  assert.deepEqual([await unreadOf(deciding!), (await noticesOf(deciding!, "&read=true")).length], [0, before])
})

test("nobody else reads a notice, and its person no longer does without the permission to see the object", async () => {
  await mention(viewer!._id)
  const [notice] = await noticesOf(viewing!)
  const other = await server.otherTenant()
  const stranger = await signedIn(server, { email: other.keys.email, password: other.keys.password! })
  for (const page of [admin, stranger])
    for (const answer of [await page.get(`/v1/notices/${notice._id}`), await page.post(`/v1/notices/${notice._id}/read`)])
      assert.deepEqual([answer.status, answer.body.error.code], [404, "GEN-1004"])
  assert.deepEqual([await noticesOf(stranger), (await noticesOf(admin, `&_id=${notice._id}`)).length], [[], 0])
  await sql("update notices set object_type = 'dev/api-keys' where id = $1", [notice._id])
  assert.equal((await viewing!.get(`/v1/notices/${notice._id}`)).status, 404)
  assert.ok((await noticesOf(viewing!)).every(({ _id }) => _id !== notice._id))
})

test("one event gives a person one notice, also where two workers tell of it at once", async () => {
  const failure = {
    kind: "payout-failed",
    type: "payouts",
    object: contact._id,
    path: `/payouts/${contact._id}`,
    occasion: "failed",
  } as const
  const words = { subject: "A payout failed", paragraphs: ["It failed."], action: "See it", footer: "Because." }
  const person = { id: finance!._id, email: finance!.email, name: "Rui", locale: null }
  const tell = (occasion: string = failure.occasion) =>
    asSystem(keys.tenantId, "test", ctx => notify(ctx, [person], { ...failure, occasion }, () => words))
  await Promise.all([tell(), tell(), tell()])
  assert.equal((await noticesOf(paying!, "&kind=payout-failed")).length, 1)
  await tell("returned")
  assert.equal((await noticesOf(paying!, "&kind=payout-failed")).length, 2)
})

test("a dry run tells nobody, because a notice is stored in the commit of its event", async () => {
  const amount = ownAmount()
  await policy(amount, { approvers: [approver!._id] })
  const body = { paymentIntent: (await intentOf(amount))._id, amount, method: "cash" }
  const before = (await noticesOf(deciding!)).length
  const tried = await paying!.post("/v1/transactions/create", body, { "dry-run": "true", "idempotency-key": crypto.randomUUID() })
  assert.equal(tried.status, 201, tried.text)
  assert.equal((await noticesOf(deciding!)).length, before)
  await paying!.post("/v1/transactions/create", body, { "idempotency-key": crypto.randomUUID() })
  assert.equal((await noticesOf(deciding!)).length, before + 1)
})

test("the person who started an import is told when it is done", async () => {
  const csv = "email,profile.firstName\nzoe@example.com,Zoe\n"
  const made = await paying!.post("/v1/imports/create?kind=contacts&fileName=people.csv", csv, { "content-type": "text/csv" })
  assert.equal(made.status, 201, made.text)
  await paying!.post("/v1/sessions/confirm", { password: finance!.password })
  const started = await paying!.post(`/v1/imports/${made.body.data._id}/start`, {})
  assert.equal(started.status, 200, started.text)
  const [notice] = await until(async () => {
    const found = await noticesOf(paying!, "&kind=import-ended")
    return found.length > 0 && found
  }, "the import has ended")
  assert.deepEqual([notice.title, notice.path], ["The import of people.csv is done", `/imports/${made.body.data._id}`])
  const [mail] = (await api.get("/v1/dev/mails?kind=import-ended")).body.data
  assert.match(mail.text, /1 rows?: 1 created, 0 refused/)
})

test("notices are deleted after 90 days", async () => {
  await mention(viewer!._id)
  await sql("update notices set created_at = now() - interval '91 days' where user_id = $1", [viewer!._id])
  while (await deleteOldNotices());
  assert.deepEqual(await sql("select 1 from notices where user_id = $1", [viewer!._id]), [])
  assert.ok((await sql("select 1 from notices")).length > 0)
})
