import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"

const compose = readFileSync("compose.yaml", "utf8")
const config = readFileSync("src/kit/service/config.ts", "utf8")
const dockerfile = readFileSync("Dockerfile", "utf8").replaceAll("\\\n", " ")

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

test("compose.yaml gives both processes the health check of the image, and time to stop", () => {
  const [app, worker] = ["app", "worker"].map(name => new RegExp(`^ {2}${name}:\\n(?: {4}.*\\n)+`, "m").exec(compose)![0])
  for (const part of [app!, worker!]) {
    assert.match(part, /^ {4}<<: \*service$/m)
    assert.doesNotMatch(part, /healthcheck|stop_grace_period/)
  }
  assert.match(compose, /^x-service: &service\n(?: {2}.*\n)* {2}stop_grace_period: 1m/m)
})

test("compose.yaml gives the service its own password and a role without privileges beyond its database", () => {
  const [, superuser] = /POSTGRES_PASSWORD: \$\{(\w+)/.exec(compose)!
  const [, service] = /postgres:\/\/countersign:\$\{(\w+)/.exec(compose)!
  assert.notEqual(superuser, service)
  const [, options] = /create role countersign (.+);/.exec(compose)!
  assert.equal(options, "login password :'password'")
  const [app] = /^ {2}app:\n(?: {4}.*\n)+/m.exec(compose)!
  for (const part of [app, compose.slice(compose.indexOf("x-settings"), compose.indexOf("x-service"))])
    assert.ok(!part.includes(superuser!), "only the database knows the superuser's password")
})

/** The packages that a file imports, without those of Node and the project's own files. */
const importedBy = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(?:from |import\()"((?:@[\w-]+\/)?[\w][\w.-]*)/g)].map(([, name]) => name!)

test("builds the image in two stages, and leaves the packages that build the pages out of the second", () => {
  const stages = dockerfile.split(/^FROM /m).slice(1)
  assert.equal(stages.length, 2)
  const [build, final] = [stages[0]!, stages[1]!]
  assert.match(build, /^node:24-slim AS build\n/)
  assert.match(final, /^node:24-slim\n.*^COPY --from=build \/app \/app$/ms)
  assert.doesNotMatch(final, /\bnpm\b/)
  const served = new Set(globSync(["src/**/*.ts", "bin/*.mjs"]).flatMap(importedBy))
  const { dependencies } = JSON.parse(readFileSync("package.json", "utf8")) as { dependencies: Record<string, string> }
  const [, removed] = /npm uninstall (?:--\S+ +)+(.+?) +&&/.exec(build)!
  assert.deepEqual(
    removed!.split(/ +/).toSorted(),
    Object.keys(dependencies).filter(name => !served.has(name)),
  )
})

test("commands in the image find everything installed, although the packages of the pages are removed", () => {
  const [before, after] = dockerfile.split("npm uninstall")
  assert.match(before!, /cp node_modules\/\.package-lock\.json \/tmp\/installed/)
  assert.match(after!, /mv \/tmp\/installed node_modules\/\.package-lock\.json/)
})
