import assert from "node:assert/strict"
import { test } from "node:test"
import { Email, Name, Timestamp } from "./fields.ts"
import { Phone } from "./phone.ts"

const taken = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) => schema.safeParse(value).success

test("an e-mail address follows HTML, with a dot in its domain", () => {
  const good = ["ana@example.com", "A.B+c@sub.example.co", "a&b@example.com", "o'neil/x@example.com", "a@xn--e1afmkfd.xn--p1ai", "1@2.io"]
  const bad = ["", "ana", "ana@", "@example.com", "ana@example", "a@b..com", "a..b@example.com", ".a@example.com", "a.@example.com"]
  const odd = ["a b@example.com", "ana@-example.com", "ana@example.c", "a@b@example.com", `a@${"x".repeat(64)}.com`, "ana@example.com\n"]
  for (const address of good) assert.ok(taken(Email, address), address)
  for (const address of [...bad, ...odd]) assert.ok(!taken(Email, address), address)
})

test("refuses a name without visible characters", () => {
  for (const name of ["Casa Verde", " Casa ", "4", "李", "🏠", "?"]) assert.ok(taken(Name, name), name)
  for (const name of ["", " ", "\t\n", "\u00a0", "\u200b", "x".repeat(201)]) assert.ok(!taken(Name, name), JSON.stringify(name))
})

test("a time has a zone, may omit its seconds, and lies within the years that can be stored", () => {
  for (const time of ["2027-01-31T12:00Z", "2027-01-31T14:00+02:00"])
    assert.equal(Timestamp.parse(time).toISOString(), "2027-01-31T12:00:00.000Z", time)
  for (const time of ["2027-01-31T12:00:00Z", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2027-01-31T12:00:00+02:00"])
    assert.ok(taken(Timestamp, time), time)
  for (const time of ["2027-01-31T12:00", "2027-01-31T12Z", "2027-02-30T12:00Z", "2027-01-31T24:00Z", 5])
    assert.ok(!taken(Timestamp, time), String(time))
  for (const time of ["2027-01-31", "2027-01-31T12:00:00", "0000-12-31T23:59:59Z", "9999-12-31T23:59:59-01:00", "2027-02-30T00:00:00Z"])
    assert.ok(!taken(Timestamp, time), time)
})

test("refuses an impossible phone number, and one with an extension", () => {
  assert.equal(Phone.parse("+55 (11) 98765-4321"), "+5511987654321")
  for (const number of ["+14155552671", "+15551234567", "+447700900123"]) assert.equal(Phone.parse(number), number)
  for (const number of ["call me", "+1", "5551234", "+1 415 555 2671 ext 5", "+999123456789"]) assert.ok(!taken(Phone, number), number)
})
