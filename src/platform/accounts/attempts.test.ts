import assert from "node:assert/strict"
import crypto from "node:crypto"
import { syncBuiltinESMExports } from "node:module"
import { beforeEach, mock, test } from "node:test"
import { type ApiResponse, inParallel, startTestServer, uniqueEmail, withRealHashes } from "../../../test/harness.ts"
import {
  adminOf,
  codeOf,
  createPage,
  enroll,
  invite,
  mailsTo,
  signedIn,
  signIn,
  tokenIn,
  withInstantHashes,
  wrongCode,
} from "../../../test/people.ts"
import { consumeMail } from "./attempts-store.ts"

const server = await startTestServer()
const { api, sql } = server

const assertOutcome = ({ status, body, text }: ApiResponse, expected: string) =>
  assert.equal(`${status} ${body?.error?.code ?? ""}`.trim(), expected, text)

beforeEach(() => sql("delete from call_counts; delete from sign_in_attempts"))

test("too many wrong attempts lock the e-mail, with the right password too, whether or not it has an account", async () => {
  const person = await invite(server)
  const stranger = { email: uniqueEmail("stranger"), password: "not what was chosen" }
  for (const { email } of [person, stranger]) {
    const answers: ApiResponse[] = []
    for (let n = 0; n < 11; n++) answers.push(await signIn(server, { email, password: `wrong ${n} wrong wrong` }))
    assert.deepEqual(
      answers.map(({ body }) => body.error.code),
      [...Array.from({ length: 10 }, () => "AUT-1006"), "AUT-1008"],
    )
    assert.ok(Number(answers[10]!.headers.get("retry-after")) > 0)
    assertOutcome(await signIn(server, { email, password: person.password }), "401 AUT-1008")
  }
  await sql("update sign_in_attempts set locked_until = now()")
  assertOutcome(await signIn(server, person), "201")
  assertOutcome(await signIn(server, { ...person, password: "wrong once more wrong" }), "401 AUT-1006")
})

test("counts parallel guesses: checks ten of a hundred at once", async () => {
  const person = await invite(server)
  const answers = await inParallel(100, n => signIn(server, { ...person, password: `wrong ${n} wrong wrong` }))
  const codes = answers.map(({ body }) => body.error.code)
  assert.equal(codes.filter(code => code === "AUT-1006").length, 10)
  assert.equal(codes.filter(code => code === "AUT-1008").length, 90)
})

test("lets a person sign in from a known network while strangers guess the password", async () => {
  const person = await invite(server)
  await sql(`update accounts set networks = '["192.0.2.1"]' where user_id = $1`, [person._id])
  for (let n = 0; n < 11; n++) await signIn(server, { ...person, password: "wrong wrong wrong" })
  assertOutcome(await signIn(server, person), "401 AUT-1008")
  await sql(`update accounts set networks = '["127.0.0.1"]' where user_id = $1`, [person._id])
  assertOutcome(await signIn(server, person), "201")
})

test("locks a network after a hundred failures with many e-mails, but not for people who have signed in from it before", async () => {
  const [known, newcomer] = [await invite(server), await invite(server)]
  await signedIn(server, known)
  await withInstantHashes(async () => {
    const guesses = await inParallel(120, () => signIn(server, { email: uniqueEmail("stranger"), password: "the same for everybody" }))
    const codes = guesses.map(({ body }) => body.error.code)
    assert.equal(codes.filter(code => code === "AUT-1006").length, 100)
    assert.equal(codes.filter(code => code === "AUT-1008").length, 20)
  })
  const held = await signIn(server, newcomer)
  assertOutcome(held, "401 AUT-1008")
  assert.ok(Number(held.headers.get("retry-after")) > 0)
  assertOutcome(await signIn(server, known), "201")
  const guess = () => signIn(server, { email: uniqueEmail("stranger"), password: "the same for everybody" })
  await sql("update sign_in_attempts set locked_until = now()")
  assertOutcome(await guess(), "401 AUT-1006")
  assertOutcome(await signIn(server, newcomer), "401 AUT-1008")
  await sql("update sign_in_attempts set locked_until = now()")
  assertOutcome(await signIn(server, newcomer), "201")
  for (let n = 0; n < 2; n++) assertOutcome(await guess(), "401 AUT-1006")
})

test("keeps the failures of an e-mail in one tenant when someone signs in with it in another", async () => {
  const live = await server.otherTenant("live")
  const { email } = live.keys
  await api.post("/v1/users/invite", { email, name: "Not me", role: "viewer" })
  const [mail] = await mailsTo(server, email)
  const here = { email, password: "words of a stranger" }
  await createPage(server).post("/v1/passwords/reset", { token: tokenIn(mail), password: here.password })
  for (let n = 0; n < 10; n++) {
    assertOutcome(await signIn(server, { email, password: "wrong wrong wrong" }), "401 AUT-1006")
    assertOutcome(await signIn(server, here, { tenant: server.keys.tenantId }), "201")
  }
  assertOutcome(await signIn(server, { email, password: live.keys.password }), "401 AUT-1008")
})

