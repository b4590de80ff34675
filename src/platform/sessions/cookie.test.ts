import assert from "node:assert/strict"
import { test } from "node:test"
import { isOwnOrigin } from "../../http/own-origin.ts"
import { readConfig, setConfig } from "../../kit/service/config.ts"
import { endedSessionCookie, readSessionCookie, sessionCookie } from "./cookie.ts"

const token = `${"a".repeat(24)}.${"b".repeat(43)}`

test("limits the cookie to this host over https, and reads no cookie of another name", () => {
  setConfig(readConfig({ BASE_URL: "https://pay.example.com" }))
  assert.equal(sessionCookie(token), `__Host-session=${token}; Max-Age=604800; Path=/; HttpOnly; SameSite=Lax; Secure`)
  assert.equal(endedSessionCookie(), "__Host-session=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax; Secure")
  assert.equal(readSessionCookie(`a=1; __Host-session=${token}`)?.tenant, "a".repeat(24))
  assert.equal(readSessionCookie(`session=${token}`), undefined)
  assert.equal(readSessionCookie("__Host-session=nonsense"), null)
})

test("accepts only the origin of BASE_URL over https, and also the browser's host name over plain http", () => {
  const isOwn = (origin: string | undefined, host: string) => isOwnOrigin({ headers: origin === undefined ? {} : { origin }, host })
  setConfig(readConfig({ BASE_URL: "https://pay.example.com" }))
  assert.equal(isOwn("https://pay.example.com", "internal:4000"), true)
  for (const origin of ["http://pay.example.com", "https://evil.example", "https://pay.example.com.evil.example", "null", undefined])
    assert.equal(isOwn(origin, "pay.example.com"), false, origin)
  assert.equal(isOwn("https://internal:4000", "internal:4000"), false)
  setConfig(readConfig({}))
  for (const name of ["localhost:4000", "127.0.0.1:4000"]) assert.equal(isOwn(`http://${name}`, name), true)
  assert.equal(isOwn("http://evil.example", "localhost:4000"), false)
})
