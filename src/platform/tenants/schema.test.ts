import assert from "node:assert/strict"
import { test } from "node:test"
import { Timezone } from "./schema.ts"

test("accepts old and new names of a time zone in any case, spells them as IANA does, and refuses offsets", () => {
  for (const name of ["America/Sao_Paulo", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "Etc/UTC", "UTC"])
    assert.ok(Timezone.safeParse(name).success, name)
  assert.equal(Timezone.parse("america/sao_paulo"), "America/Sao_Paulo")
  assert.deepEqual(
    ["Asia/Kolkata", "Asia/Calcutta", "utc"].map(name => Timezone.parse(name)),
    ["Asia/Kolkata", "Asia/Calcutta", "UTC"],
  )
  for (const name of ["", "+02:00", "Mars/Olympus", "UTC+2", "America"]) assert.ok(!Timezone.safeParse(name).success, name)
})
