import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { test } from "node:test"

const compose = readFileSync("compose.yaml", "utf8")
const config = readFileSync("src/kit/service/config.ts", "utf8")

test("compose.yaml passes every setting on to both processes", () => {
  const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!)
  assert.ok(settings.includes("SMTP_URL") && settings.length > 15)
  const setByTheImage = ["PORT", "HOST", "DATA_DIR"]
  const shared = compose.slice(compose.indexOf("x-settings"), compose.indexOf("x-service"))
  for (const name of new Set(settings)) {
    if (setByTheImage.includes(name)) continue
    const place = name === "ROLE" ? compose : shared
    assert.match(place, new RegExp(`^ +${name}:`, "m"), `${name} is a setting that compose.yaml does not pass on`)
  }
  for (const role of ["api", "worker"]) assert.match(compose, new RegExp(`<<: \\*settings\\n +ROLE: ${role}\\n`))
})

test("in compose.yaml both processes have the health check of the image, and time to stop", () => {
  const [app, worker] = ["app", "worker"].map(name => new RegExp(`^ {2}${name}:\\n(?: {4}.*\\n)+`, "m").exec(compose)![0])
  for (const part of [app!, worker!]) {
    assert.match(part, /^ {4}<<: \*service$/m)
    assert.doesNotMatch(part, /healthcheck|stop_grace_period/)
  }
  assert.match(compose, /^x-service: &service\n(?: {2}.*\n)* {2}stop_grace_period: 1m/m)
})

test("in compose.yaml the service has a password of its own and a role without privileges beyond its database", () => {
  const [, superuser] = /POSTGRES_PASSWORD: \$\{(\w+)/.exec(compose)!
  const [, service] = /postgres:\/\/countersign:\$\{(\w+)/.exec(compose)!
  assert.notEqual(superuser, service)
  const [, options] = /create role countersign (.+);/.exec(compose)!
  assert.equal(options, "login password :'password'")
  const [app] = /^ {2}app:\n(?: {4}.*\n)+/m.exec(compose)!
  for (const part of [app, compose.slice(compose.indexOf("x-settings"), compose.indexOf("x-service"))])
    assert.ok(!part.includes(superuser!), "only the database knows the superuser's password")
})
