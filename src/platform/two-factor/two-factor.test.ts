import assert from "node:assert/strict"
import { test } from "node:test"
import { type ApiResponse, inParallel, startTestServer } from "../../../test/harness.ts"
import { codeOf, enroll, instantHash, invite, mailsTo, signedIn, signIn, withInstantHashes, wrongCode } from "../../../test/people.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { resetPerson } from "../passwords/reset-person.ts"
import { redeemCode } from "../accounts/second-factor.ts"
import { isOutdated, setSecretKeys } from "../../kit/service/crypto.ts"
import { deleteExpiredEnrolments, lockAccount, resealAccounts, saveAccount } from "../accounts/store.ts"

const server = await startTestServer()
const { api, sql } = server

const assertOutcome = ({ status, body, text }: ApiResponse, expected: string) =>
  assert.equal(`${status} ${body?.error?.code ?? ""}`.trim(), expected, text)

test("asks for a code at sign-in once a person has enrolled, and accepts each code once", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const elsewhere = await signedIn(server, person)
  const { secret, uri, qr, recoveryCodes } = await enroll(page)
  assert.equal(uri, `otpauth://totp/${encodeURIComponent(`Countersign:${person.email}`)}?secret=${secret}&issuer=Countersign`)
  assert.match(Buffer.from(qr.replace(/^data:image\/svg\+xml;base64,/, ""), "base64").toString(), /^<svg /)
  assert.equal(new Set(recoveryCodes).size, 10)
  assert.deepEqual((await page.get("/v1/two-factor")).body.data, { enabled: true, recoveryCodesLeft: 10 })
  assertOutcome(await elsewhere.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await signIn(server, person), "401 AUT-1007")
  assertOutcome(await signIn(server, { ...person, password: "not what was chosen" }), "401 AUT-1006")
  assertOutcome(await signIn(server, person, { code: wrongCode(secret) }), "401 AUT-1006")
  const code = codeOf(secret)
  assertOutcome(await signIn(server, person, { code: `${code.slice(0, 3)} ${code.slice(3)}` }), "201")
  assertOutcome(await signIn(server, person, { code }), "401 AUT-1006")
  assert.equal((await mailsTo(server, person.email, 2))[0].subject, "Two-factor sign-in is on")
})

test("refuses a wrong code for an enrolment without changing anything, and confirms an enrolment once", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  assertOutcome(await page.post("/v1/two-factor/confirm", { code: "123456" }), "409 TFA-1002")
  const { secret } = (await page.post("/v1/two-factor/enroll")).body.data
  for (const wrong of [wrongCode(secret), "éééééé"])
    assertOutcome(await page.post("/v1/two-factor/confirm", { code: wrong }), "401 AUT-1006")
  assertOutcome(await signIn(server, person), "201")
  const code = codeOf(secret)
  const answers = await inParallel(5, () => page.post("/v1/two-factor/confirm", { code }))
  assert.deepEqual(answers.map(({ status }) => String(status)).sort(), ["200", "409", "409", "409", "409"])
  assertOutcome(await page.post("/v1/two-factor/enroll"), "409 TFA-1001")
})

test("refuses to confirm an enrolment from an old session, and does not confirm a session by an enrolment's code", async () => {
  const page = await signedIn(server, await invite(server))
  const { secret } = (await page.post("/v1/two-factor/enroll")).body.data
  await sql("update sessions set confirmed_at = now() - interval '11 minutes'")
  assertOutcome(await page.post("/v1/two-factor/confirm", { code: codeOf(secret) }), "401 AUT-1009")
  assertOutcome(await page.post("/v1/dev/api-keys/create", { name: "k", role: "viewer" }), "403 PRM-1001")
  const [{ confirmed_at }] = await sql("update sessions set confirmed_at = now() - interval '9 minutes' returning confirmed_at")
  assertOutcome(await page.post("/v1/two-factor/confirm", { code: codeOf(secret) }), "200")
  assert.equal((await page.get("/v1/sessions/current")).body.data.confirmedAt, confirmed_at.toISOString())
})

test("counts wrong codes of an enrolment: refuses even the right one for a while after ten", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { secret } = (await page.post("/v1/two-factor/enroll")).body.data
  const answers = await inParallel(14, () => page.post("/v1/two-factor/confirm", { code: wrongCode(secret) }))
  const codes = answers.map(({ body }) => String(body.error.code)).sort()
  assert.deepEqual(codes, [...Array<string>(10).fill("AUT-1006"), ...Array<string>(4).fill("AUT-1008")])
  const refused = await page.post("/v1/two-factor/confirm", { code: codeOf(secret) })
  assertOutcome(refused, "401 AUT-1008")
  assert.ok(Number(refused.headers.get("retry-after")) >= 1)
  await page.post("/v1/two-factor/enroll")
  assertOutcome(await page.post("/v1/two-factor/confirm", { code: "123456" }), "401 AUT-1008")
  await sql("delete from sign_in_attempts")
  assert.deepEqual((await page.get("/v1/two-factor")).body.data, { enabled: false, recoveryCodesLeft: 0 })
})

test("an enrolment expires after ten minutes, and its secret is deleted", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { secret } = (await page.post("/v1/two-factor/enroll")).body.data
  const age = (minutes: number) =>
    sql("update accounts set totp_pending_at = now() - make_interval(mins => $2) where user_id = $1", [person._id, minutes])
  await age(11)
  assertOutcome(await page.post("/v1/two-factor/confirm", { code: codeOf(secret) }), "409 TFA-1002")
  while (await deleteExpiredEnrolments());
  const [account] = await sql("select totp_pending, totp_pending_at from accounts where user_id = $1", [person._id])
  assert.deepEqual(account, { totp_pending: null, totp_pending_at: null })
  const { data } = (await page.post("/v1/two-factor/enroll")).body
  await age(9)
  while (await deleteExpiredEnrolments());
  assertOutcome(await page.post("/v1/two-factor/confirm", { code: codeOf(data.secret) }), "200")
})

