import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { delimiter, dirname, join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { promisify } from "node:util"
import { startEmbedded } from "../../src/embedded/postgres.ts"

const run = promisify(execFile)

export const version = "2.21.2"
const packageFile = {
  name: "bench-medusa",
  private: true,
  dependencies: { "@medusajs/cli": version, "@medusajs/framework": version, "@medusajs/medusa": version },
  // lib-storage 3.1167.0 needs a client-s3 that was never published.
  overrides: { "@aws-sdk/client-s3": "3.1166.0", "@aws-sdk/lib-storage": "3.1166.0" },
}

/** In-memory events, cache and workflows, as Medusa has them without Redis, and no admin UI. */
const settings = `const { defineConfig } = require("@medusajs/framework/utils")
module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: { storeCors: "", adminCors: "", authCors: "", jwtSecret: "only for benches", cookieSecret: "only for benches" },
  },
})
`

const person = { email: "bench@example.com", password: "only for benches" }
const maxStartMs = 120_000

export type Shop = { address: string; token: string; customer: string; stop(): Promise<void> }

/** Installs Medusa from npm into the folder unless it is there. This is the only step of any bench that leaves the machine. */
export async function installMedusa(folder: string) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify(packageFile))
  writeFileSync(join(folder, "medusa-config.js"), settings)
  if (existsSync(join(folder, "node_modules", ".package-lock.json"))) return
  console.error(`npm installs Medusa ${version} into ${folder}: about 700 MB, from the registry that npm is set to.`)
  await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: folder, env: environment(), maxBuffer: 2 ** 26 })
}

/** Starts Medusa with a user and a customer, on an embedded PostgreSQL like ours. It needs port 5432 of 127.0.0.1. */
export async function startMedusa(folder: string): Promise<Shop> {
  const database = await startEmbedded({ dataDir: join(folder, "data"), report() {}, settings: { listen_addresses: "127.0.0.1" } })
  try {
    const DATABASE_URL = database.superuserUrl.replace(/@\/.*$/, "@127.0.0.1:5432/countersign")
    const port = await findFreePort()
    const env = { ...environment(), DATABASE_URL, PORT: String(port), NODE_ENV: "production" }
    const medusa = (...args: string[]) => [join(folder, "node_modules", ".bin", "medusa"), ...args]
    const command = (...args: string[]) => run(process.execPath, medusa(...args), { cwd: folder, env, maxBuffer: 2 ** 26 })
    await command("db:migrate")
    await command("user", "-e", person.email, "-p", person.password).catch(() => {}) // it is there from an earlier run
    const server = spawn(process.execPath, medusa("start"), { cwd: folder, env, stdio: "ignore" })
    const stop = async () => {
      if (server.exitCode === null && server.kill()) await once(server, "exit")
      await database.stop()
    }
    const address = `http://127.0.0.1:${port}`
    try {
      await waitUntilHealthy(address)
      const { token } = await post<{ token: string }>(`${address}/auth/user/emailpass`, person)
      const { customer } = await post<{ customer: { id: string } }>(`${address}/admin/customers`, newCustomer(), token)
      return { address, token, customer: customer.id, stop }
    } catch (error) {
      await stop()
      throw error
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}

/** With the Node of this program first, because Medusa needs a newer one than some systems have. */
const environment = () => ({
  ...process.env,
  PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
  MEDUSA_DISABLE_TELEMETRY: "true",
})

const newCustomer = () => ({ email: `c${Date.now()}@example.com`, first_name: "Ana", last_name: "Souza" })

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} returned ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

async function waitUntilHealthy(address: string) {
  for (const end = performance.now() + maxStartMs; performance.now() < end; await wait(500))
    if (
      await fetch(`${address}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
  throw new Error(`Medusa did not start within ${maxStartMs / 1000} s.`)
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  if (address === null || typeof address === "string") throw new Error("no port is free")
  return address.port
}
