import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core"
import { buildPages } from "../src/cli/build-pages.ts"
import { startEmbedded } from "../src/embedded/postgres.ts"
import { readConfig } from "../src/kit/service/config.ts"
import { createTenant } from "../src/platform/api-keys/create-tenant.ts"
import { start } from "../src/start.ts"
import { type Any, createCaller, until } from "./harness.ts"
import { cookieOf, signIn } from "./people.ts"
import { smallPng } from "./small-png.ts"

const port = 4000
const baseUrl = `http://localhost:${port}`
const secret = "a secret key that is only for pictures"

/** Shows a page, waits for what the picture is about, and returns the part to take if it is not the whole window. */
type Show = (page: Page) => Promise<Locator | void>
type Take = (picture: string, path: string, screen: BrowserContextOptions, show: Show) => Promise<void>

/** A service on port 4000 with an empty sandbox of a language school, and a browser in which its admin is signed in. */
export async function startPictureService(folder: string, settings: Record<string, string> = {}) {
  await buildPages(line => console.log(line))
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-pictures-"))
  const embedded = await startEmbedded({ dataDir, report() {} })
  const own = { DATABASE_URL: embedded.url, PORT: String(port), BASE_URL: baseUrl, LOG_LEVEL: "error", ...settings }
  const service = await start({ ...readConfig({ ...own, SECRET_KEY: secret }), DATABASE_URL: embedded.url, SECRET_KEY: [secret] })
  const name = "Aurora Language School"
  const keys = await createTenant({ name, mode: "sandbox", timezone: "Europe/London", email: "renata@aurora.example" })
  const api = createCaller(baseUrl, keys)
  const [cookie = "", value = ""] = cookieOf(await signIn({ baseUrl }, keys)).split("=")
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })

  async function create(path: string, body: object): Promise<Any> {
    const answer = await api.create(path, body)
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`)
    return answer.body.data
  }
  const take: Take = async (picture, path, screen, show) => {
    const context = await browser.newContext({ locale: "en-US", reducedMotion: "reduce", ...screen })
    await context.addCookies([{ name: cookie, value, url: baseUrl }])
    const page = await context.newPage()
    await page.goto(baseUrl + path)
    const part = (await show(page)) ?? page
    await until(async () => (await page.locator(".skeleton").count()) === 0, "everything is loaded")
    writeFileSync(join(folder, `${picture}.png`), smallPng(await part.screenshot({ animations: "disabled" })))
    await context.close()
    console.log(`${picture}.png`)
  }
  async function stop() {
    await browser.close()
    await service.stop()
    await embedded.stop()
    rmSync(dataDir, { recursive: true })
  }
  return { api, baseUrl, keys, create, take, stop }
}
