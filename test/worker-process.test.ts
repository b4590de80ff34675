import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { test } from "node:test"
import { startServer } from "./faults/server-process.ts"
import { cloneDatabase } from "./service.ts"
import { freePort } from "./free-port.ts"

const dockerfile = readFileSync("Dockerfile", "utf8")
const worker = await startServer(await cloneDatabase(), { ROLE: "worker", METRICS: "open" })
const statusOf = async (path: string, method = "GET") => (await fetch(worker.baseUrl + path, { method })).status

test("a worker shows its health, readiness and metrics, and nothing else", async () => {
  assert.deepEqual(await Promise.all(["/healthz", "/readyz", "/metrics"].map(path => statusOf(path))), [200, 200, 200])
  for (const path of ["/", "/docs", "/demo", "/openapi.json", "/v1/contacts", "/v1/mcp", "/pay/a", "/assets/widgets.js"])
    assert.equal(await statusOf(path), 404, path)
  assert.equal(await statusOf("/v1/contacts/create", "POST"), 404)
  const { error } = (await (await fetch(`${worker.baseUrl}/v1/contacts`)).json()) as { error: { code: string } }
  assert.equal(error.code, "GEN-1006")
})

test("the health check of the image passes for a worker that is up, and for nothing else", async () => {
  const [, command] = /^HEALTHCHECK [^[]*CMD (\[.+\])$/m.exec(dockerfile.replaceAll("\\\n", ""))!
  const [, ...args] = JSON.parse(command!) as string[]
  const check = (port: string) => spawnSync(process.execPath, args, { env: { PORT: port } }).status
  assert.equal(check(new URL(worker.baseUrl).port), 0)
  assert.equal(check(String(await freePort())), 1)
})

test("the image contains production dependencies only and runs as an ordinary user", () => {
  const lines = dockerfile.split("\n")
  assert.ok(lines.some(line => /^RUN npm ci --omit=dev\b/.test(line)))
  assert.deepEqual(
    lines.filter(line => /^(USER|CMD|ENTRYPOINT)\b/.test(line)),
    ["USER node", 'CMD ["node", "src/main.ts"]'],
  )
  const ignored = readFileSync(".dockerignore", "utf8").split("\n")
  for (const path of ["node_modules", "data", ".env", "test", "bench", "**/*.test.ts"]) assert.ok(ignored.includes(path), path)
})