test("does not count a right password without its code as a failure, and locks after wrong codes as after wrong passwords", async () => {
  const person = await invite(server)
  const { secret } = await enroll(await signedIn(server, person))
  for (let n = 0; n < 12; n++) assertOutcome(await signIn(server, person), "401 AUT-1007")
  for (let n = 0; n < 10; n++) assertOutcome(await signIn(server, person, { code: wrongCode(secret) }), "401 AUT-1006")
  assertOutcome(await signIn(server, person, { code: codeOf(secret) }), "401 AUT-1008")
})

test("counts wrong codes together, whether or not the tenant is named", async () => {
  const ways = [{}, { tenant: server.keys.tenantId }]
  for (const [way, other] of [ways, ways.toReversed()]) {
    const person = await invite(server)
    const { secret } = await enroll(await signedIn(server, person))
    for (let n = 0; n < 10; n++) assertOutcome(await signIn(server, person, { ...way, code: wrongCode(secret) }), "401 AUT-1006")
    assertOutcome(await signIn(server, person, { ...other, code: codeOf(secret) }), "401 AUT-1008")
    await sql("update sign_in_attempts set locked_until = now()")
    assertOutcome(await signIn(server, person, { ...other, code: codeOf(secret) }), "201")
  }
})

test("keeps the count of wrong codes after a new password or another right one, and resets it after a right code", async () => {
  const person = await invite(server)
  const page = await signedIn(server, person)
  const { secret, recoveryCodes } = await enroll(page)
  const disable = (code: string) => page.post("/v1/two-factor/disable", { password: person.password, code })
  for (let n = 0; n < 10; n++) {
    assertOutcome(await disable(wrongCode(secret)), "401 AUT-1006")
    if (n < 9) assertOutcome(await page.post("/v1/sessions/confirm", { password: person.password }), "200")
  }
  assertOutcome(await disable(recoveryCodes[0]!), "401 AUT-1008")
  await sql("update sign_in_attempts set locked_until = now()")
  assertOutcome(await signIn(server, person, { code: recoveryCodes[0] }), "201")
  for (let n = 0; n < 10; n++) assertOutcome(await signIn(server, person, { code: wrongCode(secret) }), "401 AUT-1006")
  const { length } = await mailsTo(server, person.email)
  await createPage(server).post("/v1/passwords/forgot", { email: person.email })
  const [mail] = await mailsTo(server, person.email, length + 1)
  const password = "other ordinary words"
  assertOutcome(await createPage(server).post("/v1/passwords/reset", { token: tokenIn(mail), password }), "200")
  assertOutcome(await signIn(server, { ...person, password }), "401 AUT-1007")
  assertOutcome(await signIn(server, { ...person, password }, { code: codeOf(secret) }), "401 AUT-1008")
})

test("does not reveal the tenant of an e-mail by a lock without a tenant", async () => {
  const tenants = [server.keys.tenantId, (await server.otherTenant()).keys.tenantId]
  for (const email of [(await invite(server)).email, uniqueEmail("stranger")]) {
    const guess = (more = {}) => signIn(server, { email, password: "wrong wrong wrong" }, more)
    for (let n = 0; n < 10; n++) assertOutcome(await guess(), "401 AUT-1006")
    assertOutcome(await guess(), "401 AUT-1008")
    for (const tenant of tenants) assertOutcome(await guess({ tenant }), "401 AUT-1006")
  }
})

test("computes one hash with the same parameters at sign-in, whether or not the e-mail has an account", () =>
  withRealHashes(async () => {
    const person = await invite(server)
    const disabled = await invite(server)
    await api.post(`/v1/users/${disabled._id}/update`, { status: "disabled" })
    const spy = mock.method(crypto, "argon2")
    syncBuiltinESMExports()
    const work: unknown[] = []
    for (const email of [person.email, uniqueEmail("stranger"), disabled.email]) {
      spy.mock.resetCalls()
      assertOutcome(await signIn(server, { email, password: "not what was chosen" }), "401 AUT-1006")
      work.push(
        spy.mock.calls.map(({ arguments: [algorithm, { memory, passes, parallelism }] }) => [algorithm, memory, passes, parallelism]),
      )
    }
    spy.mock.restore()
    syncBuiltinESMExports()
    assert.deepEqual(work, [[["argon2id", 19_456, 2, 1]], [["argon2id", 19_456, 2, 1]], [["argon2id", 19_456, 2, 1]]])
  }))

test("a network may try three hundred times a minute, whatever it tries", async () => {
  await sql(
    "insert into call_counts (tenant_id, name, second, n) values ('sign-in', 'network 127.0.0.1', floor(extract(epoch from now())), 299)",
  )
  assertOutcome(await signIn(server, adminOf(server)), "201")
  const page = createPage(server)
  for (const answer of [
    await signIn(server, adminOf(server)),
    await page.post("/v1/passwords/forgot", { email: uniqueEmail() }),
    await page.post("/v1/passwords/reset", { token: "made-up-made-up", password: "ordinary words in a row" }),
  ]) {
    assertOutcome(answer, "429 RTE-1001")
    assert.ok(Number(answer.headers.get("retry-after")) > 0)
  }
})

test("distinguishes too many mails to an address from a failure to count them", async () => {
  assert.deepEqual([await consumeMail("somebody", 1), await consumeMail("somebody", 1)], [true, false])
  await sql("alter table call_counts rename to missing")
  try {
    await assert.rejects(consumeMail("somebody else", 1), /call_counts/)
  } finally {
    await sql("alter table missing rename to call_counts")
  }
})
