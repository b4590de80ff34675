import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { maxBodyBytes } from "../src/http/body.ts"
import { proxyIdleMs } from "../src/http/connection/drain.ts"
import { idleTimeoutMs } from "../src/http/connection/idle-timeout.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-examples-"))
after(() => rmSync(folder, { recursive: true, force: true }))

const read = (name: string) => readFileSync(join("docs", "examples", name), "utf8")
const proxies = { nginx: read("nginx.conf"), caddy: read("Caddyfile") }
const numberIn = (text: string, pattern: RegExp) => Number(pattern.exec(text)?.[1])

test("the example proxies close idle connections before the service does, also while it stops, and let large bodies pass", () => {
  for (const [name, text] of Object.entries(proxies)) {
    assert.ok(numberIn(text, /keepalive(?:_timeout)? (\d+)s/) * 1000 < Math.min(idleTimeoutMs, proxyIdleMs), name)
    assert.ok(numberIn(text, /(?:client_max_body_size|max_size) (\d+)m/i) * 1_000_000 > maxBodyBytes, name)
    assert.ok(numberIn(text, /(?:proxy_read_timeout|response_header_timeout) (\d+)s/) > 30, name)
  }
})

test("the example proxies use another process while one restarts, and that one again as soon as it is back", () => {
  for (const [, settings] of proxies.nginx.matchAll(/server 127\.0\.0\.1:\d+(.*?);/g)) assert.equal(settings, " max_fails=0")
  assert.ok(numberIn(proxies.caddy, /lb_try_duration (\d+)s/) > numberIn(proxies.caddy, /health_interval (\d+)s/))
})

test("the example unit builds the pages before it starts, because it may not write them", () => {
  assert.match(read("countersign@.service"), /npm ci --omit=dev && node bin\/countersign\.mjs pages$/m)
  const { status, stderr } = spawnSync(process.execPath, ["bin/countersign.mjs", "pages"], { encoding: "utf8" })
  assert.deepEqual([status, stderr], [0, ""])
})

test("the example unit names the env file of each instance, with its role and port", () => {
  const unit = read("countersign@.service")
  const files = [...unit.matchAll(/^EnvironmentFile=(\S+)$/gm)].map(([, path]) => path)
  assert.deepEqual(files, ["/etc/countersign/common.env", "/etc/countersign/%i.env"])
  const instances = new Set([...unit.matchAll(/countersign@(\w+)/g)].map(([, name]) => name!))
  assert.deepEqual([...instances].toSorted(), ["all", "api", "worker"])
  for (const name of instances)
    assert.match(
      unit,
      new RegExp(`/etc/countersign/${name}\\.env, of countersign@${name}\\b.*:\n# {3}ROLE=${name}\n# {3}PORT=\\d+\n`),
      name,
    )
  assert.match(unit, /^# \/etc\/countersign\/common\.env, .*:\n# {3}DATABASE_URL=/m)
})

test("the example unit signals only the service, and gives it the time that a stop may take", () => {
  const unit = read("countersign@.service")
  assert.match(unit, /^KillMode=mixed$/m)
  assert.ok(numberIn(unit, /^TimeoutStopSec=(\d+)$/m) > 60)
  assert.match(unit, /^ExecStart=\S+\/node bin\/countersign\.mjs start$/m)
})

/** Each file, and how its program checks it, if that is possible. */
const checks = {
  "nginx.conf": () => {
    const site = proxies.nginx.replaceAll(/^ *ssl_certificate.*$/gm, "").replace("443 ssl", "443")
    writeFileSync(join(folder, "site.conf"), site)
    const log = join(folder, "error.log")
    writeFileSync(
      join(folder, "nginx.conf"),
      `error_log ${log};\nevents {}\nhttp { access_log off; include ${join(folder, "site.conf")}; }\n`,
    )
    return ["nginx", "-t", "-c", join(folder, "nginx.conf"), "-g", `pid ${join(folder, "nginx.pid")};`]
  },
  Caddyfile: () => ["caddy", "adapt", "--config", "docs/examples/Caddyfile", "--adapter", "caddyfile"],
  "countersign@.service": () => ["systemd-analyze", "verify", "docs/examples/countersign@.service"],
}

for (const [name, commandOf] of Object.entries(checks))
  test(`docs/examples/${name} is valid`, t => {
    const [program, ...args] = commandOf()
    if (program === "nginx" && process.getuid?.() !== 0) return t.skip("nginx checks its directories, which need root")
    if (program === "systemd-analyze" && !existsSync("/usr/bin/node")) return t.skip("the unit names /usr/bin/node")
    const { status, stderr, error } = spawnSync(program!, args, { encoding: "utf8" })
    if (error) return t.skip(`${program} is not installed`)
    assert.equal(status, 0, stderr)
  })