test("accepts a recovery code in place of a code, once, in any case, and mails the person", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { recoveryCodes } = await enroll(page)
  assertOutcome(await signIn(server, person, { code: recoveryCodes[0]!.toLowerCase().replaceAll("-", "") }), "201")
  assertOutcome(await signIn(server, person, { code: recoveryCodes[0] }), "401 AUT-1006")
  const [mail] = await mailsTo(server, person.email, 3)
  assert.equal(mail.subject, "A recovery code was used")
  assert.match(mail.text, /You have 9 left/)
})

test("turns two-factor sign-in off only with password and code", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const disable = (password: string, code: string) => page.post("/v1/two-factor/disable", { password, code })
  assertOutcome(await disable(person.password, "123456"), "409 TFA-1003")
  const { secret, recoveryCodes } = await enroll(page)
  assertOutcome(await disable("not what was chosen", codeOf(secret)), "401 AUT-1006")
  assertOutcome(await disable(person.password, wrongCode(secret)), "401 AUT-1006")
  assertOutcome(await signIn(server, person), "401 AUT-1007")
  assertOutcome(await disable(person.password, recoveryCodes[3]!), "200")
  assertOutcome(await signIn(server, person), "201")
  assert.deepEqual((await page.get("/v1/two-factor")).body.data, { enabled: false, recoveryCodesLeft: 0 })
})

test("replaces the earlier recovery codes by new ones, and a code confirms a session", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { secret, recoveryCodes } = await enroll(page)
  const made = await page.post("/v1/two-factor/recovery-codes", { password: person.password, code: recoveryCodes[0] })
  assertOutcome(made, "200")
  assertOutcome(await signIn(server, person, { code: recoveryCodes[1] }), "401 AUT-1006")
  await sql("update sessions set confirmed_at = now() - interval '1 hour'")
  assertOutcome(await page.post("/v1/sessions/confirm", { code: wrongCode(secret) }), "401 AUT-1006")
  const code = codeOf(secret)
  assertOutcome(await page.post("/v1/sessions/confirm", { code }), "200")
  assertOutcome(await page.post("/v1/sessions/confirm", { code }), "401 AUT-1006")
  assertOutcome(await signIn(server, person, { code: made.body.data.recoveryCodes[0] }), "201")
})

test("accepts exactly one of a hundred parallel sign-ins with one code, and with one recovery code", async () => {
  const person = await invite(server)
  const { secret, recoveryCodes } = await enroll(await signedIn(server, person))
  await sql("update accounts set password_hash = $1 where user_id = $2", [instantHash, person._id])
  for (const code of [codeOf(secret), recoveryCodes[0]])
    await withInstantHashes(async () => {
      const answers = await inParallel(100, () => signIn(server, person, { code }))
      assert.equal(answers.filter(({ status }) => status === 201).length, 1)
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201, 401]))
      await sql("delete from sign_in_attempts")
      await sql("delete from call_counts")
    })
})

test("accepts exactly one of a hundred concurrent units of work that use one code", async () => {
  const person = await invite(server)
  const { secret, recoveryCodes } = await enroll(await signedIn(server, person))
  for (const code of [codeOf(secret), recoveryCodes[1]!]) {
    const used = await inParallel(100, () =>
      asSystem(server.keys.tenantId, "use a code", async ctx => {
        const account = await lockAccount(ctx, person._id)
        const change = redeemCode(account, code, new Date())
        if (change) saveAccount(ctx, account, change)
        return change !== undefined
      }),
    )
    assert.equal(used.filter(Boolean).length, 1)
  }
})

test("the secret of the second factor is encrypted in the database, and is in no audit entry and no mail", async () => {
  const person = await invite(server)
  const { secret, recoveryCodes } = await enroll(await signedIn(server, person))
  const rows = await sql(`select to_jsonb(a)::text as text from accounts a union all select to_jsonb(e)::text from audit_entries e
    union all select to_jsonb(m)::text from mails m`)
  for (const { text } of rows) for (const hidden of [secret, ...recoveryCodes]) assert.ok(!text.includes(hidden))
  const { data } = (await api.get(`/v1/audit-log?object=${person._id}&action=twoFactor.enable`)).body
  assert.deepEqual([data.length, data[0].actor.user], [1, person._id])
})

test("lets the operator reset a person: a new password, no second factor, and no earlier session", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  await enroll(page)
  const { password } = await resetPerson(server.keys.tenantId, person.email)
  assertOutcome(await page.get("/v1/users/user"), "401 AUT-1005")
  assertOutcome(await signIn(server, person), "401 AUT-1006")
  assertOutcome(await signIn(server, { ...person, password }), "201")
  await assert.rejects(resetPerson(server.keys.tenantId, "nobody@example.com"), { code: "GEN-1004" })
})

test("seals the secrets again after SECRET_KEY got a new key, and the codes still work", async () => {
  const person = await invite(server)
  const { secret } = await enroll(await signedIn(server, person))
  await (await signedIn(server, await invite(server))).post("/v1/two-factor/enroll")
  const keys = ["a newer secret key that is only for tests", "a secret key that is only for tests"]
  setSecretKeys(keys)
  const sealed = () => sql("select unnest(array[totp_secret, totp_pending]) as sealed from accounts")
  assert.ok((await resealAccounts()) >= 2)
  assert.equal(await resealAccounts(), 0)
  for (const row of await sealed()) assert.ok(row.sealed === null || !isOutdated(row.sealed))
  assertOutcome(await signIn(server, person, { code: codeOf(secret) }), "201")
})
