import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { test } from "node:test"
import { parse } from "yaml"
import { parseCellUrls } from "../src/kit/pure/cell-urls.ts"
import type { Any } from "./harness.ts"

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

const cellsText = readFileSync("deploy/compose/cells.yaml", "utf8")
const cells = parse(cellsText, { merge: true }) as Any
const cellNames = ["home", "east", "west"]

test("cells.yaml has a server for each cell, and an api and a worker that wait until all are healthy", () => {
  assert.deepEqual(Object.keys(cells.services), ["app", "worker", ...cellNames])
  const healthy = Object.fromEntries(cellNames.map(name => [name, { condition: "service_healthy" }]))
  for (const [name, role] of [
    ["app", "api"],
    ["worker", "worker"],
  ] as const) {
    const service = cells.services[name]
    assert.deepEqual([service.environment.ROLE, service.depends_on, service.stop_grace_period], [role, healthy, "1m"])
  }
  for (const name of cellNames) {
    const { image, healthcheck, volumes } = cells.services[name]
    assert.deepEqual([image, healthcheck.test[1], volumes], ["postgres:18", "pg_isready", [`${name}:/var/lib/postgresql`]])
  }
  assert.deepEqual(Object.keys(cells.volumes), cellNames)
})

test("cells.yaml has every secret in a file that only its services can read", () => {
  const settings = [...config.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!)
  for (const [name, { environment, secrets }] of Object.entries<Any>(cells.services)) {
    for (const [setting, value] of Object.entries<string>(environment)) {
      assert.doesNotMatch(setting, /(PASSWORD|KEY|URLS?)$(?<!BASE_URL)/, `${setting} of ${name} is no file`)
      if (!setting.endsWith("_FILE")) continue
      assert.ok(secrets.includes(value.replace("/run/secrets/", "")), `${name} does not get ${value}`)
      if (!cellNames.includes(name)) assert.ok(settings.includes(setting.replace("_FILE", "")), setting)
    }
    if (cellNames.includes(name)) assert.deepEqual(secrets, [`${name}_superuser`, `${name}_password`])
  }
  for (const [name, { file }] of Object.entries<Any>(cells.secrets)) assert.equal(file, `./secrets/${name}`)
  assert.match(readFileSync(".gitignore", "utf8"), /^deploy\/compose\/secrets\/$/m)
  assert.match(readFileSync(".dockerignore", "utf8"), /^deploy\/compose\/secrets\/?$/m)
})

test("the first lines of cells.yaml make every secret, addresses that the service understands, and each cell", () => {
  const script = cellsText.split("\n").flatMap(line => /^# {5,}(\S.*)$/.exec(line)?.[1]?.replace(/ {2,}#.*/, "") ?? [])
  const folder = mkdtempSync(join(tmpdir(), "secrets-"))
  const openssl = "openssl() { echo 0123456789abcdef0123456789abcdef; }"
  const secrets = script.slice(
    0,
    script.findIndex(line => line.startsWith("docker")),
  )
  execFileSync("sh", ["-ec", [openssl, ...secrets].join("\n")], { cwd: folder })
  const files = readdirSync(join(folder, "secrets")).toSorted()
  assert.deepEqual(
    files.filter(name => !/^(east|west)_url$/.test(name)),
    Object.keys(cells.secrets).toSorted(),
  )
  const addresses = parseCellUrls(readFileSync(join(folder, "secrets", "cell_urls"), "utf8").trim())
  rmSync(folder, { recursive: true })
  assert.deepEqual(
    addresses.map(({ name, url }) => [name, new URL(url).hostname]),
    [
      ["east", "east"],
      ["west", "west"],
    ],
  )
  for (const { name } of addresses)
    assert.ok(
      script.some(line => line.endsWith(`countersign cell add ${name}`)),
      `cell add ${name}`,
    )
})

/** The packages that a file imports, without those of Node and the project's own files. */
const importedBy = (file: string) =>
  [...readFileSync(file, "utf8").matchAll(/(?:from |import\(|import\.meta\.resolve\()["`]((?:@[\w-]+\/)?[\w][\w.-]*)/g)].map(
    ([, name]) => name!,
  )

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
