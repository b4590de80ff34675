import assert from "node:assert/strict"
import { test } from "node:test"
import { Timezone } from "./schema.ts"

test("a time zone is accepted by its old and its new name; an offset is refused", () => {
  for (const name of ["America/Sao_Paulo", "Asia/Kolkata", "Asia/Calcutta", "Europe/Kyiv", "Etc/UTC", "UTC"])
    assert.ok(Timezone.safeParse(name).success, name)
  for (const name of ["", "+02:00", "Mars/Olympus", "UTC+2", "America"]) assert.ok(!Timezone.safeParse(name).success, name)
})
