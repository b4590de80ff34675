import { gzipSync } from "node:zlib"
import { type Browser, chromium, type Page } from "playwright-core"
import { buildPages } from "../src/cli/build-pages.ts"
import { hashPassword } from "../src/kit/service/password-hash.ts"
import type { BenchServer } from "./bench-server.ts"
import { fillPaymentIntents } from "./fill-payment-intents.ts"
import { formatDecimal, formatInteger, median, type Report } from "./report.ts"

const rowCount = 100_000
const visits = 7
const budgets = { sizeKib: 250, paintMs: 1500, interactionMs: 100 }
const person = { email: "pages@example.com", password: "ordinary words in a row" }

type Visit = { sizeKib: number; paintMs: number; rowsMs: number; interactionMs: number }

/** How large is the dashboard, when does it paint a list of 100,000 rows, and how fast does it react, in Chromium without a cache? */
export async function pages(server: BenchServer): Promise<Report> {
  await buildPages(line => console.error(line))
  await fillPaymentIntents(server, server.clientTenant.tenantId, rowCount)
  await createPerson(server)
  const service = await server.startService("all")
  const browser = await chromium.launch({ executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium", args: ["--no-sandbox"] })
  const samples: Visit[] = []
  try {
    const cookie = await signIn(service.address)
    for (let i = 0; i <= visits; i++) samples.push(await visit(browser, service.address, cookie))
  } finally {
    await browser.close()
    await service.stop()
  }
  const measured = samples.slice(1) // the first visit warms up the service
  const figure = (name: keyof Visit) => median(measured.map(sample => sample[name]))
  const slowest = Math.max(...measured.map(({ interactionMs }) => interactionMs))
  return {
    title: `The dashboard: the first page of a list of ${formatInteger(rowCount)} payments, median of ${visits} visits`,
    columns: ["", "figure", "budget"],
    rows: [
      ["first load, gzip, fonts aside", `${formatDecimal(figure("sizeKib"))} KiB`, `${budgets.sizeKib} KiB`],
      ["largest contentful paint", `${formatInteger(figure("paintMs"))} ms`, `${formatInteger(budgets.paintMs)} ms`],
      ["rows on the screen", `${formatInteger(figure("rowsMs"))} ms`, `${formatInteger(budgets.paintMs)} ms`],
      ["slowest of its interactions", `${formatInteger(figure("interactionMs"))} ms`, `${budgets.interactionMs} ms`],
    ],
    passed:
      figure("sizeKib") <= budgets.sizeKib &&
      Math.max(figure("paintMs"), figure("rowsMs")) <= budgets.paintMs &&
      figure("interactionMs") <= budgets.interactionMs,
    note: [
      "An interaction is a tab, a sort order, a key in the search field or a move by key, until the next paint.",
      `The slowest visit took ${formatInteger(slowest)} ms.`,
    ].join(" "),
  }
}

async function createPerson({ sql, clientTenant }: BenchServer) {
  const id = "b".padEnd(24, "0")
  await sql(
    `insert into users (tenant_id, id, type, email, email_key, name, role, teams, active, metadata, created_at, updated_at, version)
     values ($1, $2, 'person', $3, $3, 'Pages', 'admin', '[]', true, '{}', now(), now(), 1)`,
    [clientTenant.tenantId, id, person.email],
  )
  await sql("insert into accounts (tenant_id, user_id, password_hash) values ($1, $2, $3)", [
    clientTenant.tenantId,
    id,
    await hashPassword(person.password),
  ])
}

async function signIn(address: string) {
  const response = await fetch(`${address}/v1/sessions/create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(person),
  })
  const [, name, value] = /^([^=]+)=([^;]+)/.exec(response.headers.get("set-cookie") ?? "") ?? []
  if (!name || !value) throw new Error(`signing in returned ${response.status}: ${await response.text()}`)
  return { name, value }
}

/** One visit in a new profile: the size of what is loaded, when it is painted, and how long it takes to react. */
async function visit(browser: Browser, address: string, cookie: { name: string; value: string }): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  await context.addCookies([{ ...cookie, url: address }])
  const page = await context.newPage()
  const sizes: Promise<number>[] = []
  page.on("response", response => {
    if (["document", "script", "stylesheet"].includes(response.request().resourceType()))
      sizes.push(response.body().then(body => gzipSync(body).length))
  })
  await page.addInitScript(observe)
  await page.goto(`${address}/payments`)
  await page.locator("tbody a").first().waitFor()
  const rowsMs = Number(await page.evaluate("performance.now()"))
  const firstLoad = await Promise.all(sizes)
  const paintMs = Number(await page.evaluate("window.paintMs"))
  await interact(page)
  const interactionMs = Number(await page.evaluate("Math.max(0, ...window.interactions)"))
  await context.close()
  return { sizeKib: firstLoad.reduce((sum, size) => sum + size, 0) / 1024, paintMs, rowsMs, interactionMs }
}

/** The browser's own figures: the largest paint so far, and the time from each press or key to the next paint. */
const observe = `
  window.paintMs = 0
  window.interactions = []
  new PerformanceObserver(list => { for (const entry of list.getEntries()) window.paintMs = entry.startTime })
    .observe({ type: "largest-contentful-paint", buffered: true })
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (entry.interactionId) window.interactions.push(entry.duration)
  }).observe({ type: "event", buffered: true, durationThreshold: 16 })`

async function interact(page: Page) {
  await page.getByRole("button", { name: /^Overdue/ }).click()
  await page.waitForURL(/status=overdue/)
  await page.getByRole("columnheader", { name: "Due" }).getByRole("button").click()
  await page.waitForURL(/sort=-dueAt/)
  await page.keyboard.press("j")
  await page.keyboard.press("j")
  await page.getByRole("searchbox").press("a")
  await page.evaluate("new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 50)))") // entries follow the paint
}
